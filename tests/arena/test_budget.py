"""Budgets of a decision: written into specifications, told to bots, and what overtime leads to."""

import pytest

from arena.budget import Budget, longest_answer, read_budget, with_budget
from arena.config import BudgetConfig
from arena.entrants import Entrant
from engine_cy.errors import GameOptionError


def filled(spec, **budget):
    (entrant,) = with_budget([Entrant("bot", spec)], Budget(**budget))
    assert entrant.name == "bot"
    return entrant.spec


def test_bots_that_know_a_budget_get_it():
    assert filled("ismcts", sims=50) == "ismcts+sims:50"
    assert filled("ismcts+c:0.5", seconds=0.25) == "ismcts+c:0.5+seconds:0.25"
    assert filled("flat_mc", sims=50, seconds=0.25) == "flat_mc+seconds:0.25+sims:50"


def test_a_specification_that_states_a_budget_keeps_it():
    assert filled("ismcts+sims:9", sims=50, seconds=0.25) == "ismcts+sims:9"
    assert filled("ismcts+seconds:2", sims=50) == "ismcts+seconds:2"


def test_other_bots_are_left_alone():
    assert filled("greedy", sims=50) == "greedy"
    assert filled("py:arena_bots:First", sims=50) == "py:arena_bots:First"
    assert filled("ismcts") == "ismcts"


def test_the_field_plays_with_the_tournaments_budget(play):
    budget = BudgetConfig(sims=7)
    run = play(bots=["ismcts", "py:arena_bots:First"], budget=budget, blocks=2)
    assert {spec for record in run.records for spec in record.specs} == {
        "ismcts+sims:7", "py:arena_bots:First",
    }  # fmt: skip
    assert run.results["tournament"]["budget"]["sims"] == 7
    with pytest.raises(GameOptionError, match="bots="):
        play(bots=["ismcts", "py:arena_bots:First"], blocks=2)


def test_a_bot_that_asks_is_told_its_budget(play):
    bots = ["py:arena_bots:Told+seconds:0.5", "py:arena_bots:First"]
    run = play(bots=bots, budget=BudgetConfig(seconds=0.5), blocks=2)
    assert run.results["failures"] == []


@pytest.mark.parametrize("spec, budget, seconds", [
    ("ismcts+sims:9", {}, 0.0),
    ("ismcts+sims:9", {"seconds": 2.0, "grace": 0.5}, 2.5),
    ("ismcts+seconds:90", {"seconds": 2.0}, 90.0),
    ("cmd:python3 bot.py", {}, 80.0),
    ("cmd:python3 bot.py+timeout:300", {}, 320.0),
])  # fmt: skip
def test_a_worker_may_be_silent_as_long_as_an_answer_may_take(spec, budget, seconds):
    field = [Entrant("a", "random"), Entrant("b", spec)]
    assert longest_answer(field, Budget(**budget)) == seconds


SLOW = ["py:arena_bots:Slow+seconds:0.05", "py:arena_bots:First"]


def test_overtime_is_recorded(play):
    run = play(bots=SLOW, budget=BudgetConfig(seconds=0.01, grace=0), blocks=2)
    assert run.results["failures"] == []
    for record in run.records:
        slow = record.bots.index(SLOW[0])
        assert record.times["overtime"][slow] == record.times["decisions"][slow] > 0
        # What the results rest on knows nothing of the clock.
        assert record.times["moves"][[s for s, _ in record.actions].index(slow)] >= 50_000


def test_overtime_forfeits_where_the_tournament_says_so(play):
    budget = BudgetConfig(seconds=0.01, grace=0.005, overtime="forfeit")
    run = play(bots=SLOW, budget=budget, blocks=2)
    assert {(f["bot"], f["kind"]) for f in run.results["failures"]} == {(SLOW[0], "out of time")}
    assert len(run.results["failures"]) == run.results["games"] == 4
    (message,) = {f["message"] for f in run.results["failures"]}
    assert message == "took more than 0.01 s and 0.005 s of grace to decide"
    for record in run.records:
        assert record.shares[record.bots.index(SLOW[0])] == 0.0


def test_the_grace_is_given(play):
    budget = BudgetConfig(seconds=0.01, grace=30, overtime="forfeit")
    assert play(bots=SLOW, budget=budget, blocks=1).results["failures"] == []


@pytest.mark.parametrize("change, words", [
    ({"overtime": "shoot"}, "budget.overtime='shoot' is unknown; allowed are record, forfeit"),
    ({"overtime": "forfeit"}, "needs a limit of time"),
    ({"seconds": 0.0}, "budget.seconds=0.0 is no budget"),
    ({"seconds": float("inf")}, "budget.seconds=inf is no budget"),
    ({"sims": -3}, "budget.sims=-3 is no budget"),
    ({"grace": -1.0}, "budget.grace=-1.0"),
])  # fmt: skip
def test_what_is_no_budget_is_refused_in_a_sentence(change, words):
    with pytest.raises(GameOptionError, match=words):
        read_budget(BudgetConfig(**change))


def test_what_bots_say_is_recorded_where_it_is_asked_for(play):
    bots = [f"py:arena_bots:Talks+what:{what}" for what in ("rows", "raises")]
    run = play(bots=bots, blocks=2, analysis=True)
    assert run.results["failures"] == []
    for record in run.records:
        for (seat, action), said in zip(record.actions, record.analysis, strict=True):
            if record.bots[seat] == bots[1]:
                assert said is None
            else:
                assert said["simulations"] == 7 and said["value"] == 0.5
                assert action in [row[0] for row in said["actions"]]
                visits = [row[1] for row in said["actions"]]
                assert visits == sorted(visits, reverse=True)
    assert all(record.analysis is None for record in play(run_dir="no", bots=bots).records)


@pytest.mark.parametrize("what", ["nothing", "nonsense"])
def test_what_a_bot_says_badly_is_left_out(play, what):
    bots = [f"py:arena_bots:Talks+what:{what}", "py:arena_bots:First"]
    run = play(bots=bots, blocks=1, analysis=True)
    assert run.results["failures"] == []
    assert all(said is None for record in run.records for said in record.analysis)


def test_the_likeliest_actions_are_kept_where_nothing_is_counted():
    from arena.analysis import compact

    rows = {str(i): {"action": i, "prior": i / 100} for i in range(10)}
    kept = [row[0] for row in compact({"actions": rows}, 2)["actions"]]
    assert kept == [9, 8, 7, 6, 5, 4, 2]


def test_a_search_says_what_it_thought(play):
    run = play(bots=["ismcts+sims:20", "greedy"], game="hoi_pho", players=3, blocks=1,
               analysis=True)  # fmt: skip
    thought = [said for record in run.records for said in record.analysis if said]
    assert any(said["simulations"] == 20 and len(said["actions"]) > 1 for said in thought)
    plain = play(run_dir="plain", bots=["ismcts+sims:20", "greedy"], game="hoi_pho", players=3,
                 blocks=1)  # fmt: skip
    # To be asked changes no decision.
    assert [r.actions for r in run.records] == [r.actions for r in plain.records]
