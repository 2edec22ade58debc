"""The Hydra runner: what a command receives, sweeps, options, and that nothing is left behind."""

import os
import sys

import pytest

from configs.schema import GameConfig
from frontends import config
from scripts.app import App, setting_names, sort_words
from scripts.errors import UsageError


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """Return a function that runs an App with the settings of ``play`` and lists what it got."""
    monkeypatch.chdir(tmp_path)

    def call(*argv, code=0):
        seen = []

        def run(settings):
            seen.append(settings)
            return code

        app = App("play", "Play.", config.PlayConfig, config.register, run)
        assert app.main(list(argv)) == code
        assert list(tmp_path.iterdir()) == []
        return seen

    return call


def test_the_command_receives_its_own_dataclass(calls):
    (settings,) = calls("players=5", "bots=[ismcts+sims:1000+c:0.7,py:my.bots:Mine+depth:2]")
    assert isinstance(settings, config.PlayConfig)
    assert isinstance(settings.game, GameConfig)
    assert settings.bots == ["ismcts+sims:1000+c:0.7", "py:my.bots:Mine+depth:2"]
    assert settings.players == 5


def test_players_are_those_of_the_game_group_unless_given(calls):
    assert calls("game=kuhn_poker")[0].players == 2
    assert calls("game=kuhn_poker", "players=3")[0].players == 3
    assert calls("game=kuhn_poker", "game.players=3")[0].players == 3


def test_options_of_the_rules_need_no_plus_sign(calls):
    (settings,) = calls("game.options.card_text=faces_2025", "game.options.max_rounds=9")
    assert settings.game.options == {"card_text": "faces_2025", "max_rounds": 9}


def test_a_sweep_runs_the_command_for_each_value(calls):
    assert [settings.seed for settings in calls("-m", "seed=1,2,3")] == [1, 2, 3]
    assert [settings.seed for settings in calls("seed=4,5", "--multirun")] == [4, 5]


def test_a_sweep_stops_at_the_first_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seen = []

    def run(settings):
        seen.append(settings.seed)
        raise UsageError("no")

    app = App("play", "Play.", config.PlayConfig, config.register, run)
    with pytest.raises(UsageError, match="no"):
        app.main(["-m", "seed=1,2"])
    assert seen == [1]


def test_the_exit_code_is_the_commands(calls):
    assert len(calls(code=3)) == 1


def test_several_values_without_a_sweep_are_explained(calls):
    with pytest.raises(UsageError, match=r"a list is written bots=\[a,b\]"):
        calls("bots=a,b")


def test_a_config_file_of_ones_own(calls, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mine")
    (folder / "game").mkdir()
    (folder / "game" / "small.yaml").write_text("name: kuhn_poker\nplayers: 3\n")
    for flag in (["--config-dir", str(folder)], [f"--config-dir={folder}"], ["-cd", str(folder)]):
        (settings,) = calls(*flag, "game=small")
        assert (settings.game.name, settings.players) == ("kuhn_poker", 3)


def test_a_registered_game_without_a_file_can_be_chosen(calls, monkeypatch):
    import engine_cy

    monkeypatch.setattr(engine_cy, "registered_games", lambda: ("their_game",))
    (settings,) = calls("game=their_game")
    assert (settings.game.name, settings.players) == ("their_game", None)


def test_process_wide_settings_are_put_back(calls):
    argv, environment = sys.argv, dict(os.environ)
    calls("seed=1")
    assert sys.argv is argv
    assert dict(os.environ) == environment


def test_the_whole_configuration_can_be_printed(capsys, calls):
    app = App("play", "Play.", config.PlayConfig, config.register, lambda settings: 9)
    app.main(["--cfg", "job", "seed=7"])
    assert "seed: 7\n" in capsys.readouterr().out


def test_flags_and_settings_are_told_apart():
    words = ["-m", "seed=1,2", "--cfg", "job", "~bots", "--config-dir=x"]
    assert sort_words(words) == (
        ["-m", "--cfg", "job", "--config-dir=x"],
        ["seed=1,2", "~bots"],
    )


def test_setting_names_are_dotted():
    names = setting_names(config.PlayConfig)
    assert {"game", "game.name", "game.options", "players", "seed"} <= set(names)
