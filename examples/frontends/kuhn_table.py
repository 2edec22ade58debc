"""Kuhn poker at a table of its own: rules here, a bot there, nothing but Python between them.

    desgarrada serve                                       # in another terminal
    python3 examples/frontends/kuhn_table.py               # you have a seat; pass or bet
"""

import json
import random
import sys
import urllib.request

WORDS = ("pass", "bet")
SERVER = "http://127.0.0.1:8765/rpc"
LINES = {  # what has been done -> who wins how much; None: whoever has the higher card
    ("pass", "pass"): (None, 1), ("bet", "pass"): (0, 1), ("bet", "bet"): (None, 2),
    ("pass", "bet", "pass"): (1, 1), ("pass", "bet", "bet"): (None, 2),
}


def call(server, method, **params):
    """Call a method of the server; RuntimeError with its sentence where it refuses."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    request = urllib.request.Request(
        server, json.dumps(message).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        reply = json.load(response)
    if "error" in reply:
        raise RuntimeError(reply["error"]["message"])
    return reply["result"]


def ask_bot(server, cards, bets, seat, seed):
    """Return what the bot does: it is sent its own card and the bets, and no more."""
    observation = {"player": seat, "view": {"card": cards[seat], "bets": bets, "shown": []}}
    return call(server, "act", game="kuhn_poker", players=2, bot="club",
                observation=observation, seed=seed, decision=len(bets))["text"]


def ask_person(cards, bets, seat):
    """Return what the person types."""
    while (word := input(f"card {cards[seat]}, so far {bets}: pass or bet? ")) not in WORDS:
        pass
    return word


def play(server, seed, choose):
    """Play one game, the person at seat 0 by choose(cards, bets, seat); return what it wins."""
    cards, bets = random.Random(seed).sample([1, 2, 3], 2), []
    while tuple(bets) not in LINES:
        seat = len(bets) % 2
        bets.append(choose(cards, bets, 0) if seat == 0 else ask_bot(server, cards, bets, 1, seed))
        print(f"seat {seat} says {bets[-1]}")
    winner, chips = LINES[tuple(bets)]
    winner = cards.index(max(cards)) if winner is None else winner
    print(f"cards {cards[0]} and {cards[1]}: seat {winner} wins {chips}")
    return chips if winner == 0 else -chips


if __name__ == "__main__":
    play(sys.argv[1] if len(sys.argv) > 1 else SERVER, random.randrange(2**32), ask_person)
