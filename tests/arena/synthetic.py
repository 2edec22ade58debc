"""Tournaments of made-up games whose truth is known: planted strengths, seats, luck of the deal.

A game is a Plackett-Luce race: every seat's worth (strength of its bot plus effect of the seat)
plus Gumbel noise, the largest first. Games of one deal share luck: the noise of a seat is drawn
through a normal whose variance comes in parts `luck`^2 : 1 from the deal and from the game, so that
a seat that is lucky in one rotation is lucky in all, and yet each game alone is exactly
Plackett-Luce with the planted worths.

A tie must not move the truth either. Two neighbours in the order tie with probability
`ties` * min(1, P(order with them exchanged) / P(order)): who ties is then as likely to have
finished either way, equal bots tie more often than unequal ones, and the planted worths are still
those at which the expected score of the averaged likelihood is 0.
"""

import numpy as np
from scipy.special import ndtr

from arena.ratings import Finish


def luck_of(rng, deals, games, seats, luck):
    """Return Gumbel noise [deal, game, seat]; `luck` is that of the deal in units of the game's."""
    deal = rng.standard_normal((deals, 1, seats))
    game = rng.standard_normal((deals, games, seats))
    return -np.log(-np.log(ndtr((luck * deal + game) / np.hypot(luck, 1.0))))


def ranks_of(rng, worth, noise, ties=0.0):
    """Return ranks [..., seat], equal for those that tie."""
    seats = worth.shape[-1]
    order = np.argsort(-(worth + noise), axis=-1)
    ranks = np.argsort(order, axis=-1) + 1
    if ties == 0.0:
        return ranks
    # One pair of neighbours per game is looked at: places i and i + 1, i from 0.
    place = rng.integers(seats - 1, size=(*ranks.shape[:-1], 1))
    power = np.exp(worth)
    here, after = power * (ranks == place + 1), power * (ranks == place + 2)
    left = (power * (ranks > place)).sum(axis=-1)
    odds = (left - here.sum(axis=-1)) / (left - after.sum(axis=-1))
    tied = rng.random(odds.shape) < ties * np.minimum(1.0, odds)
    return ranks - ((ranks == place + 2) & tied[..., None])


def shares_of(ranks):
    """Return win shares [..., seat]."""
    first = ranks == 1
    return first / first.sum(axis=-1, keepdims=True)


def rotations(lineups):
    """Return [block, rotation, seat]: each line-up moved up by 0, 1, ... seats."""
    seats = lineups.shape[-1]
    turned = (np.arange(seats) - np.arange(seats)[:, None]) % seats
    return lineups[:, turned]


def tournament(rng, strengths, seat_effects, deals, luck=1.0, ties=0.0):
    """Return (bots, ranks), both [deal, rotation, seat], of random line-ups in all rotations."""
    seats = len(seat_effects)
    lineups = np.argsort(rng.random((deals, len(strengths))), axis=1)[:, :seats]
    bots = rotations(lineups)
    worth = np.asarray(strengths)[bots] + np.asarray(seat_effects)
    return bots, ranks_of(rng, worth, luck_of(rng, deals, seats, seats, luck), ties)


def finishes(bots, ranks, event=0):
    """Return the games of a tournament as `Finish`es."""
    rows = zip(bots.tolist(), ranks.tolist(), strict=True)
    return [
        Finish(event, deal, tuple(seated), tuple(places))
        for deal, (games, results) in enumerate(rows)
        for seated, places in zip(games, results, strict=True)
    ]


def by_position(shares):
    """Return [deal, position]: what the line-up's positions won over all rotations."""
    seats = shares.shape[-1]
    turned = (np.arange(seats) + np.arange(seats)[:, None]) % seats
    return np.take_along_axis(shares, turned[None], axis=2).sum(axis=1)


def edges_of_two(rng, strength, blocks, seats=4, luck=1.0, ties=0.0):
    """Return the edge of A over B on each deal: A alone among Bs less B alone among As."""
    alone = rotations(np.eye(seats, dtype=int)[:1])[0]  # [rotation, seat]: 1 where it sits
    worth = np.concatenate([alone, 1 - alone]) * strength
    noise = luck_of(rng, blocks, 2 * seats, seats, luck)
    shares = shares_of(ranks_of(rng, np.broadcast_to(worth, noise.shape), noise, ties))
    won = (shares * np.concatenate([alone, alone])).sum(axis=2)
    return won[:, :seats].mean(axis=1) - won[:, seats:].mean(axis=1)


def strength_of_edge(edge, seats):
    """Return the strength of A, B being 0, at which its true edge is `edge`."""
    low, high = 0.0, 10.0
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        up, down = np.exp(middle), np.exp(-middle)
        if up / (up + seats - 1) - down / (down + seats - 1) < edge:
            low = middle
        else:
            high = middle
    return low
