"""Run one Hydra command: settings checked, Hydra's errors in words, no files left behind.

A command describes itself by an `App`; ``App.main(argv)`` composes ``configs/<name>.yaml`` with the
`argv` overrides, hands the command its own dataclass, and returns the exit code. ``-m`` sweeps.
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import os
import re
import sys
import tempfile
import textwrap
import typing
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from scripts.errors import UsageError, config_sentence, one_line

VERSION_BASE = "1.3"
HELP_WIDTH, HELP_COLUMN = 100, 30
CONFIG_PATH = "pkg://configs"

# Hydra writes nothing of its own: a command that keeps files says where (run_dir).
QUIET = (
    "hydra/job_logging=none",
    "hydra/hydra_logging=none",
    "hydra.output_subdir=null",
    "hydra.run.dir=.",
    "hydra.sweep.subdir=.",
)
# Hydra's flags worth having here; those in FLAGS_WITH_VALUE take the next word.
FLAGS = frozenset({"-m", "--multirun", "--resolve"})
FLAGS_WITH_VALUE = frozenset({"-c", "--cfg", "-p", "--package", "-cd", "--config-dir"})


@dataclasses.dataclass(frozen=True)
class App:
    """One Hydra command."""

    name: str  # the command, and the name of its file in configs/
    summary: str  # one sentence for --help
    schema: type  # the dataclass `run` receives
    register: Callable[[], None]  # makes the schemas known to Hydra
    run: Callable[[Any], int]  # the command itself; returns the exit code
    examples: tuple[str, ...] = ()
    sweeps: bool = True  # whether --help offers -m
    after: Callable[[], None] | None = None  # called once at the end, after the last job of a sweep

    def main(self, argv: Sequence[str]) -> int:
        """Run the command with the overrides in `argv`.

        Raises: UsageError for settings that do not exist or do not fit; what `run` raises.
        """
        from configs import schema

        schema.register()
        self.register()
        if "-h" in argv or "--help" in argv:
            print(help_text(self))
            return 0
        flags, given = sort_words(argv)
        settings = [word for setting in given for word in rewrite(setting, argv)]
        codes: list[int] = []
        failures: list[Exception] = []

        def job(config: Any) -> None:
            from omegaconf import OmegaConf

            if failures:  # a sweep stops at its first error
                return
            try:
                check_keys(config, self.schema)
                codes.append(self.run(OmegaConf.to_object(config)))
            except Exception as error:  # kept, or Hydra would print its own report
                failures.append(error)

        with contextlib.ExitStack() as stack:
            if self.after is not None:
                stack.callback(self.after)  # after Ctrl-C too
            # A sweep's own record is not wanted.
            scratch = stack.enter_context(tempfile.TemporaryDirectory())
            quiet = [*QUIET, f"hydra.sweep.dir='{scratch}'"]
            with _command_line([self.name, *flags, *quiet, *settings]):
                self._compose_and_call(job)
        if failures:
            raise failures[0]
        return max(codes, default=0)

    def _compose_and_call(self, job: Callable[[Any], None]) -> None:
        """Let Hydra compose the config and call `job` once, or once per job of a sweep."""
        import hydra
        from hydra.core.global_hydra import GlobalHydra
        from hydra.errors import HydraException

        GlobalHydra.instance().clear()  # left initialised by a composition that failed
        try:
            hydra.main(version_base=VERSION_BASE, config_path=CONFIG_PATH, config_name=self.name)(
                job
            )()
        except HydraException as error:
            raise UsageError(composition_sentence(error, self)) from error


def sort_words(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return (flags with their values, settings KEY=VALUE); Hydra wants the flags first.

    Raises: UsageError naming the first word that is neither.
    """
    flags: list[str] = []
    settings: list[str] = []
    value_expected = False
    for word in argv:
        flag = word.partition("=")[0]
        if value_expected:
            flags.append(word)
            value_expected = False
        elif word.startswith("-"):
            if flag not in FLAGS | FLAGS_WITH_VALUE:
                raise UsageError(
                    f"unknown flag '{word}'; settings are written KEY=VALUE, see --help"
                )
            flags.append(word)
            value_expected = flag in FLAGS_WITH_VALUE and flag == word
        elif "=" in word or word.startswith("~"):
            settings.append(word)
        else:
            raise UsageError(
                f"'{word}' is not a setting; settings are written KEY=VALUE, see --help"
            )
    if value_expected:
        raise UsageError(f"the flag '{flags[-1]}' needs a value after it")
    return flags, settings


def rewrite(word: str, argv: Sequence[str]) -> list[str]:
    """Return `word` as Hydra needs it: options are new keys, any registered game is known."""
    if re.match(r"game\.options\.[^=]+=", word):
        return ["++" + word]
    chosen = re.fullmatch(r"game=([^,\[\]{}()]+)", word)
    if chosen is None or chosen[1] in _group_entries("game", argv):
        return [word]
    known = _known_games(argv)
    if chosen[1] in known:
        return [f"game.name={chosen[1]}", "game.players=null"]
    close = difflib.get_close_matches(chosen[1], known, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise UsageError(f"there is no game '{chosen[1]}'{hint}; known games: {', '.join(known)}")


def check_keys(config: Any, schema: type, prefix: str = "") -> None:
    """Refuse keys the schema lacks: Hydra lets ``+new=1`` through.

    Raises: UsageError naming the first such key.
    """
    hints = typing.get_type_hints(schema)
    for key in config:
        if key not in hints:
            raise UsageError(
                f"there is no setting '{prefix}{key}'; "
                + _suggestion(prefix + str(key), setting_names(schema, prefix))
            )
        if dataclasses.is_dataclass(hints[key]):
            check_keys(config[key], hints[key], f"{prefix}{key}.")


def composition_sentence(error: BaseException, app: App) -> str:
    """Return one sentence about a config that could not be composed."""
    text = str(error)
    unknown = re.match(r"Could not override '([^']+)'|Key '([^']+)' is not in struct", text)
    if unknown:
        key = unknown[1] or unknown[2]
        hint = _suggestion(key, setting_names(app.schema))
        return f"there is no setting '{key}' in {app.name}; {hint}"
    missing = re.search(
        r"Could not (?:find|override|load) '([^']+)'(?:.*?Available options in .*?:(.*))?",
        text,
        re.DOTALL,
    )
    if missing:
        available = missing[2] and re.split(r"Config search path|Perhaps", missing[2])[0].split()
        allowed = f"; available: {', '.join(available)}" if available else ""
        return f"there is no '{missing[1].replace('/', '=')}'{allowed}"
    several = re.match(r"Ambiguous value for argument '([^=']+)=([^']*)'", text)
    if several:
        key, values = several.groups()
        return (
            f"'{key}={values}' holds several values: a list is written {key}=[{values}], "
            "a sweep over them needs -m"
        )
    word = getattr(error, "override", None)
    if word is not None:
        return _grammar_sentence(word, text.removeprefix(f"Error parsing override '{word}'\n"))
    group = re.search(r"Key '(\w+)' not in '\w+'", text)
    if group and group[1] == app.name:
        return (
            f"a file for {app.name}=NAME needs '# @package _global_' as its first line, for its "
            f"settings are those of the command itself"
        )
    sentence = config_sentence(error).removeprefix("Error merging override ")
    no_group = re.match(r"([\w.]+)=([^:]*): .*is not a subclass of \w+Config", sentence)
    if no_group:
        key, value = no_group.groups()
        parts = [name for name in setting_names(app.schema) if name.startswith(f"{key}.")]
        return f"'{key}={value}' sets nothing; there are {', '.join(parts)}"
    no_list = re.match(r"([\w.]+)=(.*): Invalid value assigned: \w+ is not a ListConfig", sentence)
    if no_list:
        key, value = no_list.groups()
        return f"{key} is a list: {key}=[{value}]"
    return sentence


def _grammar_sentence(word: str, reason: str) -> str:
    """Return what is wrong with an override Hydra cannot read."""
    if re.search(r"\w\(\w+=", word):
        fixed = re.sub(
            r"\(([^()]*)\)",
            lambda found: "".join(
                "+" + part.strip().replace("=", ":") for part in found[1].split(",") if part.strip()
            ),
            word,
        )
        return f"'{word}' cannot be read on a command line; write bots like this: {fixed}"
    wrong = re.search(r"[\[,]\s*([\w.:]+)\+(\w+)=(\w*)", word)
    if wrong:
        return (
            f"'{word}' cannot be read on a command line; a bot's parameters are written with "
            f"colons: {wrong[1]}+{wrong[2]}:{wrong[3]}"
        )
    if word.count("[") != word.count("]"):
        return f"the setting '{word}' has not as many '[' as ']'"
    first = one_line(reason.partition("\n")[0]).partition(" expecting {")[0]
    if first.startswith("Lexer"):  # Hydra points at the character in the next line
        first = "a character in it has to be quoted"
    return f"the setting '{word}' cannot be read: {first}"


def _suggestion(key: str, known: list[str]) -> str:
    """Return a close spelling of `key`, or else all the settings there are."""
    close = difflib.get_close_matches(key, known, n=2, cutoff=0.7)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there are: {', '.join(known)}"


def setting_names(schema: type, prefix: str = "") -> list[str]:
    """Return the dotted names of all settings of a dataclass, nested ones included."""
    hints = typing.get_type_hints(schema)
    names = []
    for field in dataclasses.fields(schema):
        name = prefix + field.name
        names.append(name)
        if dataclasses.is_dataclass(hints[field.name]):
            names += setting_names(hints[field.name], name + ".")
    return names


def help_text(app: App) -> str:
    """Return the --help page: every setting with its value and meaning, then examples."""
    from hydra import compose, initialize_config_module

    with initialize_config_module("configs", version_base=VERSION_BASE):
        config = compose(config_name=app.name)
    lines = [f"usage: desgarrada {app.name} [KEY=VALUE ...]", "", app.summary, "", "settings:"]
    for left, text in _help_rows(app.schema, config):
        if len(left) > HELP_COLUMN:  # a long value has a line to itself
            lines.append(f"  {left}")
            left = ""
        indent = f"  {left:<{HELP_COLUMN}}  "
        lines += textwrap.wrap(
            text, HELP_WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent)
        )
    own = [name for name in _group_entries(app.name, ()) if name != "schema"]
    if own:
        word = f"{app.name}=NAME"
        lines.append(f"  {word:<{HELP_COLUMN}}  settings of a file: {', '.join(own)}")
    sweep = ["  -m KEY=A,B ...  sweep: one run for each value"] if app.sweeps else []
    lines += [
        "",
        *sweep,
        "  --cfg job       print the whole configuration",
        "  --config-dir D  a folder with your own files for the groups (D/game/mine.yaml)",
    ]
    if app.examples:
        lines += [
            "",
            "examples:",
            *(f"  desgarrada {app.name} {example}".rstrip() for example in app.examples),
        ]
    return "\n".join(lines)


def _help_rows(schema: type, config: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield (KEY=VALUE as composed, meaning) for each setting."""
    hints = typing.get_type_hints(schema)
    for field in dataclasses.fields(schema):
        value, name = config[field.name], prefix + field.name
        if dataclasses.is_dataclass(hints[field.name]):
            if name == "game":
                yield f"game={value['name']}", f"one of {', '.join(_known_games(()))}"
            yield from _help_rows(hints[field.name], value, name + ".")
        else:
            yield f"{name}={_spelling(value)}", field.metadata.get("help", "")


def _spelling(value: Any) -> str:
    """Return `value` as one would type it on the command line."""
    from omegaconf import ListConfig

    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, ListConfig):
        return "[" + ",".join(map(str, value)) + "]"
    return str(value)


def _known_games(argv: Sequence[str]) -> list[str]:
    """Return what may follow ``game=``: the files of the group and every registered game."""
    import engine_cy

    return sorted({*_group_entries("game", argv), *engine_cy.registered_games()})


def _group_entries(group: str, argv: Sequence[str]) -> list[str]:
    """Return the names in a config group: ours, and those of the user's --config-dir."""
    folder = resources.files("configs").joinpath(group)
    found = {
        Path(entry.name).stem
        for entry in (folder.iterdir() if folder.is_dir() else ())
        if entry.name.endswith(".yaml")
    }
    for index, word in enumerate(argv):
        flag, _, value = word.partition("=")
        if flag in ("-cd", "--config-dir"):
            own = value or (argv[index + 1] if index + 1 < len(argv) else "")
            found |= {path.stem for path in Path(own, group).glob("*.yaml")}
    return sorted(found)


@contextlib.contextmanager
def _command_line(words: Sequence[str]) -> Iterator[None]:
    """Show Hydra `words` as the command line and ask it to raise its errors, for one call."""
    argv, full_error = sys.argv, os.environ.get("HYDRA_FULL_ERROR")
    sys.argv = list(words)
    os.environ["HYDRA_FULL_ERROR"] = "1"
    try:
        yield
    finally:
        sys.argv = argv
        if full_error is None:
            del os.environ["HYDRA_FULL_ERROR"]
        else:
            os.environ["HYDRA_FULL_ERROR"] = full_error
