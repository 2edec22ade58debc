"""Finding and making bots from specifications.

A bot is a class called as `cls(game, seed, **params)`, usually a subclass of `search.Bot`. Where it
has a dataclass `Params`, the specification's parameters are checked by it. Bots of other
packages register their class in the entry-point group "desgarrada.bots". Foreign programs are
played by a layer above this one, which says in `MAKERS` how.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from engine_cy import BotSpecError, Game
from search import params
from search.bot import Bot
from search.bots import CheatingBot, FlatBot, GreedyBot, RandomBot, SearchBot
from search.spec import BotSpec, parse_spec
from search.streams import check_seed

GROUP = "desgarrada.bots"
BUILT_IN: dict[str, Callable[..., Any]] = {
    "cheating_mcts": CheatingBot,
    "flat_mc": FlatBot,
    "greedy": GreedyBot,
    "ismcts": SearchBot,
    "random": RandomBot,
}
# Bots of the layer above: imported at first use, so that search needs no network to be there.
LATER = {
    "micro": "nets.micro.bot:MicroBot",
    "net": "nets.bots:NetBot",
    "net_ismcts": "nets.guided:GuidedBot",
}
# Prefix of a specification -> what finds the class behind the name after it.
MAKERS: dict[str, Callable[[str], Callable[..., Any]]] = {}


@dataclass(frozen=True)
class BotInfo:
    """A bot that a name can make.

    params: name, type, default, allowed values and help of each declared parameter.
    """

    name: str
    summary: str
    needs_state: bool
    params: tuple[dict[str, Any], ...]


def registered_bots() -> tuple[str, ...]:
    """Return the names of all bots, ascending."""
    installed = {point.name for point in entry_points(group=GROUP)}
    return tuple(sorted(BUILT_IN.keys() | LATER.keys() | installed))


def bot_info(name: str) -> BotInfo:
    """Return what is known of a registered bot; BotSpecError if there is none of that name."""
    maker = _find(BotSpec("", name))
    text = (inspect.getdoc(maker) or "").strip()
    declared = getattr(maker, "Params", None)
    return BotInfo(
        name=name,
        summary=" ".join(text.split("\n\n")[0].split()),
        needs_state=bool(getattr(maker, "needs_state", False)),
        params=tuple(params.describe(declared)) if declared is not None else (),
    )


def make_bot(spec: str | BotSpec, game: Game, seed: int) -> Bot:
    """Return the bot that a specification describes, for one game and a seed in [0, 2^64).

    Raises:
        BotSpecError: for a text that cannot be read, an unknown name, a parameter that is not
            allowed, a class that cannot be imported or called.
        ValueError: for a seed out of range.
    """
    parsed = parse_spec(spec)
    seed = check_seed(seed)
    maker = _find(parsed)
    given = dict(parsed.params)
    declared = getattr(maker, "Params", None)
    if declared is not None:
        given = vars(params.build(declared, given, parsed.head))
    else:
        _check_call(maker, parsed)
    try:
        bot = maker(game, seed, **given)
        acts = callable(getattr(bot, "act", None))
        bot.name = str(parsed)
    except BotSpecError:
        raise
    except (Exception, SystemExit) as error:
        raise BotSpecError(f"Bot {str(parsed)!r} cannot be made: {_text(error)}.") from error
    if not acts:
        raise BotSpecError(f"Bot {str(parsed)!r} has no method act(observation).")
    return bot


def _find(spec: BotSpec) -> Callable[..., Any]:
    """Return the class behind a specification."""
    if spec.kind == "py":
        return _import(spec)
    if spec.kind in MAKERS:
        return MAKERS[spec.kind](spec.name)
    if spec.kind:
        raise BotSpecError(f"Bot {spec.head!r} is a foreign program, which the package arena "
                           "plays; import arena first.")
    if spec.name in BUILT_IN:
        return BUILT_IN[spec.name]
    if spec.name in LATER:
        return _import(BotSpec("py", LATER[spec.name]))
    for point in entry_points(group=GROUP):
        if point.name == spec.name:
            try:
                return point.load()
            except (Exception, SystemExit) as error:
                raise BotSpecError(
                    f"Bot {spec.name!r} is registered as {point.value!r}, which cannot be loaded: "
                    f"{_text(error)}."
                ) from error
    raise BotSpecError(f"There is no bot {spec.name!r}; the bots are "
                       f"{', '.join(registered_bots())}, py:package.module:Class and "
                       "cmd:COMMAND.")


def _import(spec: BotSpec) -> Callable[..., Any]:
    module_name, _, attribute = spec.name.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise BotSpecError(
            f"Bot {spec.head!r} cannot be imported: {_text(error)}."
        ) from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            names = [n for n, v in vars(found).items()
                     if inspect.isclass(v) and v.__module__ == module_name]
            raise BotSpecError(f"Module {module_name!r} has no {attribute!r}; "
                               f"its classes are {', '.join(names) or 'none'}.")
        found = getattr(found, part)
    if not callable(found):
        raise BotSpecError(f"Bot {spec.head!r} is a {type(found).__name__}, not a class.")
    return found


def _check_call(maker: Callable[..., Any], spec: BotSpec) -> None:
    """Raise a BotSpecError where the parameters do not fit the signature."""
    try:
        signature = inspect.signature(maker)
    except ValueError:
        return
    try:
        signature.bind(None, 0, **dict(spec.params))
    except TypeError as error:
        names = [p.name for p in list(signature.parameters.values())[2:]
                 if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        raise BotSpecError(
            f"Bot {str(spec)!r} does not fit its class, called as (game, seed, **parameters): "
            f"{error}; its parameters: {', '.join(names) or 'none'}."
        ) from error


def _text(error: BaseException) -> str:
    """Return an error on one line, without a closing full stop."""
    try:
        text = str(error)
    except Exception:  # the error may be a class of the bot's own
        text = "its message cannot be shown"
    # A lone surrogate could be neither printed nor written to a file.
    text = " ".join(text.encode(errors="backslashreplace").decode().split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
