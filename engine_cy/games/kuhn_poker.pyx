"""Kuhn poker (H. W. Kuhn 1950), 2 or 3 players; rules and returns as OpenSpiel's kuhn_poker.

Everybody antes 1 chip and holds one card of n + 1. In turn each seat passes or bets 1; once
somebody has bet, every other seat in turn passes (folds) or bets (calls). The highest card among
those who bet, or among all if nobody did, takes the pot.

Actions: 0 pass, 1 bet.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from engine_cy.bits cimport popcount
from engine_cy.core cimport (
    EVERY_SEAT,
    Game,
    Header,
    Ops,
    Sink,
    fold,
    notice,
    open_choice,
    rank_by,
    rewind_header,
    tell,
)
from engine_cy.deal cimport Pool
from engine_cy.rng cimport Rng, mix2, rng_below, rng_next, rng_seed

import numpy as np

from engine_cy.spec import GameSpec
from engine_cy.words.kuhn_poker import KuhnWords

cdef enum: SEATS = 3
cdef enum Action: PASS, BET
cdef enum EventKind: DEALT, PASSED, BETS, SHOWS

cdef struct Kuhn:              # 56 bytes
    Header h
    uint8_t card[SEATS]        # 1-based, 0 = not known to the observer; the seat's own
    uint8_t moves[5]           # bets made, in order of play (public)
    uint8_t num_moves          # how many (public)
    uint8_t pad[7]


cdef int first_bet(const Kuhn* s) noexcept nogil:
    """Return the index of the first bet, -1 if nobody has bet."""
    cdef int i
    for i in range(s.num_moves):
        if s.moves[i] == BET:
            return i
    return -1


cdef bint did_bet(const Kuhn* s, int seat) noexcept nogil:
    cdef int first = first_bet(s)
    if first < 0:
        return False
    # A seat before the first bettor passed once and answered in its second turn.
    return s.moves[seat if seat >= first else s.h.num_players + seat] == BET


cdef int winner(const Kuhn* s) noexcept nogil:
    cdef int p, best = -1
    for p in range(s.h.num_players):
        if (first_bet(s) < 0 or did_bet(s, p)) and (best < 0 or s.card[p] > s.card[best]):
            best = p
    return best


cdef void open_betting(Header* h, Sink* sink) noexcept nogil:
    cdef int p
    cdef Kuhn* s = <Kuhn*>h
    h.epoch = 1
    open_choice(h, 1)
    for p in range(h.num_players):
        tell(sink, DEALT, p, s.card[p], 0, 1 << p)


cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>h
    cdef Rng rng
    cdef uint8_t deck[SEATS + 1]
    cdef int n = h.num_players + 1, i, j
    rng_seed(&rng, mix2(h.chance_key, 0))
    for i in range(n):
        j = rng_below(&rng, i + 1)
        deck[i] = deck[j]
        deck[j] = i + 1
    for i in range(h.num_players):
        s.card[i] = deck[i]
    open_betting(h, sink)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    out[0] = PASS
    out[1] = BET
    return 2 if (h.acting >> seat) & 1 else 0


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    return <int>(rng_next(rng) >> 63)


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>h
    cdef int n = h.num_players, p, first
    s.moves[s.num_moves] = <uint8_t>action
    s.num_moves += 1
    h.num_moves += 1
    fold(h, action + 1)
    notice(h, seat)
    tell(sink, BETS if action == BET else PASSED, seat, 0, 0, 7)
    first = first_bet(s)
    if s.num_moves == (n if first < 0 else n + first):
        h.over = 1
        open_choice(h, 0)
        for p in range(n):
            if first < 0 or did_bet(s, p):
                tell(sink, SHOWS, p, s.card[p], 0, 7)
    else:
        open_choice(h, 1 << (s.num_moves % n))


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef int plies = 0
    while not h.over:
        apply(rules, h, (<Kuhn*>h).num_moves % h.num_players, sample(rules, h, 0, rng), NULL)
        plies += 1
    return plies


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>h
    cdef int p, pot = 0, won = winner(s)
    for p in range(h.num_players):
        out[p] = -2.0 if did_bet(s, p) else -1.0
        pot -= <int>out[p]
    out[won] += pot


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    cdef double chips[SEATS]
    returns(rules, h, chips)
    rank_by(chips, h.num_players, out)


cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>h
    cdef int p
    for p in range(h.num_players):
        if seat != EVERY_SEAT and p != seat:
            # A showdown shows the cards that stayed in.
            if not (h.over and (first_bet(s) < 0 or did_bet(s, p))):
                s.card[p] = 0


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>h
    cdef int p, card, known = 0
    if which > 0:
        return 0
    for p in range(h.num_players):
        known |= 1 << s.card[p]
        pool.room[p] = s.card[p] == 0
    pool.num_holders = h.num_players + 1        # the last holder is the undealt card
    pool.room[h.num_players] = 1
    for card in range(1, h.num_players + 2):
        if not (known >> card) & 1:
            pool.type[pool.num_pieces] = card
            pool.num_pieces += 1
    return 1


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef int p, i = 0
    for p in range(h.num_players):
        if pool.room[p]:
            (<Kuhn*>h).card[p] = faces[i]
            i += 1


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                        # no chance after the deal


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    return (<const Kuhn*>h).card[seat]


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    """Features: player count one-hot, own card one-hot, to act and bets by relative seat."""
    cdef const Kuhn* s = <const Kuhn*>h
    cdef int n = h.num_players, i, who
    out[n - 2] = 1
    out[2 + s.card[seat] - 1] = 1
    for i in range(n):
        out[6 + i] = (h.acting >> ((seat + i) % n)) & 1
    for i in range(s.num_moves):
        who = (i % n - seat + n) % n
        out[9 + 4 * who + 2 * (i // n) + s.moves[i]] = 1


cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    return (<const Kuhn*>h).num_moves


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    return (k % h.num_players) << 16 | (<const Kuhn*>h).moves[k]


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return -1                                   # every choice resolves at once


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>h
    rewind_header(h)
    memset(s.moves, 0, sizeof(s.moves))
    s.num_moves = 0
    open_betting(h, NULL)


cdef int check_cards(const Kuhn* s) noexcept nogil:
    cdef int p, held = 0
    for p in range(s.h.num_players):
        if s.card[p] < 1 or s.card[p] > s.h.num_players + 1:
            return 1
        held |= 1 << s.card[p]
    return 0 if popcount(held) == s.h.num_players else 2


cdef int check(const void* rules, const Header* h) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>h
    cdef int i, n = h.num_players, first, last
    if s.num_moves > 2 * n - 1 or s.num_moves != h.num_moves:
        return 3
    for i in range(5):
        if s.moves[i] > (BET if i < s.num_moves else PASS):
            return 4
    first = first_bet(s)
    last = n if first < 0 else n + first
    if first >= n or s.num_moves > last or h.over != (s.num_moves == last):
        return 5
    if h.choosers != (0 if h.over else 1 << (s.num_moves % n)):
        return 6
    return check_cards(s)


cdef Ops OPS
OPS.start = start
OPS.legal = legal
OPS.sample = sample
OPS.apply = apply
OPS.playout = playout
OPS.returns = returns
OPS.scores = returns
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
    cdef Kuhn[1] blank
    cdef uint8_t no_rules = 0
    n = game.num_players
    game.adopt(&OPS, &no_rules, sizeof(no_rules), sizeof(Kuhn))
    game.dtype = np.asarray(<Kuhn[:1]>blank).dtype
    game.num_distinct_actions = 2
    game.max_game_length = 2 * n - 1
    game.utility_min, game.utility_max, game.utility_sum = -2.0, 2.0 * (n - 1), 0.0
    game.layout = [
        ("players", 0, 2), ("own_card", 2, 6), ("to_act", 6, 9), ("bets", 9, 21)]
    game.observation_tensor_size = 21


SPEC = GameSpec(
    name="kuhn_poker", title="Kuhn poker",
    summary="One card each, one bet: the smallest game of bluffing (Kuhn 1950).",
    min_players=2, max_players=3, default_players=2, rules_version=1, make=make, words=KuhnWords,
    simultaneous=False, chance_after_deal=False, running_scores=False)
