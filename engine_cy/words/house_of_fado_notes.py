"""House of Fado: what a legal action costs and gives, in a few words behind its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from engine_cy.games._house_of_fado_data import GROUPS, KICKS_EACH, MAX_FAME
from engine_cy.words.house_of_fado_cards import kick_text, space_text
from engine_cy.words.house_of_fado_idle import idle
from engine_cy.words.house_of_fado_json import PHASES, chooser
from engine_cy.words.house_of_fado_names import (
    ACTION_SPACES,
    ALL_SPACES,
    KICK_SPACES,
    counted,
    figure_text,
    list_customers,
)

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

Note = Callable[["HouseOfFadoWords", np.void, str], str]


def action_note(words: HouseOfFadoWords, t: np.void, action: int) -> str:
    """Return what the text of a legal action leaves out, "" where it leaves out nothing."""
    verb, _, piece = words.action_names[action].partition(" ")
    note = _NOTES.get(verb)
    return note(words, t, piece) if note else ""


def _place(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    space = ACTION_SPACES.index(piece)
    home = piece == ACTION_SPACES[-1]
    if idle(words, t, space):
        what = "nothing to do there now"
    else:
        what = "close your restaurant" if home else space_text(words, space)
    there = 0 if home else int(t["figure"][space])
    return f"{what}; has {figure_text(there, chooser(t))}" if there else what


def _leave(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    if piece == "nothing":
        return ""
    return f"to {ALL_SPACES[t['origin'] - 1]}; a bonus if kicked out"


def _assistant(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return "to your supply" if piece == "back" else f"to {ALL_SPACES[t['origin'] - 1]}"


def _remove(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return figure_text(int(t["figure"][ALL_SPACES.index(piece)]), chooser(t))


def _kick(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return kick_text(words, *divmod(KICK_SPACES.index(piece.removeprefix("to ")), KICKS_EACH))


def _bonus_price(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    """Return the price of a customer or note of the kick-out space; other notes are free."""
    if not t["kick"]:
        return ""
    space, number = divmod(KICK_SPACES.index(ALL_SPACES[t["kick"] - 1]), KICKS_EACH)
    money = words.facts["kicks"][space][number][1]
    return f"for {money} money" if money else ""


def _hire(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    tile = words.tiles.index(piece)
    fame = f", fame {t['fame'][tile]}" if t["fame"][tile] else ""
    return f"for {words.market_price(t, tile)} money, {_gift(words, tile)}{fame}"


def _gift(words: HouseOfFadoWords, tile: int) -> str:
    """Return what a musician brings: "note n1", "João: cubes"."""
    facts = words.facts["tiles"][tile]
    return f"{facts['name']}: {facts['power']}" if facts["power"] else (
        f"note {words.gift_text(tile)}")


def _guests(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return list_customers(t["group"][GROUPS.index(piece.removeprefix("from "))])


def _critic(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    if piece.startswith("to"):
        return ""
    removed = words.facts["cubes"] - int(t["cubes"][t["seat"]])
    return f"for {words.facts['critic_cost'][removed]} money"


def _table(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return f"{words.facts['seats'][int(piece) - 1]} seats"


def _score(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    fado, seat = words.fados.index(piece), t["seat"]
    tile = words.facts["fados"][fado]
    have = t["notes"][seat].tolist()
    lacking = any(need > had for need, had in zip(tile["notes"], have, strict=False))
    clef = ", with the clef" if lacking else ""
    return f"{words.notes_text(fado)} for {counted(tile['points'], 'point')}{clef}"


def _promote(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    k = words.facts["types"].index(piece)
    tile, there = int(t["musician"][t["seat"]][k]) - 1, int(t["billboard"][k])
    gone = f", displaces {words.tiles[there - 1]}" if there else ""
    return f"{words.tiles[tile]} for {counted(int(t['fame'][tile]), 'point')}{gone}"


def _contract(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    tile = int(t["billboard"][words.facts["types"].index(piece)]) - 1
    fame = int(t["fame"][tile])
    return (f"{words.tiles[tile]} for {words.facts['hire_cost'][fame - 1]} money, "
            f"{_gift(words, tile)}, fame {fame}")


def _raise(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    kind, _, level = piece.partition(" to ")
    k, reached = words.facts["types"].index(kind), int(level)
    star = ", and the star" if reached == MAX_FAME and not t["star_place"][k] else ""
    if t["kick"]:
        return f"for {words.facts['raise_money'][reached - 2]} money{star}"
    fame = int(t["fame"][t["musician"][t["seat"]][k] - 1])
    guests = sum(words.facts["raise_customers"][fame - 1 : reached - 1])
    return f"for {counted(guests, 'guest')}{star}"


def _box(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return f"leaves the game for {counted(words.facts['six_points'], 'point')}"


def _keep(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return words.tile_text(*_own(words, t, piece))


def _dismiss(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return f"back to the market for {counted(_own(words, t, piece)[1], 'point')}"


def _own(words: HouseOfFadoWords, t: np.void, kind: str) -> tuple[int, int]:
    """Return the chooser's musician of a type and its fame."""
    tile = int(t["musician"][chooser(t)][words.facts["types"].index(kind)]) - 1
    return tile, int(t["fame"][tile])


def _close(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    seat = t["seat"]
    guests, removed = int(t["guests"][seat].sum()), words.facts["cubes"] - int(t["cubes"][seat])
    return f"{counted(guests, 'guest')} at tables, {words.facts['income'][removed]} money for each"


def _stop(words: HouseOfFadoWords, t: np.void, piece: str) -> str:
    return "no more musicians" if PHASES[t["phase"]] == "hire" else "no action"


_NOTES: dict[str, Note] = {
    "place": _place, "leave": _leave, "fetch": _leave, "assistant": _assistant,
    "remove": _remove, "kick": _kick,
    "bar": _bonus_price, "note": _bonus_price, "hire": _hire, "guests": _guests,
    "critic": _critic, "table": _table, "score": _score, "promote": _promote,
    "contract": _contract, "raise": _raise, "box": _box, "keep": _keep, "dismiss": _dismiss,
    "close": _close, "stop": _stop,
}
