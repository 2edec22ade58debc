"""Hội Phố: its events in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine_cy.words.base import card_list

if TYPE_CHECKING:
    from engine_cy.words.hoi_pho import HoiPhoWords

# The order is that of `EventKind` in games/hoi_pho.pyx.
EVENT_KINDS = (
    "round_starts", "capped", "is_dealt", "set_aside", "puts_aside", "plays", "gains", "loses",
    "pays", "zeroed", "triggers", "challenges", "throws", "duel_won", "duel_drawn", "calls",
    "holds", "nobody_holds", "takes", "places", "fizzles", "disabled", "returns_gains", "entices",
    "seduces", "copies", "gains_contract", "reveals", "shows_last", "claims", "no_claim",
    "game_ends",
)
_THROWS = ("rock", "scissors", "paper")


def event_text(words: HoiPhoWords, kind: str, seat: int | None, a: int, b: int) -> str:
    """Return one event as a sentence without its full stop."""
    who = f"seat {seat}"
    if kind == "is_dealt":
        hand = [0] * b + card_list(a << 1)
        return f"{who} is dealt {', '.join(words.merchant(card) for card in hand)}"
    if kind in ("puts_aside", "plays", "shows_last"):
        verb = {"puts_aside": "puts aside", "plays": "plays",
                "shows_last": "shows its last card,"}[kind]
        return f"{who} {verb} {words.merchant(a)}"
    if kind == "set_aside":
        return f"set aside face up: {words.merchant(a)}"
    if kind == "throws":
        return f"{who} throws {_THROWS[a]}"
    if kind == "triggers":
        skill = words.merchants[a]["skill"].replace("_", " ")
        return f"{who}'s {words.merchant(a)} triggers: {skill if skill != 'none' else 'no skill'}"
    return {
        "round_starts": f"round {a} starts, the top contract is {b}",
        "capped": f"{who} keeps {a} money",
        "gains": f"{who} gains {a} from the bank",
        "loses": f"{who} loses {a} to the bank",
        "pays": f"{who} pays {a} to seat {b}",
        "zeroed": f"{who}'s {a} meets its rival: reputation 0",
        "challenges": f"{who} challenges seat {a}",
        "duel_won": f"{who} wins the duel against seat {a}",
        "duel_drawn": f"the duel is drawn ({a})",
        "calls": f"{who} calls {a}",
        "holds": f"{who} has {a}",
        "nobody_holds": f"nobody has {a}",
        "takes": f"{who} takes {a} from before seat {b}",
        "places": f"{who} places {a}",
        "fizzles": f"{who} has nothing to swap",
        "disabled": f"{who} can call no merchant",
        "returns_gains": f"{who} returns {a} to the bank",
        "entices": f"{who} entices seat {a}",
        "seduces": f"{who} swaps money with seat {a}",
        "copies": f"{who} copies {a}",
        "gains_contract": f"{who} gains contract {a}",
        "reveals": f"{who} reveals {a} money",
        "claims": f"{who} has most money and claims contract {a}",
        "no_claim": "tied players hold Ships only: nobody claims the contract",
        "game_ends": "the game ends" + (" at the round limit" if a else ""),
    }[kind]
