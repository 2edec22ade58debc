"""Positions for the rule tests of Hội Phố: say what matters, the other cards are filled in."""

from collections.abc import Sequence

from hoi_pho_table import Table

SHIP = "ship"
TURNS = {3: 4, 4: 4, 5: 3}
NEEDED = {3: 5, 4: 4, 5: 3}


def arrange(
    now: Sequence,
    *,
    held: Sequence[Sequence] | None = None,
    past: Sequence[Sequence] = (),
    discards: Sequence = (),
    **table,
) -> Table:
    """Table at turn len(past) + 1 where seat s holds now[s] and held[s].

    None in `past` and the slots that `held` and `discards` leave open are filled: first a ship for
    every seat that has none yet (each seat takes its own ship before the deal), then the merchants
    ascending, then the ships left over. Open slots are filled in the order past, hands, discards.
    """
    n = len(now)
    stays_six = n == 3 and table.get("three_player_discard") == "none"
    dealt = 4 if n == 5 else 6 if stays_six else 5
    size = dealt - len(past)
    hands = [[now[s], *(held[s] if held else ())] for s in range(n)]
    turns = [list(turn) for turn in past]
    out = list(discards)
    seen = [c for group in (*hands, *turns, out) for c in group if c is not None]
    ships = 5 - seen.count(SHIP)
    for s in range(n):
        if SHIP in hands[s] or any(turn[s] == SHIP for turn in turns):
            continue
        ships -= 1
        if len(hands[s]) < size:
            hands[s].append(SHIP)
        else:
            next(turn for turn in turns if turn[s] is None)[s] = SHIP
    rest = iter([m for m in range(1, 16) if m not in seen] + [SHIP] * ships)
    turns = [[next(rest) if c is None else c for c in turn] for turn in turns]
    for hand in hands:
        while len(hand) < size:
            hand.append(next(rest))
    out += list(rest)
    assert len(out) == (0 if n > 3 else 2 if stays_six else 5), (hands, turns, out)
    return Table(
        players=n,
        hands=hands,
        turn=len(turns) + 1,
        played=turns,
        discards=out,
        **table,
    )


def showdown(now: Sequence, **setup) -> Table:
    """Arrange the position and let every seat play its card of `now`."""
    table = arrange(now, **setup)
    table.play(*now)
    return table


def last_turn(now: Sequence, **setup) -> Table:
    """Play `now` as the last turn of the round; earlier turns are filler unless given."""
    n = len(now)
    setup.setdefault("past", [[None] * n for _ in range(TURNS[n] - 1)])
    return showdown(now, **setup)


def quiet_end(money: Sequence[int], **setup) -> Table:
    """End a round on a turn of ships alone: three or more ships earn nothing, no merchant acts."""
    return last_turn([SHIP] * len(money), money=list(money), **setup)


def state_texts(table: Table, state, seat: int) -> set[str]:
    """Texts of the legal actions of a seat in any state of the table's game."""
    to_text = table.game.action_to_string
    return {to_text(int(action)) for action in state.legal_actions(seat)}


def imagined(table: Table, observer: int, samples: int = 25) -> list:
    """Worlds sampled from what the observer knows."""
    observation = table.state.observation(observer)
    return [observation.sample_state(seed) for seed in range(samples)]


def calls(*merchants: int) -> set[str]:
    """Texts of the calls of these merchants."""
    return {f"call {m}" for m in merchants}
