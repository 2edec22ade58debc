<?php
/*
 * A stand-in for a player who has left, as a site whose rules run in PHP would have it: the site asks
 * `zombieTurn` when it is the turn of a seat that nobody plays. Here the site's own game is a few
 * fields read from standard input; in yours, `seen` and `moves` come from your database.
 *
 *     php zombie.php ../../frontends/micro/hoi_pho.php < table.json
 */
require_once $argv[1] ?? __DIR__ . '/../../frontends/micro/hoi_pho.php';

/** The table as your site keeps it -> what a seat sees, in the words of the policy. */
function viewOf(array $table, int $seat): array
{
    return [
        'round' => (int) $table['round'],
        'turn' => (int) $table['turn'],
        'phase' => $table['phase'],
        'hand' => $table['hands'][$seat],         // cards are numbers; a Ship is 'ship'
        'money' => array_map('intval', $table['money']),
        'ledger' => array_map('intval', $table['gains']),
        'contracts' => $table['contracts'],
        'played' => $table['played'],
        'on_table' => $table['face_up'],          // [[card, seat], ...]
    ];
}

/** The moves of a seat as texts, each with what your site has to do for it. */
function movesOf(array $table, int $seat): array
{
    $moves = [];
    foreach ($table['hands'][$seat] as $card) {
        $moves["play $card"] = ['action' => 'actPlayCard', 'card' => $card];
    }
    return $moves;
}

function zombieTurn(array $table, int $seat): array
{
    $moves = movesOf($table, $seat);
    $legal = array_keys($moves);
    try {
        $text = DesgarradaHoiPho::choose(viewOf($table, $seat), $seat, count($table['money']), $legal);
    } catch (InvalidArgumentException $error) {
        error_log('zombie: ' . $error->getMessage());  // a table must go on whatever happens
        $text = $legal[0];
    }
    return $moves[$text];
}

$table = json_decode(stream_get_contents(STDIN), true);
foreach ($table['zombies'] as $seat) {
    echo json_encode(['seat' => $seat] + zombieTurn($table, $seat)), "\n";
}
