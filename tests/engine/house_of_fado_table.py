"""Positions of House of Fado for the tests: a table set up by hand and moved by action texts."""

from __future__ import annotations

import engine_cy
from engine_cy.core import state_from_bytes

TYPES = ("PG", "S", "CG")
COLOURS = ("gray", "black", "brown")
GROUPS = ("left", "middle", "right")


def customers(text):
    """Return "2 gray 1 brown" as an object colour -> number."""
    parts = text.split()
    return {colour: int(n) for n, colour in zip(parts[::2], parts[1::2], strict=True)}


class Table:
    """A state of House of Fado at the beginning of a turn, all of it named or derived.

    seats: a dict for each seat: money, points, cubes, clefs, notes ({"n1": 2}), musicians ({"PG1":
    fame}), fados, tables (texts such as "2 gray", or "critic"), bar, home (True: a worker stands
    there). figures: space -> "worker 1". billboard: {"PG": ("PG2", fame)}. posted: {(seat, type):
    cubes}. stars: {"PG" or "fados" or "cubes": seat}; a type's star musician is its last tile.
    market: fame of musicians there. groups: three texts; customers named nowhere are in the bag,
    critics in no restaurant with the groups named, from the left where none is. Fados named
    nowhere are in the stack. Workers not on the board are in hand.
    """

    def __init__(self, players=2, seats=(), turn=0, first=0, round=5, figures=None, billboard=None,
                 posted=None, stars=None, market=None, groups=("", "", ""), critics=None,
                 display=("F01", "F02", "F03", "F04"), top="F07", boxed=(), discard="",
                 seed=0, **options):
        self.game = engine_cy.load_game("house_of_fado", players=players, **options)
        self.words = self.game.words
        view = self.game.new_initial_state(seed).observation(0).to_dict()["view"]
        view["first_player"], view["turn"], view["round"] = first, turn, round
        self._set_stars(view, stars or {})
        view["removed"] = [*view["removed"], *boxed]
        view["fame"] |= dict.fromkeys(boxed, 6) | (market or {})
        view["billboard"] = [None] * 3
        for name, (tile, fame) in (billboard or {}).items():
            view["billboard"][TYPES.index(name)] = tile
            view["fame"][tile] = fame
        for (seat, name), number in (posted or {}).items():
            view["cubes_posted"][seat][TYPES.index(name)] = number
        view["groups"] = [customers(text) for text in groups]
        view["figures"] = dict(figures or {})
        for p in range(players):
            self._set_seat(view, p, seats[p] if p < len(seats) else {})
        self._set_fados(view, display, top)
        self._gather(view, critics, discard)
        view["phase"] = "place" if view["seats"][turn]["workers_in_hand"] else "lift"
        observation = self.game.observation_from_dict({
            "game": "house_of_fado", "players": players, "player": 0, "options": self.game.options,
            "view": view})
        world = observation.sample_state(seed).to_bytes()
        self.state = state_from_bytes(self.game, world, b"", None)

    def _set_stars(self, view, stars):
        view["stars"] |= stars
        for k, name in enumerate(TYPES):
            if name in stars:
                tile = [i for i in view["market"] if i.startswith(name)][-1]
                view["star_musicians"][k] = tile
                view["fame"][tile] = 6

    def _set_seat(self, view, p, given):
        seat = view["seats"][p]
        given = dict(given)
        for tile, fame in given.pop("musicians", {}).items():
            k = self.words.facts["tiles"][self.words.tiles.index(tile)]["type"]
            seat["musicians"][k] = tile
            view["fame"][tile] = fame
        for i, text in enumerate(given.pop("tables", ())):
            if text == "critic":
                seat["critic_table"] = i + 1
            else:
                seat["tables"][i] = customers(text)
        seat["bar"] = customers(given.pop("bar", ""))
        seat["notes"] |= given.pop("notes", {})
        seat |= given
        standing = sum(figure == f"worker {p}" for figure in view["figures"].values())
        seat["workers_in_hand"] = 3 - standing - seat["home"]
        if "assistants" in seat:
            seat["assistants"] = 3 - sum(f == f"assistant {p}" for f in view["figures"].values())

    def _set_fados(self, view, display, top):
        view["fados"], view["next_fado"] = [*display, *[None] * (4 - len(display))], top
        used = {*display, top, *(fado for seat in view["seats"] for fado in seat["fados"])}
        view["fado_stack"] = [] if top is None else [
            fado["id"] for fado in self.words.facts["fados"]
            if fado["in_play"] and fado["id"] not in used]

    def _gather(self, view, critics, discard):
        """Put what is named nowhere into market, bag and street."""
        used = {tile for row in (view["billboard"], view["star_musicians"],
                                 *(seat["musicians"] for seat in view["seats"])) for tile in row}
        used |= set(view["removed"])
        view["market"] = [tile for tile in view["market"] if tile not in used]
        view["discard"] = customers(discard)
        lying = [view["discard"], *view["groups"]]
        for seat in view["seats"]:
            lying += [seat["bar"], *seat["tables"]]
        for c, colour in enumerate(COLOURS):
            total = self.words.facts["customers"][c] * self.game.num_players
            view["bag"][colour] = total - sum(place.get(colour, 0) for place in lying)
        if critics is None:
            free = sum(self.words.facts["critics"]) - sum(
                seat["critic_table"] is not None for seat in view["seats"])
            critics = GROUPS[:free]
        view["critics"] = list(critics)

    # ---- moves ---------------------------------------------------------------------------------

    def do(self, *texts):
        """Apply actions of the seat that has to choose, by their texts."""
        for text in texts:
            self.state.apply_action(self.game.string_to_action(text))
            assert self.state.check() == 0
        return self

    def legal(self):
        """Return the texts of the legal actions."""
        return [self.game.action_to_string(a) for a in self.state.legal_actions()]

    # ---- what is seen --------------------------------------------------------------------------

    @property
    def view(self):
        return self.state.observation(0).to_dict()["view"]

    @property
    def chooser(self):
        return self.state.current_player()

    def seat(self, p):
        """Return what lies before a seat."""
        return self.view["seats"][p]

    def money(self, p):
        return self.seat(p)["money"]

    def points(self, p):
        return self.seat(p)["points"]

    def notes(self, p):
        """Return the notes a seat has, kinds it lacks left out."""
        return {kind: n for kind, n in self.seat(p)["notes"].items() if n}

    def musicians(self, p):
        """Return {musician: fame} of a seat."""
        fame = self.view["fame"]
        return {tile: fame[tile] for tile in self.seat(p)["musicians"] if tile}

    def events(self):
        """Return the events since the position was set up, in words."""
        return [event.text for event in self.state.events()]


def promo_table(*wanted, players=2, **more):
    """Return a table whose set-up has kept the musicians named, promos among them."""
    game = engine_cy.load_game("house_of_fado", players=players, promos=True)
    for seed in range(200):
        view = game.new_initial_state(seed).observation(0).to_dict()["view"]
        if set(wanted) <= set(view["market"]):
            return Table(players=players, seed=seed, promos=True, **more)
    raise LookupError(wanted)
