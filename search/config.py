"""Parameters of the search bots: a bot specification and a Hydra config share them."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from search.budget import memory_param, seconds_param, sims_param, simulation_budget
from search.params import param
from search.spec import BotSpec

DEFAULT_SIMS = 1000
# Exploration constants by horizon. A round moves a leaf formula by a tenth or two, a game the
# utility by all of it. Measured at Hội Phố, 4 players, 1,000 simulations. To the end of the round,
# alone among three greedy seats: 0.449, 0.461, 0.451, 0.456, 0.437 of the wins (each +- 0.03) with
# c = 0.1, 0.2, 0.3, 0.5, 0.7. To the end of the game: 0.435 with 0.7, 0.345 with 0.35 (+- 0.05).
ROUND_C = 0.35
GAME_C = 0.7
PRIOR_C = 1.0


@dataclass
class SearchConfig:
    """Budgets and settings of one search."""

    sims: int | None = sims_param(DEFAULT_SIMS)
    seconds: float | None = seconds_param()
    memory: int = memory_param()
    c: float | None = param(
        None, "exploration constant on utilities scaled to 0..1; null: by the horizon, "
        f"{ROUND_C} for the round, {GAME_C} for the game, {PRIOR_C} with priors", low=0, high=100)
    select: str = param(
        "ucb1", "how a seat chooses in its tree: UCB1, or regret matching, whose policy is the "
        "average over the search and fit where mixing matters",
        choices=("ucb1", "regret"))
    prior: str = param(
        "none", "priors of the moves; script: the softmax of the scores of the game's script, and "
        "PUCT in place of UCB1", choices=("none", "script"))
    temperature: float = param(
        1.0, "what divides the script's scores in its prior", low=0.001, high=1e6)
    redeal: float = param(
        0.0, "share of the simulations that deal the own hand anew too; only these teach the other "
        "seats' trees, which then do not know it (ismcts only)", low=0, high=0.95)
    final: str = param(
        "auto", "what is played of the policy: its likeliest action, an action drawn from it, or "
        "from it without what has less than a tenth of the likeliest; auto: most with ucb1, "
        "purified with regret", choices=("auto", "most", "mixture", "purified"))
    horizon: str = param(
        "auto", "where simulations end; auto: the round where the game has a formula for it",
        choices=("auto", "game", "round"))
    deals: int | None = param(
        None, "rounds, or what else a game deals for, that a simulation to the round's end goes "
        "through (a turn at House of Fado); null: as many as suit the game", low=1, high=1000)
    bias: float = param(
        0.0, "weight of the script's scores beside UCB1, each scaled to 0..1 among its node's "
        "moves: progressive bias", low=0, high=100)
    blend: float = param(
        0.0, "share of the lead in points in the utility of a finished game", low=0, high=1)
    margin: float = param(
        10.0, "points of a lead that count as a logistic of 1, with blend", low=0.001, high=1e6)

    @property
    def simulations(self) -> int | None:
        """The budget in simulations; None where only time limits the search."""
        return simulation_budget(self.sims, self.seconds, DEFAULT_SIMS)

    @property
    def rule(self) -> str:
        """What is played of the policy: most, mixture or purified."""
        if self.final == "auto":
            return "most" if self.select == "ucb1" else "purified"
        return self.final

    def exploration(self, to_the_round: bool) -> float:
        """Return the constant of UCB1 or PUCT, for simulations to the round's or game's end."""
        if self.c is not None:
            return self.c
        if self.prior != "none":
            return PRIOR_C
        return ROUND_C if to_the_round else GAME_C

    def spec(self, bot: str = "ismcts") -> str:
        """Return the specification of a search bot with these settings, defaults left out."""
        plain = asdict(SearchConfig())
        given = {k: v for k, v in asdict(self).items() if v != plain[k]}
        return str(BotSpec("", bot, tuple(sorted(given.items()))))


def register() -> None:
    """Store the schema of the Hydra group ``search`` as ``search/schema``."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(group="search", name="schema", node=SearchConfig)
