"""The results of a tournament as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.report import count, edges, interval, number, percent


def results_table(results: dict[str, Any]) -> str:
    """Return the table of every event, and of all of them where there are several."""
    facts = results["tournament"]
    tables = [
        event_table(event, facts["events"][event["event"]], facts)
        for event in results["events"]
        if event["games"]
    ]
    return "\n\n".join(tables)


def event_table(event: dict[str, Any], game: dict[str, Any], facts: dict[str, Any]) -> str:
    """Return the win shares with their 95% intervals, best first, and the edges below them."""
    bots = sorted(
        event["bots"], key=lambda bot: (-(bot["win_share"] or {"mean": -1})["mean"], bot["name"])
    )
    rows: list[tuple[str, ...]] = [
        ("bot", "win share %", "95% interval", "mean rank", "mean score", "played", "failed")
    ]
    for bot in bots:
        share, rank, score = bot["win_share"], bot["mean_rank"], bot["mean_score"]
        rows.append((
            bot["name"],
            percent(share and share["mean"]),
            interval(share),
            number(rank and rank["mean"]),
            number(score and score["mean"]),
            str(bot["appearances"]),
            str(bot["failures"] or ""),
        ))  # fmt: skip
    if not any(bot["failures"] for bot in bots):
        rows = [row[:-1] for row in rows]
    lines = [heading(event, game, facts["seed"]), *columns(rows)]
    found = edges(event)
    if found:
        # With two players each bot is alone against the other: the edge says it all.
        alone = all("a_among_b" in pair for pair in found)
        head = ("edge", "points", "95% interval") + (("a alone", "b alone") if alone else ())
        lines += ["", *columns([head, *(_edge_row(pair, alone) for pair in found)])]
    return "\n".join(lines)


def _edge_row(pair: dict[str, Any], alone: bool) -> tuple[str, ...]:
    """Return a pair's edge and, where there is one, the win share of each alone among the other."""
    row = (f"{pair['a']} v {pair['b']}", percent(pair["edge"]["mean"]), interval(pair["edge"]))
    if not alone:
        return row
    return (*row, percent(pair["a_among_b"]["mean"]), percent(pair["b_among_a"]["mean"]))


def heading(event: dict[str, Any], game: dict[str, Any], seed: int) -> str:
    """Return one line about what was played."""
    fair = f"; a fair share is {percent(1 / game['players'])}%" if game["players"] > 1 else ""
    planned = count(event["games_planned"], "game")
    games = planned if event["complete"] else f"{event['games']:,} of {planned}"
    return (
        f"{game['title']}, {count(game['players'], 'player')}: {games} on "
        f"{count(event['deals'], 'deal')}, seed {seed}{fair}"
    )


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as aligned lines: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines
