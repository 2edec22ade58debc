"""Every file of the configuration composes against its schema."""

from pathlib import Path

import pytest
from hydra import compose, initialize_config_module
from omegaconf import OmegaConf

from configs import bots, schema
from frontends import config

CONFIGS = Path(schema.__file__).parent
GAMES = sorted(path.stem for path in (CONFIGS / "game").glob("*.yaml"))
BOTS = sorted(path.stem for path in (CONFIGS / "bot").glob("*.yaml"))


def composed(name, *overrides):
    schema.register()
    config.register()
    with initialize_config_module("configs", version_base="1.3"):
        return OmegaConf.to_object(compose(name, overrides=list(overrides)))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_file_names_its_game_and_its_default_player_count(game):
    import engine_cy

    chosen = composed("play", f"game={game}").game
    assert chosen.name == game
    assert chosen.options == {}
    if game in engine_cy.registered_games():
        assert chosen.players == engine_cy.game_info(game).default_players
        assert chosen.load().num_players == chosen.players


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_file_holds_a_specification_and_what_to_expect(bot):
    chosen = composed(f"bot/{bot}")["bot"]
    assert isinstance(chosen, schema.BotConfig)
    assert chosen.spec == bots.named_bots()[bot]
    assert chosen.summary


def test_words_that_are_no_names_are_specifications_already():
    specs = bots.resolve(["club", "ismcts+sims:7", "py:a.b:C"])
    assert specs == [bots.named_bots()["club"], "ismcts+sims:7", "py:a.b:C"]


def test_players_given_to_load_win_over_the_groups():
    game = schema.GameConfig(name="kuhn_poker", players=2)
    assert game.load().num_players == 2
    assert game.load(3).num_players == 3
