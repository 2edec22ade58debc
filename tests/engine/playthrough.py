"""Recorded games that a person can read, and the writing of them.

One file per game: every move with the table as it is, what each seat sees of it (where it has
changed), who may do what, the choice, and what happened in words. The 16 digits are the seat's
information-state hash.
"""

from __future__ import annotations

import random
from pathlib import Path

from cases import LAB, Case, case

from engine_cy import State, registered_games

FOLDER = Path(__file__).parent / "data" / "playthroughs"

# file name -> (the game, seed of the deal and of the choices, moves recorded if not all)
RECORDED: dict[str, tuple[Case, int] | tuple[Case, int, int]] = {
    "kuhn_poker_2p": (case("kuhn_poker", 2), 3),
    "kuhn_poker_3p": (case("kuhn_poker", 3), 1),
    "leduc_poker_2p": (case("leduc_poker", 2), 9),
    "leduc_poker_3p": (case("leduc_poker", 3), 45),
    "goofspiel_2p": (case("goofspiel", 2, num_cards=5), 1),
    "goofspiel_3p_descending": (
        case("goofspiel", 3, num_cards=4, points_order="descending", returns_type="total_points"),
        2,
    ),
    "goofspiel_2p_hidden_bids": (case("goofspiel", 2, num_cards=4, imp_info=True), 3),
}
if "hoi_pho" in registered_games():
    RECORDED |= {
        f"hoi_pho_{n}p": (case("hoi_pho", n, max_rounds=2), n) for n in (3, 4, 5)
    }
if "fado_duetos" in registered_games():
    RECORDED |= {
        "fado_duetos_2p": (case("fado_duetos", 2, variant="impromptu", deck="three"), 1, 30),
        "fado_duetos_3p": (case("fado_duetos", 3), 2, 45),
        "fado_duetos_4p": (case("fado_duetos", 4), 3, 30),
        "fado_duetos_lab_2p": (case("fado_duetos", 2, data=LAB / "fado_duetos_lab_2p.toml"), 4),
        "fado_duetos_lab_3p": (case("fado_duetos", 3, data=LAB / "fado_duetos_lab_3p.toml"), 5),
    }
if "fairy_concerto" in registered_games():
    RECORDED |= {f"fairy_concerto_{n}p": (case("fairy_concerto", n), n) for n in (1, 2, 3, 4)}
if "house_of_fado" in registered_games():
    RECORDED |= {
        "house_of_fado_2p_assistants": (
            case("house_of_fado", 2, two_player_assistants=True), 2, 25),
        "house_of_fado_3p": (case("house_of_fado", 3), 3, 15),
        "house_of_fado_4p_promos": (case("house_of_fado", 4, promos=True), 4, 10),
    }


def playthrough(recorded: Case, seed: int, moves: int | None = None) -> list[str]:
    """Return the lines of a game played at random from a seed, to its end or for some moves."""
    state, rng = recorded.game.new_initial_state(seed), random.Random(seed)
    views = Views()
    options = ", ".join(f"{k}={v}" for k, v in recorded.game.options.items())
    lines = [
        f"game: {recorded.name}, players: {recorded.players}, seed: {seed}",
        f"options: {options or 'none'}",
        "",
        "dealt:",
    ]
    lines += [f"  {event.text}" for event in state.events() or []]
    while not state.is_terminal() and state.num_moves != moves:
        lines += ["", *_one_move(state, rng, views)]
    if not state.is_terminal():
        return [*lines, "", f"so far {state.num_moves} moves", *views.lines(state)]
    results = zip(state.scores(), state.returns(), state.ranks(), strict=True)
    lines += ["", f"end after {state.num_moves} moves", *views.lines(state)]
    lines += [
        f"seat {p}: score {score:g}, returns {value:.4f}, rank {rank}"
        for p, (score, value, rank) in enumerate(results)
    ]
    return lines


class Views:
    """The table and what each seat sees of it, written where it has changed."""

    def __init__(self) -> None:
        self.shown: dict[str, str] = {}

    def lines(self, state: State) -> list[str]:
        """Return the lines for a state."""
        lines = self._view("table", "table", str(state))
        for p in range(state.game.num_players):
            observation = state.observation(p)
            heading = f"seat {p} sees {observation.information_state_hash():016x}"
            lines += self._view(f"seat {p}", heading, str(observation))
        return lines

    def _view(self, who: str, heading: str, text: str) -> list[str]:
        if self.shown.get(who) == text:
            return [f"{heading}: as before"]
        self.shown[who] = text
        return [f"{heading}:", *(f"  {line}".rstrip() for line in text.splitlines())]


def _one_move(state: State, rng: random.Random, views: Views) -> list[str]:
    words = state.game.action_to_string
    seat = state.acting_players()[int(rng.random() * len(state.acting_players()))]
    legal = state.legal_actions(seat).tolist()
    lines = [f"move {state.num_moves}: to act {list(state.acting_players())}", *views.lines(state)]
    for p in state.acting_players():
        names = ", ".join(words(a) for a in state.legal_actions(p).tolist())
        lines.append(f"seat {p} may: {names}")
    action = legal[int(rng.random() * len(legal))]
    before = len(state.events() or [])
    state.apply_action(action, seat)
    happened = (state.events() or [])[before:]
    return [*lines, f"seat {seat} chooses: {words(action)}", *(f"  {e.text}" for e in happened)]
