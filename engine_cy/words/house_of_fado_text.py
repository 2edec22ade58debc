"""House of Fado: the table as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.games._house_of_fado_data import GROUPS, KICKS_EACH, SPACES, TABLES
from engine_cy.words.house_of_fado_cards import beside_text
from engine_cy.words.house_of_fado_json import PHASES, chooser, ids
from engine_cy.words.house_of_fado_names import (
    ALL_SPACES,
    KICK_SPACES,
    PARTIES,
    counted,
    figure_text,
    list_customers,
)
from engine_cy.words.house_of_fado_scores import score_items

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

_QUESTIONS = {
    "lift": "which worker moves",
    "leave": "an assistant on the space it leaves, or nothing",
    "place": "where the worker goes",
    "own": "whether the own assistant there follows",
    "remove": "an assistant to make room among the kick-out spaces",
    "kick": "where the kicked-out figure goes",
    "bonus": "the bonus of the kick-out space",
    "bonus_six": "whether the musician of fame 6 leaves the game",
    "hire": "a musician to hire",
    "street": "guests or the critic",
    "seat": "which guests",
    "table": "a table for them",
    "rehearse": "a fado to score or a note",
    "advertise": "a musician to promote or contract",
    "close": "whether to close the restaurant",
    "raise": "how far a musician is raised",
    "six": "whether a musician of fame 6 leaves the game",
    "part": "whether a musician is kept or dismissed",
    "critic": "where the critic goes",
}


def table_text(words: HouseOfFadoWords, rec: np.void, seat: int | None) -> str:
    """Return the whole table, as every seat sees it."""
    t = rec["t"]
    lines = [
        f"House of Fado, {words.players} players - round {int(t['round'])} of at most "
        f"{words.facts['options']['max_rounds']}, seat {int(t['starter'])} began",
        f"stars: {_stars(words, t)}",
        *_market_lines(words, t),
        *_billboard_lines(words, t),
        *_street_lines(t),
        *_fado_lines(words, t),
        *_supply_lines(words, t),
        *_board_lines(words, t, seat),
    ]
    for p in range(words.players):
        lines += _seat_lines(words, t, p, p == seat)
    if rec["h"]["over"]:
        lines += [_final_line(words, t, p) for p in range(words.players)]
    lines.append(f"now: {_now(words, rec, seat)}")
    return "\n".join(lines)


def _stars(words: HouseOfFadoWords, t: np.void) -> str:
    return ", ".join(f"{name} {f'seat {owner - 1}' if owner else 'free'}"
                     for name, owner in zip(words.stars, t["star"].tolist(), strict=True))


def _market_lines(words: HouseOfFadoWords, t: np.void) -> list[str]:
    lines = []
    for k, name in enumerate(words.facts["types"]):
        tiles = [_offer(words, t, i) for i in range(len(words.tiles))
                 if (int(t["market"]) >> i) & 1 and words.facts["tiles"][i]["type"] == k]
        lines.append(f"market {name}: {', '.join(tiles) or '-'}")
    return lines


def _offer(words: HouseOfFadoWords, t: np.void, tile: int) -> str:
    """Return a musician of the market with its price: "PG3 n3 fame 2 for 4"."""
    price = words.market_price(t, tile)
    text = words.tile_text(tile, int(t["fame"][tile]))
    return f"{text} not for hire" if price is None else f"{text} for {price}"


def _musician(words: HouseOfFadoWords, t: np.void, tile: int) -> str:
    """Return the musician of a place that counts tiles from 1, or "-"."""
    return words.tile_text(tile - 1, int(t["fame"][tile - 1])) if tile else "-"


def _billboard_lines(words: HouseOfFadoWords, t: np.void) -> list[str]:
    lines = []
    for k, name in enumerate(words.facts["types"]):
        cubes = [f"seat {p}: {int(t['posted'][p][k])}" for p in range(words.players)
                 if t["posted"][p][k]]
        star = t["star_place"][k]
        star = f", star musician {words.tiles[star - 1]}" if star else ""
        lines.append(
            f"billboard {name} ({words.scoring_text(int(t['scoring'][k]))}): "
            f"{_musician(words, t, int(t['billboard'][k]))}, cubes {', '.join(cubes) or '-'}{star}"
        )
    return lines


def _street_lines(t: np.void) -> list[str]:
    groups = [
        f"{name} {list_customers(t['group'][g])}"
        + (" and a critic" if (int(t["critics"]) >> g) & 1 else "")
        for g, name in enumerate(GROUPS)
    ]
    return [f"street: {'; '.join(groups)}",
            f"bag {list_customers(t['bag'])}; discard {list_customers(t['discard'])}"]


def _fado_lines(words: HouseOfFadoWords, t: np.void) -> list[str]:
    shown = [words.fado_text(f - 1) for f in t["display"].tolist() if f]
    top = words.fado_text(int(t["top"]) - 1) if t["top"] else "-"
    below = int(t["stack"]).bit_count()
    return [f"fados: {', '.join(shown) or '-'}",
            f"next fado: {top}, {below} below: {' '.join(ids(words.fados, t['stack'])) or '-'}"]


def _supply_lines(words: HouseOfFadoWords, t: np.void) -> list[str]:
    """Return the notes of each kind that are left, where they can run out."""
    if not words.facts["options"]["supply_per_kind"]:
        return []
    left = zip(words.notes_left(t), words.facts["kinds"], strict=True)
    return [f"notes left: {', '.join(f'{n} {kind}' for n, kind in left)}"]


def _board_lines(words: HouseOfFadoWords, t: np.void, seat: int | None) -> list[str]:
    """Return each action space with what lies beside it and who stands there and was kicked out."""
    lines, figures = [], t["figure"].tolist()
    for space, name in enumerate(SPACES):
        beside = beside_text(words, space, ", ")
        stand = [figure_text(figures[space], seat) if figures[space] else "free"]
        for kick in KICK_SPACES[KICKS_EACH * space : KICKS_EACH * (space + 1)]:
            figure = figures[ALL_SPACES.index(kick)]
            if figure:
                stand.append(f"/{kick[-1]} {figure_text(figure, seat)}")
        lines.append(f"{name}{f' ({beside})' if beside else ''}: {', '.join(stand)}")
    return lines


def _seat_lines(words: HouseOfFadoWords, t: np.void, p: int, you: bool) -> list[str]:
    facts = words.facts
    notes = [f"{int(t['notes'][p][k])} {kind}" for k, kind in enumerate(facts["kinds"])
             if t["notes"][p][k]]
    if t["clef"][p]:
        notes.append("clef")
    removed = facts["cubes"] - int(t["cubes"][p])
    musicians = [_musician(words, t, int(m)) for m in t["musician"][p] if m]
    return [
        f"seat {p}{' (you)' if you else ''}: {counted(int(t['points'][p]), 'point')}, "
        f"{int(t['money'][p])} money, {counted(int(t['cubes'][p]), 'cube')} "
        f"(income {facts['income'][removed]}, critic {facts['critic_cost'][removed]})"
        f"{_in_reserve(words, t, p)}",
        f"  musicians {', '.join(musicians) or '-'}; notes {', '.join(notes) or '-'}; fados "
        f"{' '.join(ids(words.fados, t['scored'][p])) or '-'}",
        f"  {_tables(words, t, p, removed)}; bar: {list_customers(t['at_bar'][p])}",
    ]


def _in_reserve(words: HouseOfFadoWords, t: np.void, p: int) -> str:
    """Return a seat's figures that do not stand on the board."""
    workers = int(t["hand"][p])
    parts = [f", {counted(workers, 'worker')} in hand"] if workers else []
    if (int(t["home"]) >> p) & 1:
        parts.append(", a worker at home")
    if words.facts["assistants"]:
        parts.append(f", {counted(int(t['supply'][p]), 'assistant')} left")
    return "".join(parts)


def _tables(words: HouseOfFadoWords, t: np.void, p: int, removed: int) -> str:
    parts = []
    for i in range(TABLES):
        guests = list_customers(t["guests"][p][i])
        if t["critic"][p] == i + 1:
            guests = "critic"
        elif i == TABLES - 1 and removed < words.facts["unlock"]:
            guests = "locked"
        parts.append(f"table {i + 1} ({words.facts['seats'][i]}): {guests}")
    return "; ".join(parts)


def _now(words: HouseOfFadoWords, rec: np.void, seat: int | None) -> str:
    t = rec["t"]
    if rec["h"]["over"]:
        return "the game is over"
    who = chooser(t)
    you = " (you)" if who == seat else ""
    return f"seat {who}{you} chooses {_question(t)}{_so_far(words, t, seat)}"


def _question(t: np.void) -> str:
    phase = PHASES[int(t["phase"])]
    if phase == "table" and not t["party"]:
        return "a table for the critic"
    return _QUESTIONS[phase]


def _final_line(words: HouseOfFadoWords, t: np.void, p: int) -> str:
    """Return what the points of a finished game are made of."""
    items = score_items(words, t, p)
    return (f"seat {p} in the end: {sum(items.values())} of "
            + ", ".join(f"{what} {n}" for what, n in items.items()))


def _so_far(words: HouseOfFadoWords, t: Any, seat: int | None) -> str:
    """Return what has been done of the present turn."""
    parts = []
    if t["origin"]:
        parts.append(f"lifted from {ALL_SPACES[t['origin'] - 1]}")
    if t["space"]:
        parts.append(f"standing on {ALL_SPACES[t['space'] - 1]}")
    if t["kicked"]:
        parts.append(f"kicked out: {figure_text(int(t['kicked']), seat)}")
    if t["kick"]:
        parts.append(f"kicked out to {ALL_SPACES[t['kick'] - 1]}")
    if t["group_chosen"]:
        parts.append(f"from the {GROUPS[t['group_chosen'] - 1]} group")
    if t["party"]:
        parts.append(list_customers(PARTIES[t["party"] - 1]))
    if t["phase"] in (PHASES.index(p) for p in ("bonus_six", "raise", "six", "part")):
        parts.append(words.facts["types"][t["type"]])
    if t["spent"].any():
        parts.append(f"guests spent {int(t['spent'].sum())}")
    if t["virtual"]:
        parts.append(f"{int(t['virtual'])} customers more to spend")
    whose = f"in the turn of seat {int(t['seat'])}: " if chooser(t) != t["seat"] else ""
    return f" - {whose}{', '.join(parts)}" if parts else ""
