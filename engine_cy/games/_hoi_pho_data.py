"""Hội Phố: options, and the constants of the rules read from a data file."""

from __future__ import annotations

from typing import Any

from engine_cy.components import Data
from engine_cy.errors import DataError
from engine_cy.spec import OptionSpec

SKILLS = {
    "none": 0,
    "try_your_luck": 1,
    "good_fortune": 2,
    "protection_fee": 3,
    "dictating": 4,
    "snitching": 5,
    "networking": 6,
    "embargo": 7,
    "enticing": 8,
    "seducing": 9,
    "supported": 10,
    "asking_a_favor": 11,
    "prioritized": 12,
    "charity": 13,
    "socializing": 14,
}
_ASKING = {"try_your_luck", "dictating", "snitching", "networking", "enticing", "seducing",
           "asking_a_favor"}
_AMOUNTS = ("good_fortune", "protection_fee", "protection_fee_holders", "dictating", "snitching",
            "prioritized_others", "charity", "socializing")
_CHAIN = 10     # choices one triggered skill can lead to: 6 take, place 11, copy 1, duel of 7
PLAYERS = 2, 5  # player counts that a data file may have

OPTIONS = {
    "card_text": OptionSpec(
        "rulebook",
        "whose wording holds where they differ: the 2021 rulebook or the 2025 card faces; "
        "sets the four switches below",
        choices=("rulebook", "faces_2025"),
    ),
    "skill7_scope": OptionSpec(
        "round", "embargo (7) returns the gains of this round or turn", choices=("round", "turn")
    ),
    "skill6_source": OptionSpec(
        "table",
        "networking (6) takes any merchant on the table or an opponent's only",
        choices=("table", "opponents"),
    ),
    "skill10_strict": OptionSpec(
        False, "supported (10) needs strictly the least money", choices=(False, True)
    ),
    "skill11_copy_13": OptionSpec(
        True, "asking a favor (11) may choose 13, which does nothing", choices=(True, False)
    ),
    "rival_12_2": OptionSpec(
        True, "2 is the rival of 12, as the card faces say", choices=(True, False)
    ),
    "three_player_discard": OptionSpec(
        "each_one",
        "three players: each puts one of six cards aside, or plays four of six",
        choices=("each_one", "none"),
        players=(3,),
    ),
    "contract_ladder": OptionSpec(
        "step_two", "numbers on the contracts: 5, 7, 9... or 5, 6, 7...",
        choices=("step_two", "step_one"),
    ),
    "max_rounds": OptionSpec(
        60, "the game ends after this round at the latest (our guard, not a rule)", low=1, high=250
    ),
}
PRESETS = {
    "card_text": {
        "faces_2025": {
            "skill7_scope": "turn",
            "skill6_source": "opponents",
            "skill10_strict": True,
            "skill11_copy_13": False,
        }
    }
}


def players_in(data: Data) -> tuple[int, int]:
    """Return the smallest and largest player count of a data file."""
    counts = data.player_counts(*PLAYERS)
    return min(counts), max(counts)


def read_facts(data: Data, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the constants of the rules; DataError in one sentence where the file is broken."""
    setup, where = data.setup(players, *PLAYERS)
    supply = data.table("supply", dict)
    facts: dict[str, Any] = {
        "players": players,
        "dealt": data.integer(setup, "dealt", 1, 12, where),
        "face_up": data.integer(setup, "face_up", 0, 12, where),
        "turns": data.integer(setup, "turns", 1, 5, where),
        "contracts_needed": data.integer(setup, "contracts_needed", 1, 16, where),
        "ships": data.integer(supply, "ships", players, 10, "supply"),
        "start_money": data.integer(supply, "start_money", 0, 500, "supply"),
        "ship_rewards": data.integers(supply, "ship_rewards", 0, 50, "supply")[:players],
        "merchants": _merchants(data, options),
        "skills": _skills(data),
        "max_rounds": options["max_rounds"],
        "skill7_turn": options["skill7_scope"] == "turn",
        "skill6_opponents": options["skill6_source"] == "opponents",
        "skill10_strict": options["skill10_strict"],
        "skill11_copy_13": options["skill11_copy_13"],
    }
    aside = data.integer({"discard_each": 0, **setup}, "discard_each", 0, 1, where)
    facts["discard_each"] = aside if options["three_player_discard"] == "each_one" else 0
    facts["ladder"] = _ladder(data, options["contract_ladder"])
    _check_counts(data, facts, where)
    facts["round_length"] = _round_length(facts)
    return facts


def _merchants(data: Data, options: dict[str, Any]) -> list[dict[str, Any]]:
    merchants: list[dict[str, Any]] = []
    for i, entry in enumerate(data.table("merchants", list)):
        where = f"merchants[{i}]"
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise DataError(f"{data.source}: {where} must be a table with a name.")
        card = data.integer(entry, "reputation", 1, 15, where)
        if any(m["reputation"] == card for m in merchants):
            raise DataError(f"{data.source}: {where}.reputation is {card} a second time.")
        if not isinstance(entry.get("skill"), str) or entry["skill"] not in SKILLS:
            raise DataError(
                f"{data.source}: {where}.skill is {entry.get('skill')!r}; "
                f"the skills are {', '.join(SKILLS)}."
            )
        rivals = data.integers(entry, "zeroed_by", 1, 15, where)
        if card == 12 and not options["rival_12_2"]:
            rivals = [rival for rival in rivals if rival != 2]
        merchants.append(
            {
                "reputation": card,
                "reward_1st": data.integer(entry, "reward_1st", 0, 50, where),
                "reward_2nd": data.integer(entry, "reward_2nd", 0, 50, where),
                "skill": SKILLS[entry["skill"]],
                "zeroed_by": rivals,
            }
        )
    return merchants


def _skills(data: Data) -> dict[str, int]:
    table = data.table("skills", dict)
    amounts = {key: data.integer(table, key, 0, 50, "skills") for key in _AMOUNTS}
    amounts["throws"] = data.integer(table, "throws", 1, 5, "skills")
    return amounts


def _ladder(data: Data, name: str) -> list[int]:
    ladder = data.integers(data.table("contracts", dict), name, 1, 255, "contracts")
    if not 1 <= len(ladder) <= 16 or sorted(set(ladder)) != ladder:
        raise DataError(
            f"{data.source}: contracts.{name} is {ladder!r}; it must be 1..16 ascending numbers."
        )
    return ladder


def _check_counts(data: Data, facts: dict[str, Any], where: str) -> None:
    """Check that the deal works out, and note how many cards stay face down."""
    players = facts["players"]
    if len(data.integers(data.table("supply", dict), "money_tokens", 0, 1000, "supply")) != 3:
        raise DataError(f"{data.source}: supply.money_tokens needs 3 numbers.")
    if len(facts["ship_rewards"]) < players:
        raise DataError(f"{data.source}: supply.ship_rewards needs {players} numbers.")
    cards = len(facts["merchants"]) + facts["ships"] - players
    facts["pile"] = cards - players * facts["dealt"] - facts["face_up"]
    if facts["pile"] < 0:
        raise DataError(f"{data.source}: {where} deals {-facts['pile']} cards too many.")
    if facts["turns"] + facts["discard_each"] > facts["dealt"] + 1:
        raise DataError(f"{data.source}: {where} has more turns than cards in hand.")


def _round_length(facts: dict[str, Any]) -> int:
    """Return the most decisions a round can have."""
    asking = {SKILLS[name] for name in _ASKING}
    several = any(m["zeroed_by"] and m["skill"] in asking for m in facts["merchants"])
    chains = facts["players"] if several else 1
    per_turn = facts["players"] + chains * _CHAIN
    return facts["turns"] * per_turn + facts["discard_each"] * facts["players"]
