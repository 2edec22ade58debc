"""``desgarrada bench``: how fast engine, search and networks are on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.deals import check_master_seed
from arena.whole_file import write_whole
from configs.schema import GameConfig, option, players_of_game
from configs.schema import register as register_shared
from scripts.app import App
from scripts.bench_peers import PEERS, check_peers, run_peers
from scripts.bench_table import figure, is_missed
from scripts.errors import UsageError
from search.config import SearchConfig
from search.config import register as register_search

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
        [], f"compare with this one alone ({', '.join(PEERS)}); openspiel in the game, or in all "
        "that both have"
    )
    arena: bool = option(
        False, "measure the arena alone: its own cost beside the search, two workers against one"
    )
    nets: bool = option(
        False, "measure networks alone: the kernel, and a question to one in the game, then in all "
        "others"
    )
    server: bool = option(
        False, "measure the server alone: how long answers take beside a think budget of `think`"
    )
    think: float = option(0.5, "seconds of that budget")
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
        _write(settings, run_peers(settings.peers, settings.game.name, settings.repeats,
                                   settings.seed))
        return 0
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
        print(f"{row.name:<52}{figure(row.value):>14} {row.unit:<6} {bar}".rstrip(), flush=True)
    _write(settings, {"game": repr(game), "seed": settings.seed, "rows": rows})
    return 0


def _write(settings: BenchConfig, facts: dict[str, Any]) -> None:
    if settings.out is not None:
        write_whole(Path(settings.out), json.dumps(facts, ensure_ascii=False, indent=1) + "\n")


def measure(settings: BenchConfig, state: Any) -> Iterator[Any]:
    """Yield the rows of the table."""
    from search import benchmark

    if settings.arena:
        yield from arena_rows(settings)
        return
    if settings.server:
        from frontends.server.benchmark import server_rows

        command = [sys.executable, "-m", "scripts.cli", "serve", "port=0"]
        yield from server_rows(command, state.observation(state.current_player()),
                               settings.repeats, settings.think)
        return
    if settings.nets:
        from nets.benchmark import net_rows

        yield from net_rows(state.game, settings.repeats, settings.seed)
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


def _check(settings: BenchConfig) -> None:
    check_peers(settings.peers)
    for name, value in (("repeats", settings.repeats), ("seconds", settings.seconds),
                        ("think", settings.think)):
        if not value > 0:  # also where it is no number at all
            raise UsageError(f"{name}={value} is too small; it must be above 0")
    if settings.seconds > MAX_SECONDS:
        raise UsageError(
            f"seconds={settings.seconds} is too long; at most {MAX_SECONDS} are allowed"
        )
    check_master_seed(settings.seed)


APP = App(
    name="bench",
    summary="Measure the speed of engine, search and networks on this machine.",
    schema=BenchConfig,
    register=register,
    run=run,
    examples=(
        "", "game=kuhn_poker", "players=5 repeats=10", "peers=openspiel out=bench.json",
        "arena=true", "nets=true", "server=true", "peers=onnxruntime",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return APP.main(argv)
