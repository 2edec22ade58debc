"""``desgarrada games``: the games there are; one game's options, sizes, component data, metrics."""

from __future__ import annotations

import json
import sys
import textwrap
from argparse import SUPPRESS
from collections import Counter
from collections.abc import Sequence
from typing import Any

from frontends.tables import ASSUMED_MARK, component_values, data_lines, grid, spell
from scripts.errors import ArgumentParser, UsageError
from scripts.games_metrics import BOT, GAMES, SEED, metrics_facts, metrics_page, take_settings

WIDTH = 100
INDENT = "    "
FACTS = (
    "num_distinct_actions",
    "max_game_length",
    "observation_tensor_size",
    "state_bytes",
    "utility_min",
    "utility_max",
    "utility_sum",
    "rules_version",
    "fingerprint",
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    arguments = parser().parse_args(argv)
    if arguments.action == "metrics":
        settings, how = take_settings(arguments.settings)
        players, data, options = read_settings(settings)
        game = load(arguments.name, players, data, options)
        write(metrics_facts(game, how), metrics_page, arguments.json)
    elif arguments.action == "show":
        players, data, options = read_settings(arguments.settings)
        game = load(arguments.name, players, data, options)
        write(game_facts(game), game_page, arguments.json)
    else:
        write([listed(spec) for spec in specs()], list_page, arguments.json)
    return 0


def parser() -> ArgumentParser:
    """Return the parser of the command line."""
    top = ArgumentParser(
        prog="desgarrada games", description="List the games, or explain one of them."
    )
    top.add_argument("--json", action="store_true", help="print JSON")
    actions = top.add_subparsers(dest="action", metavar="ACTION", parser_class=ArgumentParser)
    # SUPPRESS: an absent flag of the sub-command must not overwrite one given before it.
    actions.add_parser("list", help="list the games (the default)").add_argument(
        "--json", action="store_true", default=SUPPRESS, help="print JSON"
    )
    add_game_action(
        actions, "show", "one game: options, sizes, every data value and its source",
        "players=N, data=FILE.toml, or an option of the game",
    )
    add_game_action(
        actions, "metrics", "one game, measured: length, choices, hidden bits, leads, seats",
        f"games={GAMES}, bot={BOT}, seed={SEED}, players=N, data=FILE.toml, or an option of the "
        "game",
    )
    return top


def add_game_action(actions: Any, action: str, summary: str, settings: str) -> None:
    """Add an action that takes the name of a game, then settings."""
    parser = actions.add_parser(action, help=summary)
    parser.add_argument("name", help="the game's name")
    parser.add_argument(
        "settings",
        nargs="*",
        default=[],  # else argparse calls them required where the name is missing
        metavar="KEY=VALUE",
        help=settings,
    )
    parser.add_argument("--json", action="store_true", default=SUPPRESS, help="print JSON")


def read_settings(words: Sequence[str]) -> tuple[int | None, str | None, dict[str, str]]:
    """Return (players, data file, options) of KEY=VALUE words.

    Raises: UsageError for a word without "=" or a player count that is no number.
    """
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise UsageError(
                f"'{word}' is not a setting; write players=N, data=FILE or OPTION=VALUE"
            )
        options[key.removeprefix("game.options.")] = value
    players, data = options.pop("players", None), options.pop("data", None)
    if players is not None and not players.isdecimal():
        raise UsageError(f"players={players} is not a number")
    return None if players is None else int(players), data, options


def load(name: str, players: int | None, data: str | None, options: dict[str, str]) -> Any:
    """Return the game; errors are the engine's."""
    from configs.schema import GameConfig

    return GameConfig(name=name, players=players, options=dict(options), data=data).load()


def specs() -> list[Any]:
    """Return the declaration of every registered game, by name."""
    import engine_cy

    return [engine_cy.game_info(name) for name in engine_cy.registered_games()]


def listed(spec: Any) -> dict[str, Any]:
    """Return what the list says about one game."""
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "min_players": spec.min_players,
        "max_players": spec.max_players,
        "default_players": spec.default_players,
        "options": {name: option.default for name, option in spec.options.items()},
    }


def game_facts(game: Any) -> dict[str, Any]:
    """Return everything ``games show`` knows, JSON-safe."""
    spec = game.spec
    return {
        **listed(spec),
        "players": game.num_players,
        "options": {
            name: {
                "value": game.options[name],
                "default": option.default,
                "allowed": option.allowed(),
                "help": option.help,
                "players": list(option.players) if option.players else None,
            }
            for name, option in spec.options.items()
        },
        **{fact: getattr(game, fact) for fact in FACTS},
        "data_source": game.data.source if game.data is not None else None,
        "data": component_values(game),
        "assumed": list(game.assumed),
    }


def write(facts: Any, page: Any, as_json: bool) -> None:
    """Print facts as JSON, or as the page made of them."""
    if as_json:
        json.dump(facts, sys.stdout, indent=2, ensure_ascii=False)
        print()
    else:
        print(page(facts))


def list_page(games: list[dict[str, Any]]) -> str:
    """Return the table of games."""
    rows = [("game", "title", "players", "default")]
    for game in games:
        rows.append((game["name"], game["title"], player_range(game), str(game["default_players"])))
    header, *lines = grid(rows).splitlines()
    parts = [header]
    for game, line in zip(games, lines, strict=True):
        options = " ".join(f"{name}={spell(value)}" for name, value in game["options"].items())
        parts.append(line)
        for text in (game["summary"], f"options: {options or 'none'}"):
            parts += textwrap.wrap(
                text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT + "  "
            )
    return "\n".join([*parts, "", "desgarrada games show NAME explains one of them."])


def game_page(facts: dict[str, Any]) -> str:
    """Return the page about one game."""
    low, high = facts["utility_min"], facts["utility_max"]
    total = "general sum" if facts["utility_sum"] is None else f"sum {facts['utility_sum']:g}"
    parts = [
        f"{facts['title']} ({facts['name']})",
        *textwrap.wrap(facts["summary"], WIDTH),
        f"{player_range(facts)} players; the default is {facts['default_players']}; "
        f"the values below are for {facts['players']}.",
        "",
        *options_part(facts),
        "Sizes",
        f"  actions         {facts['num_distinct_actions']}",
        f"  longest game    {facts['max_game_length']} decisions",
        f"  state           {facts['state_bytes']} bytes",
        f"  observation     {facts['observation_tensor_size']} floats",
        f"  utilities       {low:g} to {high:g}, {total}",
        f"  rules version   {facts['rules_version']}",
        f"  fingerprint     {facts['fingerprint']}",
        "",
        *data_part(facts),
    ]
    return "\n".join(parts).rstrip()


def options_part(facts: dict[str, Any]) -> list[str]:
    """Return the lines about the options: value, what is allowed, meaning, when it acts."""
    lines = ["Options" if facts["options"] else "Options: none"]
    for name, option in facts["options"].items():
        changed = option["value"] != option["default"]
        default = f"; default {spell(option['default'])}" if changed else ""
        lines += textwrap.wrap(
            f"  {name}={spell(option['value'])}   (allowed: {option['allowed']}{default})", WIDTH,
            subsequent_indent="      ",
        )
        acts = (
            f"; acts with {' or '.join(map(str, option['players']))} players only"
            if option["players"]
            else ""
        )
        lines += textwrap.wrap(
            option["help"] + acts, WIDTH, initial_indent="      ", subsequent_indent="      "
        )
    return [*lines, ""]


def data_part(facts: dict[str, Any]) -> list[str]:
    """Return the lines about the component data, tables as tables, assumed values marked."""
    if not facts["data"]:
        return ["Component data: none; the rules say everything."]
    counts = Counter(value["provenance"] for value in facts["data"].values())
    summary = ", ".join(f"{number} {word}" for word, number in counts.most_common())
    lines = [f"Component data ({facts['data_source']}): {len(facts['data'])} values: {summary}", ""]
    if facts["assumed"]:
        lines[1:1] = [
            f"{ASSUMED_MARK} marks an assumed value: no public source gives it; "
            "data=FILE.toml replaces it by your own."
        ]
    return lines + data_lines(facts["data"], WIDTH)


def player_range(facts: dict[str, Any]) -> str:
    """Return "3-5", or "2" where there is no choice."""
    low, high = facts["min_players"], facts["max_players"]
    return str(low) if low == high else f"{low}-{high}"
