"""Other deals that a seat may not be able to tell from the true one.

The generators only propose: whether a proposal shows the seat the same is the oracle's business.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from math import factorial, prod

import fairy_concerto_twins
from oracle import Seen, Start
from plays import State

from engine_cy.words.fado_duetos_json import cards_of

Slots = list[tuple[int, int]]       # (seat or -1 for the pile, card or 0 for a Ship)


def twin_of(seen: Seen, rng: random.Random, tries: int = 12) -> State | None:
    """Return a random state that looks like the true one to the seat, or None if none was found."""
    for _ in range(tries):
        found = next(seen.worlds([(propose(seen, rng), 1)], rng), None)
        if found is not None:
            return found[0]
    return None


def propose(seen: Seen, rng: random.Random) -> State:
    """Return the deal with cards that never left the others' hands shuffled, game by game."""
    if seen.game.name == "fairy_concerto":
        return fairy_concerto_twins.random_start(seen, rng)
    form = seen.deal.to_dict()
    record = form["record"]
    record["h"]["chance_key"] = f"{rng.getrandbits(64):016x}"
    match seen.game.name:
        case "kuhn_poker":
            _shuffle_kuhn(record, seen, rng)
        case "leduc_poker":
            _shuffle_leduc(record, seen, rng)
        case "goofspiel":
            shown = int(seen.truth.record()["tricks"]) + 1
            if seen.game.options["points_order"] == "random":
                tail = record["prize"][shown : seen.game.options["num_cards"]]
                record["prize"][shown : shown + len(tail)] = rng.sample(tail, len(tail))
        case "hoi_pho":
            slots = movable(seen)
            cards = [card for _, card in slots]
            few = rng.sample(range(len(slots)), min(len(slots), rng.choice((2, 3, 20))))
            for i, card in zip(few, rng.sample([cards[i] for i in few], len(few)), strict=True):
                cards[i] = card
            put_cards(record, slots, cards)
            used = int(seen.truth.record()["coins_used"])
            record["coins"] ^= rng.getrandbits(32) >> used << used
        case "fado_duetos":
            shuffle_unseen(record, seen, rng)
    return seen.game.state_from_dict(form)


def _shuffle_kuhn(record, seen: Seen, rng: random.Random) -> None:
    players = seen.game.num_players
    others = [p for p in range(players) if p != seen.seat]
    left = [c for c in range(1, players + 2) if c != record["card"][seen.seat]]
    for p, card in zip(others, rng.sample(left, len(others)), strict=True):
        record["card"][p] = card


def _shuffle_leduc(record, seen: Seen, rng: random.Random) -> None:
    players = seen.game.num_players
    turned_up = seen.truth.record()["turned_at"] > 0
    seats = [p for p in range(players) if p != seen.seat]
    known = {record["card"][seen.seat], record["public_card"] if turned_up else 0}
    left = [card for card in range(1, 2 * players + 3) if card not in known]
    *cards, public = rng.sample(left, len(seats) + 1)
    for p, card in zip(seats, cards, strict=True):
        record["card"][p] = card
    if not turned_up:
        record["public_card"] = public


def shuffle_unseen(record, seen: Seen, rng: random.Random) -> None:
    """Fado Duetos: shuffle the cards of the deal that the seat has not seen by now."""
    now, opening = seen.truth.record(), int(seen.deal.record()["drawn"])
    cards = [c - 1 for c in record["deck"] if c]
    shown = {c - 1 for c in now["practice"].tolist() if c}
    shown |= set(cards_of(now["discards"])) | set(cards_of(now["hand"][seen.seat]))
    for p in range(seen.game.num_players):
        shown |= set(cards_of(now["known"][p]))
    places = [i for i, card in enumerate(cards) if card not in shown]
    few = rng.sample(places, min(len(places), rng.choice((2, 3, 99))))
    for i, card in zip(few, rng.sample([cards[i] for i in few], len(few)), strict=True):
        record["deck"][i] = card + 1
    each = opening // seen.game.num_players
    for p in range(seen.game.num_players):
        own = sorted(record["deck"][p * each : (p + 1) * each])
        record["deck"][p * each : (p + 1) * each] = own
        record["hand"][p] = [
            sum(1 << (c - 1) % 27 for c in own if (c - 1) // 27 == word) for word in range(3)
        ]


# ---- Hội Phố: cards that have lain in the same hidden place since the deal -----------------------


def movable(seen: Seen) -> Slots:
    """Return the merchants, and Ships beyond a seat's own, that the others may hold otherwise."""
    before, now = seen.deal.record(), seen.truth.record()
    slots: Slots = []
    placed = int(before["discards"])
    for p in range(seen.game.num_players):
        placed |= int(before["hand"][p])
        if p == seen.seat:
            continue
        still = int(before["hand"][p]) & int(now["hand"][p])
        slots += [(p, card) for card in range(1, 16) if (still >> card) & 1]
        extra = int(now["ships"][p]) - (int(now["ships_out"][p]) == 0)
        slots += [(p, 0)] * extra
    never_dealt = sum(1 << card for card in seen.game.words.merchants) & ~placed
    slots += [(-1, card) for card in range(1, 16) if (never_dealt >> card) & 1]
    ships = seen.game.words.num_ships - int(before["face_up_ships"])
    slots += [(-1, 0)] * (ships - int(before["ships"].sum()))
    return slots


def put_cards(record, slots: Slots, cards: list[int]) -> None:
    """Change a deal's record so that each slot holds the card listed for it."""
    for p, card in slots:
        if p >= 0 and card == 0:
            record["ships"][p] -= 1
        elif p >= 0:
            record["hand"][p] &= ~(1 << card)
    for (p, _), card in zip(slots, cards, strict=True):
        if p >= 0 and card == 0:
            record["ships"][p] += 1
        elif p >= 0:
            record["hand"][p] |= 1 << card
    record["dealt"] = list(record["hand"])


def all_starts(seen: Seen) -> Iterator[Start]:
    """Yield every deal of the movable cards with the number of physical deals that look so."""
    slots = movable(seen)
    holders = [p for p, _ in slots]
    order = sorted(range(len(slots)), key=lambda i: holders[i])
    found = set()
    for cards in itertools.permutations([card for _, card in slots]):
        held = zip(holders, cards, strict=True)
        found.add(tuple(card for _, card in sorted(held)))
    for cards in sorted(found):
        form = seen.deal.to_dict()
        put_cards(form["record"], [slots[i] for i in order], list(cards))
        yield seen.game.state_from_dict(form), physical_deals(seen, form["record"])


def physical_deals(seen: Seen, record) -> int:
    """Return in how many ways the shuffled Ships, all different pieces, make the deal's hands.

    Merchants are all different already. Which of its Ships a seat plays makes no difference.
    """
    players = seen.game.num_players
    dealt = [record["ships"][p] - 1 for p in range(players)] + [record["face_up_ships"]]
    dealt.append(seen.game.words.num_ships - players - sum(dealt))
    return factorial(sum(dealt)) // prod(factorial(n) for n in dealt)
