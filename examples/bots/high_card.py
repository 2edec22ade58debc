"""A bot in plain Python: one JSON-RPC 2.0 request a line on stdin, one answer a line on stdout.

It plays any game: the action that names the highest number, and at poker it bets on a good card.
"""

import json
import random
import re
import sys

GOOD_CARDS = {"kuhn_poker": {3, 4}, "leduc_poker": {"Ks", "Kh", "As", "Ah"}}


def score(action, game, view):
    """Return how good an action looks: here from its text and one's own card."""
    if game["game"] in GOOD_CARDS:
        bold = action["text"] in ("bet", "raise")
        good = view["card"] in GOOD_CARDS[game["game"]]
        return 1 if bold == good else 0
    numbers = re.findall(r"\d+", action["text"])
    return max(map(int, numbers), default=0)


def choose(game, seed, observation, legal, decision):
    """Return the best action; equal ones by chance, the same for the same seed and decision."""
    scores = [score(action, game, observation["view"]) for action in legal]
    best = [action for action, s in zip(legal, scores) if s == max(scores)]
    picked = random.Random(f"{seed}/{decision}").choice(best)
    values = {a["text"]: {"mean": s} for a, s in zip(legal, scores)}
    return {"action": picked["action"], "analysis": {"actions": values}}


def main():
    game, seed = {}, 0
    for line in sys.stdin:
        request = json.loads(line)
        method, params = request["method"], request.get("params", {})
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": None}
        if method == "hello":  # comes again when another game begins
            game = params
            answer["result"] = {"name": "high card", "protocol": 1}
        elif method == "reset":  # a new game: forget the last one
            seed = params["seed"]
        elif method == "act":
            answer["result"] = choose(
                game, seed, params["observation"], params["legal"], params["decision"])
        elif method != "quit":
            del answer["result"]
            answer["error"] = {"code": -32601, "message": f"there is no method {method}"}
        print(json.dumps(answer), flush=True)
        if method == "quit":
            break


main()
