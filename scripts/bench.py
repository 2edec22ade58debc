"""``desgarrada bench``: how fast engine and search are on this machine."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
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
    peers: Any = option(
        [], f"compare with these alone ({', '.join(PEERS)}), in the game or in all that both have"
    )
    arena: bool = option(
        False, "measure the arena alone: its own cost beside the search, two workers against one"
    )
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
    if settings.peers:
        return run_peers(settings)
    game = settings.game.load(settings.players)
    state = game.new_initial_state(settings.seed)
    root = f"root: seed {settings.seed}, first decision of seat {state.current_player()}"
    print(f"{game}\n{f'seed {settings.seed}' if settings.arena else root}\n")
    print(f"{'measure':<52}{'value':>14} {'unit':<6} bar")
    rows = []
    has_bars = game.name == "hoi_pho" and game.num_players == 4
    for row in measure(settings, state):
        rows.append(row.to_dict())
        bar = row.bar if has_bars else ""
        if bar and is_missed(row.value, bar):
            bar = f"{bar:<8} MISSED"
        print(f"{row.name:<52}{_figure(row.value):>14} {row.unit:<6} {bar}".rstrip(), flush=True)
    _write(settings, {"game": repr(game), "seed": settings.seed, "rows": rows})
    return 0


def run_peers(settings: BenchConfig) -> int:
    """Compare with OpenSpiel, printing each figure as it is known."""
    from search import peers

    try:
        version = metadata.version("open-spiel")
        importlib.import_module("pyspiel")
    except ImportError:
        raise UsageError(
            "peers=openspiel needs OpenSpiel; pip install 'desgarrada[openspiel]' brings it"
        ) from None
    print(f"OpenSpiel {version}; best and median of {settings.repeats}; root: seed "
          f"{settings.seed}, first decision\n")
    print(f"{'measure':<45}{'ours':>12}{'median':>12}{'theirs':>12}{'median':>12} {'unit':<6}"
          f"{'ratio':>6} bar")
    rows = []
    for contest in peers.peer_contests(settings.game.name):
        for row in peers.openspiel_rows(contest, settings.repeats, settings.seed):
            rows.append(row.to_dict())
            print(_peer_line(row), flush=True)
    _write(settings, {"peer": f"OpenSpiel {version}", "seed": settings.seed, "rows": rows})
    return 0


def _peer_line(row: Any) -> str:
    """Return a row of the comparison under its heading."""
    values = (row.ours, row.ours_median, row.theirs, row.theirs_median)
    line = f"{row.name:<45}" + "".join(f"{_figure(value):>12}" for value in values)
    if row.ratio is None:
        return f"{line} {row.unit}"
    missed = " MISSED" if is_missed(row.ratio, row.bar) else ""
    return f"{line} {row.unit:<6}{_figure(row.ratio):>6} {row.bar}{missed}"


def _write(settings: BenchConfig, facts: dict[str, Any]) -> None:
    if settings.out is not None:
        write_whole(Path(settings.out), json.dumps(facts, ensure_ascii=False, indent=1) + "\n")


def measure(settings: BenchConfig, state: Any) -> Iterator[Any]:
    """Yield the rows of the table."""
    from search import benchmark

    if settings.arena:
        yield from arena_rows(settings)
        return
    yield from benchmark.core_rows(state, settings.repeats)
    yield from benchmark.search_rows(state, settings.search, settings.repeats)
    yield from benchmark.thread_rows(state, settings.search, settings.seconds)


def arena_rows(settings: BenchConfig) -> Iterator[Any]:
    """Yield the rows about the arena."""
    from arena import benchmark
    from search.config import DEFAULT_SIMS

    yield from benchmark.arena_rows(
        settings.game, settings.players, settings.search.simulations or DEFAULT_SIMS,
        settings.seed, settings.repeats, settings.seconds,
    )


def is_missed(value: float, bar: str) -> bool:
    """Return whether a figure misses its bar, ``<= 2`` or ``>= 0.5``."""
    sign, limit = bar.split()
    return value > float(limit) if sign == "<=" else value < float(limit)


def _figure(value: float) -> str:
    """Return a number with three significant digits or all its whole ones."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _check(settings: BenchConfig) -> None:
    named = settings.peers if isinstance(settings.peers, list) else [settings.peers]
    unknown = [peer for peer in named if peer is not None and peer not in PEERS]
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
    examples=(
        "", "game=kuhn_poker", "players=5 repeats=10", "peers=openspiel out=bench.json",
        "arena=true",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return APP.main(argv)
