"""Hội Phố in words and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine_cy.errors import DataError
from engine_cy.words import hoi_pho_json
from engine_cy.words.base import Words, card_list
from engine_cy.words.hoi_pho_events import EVENT_KINDS, event_text
from engine_cy.words.hoi_pho_json import (
    PHASES,
)

if TYPE_CHECKING:
    from engine_cy.core import Game

# Where an opponent sits, seen from the actor, by player count; left is the next seat.
SIDES = {
    2: ("opponent",),
    3: ("left", "right"),
    4: ("left", "across", "right"),
    5: ("left", "far_left", "far_right", "right"),
}
THROWS = ("rock", "scissors", "paper")


def card_name(card: int) -> str:
    """Return the name of a card in action texts: its number, or "ship"."""
    return str(card) if card else "ship"


def _action_names(players: int) -> tuple[str, ...]:
    """Return the action texts in the order of the ids in hoi_pho.pxd."""
    sides = list(SIDES[players])
    sides += [f"{distance}_seats_left" for distance in range(len(sides) + 1, 5)]
    names = [f"play {card_name(card)}" for card in range(16)]
    names += [f"discard {card_name(card)}" for card in range(16)]
    for verb in ("call", "take", "place", "copy"):
        names += [f"{verb} {card}" for card in range(1, 16)]
    for verb in ("challenge", "entice", "seduce"):
        names += [f"{verb} {side}" for side in sides]
    return (*names, *THROWS)


class HoiPhoWords(Words):
    """Cards are their reputation 1..15, or "ship"; a seat's left neighbour is the next seat."""

    form = hoi_pho_json
    event_kinds = EVENT_KINDS
    notation_help = (
        "write for example 'play 7', 'play ship', 'call 14', 'take 9', 'copy 8', 'entice left'"
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.action_names = _action_names(self.players)
        if game.data is None:
            raise DataError("Hội Phố needs component data.")
        tree = game.data.tree
        self.merchants = {m["reputation"]: m for m in tree["merchants"]}
        self.all_cards = sum(1 << card for card in self.merchants)
        self.num_ships = tree["supply"]["ships"]
        self.ladder: list[int] = tree["contracts"][game.options["contract_ladder"]]
        self.setup = next(s for s in tree["setup"] if s["players"] == self.players)
        each = self.setup.get("discard_each", 0)
        self.discard_each = each if game.options["three_player_discard"] == "each_one" else 0
        self.throws: int = tree["skills"]["throws"]
        self.tokens = sum(
            n * v for n, v in zip(tree["supply"]["money_tokens"], (1, 2, 5), strict=True)
        )

    def event_to_string(self, kind: str, seat: int | None, a: int, b: int) -> str:
        return event_text(self, kind, seat, a, b)

    def merchant(self, card: int) -> str:
        """Return a card with its name: "7 Ryu Ito"; the rulebook's names."""
        return f"{card} {self.merchants[card]['name']}" if card else "Ship"

    def piece_name(self, piece: Any) -> str:
        return "Ship" if piece == "ship" else self.merchant(int(piece))

    # ---- counts --------------------------------------------------------------------------------

    def inventory(self, rec: np.void) -> dict[str, dict[str, int]]:
        """Return where every card, contract and unit of money is.

        Money counts in units, not tokens; the bank holds what the printed supply leaves, and less
        than nothing where the rules' unlimited bank has helped out.
        """
        n = self.players
        merchants = {
            f"hand {p}": int(rec["hand"][p]).bit_count() for p in range(n)
        }
        merchants["on table"] = int(rec["on_table"]).bit_count()
        merchants["set aside"] = int(rec["discards"]).bit_count()
        merchants["face down"] = len(self.merchants) - sum(merchants.values())
        ships = {f"hand {p}": int(rec["ships"][p]) for p in range(n)}
        ships |= {f"shown by {p}": int(rec["ships_out"][p]) for p in range(n)}
        ships["set aside"] = int(rec["face_up_ships"])
        ships["face down"] = self.num_ships - sum(ships.values())
        contracts = {f"seat {p}": int(rec["count"][p]) for p in range(n)}
        contracts["deck"] = len(self.ladder) - sum(contracts.values())
        money = {f"seat {p}": int(rec["money"][p]) for p in range(n)}
        money["bank"] = self.tokens - sum(money.values())
        return {"merchants": merchants, "ships": ships, "contracts": contracts, "money": money}

    def cards_of(self, rec: np.void, seat: int) -> list[int]:
        """Return the cards of a hand as far as the record knows them, Ships (0) first."""
        return [0] * int(rec["ships"][seat]) + card_list(rec["hand"][seat], 1)

    def contracts_of(self, rec: np.void, seat: int) -> list[int]:
        """Return the numbers on a seat's contracts, ascending."""
        taken = int(rec["taken"])
        return [self.ladder[i] for i in range(taken) if rec["owner"][i] == seat + 1]

    # ---- text ----------------------------------------------------------------------------------

    def text(self, rec: np.void, seat: int | None) -> str:
        taken = int(rec["taken"])
        top = str(self.ladder[taken]) if taken < len(self.ladder) else "none"
        turns = self.setup["turns"]
        turn = min(int(rec["turn"]) + 1, turns)
        lines = [
            f"Hội Phố, {self.players} players - round {int(rec['h']['epoch'])}, "
            f"turn {turn} of {turns} - top contract {top}",
            f"{'':13}{'money':>5} {'gains':>5}  contracts",
        ]
        lines += [self._seat_line(rec, p, seat) for p in range(self.players)]
        lines += self._table_lines(rec)
        for p in range(self.players) if seat is None else (seat,):
            whose = "your hand" if p == seat else f"hand {p}"
            cards = ", ".join(self.merchant(card) for card in self.cards_of(rec, p))
            lines.append(f"{whose + ':':13}{cards or '-'}")
            if rec["commit"][p]:
                lines.append(f"{'committed:':13}{self.action_names[rec['commit'][p] - 1]}")
        lines.append(f"{'now:':13}{self._now(rec, seat)}")
        return "\n".join(lines)

    def cards_text(self) -> str:
        rewards = self.game.data.tree["supply"]["ship_rewards"]  # type: ignore[union-attr]
        lines = [
            f"Most money at the end of a round claims the top contract; a game ends after a round "
            f"in which somebody has {self.setup['contracts_needed']}, most contracts win.",
            f"Ships: {rewards[0]} for one alone in a turn, {rewards[1]} each for two, "
            f"{rewards[2]} for more.",
            "The lowest merchant of a turn triggers its skill; one whose rival shows up counts 0.",
            "'gains' is what the bank gave a seat this round: an embargo (7) takes it back.",
            "",
        ]
        for card, merchant in sorted(self.merchants.items()):
            beaten = card == 12 and not self.game.options["rival_12_2"]
            rivals = " or ".join(str(r) for r in merchant["zeroed_by"] if not beaten or r != 2)
            zero = f"; 0 if {rivals} shows up" if rivals else ""
            lines.append(
                f"{card:>2} {merchant['name']}: highest {merchant['reward_1st']}, "
                f"second {merchant['reward_2nd']}{zero}; "
                f"lowest: {merchant.get('skill_text', merchant['skill'])}"
            )
        return "\n".join(lines)

    def _seat_line(self, rec: np.void, p: int, seat: int | None) -> str:
        values = self.contracts_of(rec, p)
        contracts = f"{len(values)} ({', '.join(map(str, values))})" if values else "none"
        known = card_list(rec["sure"][p], 1)
        notes = []
        if known and p != seat:
            notes.append("holds " + ", ".join(map(str, known)))
        if rec["bound"][p]:
            notes.append(f"must play {int(rec['bound'][p])} next")
        you = " (you)" if p == seat else ""
        tail = f"  [{'; '.join(notes)}]" if notes else ""
        return (
            f"{f'seat {p}{you}':13}{int(rec['money'][p]):>5} {int(rec['ledger'][p]):>5}  "
            f"{contracts}{tail}"
        )

    def _table_lines(self, rec: np.void) -> list[str]:
        lines = []
        for turn in range(self.setup["turns"]):
            row = rec["played"][turn]
            if row[0]:
                cards = "  ".join(
                    f"{p}: {card_name(int(row[p]) - 1)}" for p in range(self.players)
                )
                lines.append(f"{f'turn {turn + 1}:':13}{cards}")
        lying = [
            f"{card} (seat {int(rec['table_seat'][card])})"
            for card in card_list(rec["on_table"], 1)
        ]
        if lying:
            lines.append(f"{'on the table:':13} {', '.join(lying)}")
        aside = [card_name(card) for card in card_list(rec["discards"], 1)]
        aside += ["ship"] * (int(rec["face_up_ships"]) + int((rec["discarded"] == 1).sum()))
        if aside:
            lines.append(f"{'set aside:':13}{', '.join(aside)}")
        return lines

    def _now(self, rec: np.void, seat: int | None) -> str:
        phase = PHASES[int(rec["phase"])]
        actor, foe = (
            f"{int(rec[who])}{' (you)' if rec[who] == seat else ''}" for who in ("actor", "foe")
        )
        return {
            "discard": "everybody puts one card aside",
            "play": "everybody chooses a card",
            "challenge": f"seat {actor} chooses whom to challenge",
            "throw": f"seats {actor} and {foe} throw rock, scissors, paper",
            "dictate": f"seat {actor} calls a merchant to be played next",
            "snitch": f"seat {actor} calls a merchant whose holder pays",
            "take": f"seat {actor} takes a merchant from the table",
            "place": f"seat {actor} places a merchant for {int(rec['taking'])}",
            "entice": f"seat {actor} chooses whose money to halve",
            "seduce": f"seat {actor} chooses with whom to swap money",
            "copy": f"seat {actor} chooses a merchant on the table to copy",
            "over": "the game is over",
        }[phase]
