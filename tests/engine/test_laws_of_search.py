"""What a search does inside, over every game: legal moves only, every seat its own utility, and a
tree kept between calls that holds what its simulations have found."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict

import pytest
from cases import CASES, FADO_DUETOS, HOI_PHO, HOUSE
from phases import by_phase
from plays import walk

from search import make_bot
from search.formula import MoveScores, find_scripted
from search.ismcts import Search

MEMORY = 1 << 20
C = 0.7

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_choice = pytest.mark.parametrize("match_regrets", [False, True], ids=["ucb1", "regret"])

# How a search may be set beside its exploration constant.
SETTINGS = {
    "ucb1": {},
    "regret": {"match_regrets": True},
    "redeal": {"redeal": 0.5},
    "script": {"temperature": 2.0},
    "flat": {"flat": True},
}


def decisions_of(case, each=2, games=8):
    """Return some positions (state, seat) of every phase in which the seat has a choice."""
    return [(state, seat) for state, seat in by_phase(case, each, games)
            if len(state.legal_actions(seat)) > 1]


def searching(case, view, seed, **options):
    """Return a search that has begun at an observation, to be stepped."""
    search = Search(case.game, c=C, memory=MEMORY, **options)
    search.begin(view, seed)
    return search


def visits(search):
    return {action: n for action, n, _, _ in search.root_table()}


# ---- legal moves in sampled worlds ---------------------------------------------------------------


def replayed(leaf):
    """Return the leaf again, each decision since its last deal applied only if it is legal."""
    return leaf.game.rewind(leaf, len(leaf.decisions()))


def settings_of(case, name):
    """Return the arguments of a search, or None where the case refuses them."""
    options = dict(SETTINGS[name])
    if name == "redeal" and not case.game.public_worlds:
        return None
    if name == "script":
        options["script"] = find_scripted(case.name, "SCORES")
        if not isinstance(options["script"], MoveScores):
            return None
    return options


@pytest.mark.parametrize("name, case", [
    pytest.param(name, case, id=f"{case}-{name}") for name in SETTINGS for case in CASES
    if settings_of(case, name) is not None
])
def test_every_move_of_a_simulation_is_legal_in_its_world(case, name):
    """`rewind` checks every action that it applies; the search does not."""
    options = settings_of(case, name)
    for i, (state, seat) in enumerate(decisions_of(case)):
        view = state.observation(seat)
        search = searching(case, view, i, **options)
        for _ in range(40):
            search.descend()
            leaf = search.leaf_state()
            assert leaf.check() == 0
            assert replayed(leaf) == leaf
            for player, actions in search.leaf_nodes():
                assert actions == sorted(set(actions)) and 0 <= player < case.players
            search.back_up(search.evaluate())
        assert visits(search).keys() == set(view.legal_actions().tolist())
        assert search.simulations == 40
        # A hand that is dealt anew has a root of its own.
        assert sum(visits(search).values()) == 40 or name == "redeal"


# ---- values --------------------------------------------------------------------------------------


@each_choice
@each_case
def test_a_seat_backs_up_its_own_utility_and_no_other(case, match_regrets):
    """Leaves get a random vector of utilities; the root's means are those of its own component."""
    game, rng = case.game, random.Random(17)
    for i, (state, seat) in enumerate(decisions_of(case, 1)):
        search = searching(case, state.observation(seat), i, match_regrets=match_regrets)
        paid = defaultdict(list)
        before = {}
        for _ in range(60):
            search.descend()
            values = [rng.uniform(game.utility_min, game.utility_max)
                      for _ in range(case.players)]
            search.back_up(values)
            after = visits(search)
            (action,) = [a for a, n in after.items() if n != before.get(a, 0)]
            paid[action].append(values[seat])
            before = after
        for action, n, mean, _ in search.root_table():
            assert n == len(paid[action])
            assert n == 0 or mean == pytest.approx(sum(paid[action]) / n, abs=1e-9)


# ---- the tree between calls ----------------------------------------------------------------------

# Games in which a seat makes several small choices running, nothing being seen in between.
SEVERAL_STEPS = [case for case in (*HOI_PHO, *FADO_DUETOS, *HOUSE)
                 if not case.options or case.options == (("variant", "impromptu"),)]
# House of Fado remembers the decisions of one turn only, and simulations go beyond it.
REMEMBERED = [case for case in SEVERAL_STEPS if case.name != "house_of_fado"]


def next_choice(state, seat, action):
    """Return the seat's next choice after an action that shows it nothing new, else None."""
    after = state.clone()
    after.apply_action(action, seat)
    seen = [int(each.record()["h"]["news"][seat]) for each in (state, after)]
    goes_on = after.acting_players() == (seat,) and len(after.legal_actions(seat)) > 1
    return after if goes_on and seen[0] == seen[1] else None


def two_steps(case):
    """Yield (state, seat, action, the seat's next choice), one for each random game that has it."""
    for seed in range(400):
        for state, _ in walk(case.game, seed, seed):
            seat, actions = state.current_player(), state.legal_actions().tolist()
            nexts = [(a, next_choice(state, seat, a)) for a in actions if len(actions) > 1]
            found = [(a, after) for a, after in nexts if after is not None]
            if found:
                yield state.clone(), seat, *found[0]
                break


def own_actions(state, seat):
    return [action for _, player, action in state.decisions() if player == seat]


def simulated(search, state, seat):
    """Return (first own action, second, utility) of simulations of a new search, None if unknown.

    A simulation that has come to another deal no longer knows them. The first simulation makes the
    root alone.
    """
    rng, rows, made = random.Random(5), [], len(own_actions(state, seat))
    for _ in range(150):
        search.descend()
        leaf = search.leaf_state()
        if leaf.record()["h"]["epoch"] != state.record()["h"]["epoch"]:
            return None
        values = [rng.random() for _ in range(state.game.num_players)]
        own = own_actions(leaf, seat)[made : made + 2]
        rows.append((own[0], own[1] if len(own) > 1 else None, values[seat]))
        search.back_up(values)
    return rows[1:]


@each_choice
@pytest.mark.parametrize("case", REMEMBERED, ids=str)
def test_a_kept_tree_holds_what_its_surviving_simulations_found(case, match_regrets):
    """No more and no less: those that took the action which was then played."""
    checked = 0
    for i, (state, seat, action, after) in enumerate(two_steps(case)):
        search = searching(case, state.observation(seat), i, match_regrets=match_regrets)
        rows = simulated(search, state, seat)
        if rows is None:
            continue
        found = defaultdict(list)
        for first, second, value in rows:
            if first == action and second is not None:
                found[second].append(value)
        search.begin(after.observation(seat), 99)
        assert search.kept and found
        for second, n, mean, _ in search.root_table():
            assert n == len(found[second])
            assert n == 0 or mean == pytest.approx(sum(found[second]) / n, abs=1e-9)
        checked += 1
        if checked == 2:
            return
    raise AssertionError("too few choices of two steps were found")


@pytest.mark.parametrize("case", SEVERAL_STEPS, ids=str)
def test_a_kept_tree_knows_nothing_of_the_world_it_grew_in(case):
    """The truth and another world of the seat: the same decisions with the tree of the first."""
    for i, (state, seat, action, after) in enumerate(itertools.islice(two_steps(case), 5)):
        view, reports = state.observation(seat), []
        for world in (state, view.sample_state(i)):
            bot = make_bot("ismcts(sims=100)", case.game, i)
            bot.act(world.observation(seat))
            second = next_choice(world, seat, action).observation(seat)
            assert second == after.observation(seat)
            report = bot.analysis(second)
            assert report["kept"]
            reports.append((bot.act(second), report["actions"]))
        assert reports[0] == reports[1]
