<?php
/*
@@HEAD@@
*/

class @@CLASS@@
{
    const FINGERPRINT = '@@FINGERPRINT@@';
    const MOST = 1000000;
    const DATA = <<<'JSON'
@@DATA@@
JSON;

    private static $policy = null;
    private static $layers = null;
    private $view;
    private $player;
    private $players;
    private $found = [];

    // ---- what a site calls ----------------------------------------------------------------------

    /** The best of the legal actions; with a callable $random (0 to below 1) one drawn by scores. */
    public static function choose($view, $player, $players, array $legal, $random = null)
    {
        $scores = self::scores($view, $player, $players, $legal);
        $best = max($scores);
        if ($random === null) {
            return $legal[array_search($best, $scores, true)];
        }
        $shares = [];
        foreach ($scores as $score) {
            $shares[] = exp(($score - $best) / self::policy()['temperature']);
        }
        $rest = $random() * array_sum($shares);
        foreach ($legal as $i => $text) {
            $rest -= $shares[$i];
            if ($rest < 0) {
                return $text;
            }
        }
        return $legal[array_search($best, $scores, true)];
    }

    /** The score of each legal action, in their order: the higher, the likelier. */
    public static function scores($view, $player, $players, array $legal)
    {
        $x = self::features($view, $player, $players);
        return self::logits($x, self::numbers($players, $legal));
    }

    public static function features($view, $player, $players)
    {
        return (new self(self::plain($view), $player, $players))->read();
    }

    // ---- features: the interpreter; nets/micro/features.py explains the list that it reads -------

    private static function policy()
    {
        if (self::$policy === null) {
            self::$policy = json_decode(self::DATA, true);
        }
        return self::$policy;
    }

    /** A view as arrays, where it has objects. */
    private static function plain($view)
    {
        if (is_object($view)) {
            $view = get_object_vars($view);
        }
        return is_array($view) ? array_map([self::class, 'plain'], $view) : $view;
    }

    private static function fail($sentence)
    {
        throw new InvalidArgumentException($sentence);
    }

    private static function told($value)
    {
        return is_array($value) ? 'a list or an object'
            : json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR);
    }

    private static function isList(array $value)
    {
        return array_keys($value) === range(0, count($value) - 1) || $value === [];
    }

    private static function key($value, $where)
    {
        if (is_string($value) || is_int($value)) {
            return (string) $value;
        }
        self::fail("The field '$where' of the view is " . self::told($value) . '; it must be a text or a whole number.');
    }

    private static function number($value, $where)
    {
        if (is_bool($value) || (is_int($value) && abs($value) <= self::MOST)) {
            return (int) $value;
        }
        self::fail("The field '$where' of the view is " . self::told($value) . '; it must be a whole number from -'
            . self::MOST . ' to ' . self::MOST . '.');
    }

    private static function size($value, $where)
    {
        if (is_array($value)) {
            return count($value);
        }
        self::fail("The field '$where' of the view is " . self::told($value) . '; it must be a list.');
    }

    private function __construct($view, $player, $players)
    {
        $policy = self::policy();
        $this->view = $view;
        $this->player = $player;
        $this->players = $players;
        if (!is_int($players) || !in_array($players, $policy['players'], true)) {
            self::fail(self::told($players) . " players are not possible; {$policy['game']} has "
                . implode(', ', $policy['players']) . '.');
        }
        if (!is_int($player) || $player < 0 || $player >= $players) {
            self::fail('The seat ' . self::told($player) . ' is not one of 0..' . ($players - 1) . '.');
        }
        foreach ($policy['fields'] as $path => $known) {
            for ($seat = 0; $seat < (strpos($path, '@') === false ? 1 : $players); $seat++) {
                $found = $path === '' ? [[$view, '']] : $this->leaves($path, $seat);
                foreach ($found as list($value, $where)) {
                    $this->checkNames($value, $where, $known);
                }
            }
        }
    }

    private function checkNames($value, $where, array $known)
    {
        $what = $where === '' ? 'view' : "field '$where' of the view";
        if (!is_array($value)) {
            self::fail("The $what must be an object.");
        }
        foreach ($value as $name => $_) {
            if (!in_array((string) $name, $known, true)) {
                self::fail("The $what has an unknown field '$name'; it may have " . implode(', ', $known) . '.');
            }
        }
    }

    private function read()
    {
        $policy = self::policy();
        $out = [];
        foreach ($policy['features'] as $feature) {
            $seats = strpos($feature['path'] ?? '', '@') === false ? 1 : $feature['seats'] ?? $policy['seats'];
            $size = 0;
            for ($relative = 0; $relative < $seats; $relative++) {
                if ($relative >= $this->players) {
                    for ($i = 0; $i < $size; $i++) {
                        $out[] = 0.0;
                    }
                    continue;
                }
                $before = count($out);
                foreach ($this->counts($feature, ($this->player + $relative) % $this->players) as $count) {
                    if (isset($feature['steps'])) {
                        foreach ($feature['steps'] as $step) {
                            $out[] = $count >= $step ? 1.0 : 0.0;
                        }
                    } else {
                        $out[] = $count * (float) ($feature['scale'] ?? 1);
                    }
                }
                $size = count($out) - $before;
            }
        }
        return $out;
    }

    private function counts(array $feature, $seat)
    {
        $kind = $feature['kind'];
        if ($kind === 'players') {
            $out = [];
            foreach ($feature['counts'] as $count) {
                $out[] = $count === $this->players ? 1 : 0;
            }
            return $out;
        }
        $found = $this->leaves($feature['path'], $seat);
        if ($kind === 'number') {
            if (isset($feature['via'])) {
                $through = [];
                foreach ($found as list($value, $where)) {
                    $through = array_merge($through, $this->leaves($feature['via'] . '.' . self::key($value, $where) . '?', $seat));
                }
                $found = $through;
            }
            $sum = 0;
            foreach ($found as list($value, $where)) {
                $sum += self::number($value, $where);
            }
            return [$sum];
        }
        if ($kind === 'size') {
            $sum = 0;
            foreach ($found as list($value, $where)) {
                $sum += self::size($value, $where);
            }
            return [$sum];
        }
        if ($kind === 'seat') {
            $out = array_fill(0, self::policy()['seats'], 0);
            foreach ($found as list($value, $where)) {
                $out[$this->relative($value, $where)] += 1;
            }
            return $out;
        }
        $out = $this->items($found, $feature);
        foreach (['times', 'minus'] as $name) {
            if (isset($feature[$name])) {
                $second = $this->items($this->leaves($feature[$name]['path'], $seat), $feature[$name]);
                foreach ($out as $i => $count) {
                    $out[$i] = $name === 'times' ? $count * $second[$i] : max(0, $count - $second[$i]);
                }
            }
        }
        return isset($feature['group']) ? array_map('array_sum', array_chunk($out, $feature['group'])) : $out;
    }

    private function items(array $found, array $feature)
    {
        $policy = self::policy();
        $table = $policy['tables'][$feature['table']];
        $owners = !empty($feature['owners']);
        $each = $owners ? $policy['seats'] : 1;
        $out = array_fill(0, $table['size'] * $each, 0);
        foreach ($found as list($value, $where)) {
            foreach ($this->entries($value, $where, $owners) as list($item, $amount, $place)) {
                $seat = 0;
                if ($owners) {
                    if ($amount === null) {
                        continue;
                    }
                    if (is_string($amount) && preg_match('/^([A-Za-z0-9_]+) ([0-9]+)$/D', $amount, $text)) {
                        $item = "$item {$text[1]}";
                        $amount = (int) $text[2];
                    }
                    $seat = $this->relative($amount, $place);
                    $amount = 1;
                }
                if (!isset($table['outputs'][$item])) {
                    self::fail("The field '$place' of the view has " . self::told($item) . ", which the policy for {$policy['game']} does not know.");
                }
                foreach ($table['outputs'][$item] as $output) {
                    $out[$output * $each + $seat] += $amount;
                }
            }
        }
        return $out;
    }

    private function entries($value, $where, $owners)
    {
        if (!is_array($value)) {
            return [[self::key($value, $where), 1, $where]];
        }
        $out = [];
        $list = self::isList($value);
        foreach ($value as $i => $entry) {
            $place = "$where.$i";
            if (!$list) {
                $out[] = [(string) $i, $owners ? $entry : self::number($entry, $place), $place];
            } elseif (is_array($entry)) {
                if (count($entry) !== 2 || !self::isList($entry)) {
                    self::fail("The field '$place' of the view must be a pair.");
                }
                $out[] = [self::key($entry[0], $place), $owners ? $entry[1] : 1, $place];
            } elseif ($entry !== null) {
                $out[] = [self::key($entry, $place), 1, $place];
            }
        }
        return $out;
    }

    private function relative($value, $where)
    {
        if (!is_int($value) || $value < 0 || $value >= $this->players) {
            self::fail("The field '$where' of the view is " . self::told($value) . '; it must be a seat from 0 to '
                . ($this->players - 1) . '.');
        }
        return ($value - $this->player + $this->players) % $this->players;
    }

    private function leaves($path, $seat)
    {
        if (isset($this->found["$path $seat"])) {
            return $this->found["$path $seat"];
        }
        $dot = strrpos($path, '.');
        $part = $dot === false ? $path : substr($path, $dot + 1);
        $name = rtrim($part, '?');
        $out = [];
        foreach ($dot === false ? [[$this->view, '']] : $this->leaves(substr($path, 0, $dot), $seat) as list($value, $where)) {
            foreach ($this->keys($value, $where, $name, $seat) as $key) {
                $place = $where === '' ? (string) $key : "$where.$key";
                if (isset($value[$key])) {
                    $out[] = [$value[$key], $place];
                } elseif ($name === $part) {
                    self::fail("The field '$place' of the view is missing.");
                }
            }
        }
        return $this->found["$path $seat"] = $out;
    }

    private function keys($value, $where, $name, $seat)
    {
        if (!is_array($value)) {
            self::fail("The field '$where' of the view is " . self::told($value) . '; it must be a list or an object.');
        }
        if ($name === '@') {
            if (count($value) !== $this->players) {
                self::fail("The field '$where' of the view has " . count($value) . " entries; there are {$this->players} players.");
            }
            return [$seat];
        }
        if ($name === '*') {
            return array_keys($value);
        }
        return [preg_match('/^-[0-9]+$/D', $name) ? (int) $name + count($value) : $name];
    }

    // ---- the network -----------------------------------------------------------------------------

    /** Layers as [outputs, inputs, weights from -127 to 127, scale of each row, biases]. */
    private static function layers()
    {
        if (self::$layers === null) {
            $policy = self::policy();
            $bytes = base64_decode($policy['weights'], true);
            self::$layers = [];
            for ($i = 0; $i < count($policy['layers']); $i += 3) {
                list($weight, $scale, $bias) = array_slice($policy['layers'], $i, 3);
                list($outputs, $inputs) = $weight['shape'];
                self::$layers[] = [
                    $outputs,
                    $inputs,
                    array_values(unpack('c*', substr($bytes, $weight['offset'], $outputs * $inputs))),
                    array_values(unpack('g*', substr($bytes, $scale['offset'], 4 * $outputs))),
                    array_values(unpack('g*', substr($bytes, $bias['offset'], 4 * $outputs))),
                ];
            }
        }
        return self::$layers;
    }

    private static function logits(array $x, array $actions)
    {
        foreach (self::layers() as $number => list($outputs, $inputs, $weights, $scale, $bias)) {
            $used = [];
            foreach ($x as $i => $value) {
                if ($number > 0 ? $value > 0 : $value != 0) {
                    $used[$i] = $value;
                }
            }
            $out = [];
            for ($o = 0; $o < $outputs; $o++) {
                $sum = 0.0;
                $row = $o * $inputs;
                foreach ($used as $i => $value) {
                    $sum += $weights[$row + $i] * $value;
                }
                $out[] = $sum * $scale[$o] + $bias[$o];
            }
            $x = $out;
        }
        $scores = [];
        foreach ($actions as $action) {
            $sum = 0.0;
            foreach (array_slice(self::policy()['actions'][$action], 1) as $head) {
                $sum += $x[$head];
            }
            $scores[] = $sum;
        }
        return $scores;
    }

    private static function numbers($players, array $legal)
    {
        $policy = self::policy();
        if (!$legal || !self::isList($legal)) {
            self::fail('The legal actions must be a list of texts, at least one.');
        }
        $known = [];
        foreach ($policy['actions'] as $i => $row) {
            if ($row[0] !== null) {
                $known[$row[0]] = $i;
            }
        }
        $known = ($policy['texts'][$players] ?? []) + $known;
        $out = [];
        foreach ($legal as $text) {
            if (!is_string($text) || !isset($known[$text])) {
                self::fail('The action ' . self::told($text) . " is unknown in {$policy['game']} with $players players.");
            }
            $out[] = $known[$text];
        }
        return $out;
    }
}
