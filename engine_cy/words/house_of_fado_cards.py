"""House of Fado: what the pieces and the board are, for a person who has no box at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine_cy.games._house_of_fado_data import BONUSES, COLOURS, GROUPS, SPACES, TIE_BREAKS
from engine_cy.words.house_of_fado_names import counted

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

_ACTIONS = {
    "market": "hire up to one {beside}",
    "street": "guests or critic, {beside}",
    "rehearsal": "take a note or score a fado",
    "billboard": "promote or contract {beside}",
}


def kick_text(words: HouseOfFadoWords, space: int, number: int) -> str:
    """Return what kick-out space `number` (0..2) of an action space gives: "note for 1 money"."""
    kind, money = words.facts["kicks"][space][number]
    if BONUSES[kind] == "money":
        return f"+{money} money"
    if BONUSES[kind] == "fame":
        return "raise a musician by 1 for money"
    gift = "customer to the bar" if BONUSES[kind] == "customer" else BONUSES[kind]
    return gift + (f" for {money} money" if money else "")


def beside_text(words: HouseOfFadoWords, space: int, last: str = " and ") -> str:
    """Return the types, else the groups, beside an action space: "PG and S"; "" for none."""
    if SPACES[space].startswith(("market", "billboard")):
        return last.join(words.facts["types"][k] for k in words.facts["beside"][space])
    return last.join(name for name, near in zip(GROUPS, words.facts["groups"][space], strict=True)
                     if near)


def space_text(words: HouseOfFadoWords, space: int) -> str:
    """Return the action of a space: "hire up to one PG and one S"."""
    action = _ACTIONS[SPACES[space].partition("_")[0]]
    last = " and one " if SPACES[space].startswith("market") else " or "
    return action.format(beside=beside_text(words, space, last))


def cards_text(words: HouseOfFadoWords) -> str:
    """Return how one wins, the tracks and prices, the board, the fados and the promos."""
    facts = words.facts
    lines = [
        "Most points win; ties: " + ", ".join(TIE_BREAKS[i] for i in facts["tie_breaks"]) + ".",
        f"The game ends with the round in which star {facts['stars_to_end']} of 5 is taken: "
        "first musician of each type with fame 6, "
        f"first with {facts['star_fados']} fados, first without cubes.",
        "A turn: a worker goes to an action space, for as long as there are any from the hand; who "
        "stood there is kicked out to a kick-out space of the location for a bonus. Then the "
        "action. A worker never stays at its location, nor goes where another one of its own is.",
        *(_space_line(words, space) for space in range(len(SPACES))),
        "home: close the restaurant. Income for guests at tables; guests of tables and bar raise "
        "musicians; each of these is kept or dismissed for its fame in points; "
        f"{counted(facts['critic_cubes'], 'cube')} go with the critic; all guests leave.",
        _street_text(facts),
        *_clef_lines(facts),
        *_assistant_lines(facts),
        *_price_lines(facts),
        *_end_lines(facts),
        *_fado_lines(words),
        *(_power_text(tile) for tile in facts["tiles"] if tile["power"] and tile["in_play"]),
    ]
    return "\n".join(lines)


def _space_line(words: HouseOfFadoWords, space: int) -> str:
    kicks = ", ".join(f"/{k + 1} {kick_text(words, space, k)}"
                      for k in range(len(words.facts["kicks"][space])))
    groups = [name for name, near in zip(GROUPS, words.facts["groups"][space], strict=True)
              if near]
    kinds = {BONUSES[kind] for kind, _ in words.facts["kicks"][space]}
    bar = f"; customers from {' or '.join(groups)}" if "customer" in kinds else ""
    return f"{SPACES[space]}: {space_text(words, space)}. Kick-outs: {kicks}{bar}."


def _street_text(facts: dict[str, Any]) -> str:
    late = facts["options"]["refill_timing"] == "after_every_turn"
    when = "at the end of every turn" if late else "at the end of a turn in which guests came"
    return (
        "street: guests are of one group beside the space, one to as many as a single empty table "
        "seats; nobody joins them there later. Or the critic of such a group, for its price, alone "
        f"at an empty table, one for each restaurant. Refills: {when} every group of "
        f"{facts['refill_from']} or fewer is filled up to {facts['full']} from the bag; the "
        "critic is no customer."
    )


def _clef_lines(facts: dict[str, Any]) -> list[str]:
    """Return what the treble clef does (ruling 1)."""
    if not facts["clefs"]:
        return []
    does = {
        "wild_once": "stands once for the one note that a fado still lacks, whatever its kind, and "
                     "then leaves the game; plain notes are spent first",
        "ordinary_kind": f"is one more note {facts['kinds'][0]} from the start, and goes to the "
                         "supply when spent",
        "none": "does nothing in this game",
    }[facts["options"]["clef_mode"]]
    return [f"clef, {facts['clefs']} for each seat: {does}"]


def _assistant_lines(facts: dict[str, Any]) -> list[str]:
    if not facts["assistants"]:
        return []
    return [
        f"assistants, {facts['assistants']} for each seat: a worker that leaves an action space of "
        "the board may leave one there, from the supply or fetched from elsewhere on the board. "
        "Kicked out by the other seat it earns its owner the bonus, like a worker, but it does not "
        "count where a worker may not go. Where its own worker comes it earns nothing: it goes "
        "back to the supply or follows to the action space which the worker has left empty. "
        "Where no kick-out space is open, the active seat removes an assistant from one, its own "
        "first."
    ]


def _price_lines(facts: dict[str, Any]) -> list[str]:
    levels = range(2, 7)
    spent = ", ".join(f"{n} for {level}"
                      for level, n in zip(levels, facts["raise_customers"], strict=True))
    money = ", ".join(f"{n} for {level}"
                      for level, n in zip(levels, facts["raise_money"], strict=True))
    return [
        f"hiring: {_row(facts['hire_cost'])} for fame 1 to 5, and in the market "
        + ", ".join(f"{cost} more for {name}" for name, cost
                    in zip(facts["types"], facts["base_cost"], strict=True)),
        f"promoting: fame {facts['promote_from']} or more, and more than the musician there; "
        "a cube goes beside the billboard, the fame is scored",
        f"fame 6: {facts['six_points']} points, and for the first of its type the star",
        f"raising fame by guests: {spent}; at the rehearsal room's kick-out by money: {money}",
        *(f"{name} is raised by {' and '.join(COLOURS[c] for c in facts['accepts'][k])} guests"
          for k, name in enumerate(facts["types"])),
        f"income for each guest at a table by cubes removed, from 0: {_row(facts['income'])}",
        f"price of the critic by cubes removed, from 0: {_row(facts['critic_cost'])}",
        f"the last table is locked until {facts['unlock']} cubes are removed",
    ]


def _end_lines(facts: dict[str, Any]) -> list[str]:
    return [
        f"at the end: {_row(facts['star_points'][1:])} points for 1 to 5 stars",
        f"at the end: {_row(facts['fado_bonus'])} points for 0, 1, 2 ... fados",
        f"at the end: 1 point for every {facts['money_per_point']} money, and the fame of the "
        "musicians left",
        "at the end: for each type the scores of its billboard by number of cubes beside it",
    ]


def _row(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _fado_lines(words: HouseOfFadoWords) -> list[str]:
    """Return the fados, those of one number of points in one line."""
    fados = [(tile["points"], i) for i, tile in enumerate(words.facts["fados"]) if tile["in_play"]]
    return [
        f"fados for {counted(value, 'point')}: "
        + ", ".join(f"{words.fados[i]} ({words.notes_text(i)})"
                    for points, i in fados if points == value)
        for value in sorted({points for points, _ in fados})
    ]


def _power_text(tile: dict[str, Any]) -> str:
    what = {"cubes": f"{counted(tile['amount'], 'cube')} more with the critic",
            "money": f"{tile['amount']} money when hired",
            "customers": f"{counted(tile['amount'], 'customer')} of any colour more to spend at a "
                         "closing"}[tile["power"]]
    return f"{tile['id']} ({tile['name']}, fame {tile['fame']}): {what}"
