"""Messages made to do harm: valid ones of every method, changed in a place that matters."""

import copy
import json
import random

from engine_cy import load_game, registered_games

STRANGE = (
    None, True, False, -1, 0, 1, 2**31, 2**53, 2**64, 10**39, 1.5, -0.0, 1e308, "", "ship", "\x00",
    "a" * 5000, "../../etc/passwd", "py:os:system", "cmd:id", "net+path:/etc/passwd", "\ud800",
    "ismcts+sims:20", "ismcts(sims=20", "hoi_pho", "data", "<script>", [], [[]], {}, {"": {}},
    [0] * 300, {"data": "/etc/passwd"}, {"name": "x"}, [None] * 4, "NaN", "🎻" * 50,
)
RAW = (
    lambda text, rng: text[: rng.randrange(len(text))],
    lambda text, rng: text.replace('"', "'", 1),
    lambda text, rng: text + text,
    lambda text, rng: "[" * rng.randrange(200) + text,
    lambda text, rng: text.replace("{", '{"id": 1,', 1),
    lambda text, rng: _flipped(text, rng),
    lambda text, rng: f"[{','.join([text] * rng.randrange(30))}]",
    lambda text, rng: text.replace("0", "NaN", 1),
    lambda text, rng: text.replace("1", "1" * 60, 1),
)


def _flipped(text, rng):
    raw = bytearray(text.encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


class Mutator:
    """Yields messages, the same ones for the same seed.

    tokens, invitations: what may stand for a seat, or its invitation.
    """

    def __init__(self, seed, tokens, invitations):
        self.rng = random.Random(seed)
        self.tokens, self.invitations = tokens, invitations
        self.games = [load_game(name) for name in registered_games()]

    def message(self):
        """Return the next message, as text or bytes."""
        rng = self.rng
        form = {"jsonrpc": "2.0", "id": rng.choice((1, "a", None, 1.5)), **self._call()}
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            form = self._changed(form)
        text = json.dumps(form)
        if rng.random() < 0.1:
            return rng.choice(RAW)(text, rng)
        return text

    def _call(self):
        rng = self.rng
        token = {"token": rng.choice(self.tokens)}
        choice = {**token, "version": rng.randrange(5)}
        method, params = rng.choice((
            ("list_games", {}), ("list_bots", {}), ("cancel", {"id": 1}), ("reset", {"seed": 1}),
            ("describe_game", {"game": rng.choice(self.games).name}),
            ("hello", {"protocol": 1, "game": rng.choice(self.games).name, "players": 2}),
            ("validate", {}), ("validate", {}),
            ("act", {"bot": "random", "seed": 3}), ("act", {"bot": "ismcts+sims:8", "decision": 2}),
            ("table.create", {"game": "kuhn_poker", "seats": [
                {"kind": "me"}, {"kind": rng.choice(("bot", "guest")), "bot": "random"}]}),
            ("table.join", {"invitation": rng.choice(self.invitations), "name": "Ana"}),
            ("table.view", token), ("table.watch", token), ("table.undo", choice),
            ("table.choose", {**choice, "action": rng.randrange(3)}), ("table.hint", choice),
            ("table.review", token), ("table.replay", token), ("table.record", token),
        ))
        if method in ("validate", "act"):
            params["observation"] = self._observation()
        return {"method": method, "params": params}

    def _observation(self):
        rng = self.rng
        game = rng.choice(self.games)
        state = game.new_initial_state(rng.randrange(1000))
        for _ in range(rng.randrange(12)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions().tolist()))
        form = state.observation(rng.randrange(game.num_players)).to_dict()
        if rng.random() < 0.7:
            form.pop("trace", None)
        return form

    def _changed(self, form):
        rng, form = self.rng, copy.deepcopy(form)
        *way, last = rng.choice(list(_places(form)))
        target = form
        for key in way:
            target = target[key]
        match rng.randrange(5):
            case 0:
                del target[last]
            case 1 if isinstance(target, list):
                target.insert(last, copy.deepcopy(target[last]))
            case 2 if type(target[last]) is int:
                target[last] += rng.choice((-1, 1, 256))
            case 3 if isinstance(target, dict):
                target[rng.choice(("extra", "data", "self", "seed", last + "x"))] = target[last]
            case _:
                target[last] = copy.deepcopy(rng.choice(STRANGE))
        return form


def _places(form, path=()):
    """Yield the path of every value in a JSON form."""
    for key, value in form.items() if isinstance(form, dict) else enumerate(form):
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from _places(value, (*path, key))
