"""Fado: Duetos e Desgarradas: its events in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine_cy.games._fado_duetos_data import CATEGORIES

if TYPE_CHECKING:
    from engine_cy.words.fado_duetos import FadoDuetosWords

# The order is that of `EventKind` in games/fado_duetos.pyx.
EVENT_KINDS = (
    "is_dealt", "showcase_card", "starts", "places", "adds", "picks", "hand_set", "showcase_set",
    "shows", "retrieves", "chip", "feature", "sequence", "variety", "reward", "uncovers",
    "ends_turn", "left_over", "marker", "draws", "game_ends",
)
_WITH_CARD = {
    "is_dealt": "is dealt", "places": "places", "picks": "picks", "shows": "shows",
    "retrieves": "retrieves", "uncovers": "takes up its reward", "draws": "is dealt",
}
_NUMERALS = ("I", "II", "III", "IV", "V")


def event_text(words: FadoDuetosWords, kind: str, seat: int | None, a: int, b: int) -> str:
    """Return one event as a sentence without its full stop."""
    who = f"seat {seat}"
    if kind in _WITH_CARD:
        return f"{who} {_WITH_CARD[kind]} {words.card(a)}"
    if kind in ("adds", "left_over"):
        how = "joins the practice area" if kind == "adds" else "is left over and discarded"
        return f"{words.card(a)} {how}"
    if kind == "showcase_card":
        column, level = divmod(b, words.levels)
        return f"showcase {column + 1}, level {_NUMERALS[level]}: {words.showcase_card(a)}"
    if kind == "showcase_set":
        value = words.showcase[b - 1][1 + a]
        return (f"{who} presents a showcase set, {CATEGORIES[a]} {value}, "
                f"with {words.showcase_card(b)}")
    if kind == "hand_set":
        return f"{who} presents a hand set, {CATEGORIES[a]} {words.cards[b][1 + a]}"
    if kind in ("chip", "feature", "sequence"):
        what = f"chip {b}" if kind == "chip" else f"bonus for {kind}, {b} points"
        return f"{who} takes the {CATEGORIES[a]} {what}"
    return {
        "starts": f"{who} has the first player marker",
        "variety": f"{who} takes the variety bonus, {a} points",
        "reward": f"{who} gets a reward card, face down",
        "ends_turn": f"{who} ends its turn" + _taken_up(a),
        "marker": f"the first player marker passes to {who}",
        "game_ends": "the game ends: "
        + ("a second stack is finished" if a else "the deck has too few cards to deal"),
    }[kind]


def _taken_up(rewards: int) -> str:
    if rewards == 0:
        return ""
    return f" and takes up {rewards} reward card{'s' if rewards > 1 else ''}"
