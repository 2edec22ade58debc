"""Foreign bots: programs in any language that answer JSON-RPC 2.0 on their standard input.

Importing this package makes specifications `cmd:COMMAND` known to `search.make_bot`.
"""

from arena.foreign.bot import ForeignBot, ForeignMaker
from arena.foreign.errors import EngineError, UnusableEngineError
from search.registry import MAKERS

__all__ = ["EngineError", "ForeignBot", "ForeignMaker", "UnusableEngineError"]

MAKERS["cmd"] = ForeignMaker
