"""Bots that choose from observations: random, scripted, and search over sampled worlds."""

from search.bot import Bot
from search.registry import BotInfo, bot_info, make_bot, registered_bots
from search.spec import BotSpec, parse_spec
from search.streams import Stream

__all__ = [
    "Bot",
    "BotInfo",
    "BotSpec",
    "Stream",
    "bot_info",
    "make_bot",
    "parse_spec",
    "registered_bots",
]
