"""House of Fado: whole tables typed by hand, and what the reader says of tables that cannot be.

data/observations/house_of_fado_tables holds what a foreign table would send, every field of it; the
legal actions beside their names here were worked out from the rules.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine_cy import DataError, load_game
from search import make_bot

FOLDER = Path(__file__).parent / "data" / "observations" / "house_of_fado_tables"
LEGAL = {
    # Nothing but the rule that one's own worker stands nowhere yet.
    "2p_second_seat_begins": [
        "place market_L", "place market_R", "place street_L", "place street_R", "place rehearsal",
        "place billboard_L", "place billboard_R", "place home"],
    # All six kick-out spaces of the street, though the money for a note may be wanted elsewhere.
    "2p_kicked_out_of_the_street": [
        f"kick to street_{side}/{number}" for side in "LR" for number in (1, 2, 3)],
    # An own assistant first; the worker that stands there too is never removed.
    "2p_assistants_no_kick_out_space_is_open": [
        "remove market_L/1", "remove market_R/2", "remove market_R/3"],
    # None, one of the supply, or one of the two on the board.
    "2p_assistants_promos_leaving_the_billboard": [
        "leave nothing", "leave assistant", "fetch market_L", "fetch street_R/2"],
    # 6 money, 5 for Marina, 2 back: 3 pay a PG without a die (2), not João (1 + 3); no second S.
    "3p_promos_marina_pays": ["hire PG1", "hire PG3", "hire PG4", "hire PG5", "stop"],
    # 11 gray and brown guests less 2 spent on PG5; fame 6 costs CG3 three of them.
    "3p_closing_after_the_first_raise": ["raise CG to 6", "no raise CG"],
    # Two cubes removed: a critic costs 2, all that is there; only one stands left or middle.
    "4p_guests_or_the_critic": ["guests from left", "guests from middle", "critic from left"],
    # The star place of the singers is taken.
    "4p_promos_second_singer_of_fame_6": ["box S", "keep S"],
}


def typed(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def game_of(form):
    return load_game(form["game"], form["players"], **form.get("options", {}))


def test_every_table_typed_by_hand_has_its_legal_actions():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(LEGAL)


@pytest.mark.parametrize("name", LEGAL)
def test_a_table_typed_by_hand_is_read_and_answered(name):
    form = typed(name)
    game = game_of(form)
    Draft202012Validator(game.observation_schema()).validate(form)
    observation = game.observation_from_dict(form)
    assert [game.action_to_string(a) for a in observation.legal_actions()] == LEGAL[name]
    assert observation.current_player() == form["player"]
    for spec in ("greedy", "ismcts(sims=50)"):
        assert game.action_to_string(make_bot(spec, game, 1).act(observation)) in LEGAL[name]


# ---- tables that cannot be -----------------------------------------------------------------------

def changed(name, change):
    form = typed(name)
    change(form["view"])
    return form


FIRST, KICK, REMOVE = list(LEGAL)[:3]
LEAVE, HIRE, RAISE, STREET, SIX = list(LEGAL)[3:]


@pytest.mark.parametrize(("name", "change", "complaint"), [
    (FIRST, lambda v: v["market"].remove("PG2"),
     "'view' has the musician PG2 in 0 places; it must be 1"),
    (FIRST, lambda v: v["market"].append("S1"),
     "'view' has the musician S1 in 2 places; it must be 1"),
    (HIRE, lambda v: (v["removed"].remove("S5"), v["market"].append("S5")),
     "'view.removed' has 0 of type S with a fame below 6; promos replace one"),
    (FIRST, lambda v: v["fado_stack"].append("F15"),
     "'view' has the fado F15 in 2 places; it must be 1"),
    (FIRST, lambda v: v["fado_stack"].append("F05"),
     "'view' has the fado F05 in 1 place; it must be 0"),
    (FIRST, lambda v: v["bag"].update(gray=3),
     "'view' has 5 gray customers in street, restaurants, bag and discard; it must be 4"),
    (STREET, lambda v: v["seats"][1].update(critic_table=None),
     "'view' has 2 critics in street and restaurants; it must be 3"),
    (FIRST, lambda v: v["seats"][1].update(workers_in_hand=3),
     "'view.seats[1]' has 4 workers with those on the board and on their way; it must be 3"),
    (KICK, lambda v: v["step"].pop("kicked"),
     "'view.step.kicked' is missing; the phase 'kick' needs it"),
    (REMOVE, lambda v: v["figures"].pop("market_L/1"),
     "'view.seats[0]' has 2 assistants with those on the board and on their way; it must be 3"),
    (LEAVE, lambda v: v["step"].update(left="supply"),
     "'view.step.left' is set; the phase 'leave' has none"),
    (LEAVE, lambda v: v["step"].clear(),
     "'view.step.origin' is missing; the phase 'leave' needs it"),
    (RAISE, lambda v: v["seats"][0].update(cubes=7),
     "'view.seats[0].cubes' and the posted ones are 9; there are 8"),
    (SIX, lambda v: v["step"].update(spent=[0, 1, 0]),
     "'view.step.spent' is set; the phase 'bonus_six' has none"),
])
def test_a_table_that_cannot_be_names_the_field(name, change, complaint):
    form = changed(name, change)
    with pytest.raises(DataError) as caught:
        game_of(form).observation_from_dict(form)
    assert str(caught.value) == f"The field {complaint}."


def test_a_promo_whose_fame_is_left_out_has_its_first():
    """The removed Vital has the fame of its tile."""
    form = typed(HIRE)
    told = copy.deepcopy(form)
    told["view"]["fame"]["PR_VITAL"] = 2
    game = game_of(form)
    assert game.observation_from_dict(form) == game.observation_from_dict(told)


def test_every_field_of_a_step_says_what_it_is():
    step = game_of(typed(HIRE)).observation_schema()["properties"]["view"]["properties"]["step"]
    assert all(field["description"] for field in step["properties"].values())


def test_single_spaces_as_places_have_one_worker_of_a_seat_too():
    """uniqueness_scope=space: none of its own at the rehearsal room, where nobody is kicked to."""
    form = typed("4p_guests_or_the_critic")
    form["options"] = {**form.get("options", {}), "uniqueness_scope": "space"}
    assert game_of(form).observation_from_dict(form)
    form["view"]["figures"]["rehearsal/2"] = form["view"]["figures"].pop("market_L")
    with pytest.raises(DataError):
        game_of(form).observation_from_dict(form)


@pytest.mark.parametrize("step", ["came", "turn_up"])
def test_a_turn_without_a_space_has_no_arrivals(step):
    """Read without looking outside the tables of spaces, in the checked builds too."""
    game = load_game("house_of_fado", 2, kickout_timing="after_action")
    form = game.new_initial_state(1).to_dict()
    for table in (form["record"]["t"], form["record"]["begun"]):
        table[step] = 1
        table["phase"] = 5
    with pytest.raises(DataError):
        game.state_from_dict(form)
