"""What was played, in sentences and as a command."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from arena.config import BudgetConfig
from arena.report.words import count, in_seconds, number

UNFINISHED = "The run is not complete:"
CONTINUE = "The same command continues it."


def in_words(results: dict[str, Any]) -> list[str]:
    """Return what was played, in sentences: of one event all, of several what they share."""
    facts = results["tournament"]
    bots = len({bot["name"] for bot in facts["bots"]})
    if len(facts["events"]) == 1:
        sentences = event_in_words(results["events"][0], facts["events"][0], bots)
    else:
        sentences = [
            f"{count(bots, 'bot')}, {count(len(facts['events']), 'event')}, "
            f"{count(results['games_planned'], 'game')}."
        ]
        if not results["complete"]:
            sentences.append(f"{UNFINISHED} {count(results['games'], 'game')} so far. {CONTINUE}")
    sentences += _budget_in_words(facts["budget"])
    if facts["allow_cheating"]:
        sentences.append("Bots that look at the hidden cards were admitted.")
    return [*sentences, f"Master seed {facts['seed']}."]


def event_title(facts: dict[str, Any]) -> str:
    """Return the game and its seats, and the event's name where it is not just these."""
    plain = f"{facts['game']}-{facts['players']}"
    label = "" if facts["name"] == plain else f" ({facts['name']})"
    return f"{facts['title']}, {count(facts['players'], 'player')}{label}"


def event_in_words(event: dict[str, Any], facts: dict[str, Any], bots: int) -> list[str]:
    """Return what one event was, in sentences; `facts` are the event's among the settings."""
    players, games = facts["players"], count(event["games_planned"], "game")
    if players == 1:
        sentences = [f"One seat; all bots play the same deals: {games}."]
    else:
        # A match ends when its test does: its blocks are the most that it may take.
        deals = event["deals"] if facts["lineups"] == "match" else facts["blocks"]
        sentences = [
            f"{players} seats; {count(deals, 'deal')}, each played in every rotation of its "
            f"line-up round the table: {games}.",
            *_lineups_in_words(facts["lineups"], players, bots),
        ]
    if not event["complete"]:
        sentences.append(f"{UNFINISHED} {count(event['games'], 'game')} so far. {CONTINUE}")
    if facts["data"]:
        sentences.append(f"Component data from {facts['data']}.")
    return sentences


def _lineups_in_words(lineups: str, players: int, bots: int) -> list[str]:
    if lineups == "pairs":
        return ["Line-ups: one bot against copies of another, for every two bots."]
    if lineups == "gauntlet":
        return ["Line-ups: the first bot against copies of each other one, both ways."]
    if lineups == "match":
        return ["Line-ups: one bot against copies of the other, both ways on each deal."]
    if bots > players:
        return [f"Line-ups: choices of {players} of the {bots} bots, taken evenly."]
    if bots < players:
        return ["Line-ups: every way to fill the seats with each bot at least once."]
    return []


def _budget_in_words(budget: dict[str, Any]) -> list[str]:
    sentences = []
    if budget["sims"] is not None:
        sentences.append(f"Every bot that searches has {budget['sims']:,} simulations a decision.")
    if budget["seconds"] is not None:
        sentences.append(f"A decision may take {in_seconds(budget['seconds'])}.")
        if budget["overtime"] == "forfeit":
            sentences.append("A bot over its time loses the game.")
    return sentences


def match_in_words(match: dict[str, Any]) -> list[str]:
    """Return the verdict of a sequential test, in sentences."""
    a, b, edge = match["a"], match["b"], match["edge"]
    points = f"{100 * match['effect']:g} points"
    sentences = {
        "stronger": f"{a} is stronger than {b}.",
        "not stronger": f"{a} is not stronger than {b} by as much as {points}.",
        "undecided": f"Undecided whether {a} is stronger than {b} by {points}.",
        "continue": f"It is not decided yet whether {a} is stronger than {b} by {points}.",
    }
    lower, upper = match["bounds"]
    found = [sentences[match["decision"]]]
    if edge is not None:
        ends = (
            "" if edge["low"] is None
            else f" (95% interval {_points(edge['low'])} to {_points(edge['high'])})"
        )  # fmt: skip
        found.append(f"Its edge is {_points(edge['mean'])} points{ends}.")
    found.append(
        f"The log-likelihood ratio is {number(match['llr'])} after "
        f"{count(match['blocks'], 'deal')}; the test ends at {number(lower)} (no such edge) or "
        f"{number(upper)} (stronger), with errors of "
        f"{100 * match['alpha']:g}% and {100 * match['beta']:g}%."
    )
    return found


def _points(edge: float) -> str:
    return f"{100 * edge:+.1f}".replace("-", "−")


def command_line(facts: dict[str, Any]) -> str:
    """Return the command that plays the same again, as a shell reads it."""
    command = "match" if facts["test"] is not None else "tournament"
    words = [*_game_words(facts["events"], command)]
    words.append("bots=[" + ",".join(_bot_word(bot) for bot in facts["bots"]) + "]")
    words.append(f"seed={facts['seed']}")
    words += [f"{key}={value}" for key, value in (facts["test"] or {}).items()]
    words += [f"{key}=true" for key in ("allow_cheating", "analysis") if facts[key]]
    words += _budget_words(facts["budget"])
    return " ".join(["desgarrada", command, *map(shlex.quote, words)])


def _game_words(events: Sequence[dict[str, Any]], command: str) -> list[str]:
    if len(events) > 1:
        return ["games=[" + ",".join(_entry(event, command) for event in events) + "]"]
    (event,) = events
    words = [f"game={event['game']}", f"players={event['players']}", f"blocks={event['blocks']}"]
    if event["lineups"] not in ("field", "match"):
        words.append(f"lineups={event['lineups']}")
    if event["data"]:
        words.append(f"game.data={event['data']}")
    return words + [
        f"game.options.{key}={_word(event['options'][key])}" for key in event["set_options"]
    ]


def _entry(event: dict[str, Any], command: str) -> str:
    """Return an event as an entry of games=."""
    parts = [f"name:{event['game']}", f"players:{event['players']}", f"blocks:{event['blocks']}"]
    if command != "match":
        parts.append(f"lineups:{event['lineups']}")
    if event["name"].partition(".")[0] != f"{event['game']}-{event['players']}":
        parts.append(f"label:{event['name']}")
    if event["data"]:
        parts.append(f"data:{event['data']}")
    if event["set_options"]:
        options = (f"{key}:{_word(event['options'][key])}" for key in event["set_options"])
        parts.append("options:{" + ",".join(options) + "}")
    return "{" + ",".join(parts) + "}"


def _budget_words(budget: dict[str, Any]) -> list[str]:
    plain = asdict(BudgetConfig())
    return [f"budget.{key}={value}" for key, value in budget.items() if value != plain[key]]


def _bot_word(bot: dict[str, str]) -> str:
    if bot["spec"] == bot["name"]:
        return bot["name"]
    return f"{{name:{bot['name']},spec:{bot['spec']}}}"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
