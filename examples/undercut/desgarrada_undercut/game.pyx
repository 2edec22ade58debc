"""Undercut on a hand of cards, 2 players: choose at once, win high or exactly one below.

Each seat is dealt four of the cards 1..9; nobody sees the one left over. In each of four tricks,
worth 1, 2, 3 and 4 points, both seats play a card at once. The higher card takes the trick, unless
the lower is exactly one below: then that one does. The most points win.

Actions: a plays card a + 1.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from engine_cy.bits cimport lowest, nth_bit, popcount
from engine_cy.core cimport (
    EVERY_SEAT,
    Game,
    Header,
    Ops,
    Sink,
    fold,
    notice,
    open_choice,
    rewind_header,
    tell,
)
from engine_cy.deal cimport Pool
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed

import numpy as np

from engine_cy.spec import GameSpec

from desgarrada_undercut.words import UndercutWords

cdef enum: SEATS = 2
cdef enum: CARDS = 9
cdef enum: TRICKS = 4
cdef enum: BOTH = 3            # bits of the seats
cdef enum: ALL_CARDS = 1022    # bits 1..9
cdef enum: MOST_POINTS = 10    # of all tricks
cdef enum EventKind: DEALT, PLAYED, TAKES

# Where the parts of the tensor begin; R: the observer, then the other seat.
cdef enum Feature:
    F_HAND = 0                 # own hand
    F_COMMITMENT = 9           # own card, one-hot
    F_PLAYED = 18              # R x card
    F_POINTS = 36              # R, as a share of the most possible
    F_SIZE = 38

cdef struct Undercut:          # 56 bytes
    Header h
    uint16_t hand[SEATS]       # bit c: card c; it leaves when the trick is resolved; own
    uint8_t played[TRICKS][SEATS]   # cards of each trick, 0 = not yet (public when resolved)
    uint8_t tricks             # resolved so far (public)
    uint8_t pad[3]


cdef int taker(const Undercut* s, int trick) noexcept nogil:
    """Return the seat that takes a trick."""
    cdef int lead = s.played[trick][0] - s.played[trick][1]
    return 1 if lead == 1 or lead < -1 else 0


cdef void open_game(Undercut* s, Sink* sink) noexcept nogil:
    cdef int p
    s.h.epoch = 1
    for p in range(SEATS):
        tell(sink, DEALT, p, s.hand[p], 0, 1 << p)
    open_choice(&s.h, BOTH)


cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    cdef Undercut* s = <Undercut*>h
    cdef Rng rng
    cdef int left = ALL_CARDS, i, card
    rng_seed(&rng, mix2(h.chance_key, 0))
    for i in range(TRICKS * SEATS):
        card = nth_bit(left, rng_below(&rng, CARDS - i))
        left &= ~(1 << card)
        s.hand[i % SEATS] |= 1 << card
    open_game(s, sink)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef int left = (<const Undercut*>h).hand[seat] if (h.acting >> seat) & 1 else 0, k = 0
    while left:
        out[k] = lowest(left) - 1
        left &= left - 1
        k += 1
    return k


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    cdef int hand = (<const Undercut*>h).hand[seat]
    return nth_bit(hand, rng_below(rng, popcount(hand))) - 1


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    cdef Undercut* s = <Undercut*>h
    s.played[s.tricks][seat] = action + 1
    h.acting &= ~(1 << seat)
    h.num_moves += 1
    if not h.acting:
        notice(h, -1)
        resolve(s, sink)


cdef void resolve(Undercut* s, Sink* sink) noexcept nogil:
    """Show both cards, in seat order; go on or end the game."""
    cdef int p, card
    for p in range(SEATS):
        card = s.played[s.tricks][p]
        s.hand[p] &= ~(1 << card)
        fold(&s.h, card)
        tell(sink, PLAYED, p, card, 0, BOTH)
    p = taker(s, s.tricks)
    s.tricks += 1
    tell(sink, TAKES, p, s.tricks, 0, BOTH)
    s.h.over = s.tricks == TRICKS
    open_choice(&s.h, 0 if s.h.over else BOTH)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef int plies = 0, seat
    while not h.over:
        seat = lowest(h.acting)
        apply(rules, h, seat, sample(rules, h, seat, rng), NULL)
        plies += 1
    return plies


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef const Undercut* s = <const Undercut*>h
    cdef int t
    out[0] = out[1] = 0
    for t in range(s.tricks):
        out[taker(s, t)] += t + 1


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef double lead
    scores(rules, h, out)
    lead = out[0] - out[1]
    out[0] = (lead > 0) - (lead < 0)
    out[1] = -out[0]


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    cdef double won[SEATS]
    returns(rules, h, won)
    out[0] = 1 + (won[1] > won[0])
    out[1] = 1 + (won[0] > won[1])


cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef Undercut* s = <Undercut*>h
    cdef int p
    for p in range(SEATS):
        if (h.acting >> p) & 1:                 # the core takes the commitment back
            s.played[s.tricks][p] = 0
        if p != seat and seat != EVERY_SEAT:
            s.hand[p] = 0


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    """Holder p is the hand of seat p, the last holder the card left over."""
    cdef const Undercut* s = <const Undercut*>h
    cdef int p, t, left = ALL_CARDS
    if which > 0:
        return 0
    pool.num_holders = SEATS + 1
    pool.room[SEATS] = 1
    for p in range(SEATS):
        pool.room[p] = 0 if s.hand[p] else TRICKS - s.tricks
        left &= ~s.hand[p]
        for t in range(s.tricks):
            left &= ~(1 << s.played[t][p])
    while left:
        pool.type[pool.num_pieces] = lowest(left)
        pool.num_pieces += 1
        left &= left - 1
    return 1


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef int p, i, first = 0
    for p in range(SEATS):
        for i in range(first, first + pool.room[p]):
            (<Undercut*>h).hand[p] |= 1 << faces[i]
        first += pool.room[p]


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                        # no chance after the deal


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    cdef const Undercut* s = <const Undercut*>h
    cdef int card = s.played[s.tricks][seat] if h.choosers & ~h.acting & (1 << seat) else 0
    return s.hand[seat] | <uint64_t>card << 16


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Undercut* s = <const Undercut*>h
    cdef double points[SEATS]
    cdef int i, t
    scores(rules, h, points)
    for i in range(CARDS):
        out[F_HAND + i] = (s.hand[seat] >> (i + 1)) & 1
    if h.choosers & ~h.acting & (1 << seat):
        out[F_COMMITMENT + s.played[s.tricks][seat] - 1] = 1
    for i in range(SEATS):
        out[F_POINTS + i] = points[seat ^ i] / MOST_POINTS
        for t in range(s.tricks):
            out[F_PLAYED + CARDS * i + s.played[t][seat ^ i] - 1] = 1


cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    return SEATS * (<const Undercut*>h).tricks


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int seat = k % SEATS
    return seat << 16 | (<const Undercut*>h).played[k // SEATS][seat] - 1


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    cdef const Undercut* s = <const Undercut*>h
    return s.played[s.tricks][seat] - 1


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    cdef Undercut* s = <Undercut*>h
    cdef int p, t
    rewind_header(h)
    for p in range(SEATS):
        for t in range(s.tricks):
            s.hand[p] |= 1 << s.played[t][p]
    memset(s.played, 0, sizeof(s.played))
    s.tricks = 0
    open_game(s, NULL)


cdef int check(const void* rules, const Header* h) noexcept nogil:
    """1 tricks and choices, 2 cards out of range or not yet played, 3 hands."""
    cdef const Undercut* s = <const Undercut*>h
    cdef int p, t, dealt, both = 0
    if s.tricks > TRICKS or h.over != (s.tricks == TRICKS):
        return 1
    if h.choosers != (0 if h.over else BOTH):
        return 1
    for p in range(SEATS):
        dealt = s.hand[p]
        for t in range(TRICKS):
            if s.played[t][p] > CARDS:
                return 2
            if t < s.tricks:
                dealt |= 1 << s.played[t][p]
            elif (s.played[t][p] == 0) == (t == s.tricks and (h.acting >> p) & 1 == 0):
                return 2
        if dealt & ~ALL_CARDS or popcount(s.hand[p]) != TRICKS - s.tricks:
            return 3
        if popcount(dealt) != TRICKS or dealt & both:
            return 3
        both |= dealt
    return 0


cdef Ops OPS
OPS.start = start
OPS.legal = legal
OPS.sample = sample
OPS.apply = apply
OPS.playout = playout
OPS.returns = returns
OPS.scores = scores
OPS.ranks = ranks
OPS.mask = mask
OPS.hidden = hidden
OPS.place = place
OPS.redraw = redraw
OPS.private_digest = private_digest
OPS.tensor = tensor
OPS.num_decisions = num_decisions
OPS.decision = decision
OPS.committed = committed
OPS.to_deal = to_deal
OPS.check = check


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Undercut[1] blank
    cdef uint8_t no_rules = 0
    game.adopt(&OPS, &no_rules, sizeof(no_rules), sizeof(Undercut))
    game.dtype = np.asarray(<Undercut[:1]>blank).dtype
    game.num_distinct_actions = CARDS
    game.max_game_length = SEATS * TRICKS
    game.utility_min, game.utility_max, game.utility_sum = -1.0, 1.0, 0.0
    game.layout = [
        ("hand", F_HAND, F_COMMITMENT), ("own_commitment", F_COMMITMENT, F_PLAYED),
        ("played", F_PLAYED, F_POINTS), ("points", F_POINTS, F_SIZE)]
    game.observation_tensor_size = F_SIZE


SPEC = GameSpec(
    name="undercut", title="Undercut",
    summary="Both play a card at once: the higher wins, unless the other is just below.",
    min_players=2, max_players=2, default_players=2, rules_version=1, make=make,
    words=UndercutWords)
