"""``desgarrada bench``: how fast engine and search are on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.deals import check_master_seed
from arena.records import write_whole
from configs.schema import GameConfig, option, players_of_game
from configs.schema import register as register_shared
from scripts.app import App
from scripts.errors import UsageError
from search.config import SearchConfig
from search.config import register as register_search

PEERS = ("openspiel",)
MAX_SECONDS = 3600  # of one threaded search


@dataclass
class BenchConfig:
    """What is measured, and how long."""

    game: GameConfig = option(GameConfig, "the game")
    search: SearchConfig = option(SearchConfig, "the search that is timed")
    players: int | None = option(players_of_game(), "number of players")
    seed: int = option(1, "seed of the deal; the root is its first decision")
    repeats: int = option(5, "repeats of each measurement; the smallest time counts")
    seconds: float = option(2.0, "length of each threaded search")
    peers: list[str] = option([], f"measured beside ours if installed: {', '.join(PEERS)}")
    out: str | None = option(None, "also write the figures to this JSON file")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    register_shared()
    register_search()
    ConfigStore.instance().store(name="bench_schema", node=BenchConfig)


def run(settings: BenchConfig) -> int:
    """Measure, printing each figure as it is known."""
    _check(settings)
    game = settings.game.load(settings.players)
    state = game.new_initial_state(settings.seed)
    print(f"{game}\nroot: seed {settings.seed}, first decision of seat {state.current_player()}\n")
    print(f"{'measure':<52}{'value':>14} {'unit':<6} bar")
    rows = []
    has_bars = game.name == "hoi_pho" and game.num_players == 4
    for row in measure(settings, state):
        rows.append(row.to_dict())
        bar = row.bar if has_bars else ""
        if bar and is_missed(row.value, bar):
            bar = f"{bar:<8} MISSED"
        print(f"{row.name:<52}{_figure(row.value):>14} {row.unit:<6} {bar}".rstrip(), flush=True)
    if settings.out is not None:
        facts = {"game": repr(game), "seed": settings.seed, "rows": rows}
        write_whole(Path(settings.out), json.dumps(facts, ensure_ascii=False, indent=1) + "\n")
    return 0


def measure(settings: BenchConfig, state: Any) -> Iterator[Any]:
    """Yield the rows of the table."""
    from search import benchmark

    clone_ns = 0.0
    for row in benchmark.core_rows(state, settings.repeats):
        if row.name.startswith("State.clone"):
            clone_ns = row.value
        yield row
    yield from benchmark.search_rows(state, settings.search, settings.repeats)
    yield from benchmark.thread_rows(state, settings.search, settings.seconds)
    if "openspiel" in settings.peers:
        try:
            yield from benchmark.openspiel_rows(clone_ns)
        except ImportError:
            print("note: pyspiel is not installed; 'pip install open-spiel' brings it.",
                  file=sys.stderr)


def is_missed(value: float, bar: str) -> bool:
    """Return whether a figure misses its bar, ``<= 2`` or ``>= 0.5``."""
    sign, limit = bar.split()
    return value > float(limit) if sign == "<=" else value < float(limit)


def _figure(value: float) -> str:
    """Return a number with three significant digits or all its whole ones."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _check(settings: BenchConfig) -> None:
    unknown = [peer for peer in settings.peers if peer not in PEERS]
    if unknown:
        raise UsageError(f"peers={unknown[0]} is unknown; the peers are {', '.join(PEERS)}")
    for name, value in (("repeats", settings.repeats), ("seconds", settings.seconds)):
        if not value > 0:  # also where it is no number at all
            raise UsageError(f"{name}={value} is too small; it must be above 0")
    if settings.seconds > MAX_SECONDS:
        raise UsageError(
            f"seconds={settings.seconds} is too long; at most {MAX_SECONDS} are allowed"
        )
    check_master_seed(settings.seed)


APP = App(
    name="bench",
    summary="Measure the speed of engine and search on this machine.",
    schema=BenchConfig,
    register=register,
    run=run,
    examples=("", "game=kuhn_poker", "players=5 repeats=10", "peers=[openspiel] out=bench.json"),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return APP.main(argv)
