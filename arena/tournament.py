"""Run a tournament in a folder: play what is missing, then write results and report.

The folder holds ``config.json`` (what is played), ``games.jsonl`` (the log), ``results.json`` and
``report.html``. The log is the only state: a run that was killed continues from it.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tqdm import tqdm

import engine_cy
from arena.config import TournamentConfig
from arena.deals import check_master_seed
from arena.entrants import Entrant, check_entrants, read_entrants
from arena.executor import Task, default_workers, get_executor
from arena.faults import explain
from arena.records import GameRecord, LogWriter, repair_log, write_whole
from arena.report import render_report
from arena.results import summarize, to_text
from arena.schedule import Block, make_blocks
from arena.table import Setup
from engine_cy.errors import DataError, GameOptionError

CONFIG_FILE = "config.json"
LOG_FILE = "games.jsonl"
RESULTS_FILE = "results.json"
REPORT_FILE = "report.html"
MAX_FACT = 200  # characters of a setting in an error message

# Facts that decide what is played; a run_dir whose facts differ belongs to another tournament.
DECIDING = (
    "game", "players", "options", "data", "fingerprint", "bots", "lineups", "blocks", "seed",
    "allow_cheating",
)  # fmt: skip


@dataclass
class Finished:
    """A run that was played, or continued, to its end."""

    results: dict[str, Any]
    records: list[GameRecord]
    run_dir: Path
    report: Path | None  # None: not asked for, or a note says why there is none
    notes: list[str]  # sentences for the user
    resumed: int  # games that were in the log already


def run_tournament(
    config: TournamentConfig, on_results: Callable[[dict[str, Any]], None] | None = None
) -> Finished:
    """Play the tournament, or what is missing of it, and write its files.

    `on_results` is called with the results once they are written, before the report is drawn.
    Ctrl-C ends the run after writing results and report of the games played so far.

    Raises: GameOptionError, DataError or BotSpecError for settings that cannot be played or that
    differ from those of the run in the same folder, before anything is written.
    """
    _check(config)
    game = config.game.load(config.players)
    entrants = read_entrants(config.bots)
    names = [entrant.name for entrant in entrants]
    blocks = make_blocks(names, game.num_players, config.blocks, config.seed, config.lineups)
    # Before any bot is made: bots may keep the game they are given, and what they do to it.
    facts = _facts(config, game, entrants)
    setup = _setup(config, facts, entrants)
    check_entrants(entrants, game, config.allow_cheating)
    run_dir = Path(config.run_dir)
    _check_same_run(run_dir, facts)
    _make_folder(run_dir)
    with LogWriter(run_dir / LOG_FILE) as log:
        _check_same_run(run_dir, facts)  # again, now that no other process can write
        records, torn = repair_log(run_dir / LOG_FILE)
        _check_records(records, blocks, setup, run_dir / LOG_FILE)
        if not (run_dir / CONFIG_FILE).exists():
            write_whole(run_dir / CONFIG_FILE, json.dumps(facts, indent=1, ensure_ascii=False))
        notes = ["the last line of games.jsonl was torn and its game is played again"] * (torn > 0)
        finished = Finished({}, records, run_dir, None, notes, len(records))
        try:
            _play(config, setup, _tasks(blocks, records), log, records)
        except BaseException:
            # It may have come between the log and the list; the log is what counts.
            finished.records = repair_log(run_dir / LOG_FILE)[0]
            raise
        finally:
            planned = len(blocks) * setup.players
            finished.results = summarize(finished.records, entrants, facts, planned)
            write_whole(run_dir / RESULTS_FILE, to_text(finished.results))
            if on_results is not None:
                on_results(finished.results)
            if config.report:
                _report(finished)
    return finished


def _check(config: TournamentConfig) -> None:
    get_executor(config.executor)
    check_master_seed(config.seed)
    if config.workers is not None and config.workers < 1:
        raise GameOptionError(f"workers={config.workers} is too few; allowed are 1 or more")


def _facts(
    config: TournamentConfig, game: Any, entrants: Sequence[Entrant]
) -> dict[str, Any]:
    """Return what describes the tournament in its files, JSON-safe."""
    return {
        "game": game.name,
        "title": _title(game),
        "players": game.num_players,
        "options": dict(game.options),
        "set_options": _set_options(config, game),
        "data": config.game.data,
        "fingerprint": game.fingerprint,
        "rules_version": game.rules_version,
        "assumed": list(game.assumed),
        "bots": [{"name": entrant.name, "spec": entrant.spec} for entrant in entrants],
        "lineups": config.lineups,
        "blocks": config.blocks,
        "seed": config.seed,
        "allow_cheating": config.allow_cheating,
        "engine_version": _engine_version(),
    }


def _set_options(config: TournamentConfig, game: Any) -> list[str]:
    """Return the options whose values are not the game's defaults."""
    plain = engine_cy.load_game(game.name, players=game.num_players, data=config.game.data)
    return [key for key, value in game.options.items() if plain.options[key] != value]


def _title(game: Any) -> str:
    return str(getattr(getattr(game, "spec", None), "title", game.name))


def _engine_version() -> str:
    try:
        return version("desgarrada")
    except PackageNotFoundError:
        return "unknown"


def _setup(config: TournamentConfig, facts: dict[str, Any], entrants: list[Entrant]) -> Setup:
    return Setup(
        game=facts["game"],
        players=facts["players"],
        options=facts["options"],
        data=facts["data"],
        fingerprint=facts["fingerprint"],
        rules_version=facts["rules_version"],
        entrants=tuple(entrants),
        seed=config.seed,
        allow_cheating=config.allow_cheating,
        engine_version=facts["engine_version"],
    )


def _check_same_run(run_dir: Path, facts: dict[str, Any]) -> None:
    """Refuse a folder that holds another tournament."""
    path = run_dir / CONFIG_FILE
    if not path.exists():
        return
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        differing = [key for key in DECIDING if found[key] != facts[key]]
        held = _short(found[differing[0]]) if differing else ""
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DataError(f"{path}: the file is no tournament's configuration") from None
    if differing:
        key = differing[0]
        raise GameOptionError(
            f"run_dir={str(run_dir)!r} holds a tournament with {key}={held}, not "
            f"{_short(facts[key])}; choose another run_dir or the same settings"
        )


def _short(value: Any) -> str:
    """Return a fact in one line; KeyError or TypeError for bots that are none."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[" + ",".join(str(entry["name"]) for entry in value) + "]"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_FACT else text[: MAX_FACT - 3] + "..."


def _check_records(
    records: Sequence[GameRecord], blocks: Sequence[Block], setup: Setup, path: Path
) -> None:
    """Refuse a log whose games are not of this tournament, or are there twice."""
    seen: set[str] = set()
    for record in records:
        if record.id in seen:
            raise DataError(f"{path}: game {record.id} is recorded twice")
        seen.add(record.id)
        if record.fingerprint != setup.fingerprint:
            raise DataError(f"{path}: game {record.id} was played by other rules")
        if not _is_planned(record, blocks, setup):
            raise DataError(f"{path}: game {record.id} is no game of this tournament")


def _is_planned(record: GameRecord, blocks: Sequence[Block], setup: Setup) -> bool:
    """Return whether the tournament has this game: the same deal, bots and seeds."""
    if record.block >= len(blocks) or record.rotation >= setup.players:
        return False
    block = blocks[record.block]
    seated = setup.seats(block, record.rotation)
    return (
        (record.game, record.players, record.options, record.data)
        == (setup.game, setup.players, setup.options, setup.data)
        and record.deal == block.deal
        and record.bots == [entrant.name for entrant in seated]
        and record.specs == [entrant.spec for entrant in seated]
        and (record.seed, record.bot_seeds) == setup.seeds(block, record.rotation)
    )


def _make_folder(run_dir: Path) -> None:
    try:
        run_dir.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DataError(f"run_dir={str(run_dir)!r} is a file; name a folder") from None


def _tasks(blocks: Sequence[Block], records: Sequence[GameRecord]) -> list[Task]:
    """Return the games that are not in the log yet."""
    played = {(record.block, record.rotation) for record in records}
    tasks = []
    for block in blocks:
        turns = range(len(block.seats))
        missing = tuple(turn for turn in turns if (block.index, turn) not in played)
        if missing:
            tasks.append(Task(block, missing))
    return tasks


def _play(
    config: TournamentConfig,
    setup: Setup,
    tasks: list[Task],
    log: LogWriter,
    records: list[GameRecord],
) -> None:
    """Play `tasks`, adding to the log and to `records` as games end."""
    if not tasks:
        return
    workers = default_workers() if config.workers is None else config.workers
    games = get_executor(config.executor)(setup, tasks, workers)
    missing = sum(len(task.rotations) for task in tasks)
    hidden = None if config.progress else True  # None: shown where stderr is a terminal
    with (
        contextlib.closing(games),  # type: ignore[type-var]  # both executors are generators
        tqdm(
            total=missing + len(records),
            initial=len(records),
            unit="game",
            disable=hidden,
            file=sys.stderr,
            dynamic_ncols=True,
            smoothing=0.1,
        ) as bar,
    ):
        for played in games:
            log.add(played)
            records.extend(played)
            bar.update(len(played))


def _report(finished: Finished) -> None:
    """Write report.html; where that cannot be, a note says why, and the results stand."""
    path = finished.run_dir / REPORT_FILE
    try:
        page = render_report(finished.results, finished.records)
    except ModuleNotFoundError as error:
        finished.notes.append(
            f"no report.html was written, for {error.name} is not installed; after "
            f"pip install 'desgarrada[report]' the same command with "
            f"run_dir={finished.run_dir} writes it"
        )
    except Exception as error:
        finished.notes.append(
            f"no report.html was written, for the page could not be drawn: {explain(error)}"
        )
    else:
        write_whole(path, page)
        finished.report = path
