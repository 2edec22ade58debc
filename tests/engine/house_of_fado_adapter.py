"""The engine's House of Fado in the words of the referee, and its positions in the engine's."""

from __future__ import annotations

from collections import Counter

from house_of_fado_positions import arranged
from house_of_fado_referee import Referee
from house_of_fado_referee_box import (
    GROUPS,
    GUESTS,
    NOTES,
    PROMOS,
    TYPES,
    Seat,
    fados_in_play,
    guest_text,
    musicians,
)

import engine_cy
from engine_cy.core import state_from_bytes

STARS = {"PG": "first_PG_6", "S": "first_S_6", "CG": "first_CG_6", "fados": "first_3_fado",
         "cubes": "first_8_cubes"}


class EnginePlay:
    """A state of the engine that shows and takes what the referee does.

    boxed: ids of the musicians put back at the set-up.
    """

    def __init__(self, state, boxed):
        self.state, self.game, self.boxed = state, state.game, boxed

    @classmethod
    def dealt(cls, players, seed, **options):
        state = engine_cy.load_game("house_of_fado", players=players, **options).new_initial_state(
            seed)
        return cls(eventless(state), state.observation(0).to_dict()["view"]["removed"])

    @classmethod
    def at(cls, case):
        """Return a hand-worked case."""
        referee = arranged(case)
        game = engine_cy.load_game("house_of_fado", players=referee.n, **referee.options)
        form = {"game": game.name, "players": referee.n, "options": dict(game.options),
                "player": 0, "view": view_of(referee)}
        state = game.observation_from_dict(form).sample_state(0)
        return cls(eventless(state), form["view"]["removed"])

    # ---- choices -------------------------------------------------------------------------------

    def do(self, text):
        self.state.apply_action(self.game.string_to_action(text), self.seat)

    seat = property(lambda self: next(iter(self.state.acting_players()), None))
    texts = property(
        lambda self: {self.game.action_to_string(a) for a in self.state.legal_actions()})

    # ---- chance --------------------------------------------------------------------------------

    def deal(self):
        """Return the set-up for the referee."""
        shown = self.public
        return {
            "starter": shown["starter"],
            "groups": shown["groups"],
            "display": shown["display"],
            "top": shown["top"],
            "billboards": shown["scoring"],
            "boxed": self.boxed,
        }

    def draws(self):
        """Return the guests (group, colour) and the fados turned up since the last call.

        The events are then forgotten: reading those of the whole game at every step takes long.
        """
        new = self.state.events()
        self.state = eventless(self.state)
        songs = [f"F{i:02}" for i in range(1, len(fados_in_play(4)) + 1)]
        return ([(e.fields[0], GUESTS[e.fields[1]]) for e in new if e.kind == "refills"],
                [songs[e.fields[0]] for e in new if e.kind == "turns_up"])

    # ---- what lies open ------------------------------------------------------------------------

    @property
    def public(self):
        view = self.state.observation(0).to_dict()["view"]
        fame = view["fame"]
        there = dict(zip(TYPES, view["billboard"], strict=True))
        return {
            "round": view["round"],
            "starter": view["first_player"],
            "market": {tile: fame.get(tile, 0) for tile in view["market"]},
            "scoring": dict(zip(TYPES, view["scoring"], strict=True)),
            "billboard": {k: tile and [tile, fame[tile]] for k, tile in there.items()},
            "cubes": {k: [row[i] for row in view["cubes_posted"]] for i, k in enumerate(TYPES)},
            "groups": [guest_text(Counter(group)) for group in view["groups"]],
            "critics": [GROUPS.index(group) for group in view["critics"]],
            "bag": guest_text(Counter(view["bag"])),
            "discard": guest_text(Counter(view["discard"])),
            "display": view["fados"],
            "top": view["next_fado"],
            "stack": view["fado_stack"],
            "stars": {STARS[s]: seat for s, seat in view["stars"].items() if seat is not None},
            "star_musicians": dict(zip(TYPES, view["star_musicians"], strict=True)),
            "boxed": sorted(set(view["removed"]) - set(self.boxed)),
            "figures": {place: figure_of(text) for place, text in view["figures"].items()},
            "seats": [seat_of(row, fame) for row in view["seats"]],
        }

    over = property(lambda self: self.state.is_terminal())
    totals = property(lambda self: self.state.scores().tolist())
    ranks = property(lambda self: self.state.ranks().tolist())
    shares = property(lambda self: self.state.returns().tolist())


def eventless(state):
    """Return the state without the events so far."""
    return state_from_bytes(state.game, state.record().tobytes(), b"", None)


def figure_of(text):
    """Return seat and figure of "worker 1"."""
    figure, seat = text.split()
    return int(seat), figure


def seat_of(row, fame):
    tables = [guest_text(Counter(table)) for table in row["tables"]]
    if row["critic_table"] is not None:
        tables[row["critic_table"] - 1] = "critic"
    return {
        "money": row["money"],
        "points": row["points"],
        "notes": {note: n for note, n in row["notes"].items() if n},
        "clef": bool(row["clefs"]),
        "musicians": {tile: fame[tile] for tile in row["musicians"] if tile},
        "tables": tables,
        "bar": guest_text(Counter(row["bar"])),
        "cubes": row["cubes"],
        "big_table": row["cubes"] <= 3,
        "fados": row["fados"],
        "hand": row["workers_in_hand"],
        "home": row["home"],
        "assistants": row.get("assistants", 0),
    }


# ---- positions in the engine's words -----------------------------------------------------------


def view_of(referee: Referee) -> dict:
    """Return the engine's view of a position at the beginning of a turn."""
    seat = referee.waiting[0]
    options = {text.split()[0] for text in referee.question[seat]}
    return {
        "round": referee.round,
        "first_player": referee.starter,
        "turn": seat,
        "phase": options.pop(),
        "stars": {short: referee.stars.get(star) for short, star in STARS.items()},
        "market": sorted(referee.market),
        "removed": boxed_of(referee),
        "fame": {tile: fame for tile, fame in referee.fame.items() if fame},
        "billboard": [referee.billboard[kind] for kind in TYPES],
        "star_musicians": [referee.star_musicians.get(kind) for kind in TYPES],
        "scoring": [referee.scoring[kind] for kind in TYPES],
        "cubes_posted": [[referee.cubes[k][s] for k in TYPES] for s in range(referee.n)],
        "groups": [by_colour(guests) for guests in referee.groups],
        "critics": [GROUPS[g] for g in sorted(referee.critics)],
        "bag": by_colour(referee.bag),
        "discard": by_colour(referee.discard),
        "reshuffles": 0,
        "fados": referee.display,
        "next_fado": referee.top,
        "fado_stack": sorted(referee.stack),
        "figures": {place: f"{what} {s}" for place, (s, what) in referee.figures.items()},
        "seats": [row_of(mine, referee.with_assistants) for mine in referee.seats],
    }


def by_colour(guests: Counter) -> dict:
    return {colour: guests[colour] for colour in GUESTS}


def boxed_of(referee: Referee) -> list[str]:
    """Return the musicians put back at the set-up: one of each type with promos."""
    if not referee.options["promos"]:
        return []
    return [t for t in [*musicians(referee.n), *PROMOS.values()] if t not in referee.fame]


def row_of(mine: Seat, with_assistants: bool) -> dict:
    row = {
        "money": mine.money,
        "points": mine.points,
        "cubes": mine.track,
        "notes": {note: mine.notes[note] for note in NOTES},
        "clefs": int(mine.clef),
        "musicians": [mine.musicians.get(kind) for kind in TYPES],
        "fados": mine.fados,
        "tables": [by_colour(Counter() if t == "critic" else t) for t in mine.tables],
        "bar": by_colour(mine.bar),
        "critic_table": mine.tables.index("critic") + 1 if mine.has_critic else None,
        "workers_in_hand": mine.hand,
        "home": mine.home,
    }
    return {**row, "assistants": mine.assistants} if with_assistants else row
