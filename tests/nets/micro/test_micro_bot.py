"""The bot `micro`: what it plays, what it refuses, and that it needs nothing but the view."""

import json

import numpy as np
import pytest

from engine_cy import BotSpecError, load_game
from engine_cy.games._house_of_fado_data import COLOURS
from nets.errors import BundleError
from nets.micro.features import Reader, ViewError, width
from nets.micro.policy import READ, SHIPPED, read_policy, shipped_policies, shipped_policy
from nets.micro.spec import action_texts, read_spec, spec_games
from nets.vectors import random_game
from search import bot_info, make_bot, registered_bots
from search.streams import Stream

GAMES = ("fado_duetos", "fairy_concerto", "hoi_pho", "house_of_fado")
each_game = pytest.mark.parametrize("name", GAMES)


def some_views(game, number, seed=3):
    """Return (observation, legal actions) of a random game with a choice."""
    found = [(state.observation(seat), legal)
             for state, seat, legal in random_game(game, Stream(seed)) if len(legal) > 1]
    return found[::max(1, len(found) // number)]


def test_it_is_a_bot_of_the_list():
    assert "micro" in registered_bots()
    assert {param["name"] for param in bot_info("micro").params} == {"path", "temperature"}


def test_there_is_one_for_each_game_of_the_mission():
    assert spec_games() == shipped_policies() == GAMES


@each_game
def test_the_shipped_policy_reads_what_its_specification_says(name):
    spec, data = read_spec(name), shipped_policy(name).data
    assert {key: data[key] for key in spec} == json.loads(json.dumps(spec))
    for players in spec["players"]:
        game = load_game(name, players=players)
        assert data["fingerprints"][str(players)] == game.fingerprint
        texts = action_texts(spec, players)
        assert all(texts[text] == action for action, text in enumerate(game.words.action_names))


@each_game
def test_it_plays_whole_games_at_every_player_count(name):
    for players in shipped_policy(name).data["players"]:
        game = load_game(name, players=players)
        bot, state, decisions = make_bot("micro", game, 1), game.new_initial_state(2), 0
        while not state.is_terminal() and decisions < 60:
            seat = state.current_player()
            state.apply_action(bot.act(state.observation(seat)), seat)
            decisions += 1


@each_game
def test_policy_and_action_follow_from_the_view_alone(name):
    game = load_game(name)
    for observation, legal in some_views(game, 8):
        form = {key: value for key, value in observation.to_dict().items()
                if key not in ("trace", "knowledge")}
        bare = game.observation_from_dict(json.loads(json.dumps(form)))
        bot = make_bot("micro+temperature:1", game, 5)
        shares = bot.policy(observation)
        assert (shares == make_bot("micro+temperature:1", game, 5).policy(bare)).all()
        assert shares.sum() == pytest.approx(1) and set(np.flatnonzero(shares)) <= set(legal)
        other = make_bot("micro+temperature:1", game, 5)
        assert bot.act(observation) == other.act(bare)
        assert bot.analysis(observation)["actions"].keys() == {
            game.action_to_string(action) for action in legal}


@pytest.mark.parametrize(("name", "settings"), [
    ("hoi_pho", {"card_text": "faces_2025", "skill7_scope": "turn", "max_rounds": 8}),
    ("house_of_fado", {"players": 2, "two_player_assistants": True}),
    ("house_of_fado", {"promos": True, "kickout_timing": "after_action"}),
    ("fairy_concerto", {"random_cards": True}),
])
def test_options_that_change_no_word_are_played(name, settings):
    game = load_game(name, **settings)
    bot = make_bot("micro", game, 1)
    for observation, legal in some_views(game, 30):
        assert bot.act(observation) in legal


@pytest.mark.parametrize(("name", "settings", "sentence"), [
    ("kuhn_poker", {}, "No micro-policy is shipped for kuhn_poker, only for "),
    ("fado_duetos", {"deck": "three"}, "plays fado_duetos with deck nine, not 'three'"),
    ("fairy_concerto", {"score_cards": "no_composers"}, "with score_cards composers, not 'no_c"),
    ("hoi_pho", {"players": 3, "data": "hoi_pho_lab_3p"}, "micro-policy "),
])
def test_other_games_are_refused_in_a_sentence(name, settings, sentence):
    with pytest.raises(BotSpecError, match=sentence) as caught:
        make_bot("micro", load_game(name, **settings), 1)
    assert "\n" not in str(caught.value)


def test_a_policy_of_which_a_part_is_gone_is_a_sentence(tmp_path):
    data = json.loads((SHIPPED / "hoi_pho.json").read_text("utf-8"))
    for key in READ:
        file = tmp_path / "policy.json"
        file.write_text(json.dumps({k: v for k, v in data.items() if k != key}), "utf-8")
        with pytest.raises(BundleError) as caught:
            read_policy(file)
        assert str(caught.value) == f"The file {file} cannot be read: it has no {key}."


@pytest.mark.parametrize("content", [
    b"", b"[]", b"{}", b'{"format": 1}', b'{"format": 1, "weights": "!!", "layers": []}', b"\xff"])
def test_a_file_that_is_no_policy_is_a_sentence(tmp_path, content):
    file = tmp_path / "policy.json"
    file.write_bytes(content)
    with pytest.raises(BotSpecError) as caught:
        make_bot(f"micro+path:{file}", load_game("hoi_pho"), 1)
    assert "\n" not in str(caught.value)


@each_game
def test_features_turn_with_the_seats(name):
    """The first number of a block of seats is the asking seat's, whoever asks."""
    spec = read_spec(name)
    assert spec["size"] == sum(width(spec, feature) for feature in spec["features"])
    game = load_game(name)
    observation, _ = some_views(game, 1)[0]
    view = observation.to_dict()["view"]
    reader = Reader(spec, view, observation.player, game.num_players)
    assert reader.relative(observation.player, "here") == 0
    assert reader.relative((observation.player + 1) % game.num_players, "here") == 1
    with pytest.raises(ViewError):
        reader.relative(game.num_players, "here")


def test_the_tables_are_those_of_the_components():
    duetos = load_game("fado_duetos", deck="nine").words
    letters = "ABCDEFGHI"
    table = read_spec("fado_duetos")["tables"]["values"]["outputs"]
    for row in [*duetos.cards, *duetos.showcase]:
        outputs = [9 * c + (letters.index(v) if isinstance(v, str) else v - 1)
                   for c, v in enumerate(row[1:])]
        assert table[row[0]] == outputs, row
    needs = read_spec("fairy_concerto")["tables"]["needs"]["outputs"]
    for card in load_game("fairy_concerto").words.cards:
        assert [needs[card["id"]].count(kind) for kind in range(5)] == card["needs"]
    spec, facts = read_spec("house_of_fado"), load_game("house_of_fado").words.facts
    for fado in facts["fados"]:
        assert len(spec["tables"]["points"]["outputs"][fado["id"]]) == fado["points"]
    assert list(spec["tables"]["colours"]["outputs"]) == list(COLOURS)
