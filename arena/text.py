"""The results of a tournament as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.ratings import by_name
from arena.report import count, edges, interval, number, percent
from arena.report.verdicts import LEVEL


def results_table(results: dict[str, Any]) -> str:
    """Return the table of every event, the ratings over all of several, the verdict of a match."""
    facts = results["tournament"]
    parts = [
        event_table(event, facts["events"][event["event"]], facts["seed"])
        for event in results["events"]
        if event["games"]
    ]
    if len(parts) > 1 and results["ratings"]:
        parts.append(ratings_table(results["ratings"]))
    if results.get("match"):
        parts.append(verdict(results["match"]))
    return "\n\n".join(parts)


def event_table(event: dict[str, Any], game: dict[str, Any], seed: int) -> str:
    """Return the win shares with their 95% intervals, best first, and the edges below them."""
    lines = [heading(event, game, seed), *columns(_bot_rows(event))]
    found = edges(event)
    if found:
        # With two players each bot is alone against the other: the edge says it all.
        alone = all("a_among_b" in pair for pair in found)
        head = ("edge", "points", "95% interval") + (("a alone", "b alone") if alone else ())
        lines += ["", *columns([head, *(_edge_row(pair, alone) for pair in found)])]
        if alone:
            lines.append("a alone: the win share of one a among b's; the edge is the difference.")
    notes = event_notes(event)
    return "\n".join([*lines, *([""] if notes else []), *notes])


def by_share(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of the bots of an event, best first: by win share."""

    def key(bot: dict[str, Any]) -> tuple[float, str]:
        share = bot["win_share"]
        return (-share["mean"] if share else 1.0, bot["name"])

    return sorted(event["bots"], key=key)


def _bot_rows(event: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return a row for each bot, without the columns that would be empty."""
    bots, rated = by_share(event), by_name(event["ratings"])
    failed = any(bot["failures"] for bot in bots)
    head: tuple[str, ...] = ("bot", "win share %", "95% interval", "mean rank", "mean score")
    head += ("rating",) * bool(rated) + ("played",) + ("failed",) * failed
    rows: list[tuple[str, ...]] = [head]
    for bot in bots:
        share, rank, score = bot["win_share"], bot["mean_rank"], bot["mean_score"]
        row: tuple[str, ...] = (
            bot["name"],
            percent(share and share["mean"]),
            interval(share),
            number(rank and rank["mean"]),
            number(score and score["mean"]),
        )
        if rated:
            row += (_rating(rated.get(bot["name"])),)
        row += (str(bot["appearances"]),) + (str(bot["failures"] or ""),) * failed
        rows.append(row)
    return rows


def _rating(rated: dict[str, Any] | None) -> str:
    """Return a rating and how far it reaches to either side."""
    if rated is None:
        return "–"
    if rated["low"] is None or rated["high"] is None:
        return f"{rated['rating']:+.0f}"
    return f"{rated['rating']:+.0f} ± {(rated['high'] - rated['low']) / 2:.0f}"


def event_notes(event: dict[str, Any]) -> list[str]:
    """Return what the tests say, where they say something, and the cycles."""
    notes = []
    seats, strength = event["seat_test"], event["strength_test"]
    if strength and strength["p"] >= LEVEL:
        notes.append(f"These games do not show that the bots differ (p = {strength['p']:.2g}).")
    if seats and seats["p"] < LEVEL:
        notes.append(f"Seats are not equal (p = {seats['p']:.2g}); every line-up sat in each.")
    for cycle in (event["cycles"] or {"cycles": []})["cycles"]:
        notes.append(f"A cycle above noise: {' beats '.join([*cycle, cycle[0]])}.")
    return notes


def ratings_table(ratings: dict[str, Any]) -> str:
    """Return the ratings over all events, best first."""
    rows: list[tuple[str, ...]] = [("all games", "rating", "games")]
    rows += [(bot["name"], _rating(bot), str(bot["games"])) for bot in ratings["bots"]]
    return "\n".join(columns(rows))


def verdict(match: dict[str, Any]) -> str:
    """Return what a match has shown, in sentences."""
    a, b, edge = match["a"], match["b"], match["edge"]
    said = {
        "stronger": f"{a} is stronger than {b}",
        "not stronger": f"{a} is not stronger than {b} by {percent(match['effect'])} points",
        "undecided": f"undecided after all {count(match['max_blocks'], 'deal')}",
        "continue": "not decided yet",
    }[match["decision"]]
    low, high = match["bounds"]
    lines = [f"Verdict: {said}."]
    if match["decision"] in ("stronger", "not stronger"):
        lines.append(f"{count(match['blocks'], 'deal')} were enough.")
    elif match["decision"] == "continue":
        lines.append(f"{count(match['blocks'], 'deal')} were played.")
    if edge is not None:
        lines.append(f"Edge of {a}: {percent(edge['mean'])} points ({interval(edge)}).")
    lines.append(
        f"Log-likelihood ratio {match['llr']:.2f}; the match ends at {low:.2f} or {high:.2f}."
    )
    return " ".join(lines)


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


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Return rows as aligned lines: the first `left` columns to the left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines
