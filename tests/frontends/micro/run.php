<?php
// php run.php POLICY.php CLASS: as run.js. Warnings are failures too.
set_error_handler(function ($level, $message) {
    throw new ErrorException($message);
});
ini_set('serialize_precision', '17');
require $argv[1];
$class = $argv[2];
foreach (explode("\n", stream_get_contents(STDIN)) as $line) {
    if ($line === '') {
        continue;
    }
    $q = json_decode($line, true);
    // Where the question says so, the view is objects instead of arrays.
    $view = ($q['objects'] ?? false) ? json_decode($line)->view : ($q['view'] ?? null);
    $asked = [$view, $q['player'] ?? null, $q['players'] ?? null, $q['legal'] ?? null];
    try {
        $answer = [
            'features' => $class::features($asked[0], $asked[1], $asked[2]),
            'logits' => $class::scores(...$asked),
            'action' => $class::choose(...$asked),
            'drawn' => array_map(function ($x) use ($class, $asked) {
                return $class::choose($asked[0], $asked[1], $asked[2], $asked[3], function () use ($x) {
                    return $x;
                });
            }, $q['draws'] ?? []),
        ];
    } catch (Throwable $error) {
        $answer = ['error' => $error->getMessage(), 'kind' => get_class($error)];
    }
    echo json_encode($answer, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
}
