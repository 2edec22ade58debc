"""``desgarrada evaluate``: how far bots are from exact play, on games that can be solved."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.config import register as register_arena
from arena.deals import check_master_seed
from arena.whole_file import write_whole
from configs.labs import LabConfig, named_labs
from configs.schema import option
from nets.curve import edges_of
from scripts.app import App
from scripts.contest import with_own_modules
from scripts.errors import UsageError
from scripts.evaluate_runs import (
    Run,
    contenders_of_run,
    curves_of,
    labs_of_runs,
    read_runs,
    run_table,
)
from scripts.jobs import own_job

FORMAT = 1
RESULTS_FILE = "results.json"
MAX_SEEDS, MAX_BUDGET = 1000, 1_000_000_000


@dataclass
class EvaluateConfig:
    """Which bots are measured on which games."""

    lab: Any = option(
        None, "a game of configs/solvable/, a list of them, or all; null: those of runs=, without "
        "runs all")
    bots: list[Any] | None = option(
        None,
        "specifications (ismcts+sims:1000), words of configs/bot/, or {name: a, spec: random}; "
        "null: random and ismcts, with runs= random alone")
    runs: list[str] = option(
        [], "folders of desgarrada train: their averaged weights, last net and mixture of "
        "snapshots are measured in the lab of their game, and curves drawn")
    budgets: list[int] = option(
        [], "simulations a decision: bots with a parameter sims are measured at each of these")
    seeds: int = option(20, "seeds of every bot at every information set")
    seed: int = option(1, "master seed of the bots")
    sizes: bool = option(False, "only list the games: sizes, values, CFR+")
    run_dir: str = option("runs/lab", "folder for results.json and the charts")
    progress: bool = option(True, "show a progress bar where stderr is a terminal")


def register() -> None:
    """Make the schema known to Hydra."""
    from hydra.core.config_store import ConfigStore

    register_arena()
    ConfigStore.instance().store(name="evaluate_schema", node=EvaluateConfig)


def run(settings: EvaluateConfig) -> int:
    """Measure, printing each game's tables as they are known; results.json grows with them."""
    from arena.entrants import read_entrants
    from arena.lab import at_budgets, open_lab
    from arena.lab_text import size_table
    from search.exact.policies import make_measurable_bot

    settings = own_job(settings)
    _check(settings)
    labs = chosen_labs("all" if settings.lab is None else settings.lab)
    trained = read_runs(settings.runs)
    if trained and settings.lab is None:
        labs = labs_of_runs(trained, labs)
    bots = settings.bots
    if bots is None:
        bots = ["random"] if trained else ["random", "ismcts"]
    entrants = at_budgets(read_entrants(bots), settings.budgets)
    if not settings.sizes:
        for config in labs.values():   # what cannot be measured is refused before any work
            game = config.game.load()
            for entrant in entrants:
                make_measurable_bot(entrant.spec, game, settings.seed)
    folder = Path(settings.run_dir)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = []
    results = {"format": FORMAT, "seeds": settings.seeds, "seed": settings.seed, "labs": rows,
               "runs": [run.facts() for run in trained]}
    for name, config in labs.items():
        lab = open_lab(name, config)
        facts = lab.facts()
        rows.append(facts)
        if not settings.sizes:
            _evaluate(settings, lab, facts, entrants, trained)
            _draw(folder, _charts_of_lab(facts))
        _write(folder, results)
    _write(folder, results)
    if settings.sizes:
        print(size_table(rows))
    elif table := run_table(trained):
        print(f"\n{table}")
    _draw(folder, _charts_of_runs(trained))
    print(f"\n{folder / RESULTS_FILE}")
    return 0


def _write(folder: Path, results: dict[str, Any]) -> None:
    write_whole(folder / RESULTS_FILE, json.dumps(results, ensure_ascii=False, indent=1) + "\n")


def _evaluate(
    settings: EvaluateConfig, lab: Any, facts: dict[str, Any], entrants: Sequence[Any],
    trained: Sequence[Run],
) -> None:
    """Measure every bot and run in one lab; `facts` gets "bots", "edges" and "curves"."""
    from arena.lab import contenders, head_to_head, judge
    from arena.lab_text import bot_table, edge_table, lab_heading

    def watch(sets: list[int]) -> Iterable[int]:
        from tqdm import tqdm

        return tqdm(sets, desc=lab.name, unit="set", leave=False, dynamic_ncols=True,
                    disable=None if settings.progress else True)

    print(f"\n{lab_heading(facts)}\n", flush=True)
    field = list(contenders(lab, entrants, settings.seeds, settings.seed, watch))
    for one in trained:
        field += contenders_of_run(lab, one)
    facts["curves"] = curves_of(lab, trained)
    facts["bots"] = [judge(lab, contender) for contender in field]
    facts["edges"] = head_to_head(lab, field)
    print(bot_table(facts["bots"]))
    if len(field) > 1:
        print(f"\n{edge_table(facts['bots'], facts['edges'])}", flush=True)


def _draw(folder: Path, charts: Iterator[tuple[str, str]]) -> None:
    """Write charts by name; without matplotlib a note says why there is none."""
    try:
        for name, chart in charts:
            write_whole(folder / f"{name}.svg", chart)
    except ModuleNotFoundError as error:
        print(f"note: no chart was drawn, for {error.name} is not installed; "
              "pip install 'desgarrada[report]' brings it", file=sys.stderr)


def _charts_of_lab(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield name and text of every chart of a lab that there is something for."""
    from arena.lab_chart import budget_chart
    from arena.run_chart import exploitability_chart

    if chart := budget_chart(facts):
        yield facts["lab"], chart
    if facts["curves"]:
        yield f"{facts['lab']}-training", exploitability_chart(facts, facts["curves"])


def _charts_of_runs(trained: Sequence[Run]) -> Iterator[tuple[str, str]]:
    """Yield name and text of the chart of every run that has met known bots."""
    from arena.run_chart import edge_chart

    for run in trained:
        if chart := edge_chart(run.name, edges_of(run.rows)):
            yield f"{run.name}-edges", chart


def chosen_labs(names: Any) -> dict[str, LabConfig]:
    """Return the games that ``lab=`` names.

    Raises: UsageError naming the first that there is not.
    """
    known = named_labs()
    wanted = [names] if isinstance(names, str) else names
    if not isinstance(wanted, list) or not wanted or not all(isinstance(w, str) for w in wanted):
        raise UsageError(f"lab={names} names no game; write lab=NAME, lab=[NAME,NAME] or lab=all")
    for name in wanted:
        if name not in known and name != "all":
            raise UsageError(f"lab={name} is unknown; there are {', '.join(known)}, and all")
    return known if "all" in wanted else {name: known[name] for name in wanted}


def _check(settings: EvaluateConfig) -> None:
    if settings.bots == [] and not (settings.runs or settings.sizes):
        raise UsageError("bots=[] leaves nothing to measure; sizes=true lists the games alone")
    for name, value, most in (
        ("seeds", settings.seeds, MAX_SEEDS),
        *(("budgets", budget, MAX_BUDGET) for budget in settings.budgets),
    ):
        if not 1 <= value <= most:
            raise UsageError(f"{name}={value} is out of range; allowed are 1 to {most}")
    check_master_seed(settings.seed)


APP = App(
    name="evaluate",
    summary="Measure bots against exact solutions of small games.",
    schema=EvaluateConfig,
    register=register,
    run=run,
    examples=(
        "sizes=true",
        "lab=hoi_pho_2p budgets=[100,1000] seeds=8",
        "bots=[ismcts+sims:1000] runs=[runs/lab2]",
        "lab=[kuhn_poker,hoi_pho_2p] bots=[random,greedy,ismcts+c:0.35] budgets=[100,1000,10000]",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    return with_own_modules(APP, argv)
