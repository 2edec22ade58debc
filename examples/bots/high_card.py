"""A bot in plain Python: one JSON-RPC 2.0 request a line on stdin, one answer a line on stdout.

It plays any game by the numbers in its actions: the highest. At poker it bets on a good card, at
Goofspiel it bids what the prize is worth.
"""

import json
import re
import sys

GOOD_CARDS = {"kuhn_poker": (2, 3, 4), "leduc_poker": ("Qs", "Qh", "Ks", "Kh", "As", "Ah")}


def score(game: str, view: dict, text: str) -> int:
    """Return how good an action looks, from its text and what lies on the table."""
    number = max(map(int, re.findall(r"\d+", text)), default=0)
    if game in GOOD_CARDS:
        return int((text in ("bet", "raise")) == (view["card"] in GOOD_CARDS[game]))
    if game == "goofspiel":
        return -abs(number - view["prize"])
    return number


def act(game: str, seed: int, request: dict) -> dict:
    """Return a best action; among equal ones the seed and the number of the decision choose."""
    view, legal = request["observation"]["view"], request["legal"]
    scores = [score(game, view, action["text"]) for action in legal]
    best = [i for i, value in enumerate(scores) if value == max(scores)]
    chosen = legal[best[(seed + request["decision"]) % len(best)]]
    said = {a["text"]: {"action": a["action"], "score": scores[i]} for i, a in enumerate(legal)}
    return {"action": chosen["action"], "analysis": {"actions": said}}


def main() -> None:
    """Answer requests until told to quit, or until the input ends."""
    game, seed = "", 0
    for line in sys.stdin:
        request = json.loads(line)
        method, params = request["method"], request["params"]
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": None}
        if method == "hello":  # a game is introduced; later another one may be
            game = params["game"]
            answer["result"] = {"name": "high card", "protocol": 1}
        elif method == "reset":  # a new game begins: forget the last one
            seed = params["seed"]
        elif method == "act":
            answer["result"] = act(game, seed, params)
        elif method != "quit":
            del answer["result"]
            answer["error"] = {"code": -32601, "message": f"there is no method {method}"}
        print(json.dumps(answer), flush=True)
        if method == "quit":
            break


if __name__ == "__main__":
    main()
