"""House of Fado: its events in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine_cy.games._house_of_fado_data import COLOURS, GROUPS
from engine_cy.words.house_of_fado_names import ALL_SPACES, PARTIES, counted, list_customers

if TYPE_CHECKING:
    from engine_cy.words.house_of_fado import HouseOfFadoWords

# The order is that of `EventKind` in games/house_of_fado.pyx.
EVENT_KINDS = (
    "starts", "removed_at_start", "scoring_tile", "shows", "turns_up", "refills", "reshuffles",
    "round_starts", "lifts", "leaves", "fetches", "places", "takes_back", "follows", "removes",
    "goes_to", "gains", "pays", "takes_guest", "takes_note", "no_note", "raises", "hires",
    "seats_guests", "seats_critic", "scores_fado", "spends_clef", "promotes", "displaced",
    "contracts", "closes", "star_musician", "leaves_game", "keeps", "dismisses", "loses_cubes",
    "critic_leaves", "clears", "passes", "earns", "wins_star", "final", "game_ends",
)
_OF_MUSICIAN = {
    "removed_at_start": "{tile} is not in this game",
    "raises": "{who} raises {tile} to fame {b}",
    "hires": "{who} hires {tile} for {b}",
    "promotes": "{who} promotes {tile}, fame {b}",
    "displaced": "{tile} goes back to the market",
    "contracts": "{who} contracts {tile} for {b}",
    "star_musician": "{tile} of {who} is a star musician",
    "leaves_game": "{tile} of {who} leaves the game",
    "dismisses": "{who} dismisses {tile}, fame {b}",
}
_OF_SPACE = {
    "lifts": "{who} lifts its worker from {space}",
    "leaves": "{who} leaves an assistant on {space}",
    "places": "{who} places its worker on {space}",
    "takes_back": "the assistant of {who} goes from {space} back to its supply",
    "follows": "the assistant of {who} follows to {space}",
}


def event_text(words: HouseOfFadoWords, kind: str, seat: int | None, a: int, b: int) -> str:
    """Return one event as a sentence without its full stop."""
    who = f"seat {seat}"
    if kind in _OF_MUSICIAN:
        return _OF_MUSICIAN[kind].format(who=who, tile=words.tiles[a], b=b)
    if kind in _OF_SPACE:
        return _OF_SPACE[kind].format(who=who, space=ALL_SPACES[a])
    if kind in ("shows", "turns_up", "scores_fado"):
        verb = {"shows": "the display shows fado", "turns_up": "the stack shows fado",
                "scores_fado": f"{who} scores fado"}[kind]
        return f"{verb} {words.fado_text(a)}"
    if kind in ("refills", "takes_guest", "seats_guests", "seats_critic", "critic_leaves"):
        return _guest_text(kind, who, a, b)
    if kind in ("fetches", "removes", "goes_to"):
        return _figure_text(kind, who, a, b)
    if kind in ("takes_note", "no_note"):
        note = words.facts["kinds"][a]
        return f"{who} takes note {note}" if kind == "takes_note" else f"no note {note} is left"
    if kind == "scoring_tile":
        return f"the scoring tile of {words.facts['types'][a]}: {words.scoring_text(b)}"
    if kind == "wins_star":
        return f"{who} gains the star for {words.stars[a]}, number {b}"
    return {
        "starts": f"{who} is the first player",
        "reshuffles": f"the bag is filled again with {a} customers",
        "round_starts": f"round {a} starts",
        "gains": f"{who} gains {a} money and has {b}",
        "pays": f"{who} pays {a} money and has {b}",
        "spends_clef": f"{who} spends the treble clef for a missing note",
        "closes": f"{who} closes its restaurant: {counted(a, 'guest')} at tables, {b} money "
                  "for each",
        "keeps": f"{who} keeps its {words.facts['types'][a % len(words.facts['types'])]}",
        "loses_cubes": f"{who} removes {counted(a, 'cube')} from its track and has {b}",
        "clears": f"all guests of {who} leave",
        "passes": f"{who} " + ("takes no further action" if a else "takes no bonus"),
        "earns": f"{who} scores {counted(a, 'point')} and has {b}",
        "final": f"{who} has {counted(a, 'point')}, {b} of them by final scoring",
        "game_ends": "the game ends" + (" at the limit of rounds" if a else ""),
    }[kind]


def _guest_text(kind: str, who: str, a: int, b: int) -> str:
    if kind == "refills":
        return f"the {GROUPS[a]} group is joined by {COLOURS[b]}"
    if kind == "takes_guest":
        return f"{who} takes a {COLOURS[b]} customer from the {GROUPS[a]} group to its bar"
    if kind == "seats_guests":
        guests = list_customers(PARTIES[a])
        return f"{who} seats {guests} from the {GROUPS[b >> 8]} group at table {(b & 255) + 1}"
    if kind == "seats_critic":
        return f"{who} seats the critic of the {GROUPS[a]} group at table {b + 1}"
    return f"the critic of {who} goes to the {GROUPS[a]} group"


def _figure_text(kind: str, who: str, a: int, b: int) -> str:
    if kind == "fetches":
        return f"{who} fetches its assistant from {ALL_SPACES[a]} to {ALL_SPACES[b]}"
    if kind == "removes":
        return f"{who} sends an assistant of seat {b} from {ALL_SPACES[a]} back to its supply"
    return f"the {'assistant' if b else 'worker'} of {who} goes to {ALL_SPACES[a]}"
