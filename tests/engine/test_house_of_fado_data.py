"""House of Fado's data file: what it says, one's own box, and files that cannot be used."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from cases import LAB
from oracle import identity

from engine_cy import DataError, GameOptionError, TooManyWorlds, load_game
from engine_cy.testing import random_games

BOX = (LAB / "house_of_fado.toml").read_text(encoding="utf-8")


def load(tmp_path, text, players=3, **options):
    path = tmp_path / "my_box.toml"
    path.write_text(text, encoding="utf-8")
    return load_game("house_of_fado", players, data=path, **options)


def test_assumed_is_what_no_public_source_shows():
    game = load_game("house_of_fado")
    assert {path.split(".")[0].split("[")[0] for path in game.assumed} == {
        "billboards", "fados", "fame", "musicians", "notes", "promos", "spaces", "stars", "types"}
    values = game.data.values
    assert values["prestige.critic_cost"].provenance == "rulebook"
    assert values["prestige.income.removed_0"].provenance == "inferred"
    assert values["prestige.income.removed_3"].provenance == "rulebook"
    assert values["types[0].base_cost"].provenance == values["fame.dice"].provenance == "review"
    assert values["stars.points.stars_5"].provenance == "assumed"
    assert values["final.tie_breaks"].value == ["stars", "fados", "money"]


def test_ones_own_box_replaces_values_without_code(tmp_path):
    text = BOX.replace('kinds = ["n1", "n2", "n3", "n4"]', 'kinds = ["n1", "n2", "n3", "n4", "n5"]')
    text = text.replace('["PG1", "PG", "n1", 2]', '["Rui", "PG", "n5", 2]')
    text = text.replace('["F01", ["n1", "n2"], 2, 2]', '["Mouraria", ["n5", "n5"], 9, 2]')
    text = text.replace("several = [9, 6, 3]", "several = [12, 7, 4, 1]")
    game = load(tmp_path, text)
    names = game.words.action_names
    assert "hire Rui" in names and "score Mouraria" in names and "note n5" in names
    assert game.fingerprint != load_game("house_of_fado").fingerprint
    assert load(tmp_path, BOX).fingerprint == load_game("house_of_fado").fingerprint
    assert random_games(game, 50, 1)["faults"] == []


@pytest.mark.parametrize("old, new, sentence", [
    ("money = 5\n", "", "start.money is None"),
    ("workers = 3", "workers = 9", "start.workers is 9; it must be an integer 1..4"),
    ('id = "S"', 'id = "PG"', "there must be 3 [[types]] with different ids"),
    ('accepts = ["gray", "black"]', 'accepts = ["gray", "red"]', "types[1].accepts is"),
    ("hire_cost = [1, 3, 6, 10, 15]", "hire_cost = [1, 3, 6]", "fame.hire_cost is [1, 3, 6]"),
    ("dice = 18", "dice = 3", "fame.dice is 3; 15 musicians are in play"),
    ("[fame.raise_customers.default]", "[fame.raise_customers.old]",
     "there is no [fame.raise_customers.default] table"),
    ('["PG1", "PG", "n1", 2]', '["PG1", "PG", "n9", 2]', "musicians.tiles has ['PG1', 'PG',"),
    ('["PG1", "PG", "n1", 2]', '["PG2", "PG", "n1", 2]', "with different ids"),
    ('power = "money"', 'power = "song"', "promos[1] must have a type of PG, S, CG and a power of"),
    ('kinds = ["n1", "n2", "n3", "n4"]', "kinds = []", "notes.kinds must be a list of 1..6 names"),
    ('["F01", ["n1", "n2"], 2, 2]', '["F01", ["n1", "n7"], 2, 2]', "fados.tiles has ['F01'"),
    ("tables = [2, 3, 4]", "tables = [2, 3, 9]", "restaurant.tables is [2, 3, 9]"),
    ("critics = [1, 0, 1]", "critics = [1, 0]", "setup[1].critics is [1, 0]"),
    ("critic_cost = [3, 3, 2, 2, 1, 1, 0, 0, 0]", "critic_cost = [3]", "critic_cost is [3]"),
    ("removed_8 = 3", "removed_9 = 3", "prestige.income.removed_8 is None"),
    ('id = "market_R"', 'id = "market_X"', "the [[spaces]] are market_L, market_R"),
    ('types = ["S", "CG"]', 'types = ["S", "S"]', "spaces[1].types is ['S', 'S']"),
    ('[["money", 2], ["fame", 0], ["money", 2]]', '[["money", 2]]', "spaces[4].kickouts is"),
    ("several = [8, 5, 2]", "several = []", "billboards[1].several is []"),
    ("stars_5 = 36", "stars_5 = -1", "stars.points.stars_5 is -1"),
    ('tie_breaks = ["stars", "fados", "money"]', 'tie_breaks = ["luck"]', "final.tie_breaks is"),
    ("gray = 2 ", "gray = 0 ", None),
    ("setup = 4 ", "setup = 5 ", "street.setup is 5; it must be an integer 0..4"),
    ("min = 2", "min = 1", "players.min is 1; it must be an integer 2..4"),
])
def test_a_broken_file_is_refused_in_one_sentence(tmp_path, old, new, sentence):
    assert old in BOX
    text = BOX.replace(old, new, 1)
    if sentence is None:
        assert load(tmp_path, text).num_players == 3
        return
    with pytest.raises(DataError) as caught:
        load(tmp_path, text)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("option, value", [
    ("uniqueness_scope", "area"), ("max_rounds", 0), ("max_rounds", 256), ("supply_per_kind", 21),
    ("clef_mode", "wild"), ("promos", "yes"),
])
def test_an_option_with_a_wrong_value_is_refused(option, value):
    with pytest.raises(GameOptionError) as caught:
        load_game("house_of_fado", 2, **{option: value})
    assert option in str(caught.value)


def test_assistants_act_with_two_players_only():
    three = load_game("house_of_fado", 3, two_player_assistants=True)
    assert three.options["two_player_assistants"] is False
    assert three.fingerprint == load_game("house_of_fado", 3).fingerprint


@pytest.mark.parametrize("promos, first_deals", [(False, 120 * 6 * 2), (True, 120 * 6 * 2 * 8)])
def test_all_first_deals_of_a_small_box_are_listed(tmp_path, promos, first_deals):
    """Five fados and the scoring tiles in any order, either seat; of each type one of two tiles."""
    few = re.sub(r"(?s)(\[fados\].*?tiles = \[).*?\n\]", r"\1" + ", ".join(
        f'["F{i}", ["n1"], {i}, 2]' for i in range(5)) + "]", BOX)
    few = re.sub(r"(?s)(\[musicians\].*?tiles = \[).*?\n\]", r"\1" + ", ".join(
        f'["{k}1", "{k}", "n1", 2]' for k in ("PG", "S", "CG")) + "]", few)
    game = load(tmp_path, few.replace("setup = 4 ", "setup = 0 "), 2, promos=promos)
    worlds = Counter()
    for world, weight in game.initial_worlds(20_000):
        assert world.check() == 0 and world.current_player() in (0, 1)
        worlds[identity(world)] += weight
    assert len(worlds) == first_deals and len(set(worlds.values())) == 1
    assert all(identity(game.new_initial_state(seed)) in worlds for seed in range(300))


def test_customers_of_the_set_up_are_part_of_a_first_deal():
    with pytest.raises(TooManyWorlds):
        load_game("house_of_fado").initial_worlds(1000)


def test_two_promos_of_one_power_help_together(tmp_path):
    """Vital's cube goes with João's; games of such a box break no invariant."""
    text = BOX.replace('power = "customers"\namount = 2', 'power = "cubes"\namount = 1')
    assert text != BOX
    game = load(tmp_path, text, promos=True)
    assert random_games(game, 400, 1)["faults"] == []
    rng, closed = random.Random(2), 0
    for seed in range(60):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            seat = state.current_player()
            legal = state.legal_actions(seat).tolist()
            wanted = [a for a in legal if game.action_to_string(a).startswith(
                ("hire PR_", "critic from", "place home", "critic to"))]
            state.apply_action(rng.choice(wanted or legal), seat)
            assert state.check() == 0
            closed += int(state.record()["t"]["extra_cubes"]) == 2
    assert closed >= 5
