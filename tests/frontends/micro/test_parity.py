"""The PHP and JavaScript files say what the kernel says, on every test vector."""

import json

import numpy as np
import pytest

from engine_cy import load_game
from frontends.micro.files import FOLDER, WEB, committed
from nets.micro.policy import shipped_policies, shipped_policy
from search import make_bot

GAMES = ("fado_duetos", "fairy_concerto", "hoi_pho", "house_of_fado")
MAX_FILE = 156_000  # bytes
each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", ("js", "php"))


def vectors_of(game):
    return json.loads((FOLDER / f"{game}.vectors.json").read_text(encoding="utf-8"))


def test_there_is_one_for_each_game():
    assert shipped_policies() == GAMES


@each_game
def test_the_vectors_cover_all_player_counts_and_phases(game):
    found = vectors_of(game)
    assert len(found["vectors"]) >= 200
    assert found["policy"] == shipped_policy(game).fingerprint
    counts = {vector["players"] for vector in found["vectors"]}
    assert counts == set(shipped_policy(game).data["players"])
    phases = {vector["view"]["phase"] for vector in found["vectors"]}
    least = {"hoi_pho": 9, "fairy_concerto": 2, "fado_duetos": 3, "house_of_fado": 13}
    assert len(phases) >= least[game], phases


@each_game
@each_language
def test_features_logits_and_actions_agree_on_all_vectors(game, language, answers):
    found = vectors_of(game)
    questions = [
        {key: vector[key] for key in ("view", "player", "players", "legal")}
        # Drawn for some; PHP has objects instead of arrays for every other.
        | {"draws": found["draws"] if i % 5 == 0 else [], "objects": i % 2 == 1}
        for i, vector in enumerate(found["vectors"])
    ]
    for vector, answer in zip(found["vectors"], answers(language, game, questions), strict=True):
        features = {str(i): value for i, value in enumerate(answer["features"]) if value}
        assert features == vector["features"]
        assert np.abs(np.subtract(answer["logits"], vector["logits"])).max() <= found["tolerance"]
        assert answer["action"] == vector["action"]
        assert not answer["drawn"] or answer["drawn"] == vector["drawn"]


@each_game
def test_python_and_the_kernel_agree_with_the_vectors(game):
    policy = shipped_policy(game)
    for vector in vectors_of(game)["vectors"]:
        asked = vector["view"], vector["player"], vector["players"]
        features = policy.features(*asked)
        assert {str(i): value for i, value in enumerate(features) if value} == vector["features"]
        assert np.array(features, np.float32).tolist() == features  # nothing is lost in float32
        assert np.allclose(policy.scores(*asked, vector["legal"]), vector["logits"], 0, 1e-9)
        outputs = policy.kernel.forward(np.array([features], np.float32))[0]
        actions = policy.numbers(vector["players"], vector["legal"])
        assert np.abs(outputs[actions] - vector["logits"]).max() <= 1e-4
        assert vector["legal"][int(np.argmax(outputs[actions]))] == vector["action"]
        assert policy.choose(*asked, vector["legal"]) == vector["action"]


@each_game
def test_the_bot_plays_what_the_files_play(game):
    """From an observation, by the kernel: the whole way that a tournament takes."""
    for vector in vectors_of(game)["vectors"][::10]:
        there = load_game(game, players=vector["players"])
        observation = there.observation_from_dict({
            "format": 1, "game": game, "players": vector["players"],
            "options": there.options, "player": vector["player"], "view": vector["view"]})
        bot = make_bot("micro", there, 1)
        assert there.action_to_string(bot.act(observation)) == vector["action"]


@each_game
def test_the_committed_files_follow_from_the_committed_weights(game):
    for path, content in committed(shipped_policy(game)).items():
        assert path.read_text(encoding="utf-8") == content, f"{path}: python -m frontends.micro"


@each_game
def test_the_files_are_small_and_reach_for_nothing(game):
    for path in (WEB / f"{game}.js", FOLDER / f"{game}.php"):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) <= MAX_FILE
        assert shipped_policy(game).fingerprint in text
        for word in ("http", "fetch(", "import ", "eval(", "curl", "file_get_contents"):
            assert word not in text, word
