"""A game record with plausible content, for tests that change a field or two."""

from arena.records import GameRecord


def record(block=0, rotation=0, **changes):
    fields = {
        "id": f"{block}.{rotation}",
        "event": 0,
        "block": block,
        "rotation": rotation,
        "game": "kuhn_poker",
        "players": 2,
        "options": {},
        "data": None,
        "fingerprint": "f" * 64,
        "rules_version": 1,
        "engine_version": "0.1.0",
        "deal": block,
        "seed": 2**64 - 1,
        "bots": ["Hội", "b"],
        "specs": ["random", "random"],
        "bot_seeds": [1, 2],
        "actions": [(0, 1), (1, 0)],
        "length": 2,
        "truncated": False,
        "scores": [0.1, -0.1],
        "returns": [0.1, -0.1],
        "ranks": [1, 2],
        "shares": [1.0, 0.0],
        "failure": None,
        "analysis": None,
        "simulations": None,
        "times": {
            "seconds": [0.1, 0.2], "slowest": [0.1, 0.2], "decisions": [1, 1],
            "moves": [100_000, 200_000], "overtime": [0, 0],
        },
    }
    fields.update(changes)
    return GameRecord(**fields)
