"""Hội Phố by another data file: reduced games for the laboratory, and a box of one's own."""

from importlib import resources

import pytest
from hoi_pho_table import Table

import engine_cy
from engine_cy.testing import random_games, replay_worlds

BOX = resources.files("engine_cy.data").joinpath("hoi_pho.toml").read_text(encoding="utf-8")


def lab(players, **options):
    return engine_cy.load_game("hoi_pho", players=players, data=f"hoi_pho_lab_{players}p",
                               max_rounds=1, **options)


@pytest.mark.parametrize("players, deals", [
    (2, 90),       # 6 merchants, 2 each, 2 face down: 6! / (2! 2! 2!)
    (3, 630),      # 7 merchants, 2 each, 1 face down: 7! / (2! 2! 2! 1!)
])
def test_initial_worlds_of_the_reduced_games(players, deals):
    worlds = list(lab(players).initial_worlds(deals))
    assert len(worlds) == deals and all(weight == 1 for _, weight in worlds)
    assert len({state.to_bytes() for state, _ in worlds}) == deals
    with pytest.raises(engine_cy.TooManyWorlds):
        lab(players).initial_worlds(deals - 1)


@pytest.mark.parametrize("players", [2, 3])
def test_reduced_games_keep_the_invariants_and_their_worlds_replay(players):
    game = lab(players)
    assert random_games(game, 3000, 1)["faults"] == []
    assert replay_worlds(game, 3000, 2)["faults"] == []


def test_a_reduced_game_is_one_round_for_one_contract():
    state = lab(2).new_initial_state(3)
    while not state.is_terminal():
        state.apply_action(int(state.legal_actions()[0]))
    assert state.inventory()["contracts"]["deck"] in (0, 1)
    assert state.returns().sum() == 1


def test_a_call_that_nobody_answers_proves_that_no_hand_has_the_card():
    # Face down: one of seven. Seat 0 calls by 5; nobody has 15, so 15 is the card face down.
    table = Table(players=3, data="hoi_pho_lab_3p", max_rounds=1,
                  hands=[["ship", 5, 2], ["ship", 8, 13], ["ship", 3, 14]])
    table.play(5, 13, "ship")
    assert table.phase == "snitch"
    table.do(0, "call 15")
    for seat in range(3):
        observation = table.state.observation(seat)
        assert observation.to_dict()["knowledge"]["lacks"] == [[15]] * 3
        for k in range(200):
            hands = observation.sample_state(k).record()["hand"]
            assert not any(int(hand) >> 15 & 1 for hand in hands)


def test_correction_08_dictating_with_nothing_to_call_gains_one_only(tmp_path):
    # Three merchants, one each: when 4 triggers in turn 1 only Ships are left in hands.
    keep = ("4", "5", "8")
    head, *merchants = BOX.split("[[merchants]]")
    setup = ('[[setup]]\nprovenance = "assumed"\nplayers = 3\ndealt = 1\nface_up = 0\nturns = 2\n'
             "contracts_needed = 1\n\n")
    head = head[:head.index("[[setup]]")] + setup + head[head.index("[contracts]"):]
    chosen = [m for m in merchants if m.split("reputation = ")[1].split("\n")[0] in keep]
    path = tmp_path / "three.toml"
    path.write_text("[[merchants]]".join([head.replace("ships = 5", "ships = 3"), *chosen]),
                    encoding="utf-8")
    table = Table(players=3, data=path, hands=[["ship", 4], ["ship", 5], ["ship", 8]])
    table.play(4, 5, 8)
    # 8 is highest (+3), 5 second (+2), 4 triggers (+1) and asks for no call.
    assert table.money == [6, 7, 8] and table.phase == "play" and table.turn == 2


def test_a_box_of_ones_own_changes_values_without_code(tmp_path):
    path = tmp_path / "my_box.toml"
    path.write_text(BOX.replace("good_fortune = 4", "good_fortune = 9"), encoding="utf-8")
    own, printed = (Table(players=4, data=data, hands=[
        ["ship", 2, 9, 12, 13], ["ship", 1, 3, 5, 14], ["ship", 4, 6, 7, 15],
        ["ship", "ship", 8, 10, 11]]) for data in (path, None))
    for table in (own, printed):
        table.play(2, 3, "ship", "ship")
    assert own.money[0] - printed.money[0] == 5
    assert own.game.fingerprint != printed.game.fingerprint


@pytest.mark.parametrize("old, new, sentence", [
    ('skill = "seducing"', 'skill = "singing"', "skill is 'singing'; the skills are"),
    ("reputation = 9", "reputation = 8", "reputation is 8 a second time"),
    ("dealt = 4", "dealt = 5", "deals 4 cards too many"),
    ("turns = 3", "turns = 5", "more turns than cards in hand"),
    ("step_two = [5, 7", "step_two = [9, 7", "must be 1..16 ascending numbers"),
    ("charity = 3", "charity = -3", "skills.charity is -3; it must be an integer 0..50"),
    ('provenance = "rulebook"\nships', 'provenance = "rumour"\nships', "provenance 'rumour'"),
    ("ships = 5", "ships = five", "is not a valid TOML file"),
])
def test_a_broken_data_file_gets_one_sentence(tmp_path, old, new, sentence):
    assert old in BOX
    path = tmp_path / "broken.toml"
    path.write_text(BOX.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(engine_cy.DataError) as caught:
        for players in (4, 5):
            engine_cy.load_game("hoi_pho", players=players, data=path)
    assert sentence in str(caught.value) and "\n" not in str(caught.value).strip()
