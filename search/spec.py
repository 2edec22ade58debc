"""Bot specifications: one value, two spellings, one parser.

`ismcts(sims=1000, c=0.7)` is for Python and files, `ismcts+sims:1000+c:0.7` needs no quoting in a
shell or in Hydra. `py:package.module:Class` names a class of the user's own, `cmd:COMMAND` a
program that speaks the protocol of foreign bots; both take parameters in either spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_cy.errors import BotSpecError
from search.command import cut_command

Value = bool | int | float | str | None

KINDS = ("cmd", "py")
NAME = re.compile(r"[A-Za-z_]\w*")
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
INTEGER = re.compile(r"[+-]?\d+")
FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?")
WORDS: dict[str, Value] = {"true": True, "false": False, "null": None, "none": None}
# A text with any of these characters is written between quotes.
DELIMITERS = re.compile(r"[\s+,()=\"']")


@dataclass(frozen=True)
class BotSpec:
    """A parsed specification.

    kind: "" for a bot with a registered name, "py" for a class of the user's own, "cmd" for a
        foreign program.
    name: the registered name, "package.module:Class", or the command.
    params: (key, value) pairs, ascending by key.
    """

    kind: str
    name: str
    params: tuple[tuple[str, Value], ...] = ()

    @property
    def head(self) -> str:
        """The specification without its parameters."""
        return f"{self.kind}:{self.name}" if self.kind else self.name

    def call_text(self) -> str:
        """Return the spelling for Python and files."""
        inner = ", ".join(f"{key}={spell(value)}" for key, value in self.params)
        return f"{self.head}({inner})" if inner else self.head

    def __str__(self) -> str:
        """Return the canonical text: the command line's spelling where it can be written so."""
        texts = [f"{key}:{spell(value)}" for key, value in self.params]
        if any(text.endswith(('"', "'")) for text in texts):
            return self.call_text()
        return "+".join([self.head, *texts])


def spell(value: Value) -> str:
    """Return the text that `read_value` reads as `value`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).replace("e+", "e")
    if isinstance(value, str) and (DELIMITERS.search(value) or read_value(value) != value):
        quote = "'" if '"' in value else '"'
        return f"{quote}{value}{quote}"
    return str(value)


def read_value(text: str) -> Value:
    """Return the value of a parameter's text: a number, true, false, null, or the text itself."""
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    if INTEGER.fullmatch(text):
        return int(text)
    if FLOAT.fullmatch(text):
        return float(text)
    return WORDS.get(text.lower(), text)


def parse_spec(spec: str | BotSpec) -> BotSpec:
    """Return the specification a text spells.

    Raises:
        BotSpecError: with the part that cannot be read and what would be allowed there.
    """
    if isinstance(spec, BotSpec):
        return spec
    if not isinstance(spec, str):
        raise BotSpecError(f"Bot specification {spec!r} is not a text such as 'ismcts+sims:1000'.")
    text = spec.strip()
    kind, rest = "", text
    prefix = re.match(r"([A-Za-z_]\w*):", text)
    if prefix:
        kind, rest = prefix[1], text[prefix.end():]
        if kind not in KINDS:
            raise BotSpecError(
                f"Bot specification {text!r} begins with {kind + ':'!r}; the only prefixes are "
                "'cmd:' and 'py:', and parameters follow a '+' (ismcts+sims:1000)."
            )
    if kind == "cmd":
        head, rest = cut_command(rest)
        params = _split(text, rest)[1]
    else:
        head, params = _split(text, rest)
        _check_name(text, kind, head)
    return BotSpec(kind, head, _read_params(text, params))


def _split(text: str, rest: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the name and the raw parameters of either spelling."""
    if "(" in rest and "+" not in rest.partition("(")[0]:
        head, _, inner = rest.partition("(")
        if not inner.rstrip().endswith(")"):
            raise BotSpecError(f"Bot specification {text!r} lacks its closing ')'.")
        parts = _split_commas(inner.rstrip()[:-1])
        mark = "="
    else:
        head, *parts = rest.split("+")
        mark = ":"
    pairs = []
    for part in parts:
        key, found, value = part.partition(mark)
        if not found or not value.strip():
            raise BotSpecError(
                f"Part {part.strip()!r} of bot specification {text!r} is no parameter; "
                f"write it as key{mark}value."
            )
        pairs.append((key.strip(), value.strip()))
    return head.strip(), pairs


def _split_commas(inner: str) -> list[str]:
    """Split at the commas outside quotes; nothing between the brackets is no parameter."""
    if not inner.strip():
        return []
    parts, quote = [""], ""
    for char in inner:
        if char == "," and not quote:
            parts.append("")
            continue
        if char in "\"'" and (not quote or char == quote):
            quote = "" if quote else char
        parts[-1] += char
    return parts


def _check_name(text: str, kind: str, head: str) -> None:
    if kind == "py":
        module, found, attribute = head.partition(":")
        if not (found and DOTTED.fullmatch(module) and DOTTED.fullmatch(attribute)):
            raise BotSpecError(
                f"Bot specification {text!r} names no class; write py:package.module:Class."
            )
    elif not NAME.fullmatch(head):
        raise BotSpecError(
            f"Bot specification {text!r} does not begin with a name; "
            "write it as ismcts+sims:1000 or ismcts(sims=1000)."
        )


def _read_params(text: str, pairs: list[tuple[str, str]]) -> tuple[tuple[str, Value], ...]:
    params: dict[str, Value] = {}
    for key, value in pairs:
        if not NAME.fullmatch(key):
            raise BotSpecError(
                f"{key!r} in bot specification {text!r} is no name of a parameter; "
                "names are letters, digits and '_'."
            )
        if key in params:
            raise BotSpecError(f"Bot specification {text!r} gives the parameter {key!r} twice.")
        params[key] = read_value(value)
    return tuple(sorted(params.items()))
