"""``desgarrada games metrics NAME``: what a game is like, measured by letting a bot play itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.deals import check_master_seed
from scripts.errors import UsageError

GAMES, BOT, SEED = 200, "random", 1
MAX_GAMES = 1_000_000

Row = tuple[str, str, str, str]


@dataclass(frozen=True)
class SelfPlay:
    """Which games are played to measure one."""

    games: int
    bot: str
    seed: int


def take_settings(words: Sequence[str]) -> tuple[list[str], SelfPlay]:
    """Return the words about the game itself, and what the others say of how it is played.

    An option of a game that has one of these names is written game.options.NAME=VALUE.

    Raises: UsageError or GameOptionError for a number that is none or out of range.
    """
    own = {"games": str(GAMES), "bot": BOT, "seed": str(SEED)}
    others = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in own:
            own[key] = value
        else:
            others.append(word)
    games, seed = _number("games", own["games"]), _number("seed", own["seed"])
    if not 1 <= games <= MAX_GAMES:
        raise UsageError(f"games={games} is out of range; allowed are 1 to {MAX_GAMES:,}")
    return others, SelfPlay(games, own["bot"], check_master_seed(seed))


def _number(key: str, text: str) -> int:
    # More digits than any number that is allowed here are not worth reading.
    if not text.isdecimal() or len(text) > 20:
        raise UsageError(f"{key}={text} is not a whole number from 0 on")
    return int(text)


def metrics_facts(game: Any, how: SelfPlay) -> dict[str, Any]:
    """Play and return all that ``games metrics`` knows, JSON-safe.

    Raises: BotSpecError for a bot that does not exist or fails.
    """
    from arena.metrics import measure, self_play

    return {
        "name": game.name,
        "title": game.spec.title,
        "options": dict(game.options),
        "bot": how.bot,
        "seed": how.seed,
        **measure(game, self_play(game, how.bot, how.games, how.seed)),
    }


def metrics_page(facts: dict[str, Any]) -> str:
    """Return the page about one game."""
    from arena.text import columns, count

    itself = " with itself" if facts["players"] > 1 else ""
    cut = facts["truncated"]
    guarded = f"; {cut:,} ended by a guard of the rules" if cut else ""
    lines = [
        f"{facts['title']} ({facts['name']}), {count(facts['players'], 'player')}",
        f"{count(facts['games'], 'game')} of {facts['bot']}{itself}, seed {facts['seed']}{guarded}",
        "",
        *columns([("", "mean", "95% interval", "range"), *_rows(facts)]),
        "",
        *columns(_part_rows(facts["parts"])),
    ]
    return "\n".join(lines)


def _rows(facts: dict[str, Any]) -> list[Row]:
    length, branching, bits = facts["length"], facts["branching"], facts["hidden_bits"]
    lead, decisiveness, seats = facts["lead"], facts["decisiveness"], facts["seats"]
    rows = [_row("decisions in a game", length["mean"], _range(length))]
    if facts["players"] > 1:
        rows += [_row(f"  of seat {seat}", mean) for seat, mean in enumerate(length["seats"])]
    rows += [
        _row("legal actions of a decision", branching["mean"], _range(branching)),
        _share("  only one, % of decisions", branching["forced"]),
        _row("hidden bits: who holds what", bits["mean"]),
        _row("  at a seat's first decision", bits["first"]),
        _row("  at its last", bits["last"]),
        _row("hidden bits: order of decks", bits["order"]),
    ]
    if lead is not None:
        rows += [
            _row("lead changes in a game", lead["changes"]),
            _share("winner behind, % of the game", lead["behind"]),
            _share("winner leads for good after, %", lead["settled"]),
        ]
    if decisiveness is None:
        return [*rows, _share("won, % of games", seats[0]["win_share"])]
    test = facts["seat_test"]
    return [
        *rows,
        _share("one winner, % of games", decisiveness["decided"]),
        _row("its margin, points", decisiveness["margin"]),
        *(_share(f"win share of seat {seat['seat']}, %", seat["win_share"]) for seat in seats),
        *([("  if all are alike, p", f"{test['p']:.2g}", "", "")] if test else []),
    ]


def _range(spread: dict[str, Any]) -> str:
    return f"{spread['min']} to {spread['max']}"


def _row(name: str, estimate: dict[str, Any] | None, span: str = "", factor: int = 1) -> Row:
    """Return name, mean, interval and range; a dash where there is no such figure."""
    if estimate is None:
        return name, "-", "", span
    mean, low, high = estimate["mean"], estimate["low"], estimate["high"]
    interval = "" if low is None else f"{_figure(factor * low)} to {_figure(factor * high)}"
    return name, _figure(factor * mean), interval, span


def _share(name: str, estimate: dict[str, Any] | None) -> Row:
    return _row(name, estimate, factor=100)


def _figure(value: float) -> str:
    """Return a number with one decimal, or with two where it is small."""
    return f"{value:.2f}" if abs(value) < 9.995 else f"{value:.1f}"


def _part_rows(parts: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return how the games unfold, tenth by tenth."""
    rows: list[tuple[str, ...]] = [
        ("part of the game, %", "legal actions", "hidden bits", "winner leads, %")
    ]
    for number, part in enumerate(parts):
        leads = part["winner_leads"]
        rows.append((
            f"{100 * number // len(parts)} to {100 * (number + 1) // len(parts)}",
            f"{part['choices']:.2f}",
            f"{part['hidden_bits']:.1f}",
            "" if leads is None else f"{100 * leads:.1f}",
        ))  # fmt: skip
    return rows if any(row[3] for row in rows[1:]) else [row[:3] for row in rows]
