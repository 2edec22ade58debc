"""The networks in the package: found by game, refused where they do not fit, part of the wheel."""

import shutil
import subprocess
import sys
from pathlib import Path

import bundles
import pytest

from arena.whole_file import write_whole
from engine_cy import BotSpecError, load_game
from nets import archive, shipped
from nets.bundle import read_bundle
from nets.verify import FAULT, verify_bundle
from search import make_bot

ROOT = Path(__file__).parents[2]
MAX_SHIPPED = 1_000_000  # bytes
LEFT_OUT = ("*.so", "*.zip", "__pycache__", "build")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder in place of the package's, with a network for Hội Phố."""
    write_whole(tmp_path / "hoi_pho.zip", archive.pack(bundles.good_members("hoi_pho")))
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    return tmp_path


def test_net_without_a_path_plays_the_shipped_network(folder):
    for players in (3, 4, 5):
        game = load_game("hoi_pho", players)
        observation = game.new_initial_state(1).observation(0)
        shares = make_bot("net", game, 1).policy(observation)
        named = make_bot(f"net+path:{folder / 'hoi_pho.zip'}", game, 1).policy(observation)
        assert (shares == named).all()
    assert shipped.shipped_games() == ("hoi_pho",)
    assert shipped.shipped_bundle("hoi_pho") == folder / "hoi_pho.zip"


@pytest.mark.parametrize(("name", "settings", "sentence"), [
    ("hoi_pho", {"card_text": "faces_2025"}, "does not fit .* options"),
    ("hoi_pho", {"players": 2, "data": "hoi_pho_lab_2p"}, "does not fit "),
    ("kuhn_poker", {}, "No network is shipped for kuhn_poker, only for hoi_pho"),
])
def test_other_games_and_options_are_refused_in_a_sentence(folder, name, settings, sentence):
    game = load_game(name, **settings)
    with pytest.raises(BotSpecError, match=sentence) as caught:
        make_bot("net", game, 1)
    assert "\n" not in str(caught.value)


SERVED = {"hoi_pho": [3, 4, 5], "fairy_concerto": [1, 2, 3, 4], "fado_duetos": [2, 3, 4],
          "house_of_fado": [2, 3, 4]}


def test_every_game_of_the_package_has_a_network_for_all_its_player_counts():
    found = {name: read_bundle(shipped.shipped_bundle(name)).manifest["players"]
             for name in shipped.shipped_games()}
    assert found == SERVED


@pytest.mark.parametrize("bot", ["net", "net_ismcts(sims=5)"])
@pytest.mark.parametrize("name, players", [(n, p) for n in SERVED for p in SERVED[n]])
def test_the_shipped_network_plays_at_every_table(name, players, bot):
    game = load_game(name, players)
    state = game.new_initial_state(1)
    view = state.observation(state.acting_players()[0])
    assert make_bot(bot, game, 1).act(view) in view.legal_actions()


def test_what_is_shipped_is_good_and_small():
    for name in shipped.shipped_games():
        path = shipped.shipped_bundle(name)
        assert path.stat().st_size <= MAX_SHIPPED, name
        faults = [f for f in verify_bundle(path) if f.verdict == FAULT]
        assert faults == [], name


def test_the_wheel_has_the_networks(tmp_path):
    """By the step that lists what a wheel is made of, in a copy of the tree with one in it."""
    pytest.importorskip("setuptools", reason="the listing is made by setuptools")
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for name in ("arena", "configs", "engine_cy", "frontends", "nets", "scripts", "search"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    write_whole(tree / "nets" / "shipped" / "hoi_pho.zip", archive.pack({"a": b""}))
    command = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(tmp_path),
               "build_py", "--build-lib", str(tmp_path / "out")]
    subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True)
    assert (tmp_path / "out" / "nets" / "shipped" / "hoi_pho.zip").is_file()
    manifest = (ROOT / "MANIFEST.in").read_text().splitlines()
    assert any({"recursive-include", "nets", "*.zip"} <= set(line.split()) for line in manifest)
