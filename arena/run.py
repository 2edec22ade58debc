"""Play in a folder what is missing there, then write results and report.

The folder holds ``config.json`` (what is played), ``games.jsonl`` (the log) and what is made of the
log at the end. The log is the only state: a run that was killed continues from it.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tqdm import tqdm

from arena.budget import longest_answer, read_budget, with_budget
from arena.config import RunConfig
from arena.deals import check_master_seed, event_seed
from arena.entrants import Entrant, check_entrants, read_entrants
from arena.events import read_events
from arena.executors import Executor, get_executor
from arena.facts import CONFIG_FILE, check_same_run, engine_version, facts_of
from arena.outputs import Counted, Finished, write_outputs
from arena.records import LOG_FILE, GameRecord, LogWriter, repair_log
from arena.report.page import MAX_GAMES
from arena.resume import check_records, missing_tasks
from arena.schedule import Block, make_blocks, take_turns
from arena.table import Setup
from arena.whole_file import write_whole
from engine_cy.errors import DataError, GameOptionError

OnResults = Callable[[dict[str, Any]], None]


class Course(Protocol):
    """What is played, round after round, and what of it counts."""

    def rounds(self, records: Sequence[GameRecord]) -> Iterator[Sequence[Block]]:
        """Yield the blocks to play next, looking at the games so far; `records` grows meanwhile."""

    def count(self, records: Sequence[GameRecord]) -> Counted:
        """Return what the results rest on."""


@dataclass(frozen=True)
class Plan:
    """What is played: a checked configuration with everything it leads to."""

    config: RunConfig
    entrants: list[Entrant]
    setup: Setup
    blocks: list[Block]
    facts: dict[str, Any]


def make_plan(config: RunConfig, test: dict[str, Any] | None = None) -> Plan:
    """Return the plan of a run; `test` describes that of a match.

    Raises: GameOptionError, DataError or BotSpecError for settings that cannot be played.
    """
    _check(config)
    budget = read_budget(config.budget)
    loaded = read_events(config)
    events = tuple(event for event, _ in loaded)
    entrants = with_budget(read_entrants(config.bots), budget)
    names = [entrant.name for entrant in entrants]
    blocks = take_turns([
        make_blocks(
            names, event.players, event.blocks, event_seed(config.seed, i), event.lineups
        )
        for i, event in enumerate(events)
    ])  # fmt: skip
    setup = Setup(
        events=events,
        entrants=tuple(entrants),
        seed=config.seed,
        engine_version=engine_version(),
        allow_cheating=config.allow_cheating,
        budget=budget,
        analysis=config.analysis,
        patience=config.patience + longest_answer(entrants, budget),
    )
    # Before any bot is made: bots may keep the game they are given, and what they do to it.
    facts = facts_of(config, events, entrants, budget, test)
    for _, game in loaded:
        check_entrants(entrants, game, config.allow_cheating)
    return Plan(config, entrants, setup, blocks, facts)


def play_plan(
    plan: Plan, course: Course, on_results: OnResults | None = None
) -> Finished:
    """Play what `course` asks for, or what is missing of it, and write the files of the folder.

    `on_results` is called with the results once they are written, before the report is drawn.
    Ctrl-C ends the run after writing results and report of the games played so far.

    Raises: GameOptionError or DataError where the folder holds another run, before anything is
    written; OSError where the disk is full, after what was played has been kept.
    """
    run_dir = Path(plan.config.run_dir)
    check_same_run(run_dir, plan.facts)
    _make_folder(run_dir)
    with LogWriter(run_dir / LOG_FILE) as log:
        check_same_run(run_dir, plan.facts)  # again, now that no other process can write
        records, torn = repair_log(run_dir / LOG_FILE)
        check_records(records, plan.blocks, plan.setup, run_dir / LOG_FILE)
        if not (run_dir / CONFIG_FILE).exists():
            write_whole(
                run_dir / CONFIG_FILE, json.dumps(plan.facts, indent=1, ensure_ascii=False)
            )
        notes = ["the last line of games.jsonl was torn and its game is played again"] * (torn > 0)
        finished = Finished({}, records, run_dir, None, notes, len(records))

        def write(records: list[GameRecord]) -> None:
            write_outputs(finished, course.count(records), plan.config, plan.facts, on_results)

        try:
            _play(plan, course, log, records)
        except BaseException as error:
            # It may have come between the log and the list; the log is what counts.
            records = repair_log(run_dir / LOG_FILE)[0]
            # Where the disk is full already, the first error is the one to tell.
            with contextlib.suppress(*(OSError,) * isinstance(error, OSError)):
                write(records)
            raise
        write(records)
    return finished


def _check(config: RunConfig) -> None:
    get_executor(config.executor)
    check_master_seed(config.seed)
    if config.workers is not None and config.workers < 1:
        raise GameOptionError(f"workers={config.workers} is too few; allowed are 1 or more")
    if not 0 < config.patience < float("inf"):
        raise GameOptionError(f"patience={config.patience} is too little; allowed is more than 0")
    if not 0 <= config.report_games <= MAX_GAMES:
        raise GameOptionError(
            f"report_games={config.report_games} is out of range; allowed are 0 to {MAX_GAMES}"
        )


def _make_folder(run_dir: Path) -> None:
    try:
        run_dir.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DataError(f"run_dir={str(run_dir)!r} is a file; name a folder") from None


def _play(plan: Plan, course: Course, log: LogWriter, records: list[GameRecord]) -> None:
    """Play round after round, adding to the log and to `records` as games end."""
    config = plan.config
    hidden = None if config.progress else True  # None: shown where stderr is a terminal
    with contextlib.ExitStack() as stack:
        pool: Executor | None = None
        bar = stack.enter_context(
            tqdm(
                total=sum(len(block.seats) for block in plan.blocks),
                initial=len(records),
                unit="game",
                disable=hidden,
                file=sys.stderr,
                dynamic_ncols=True,
                smoothing=0.1,
            )
        )
        for blocks in course.rounds(records):
            tasks = missing_tasks(blocks, records)
            if not tasks:
                continue
            if pool is None:  # a run that is complete starts no process
                maker = get_executor(config.executor)
                pool = stack.enter_context(maker(plan.setup, config.workers, config.ray_address))
            for played in pool.run(tasks):
                log.add(played)
                records.extend(played)
                bar.update(len(played))
