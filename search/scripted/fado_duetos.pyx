"""Fado Duetos' script: presents whatever pays, and keeps the hand that promises the most.

SCORES ranks the legal actions of a seat. A set is judged by its chip and bonuses and by the best
hand that it can leave; a card to place, pick or keep by what the hand promises: sets that are
there, pairs that a showcase card completes now or soon, pairs. LEAF values the seats between two
rounds by points and by that promise.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine_cy.bits cimport lowest, popcount
from engine_cy.core cimport Header
from engine_cy.games.fado_duetos cimport (
    CATEGORIES,
    END_TURN,
    HAND_0,
    MAX_STEPS,
    PICK,
    PLACE,
    SHOWCASE_0,
    WORD_BITS,
    WORDS,
    Duetos,
    Rules,
    add,
    choices,
    drop,
    fewest,
    lane,
    score as points,
    size,
    tally,
    values_at,
)
from search.formula cimport leaf_formula, move_scores, softmax

cdef enum: MAX_CHIPS_HELD = 99     # more than any seat can have

# What a hand promises, as a share of the chip that a set would take. Half or twice each changes
# the win share against random seats by little: a set at hand is always presented.
cdef double READY = 0.8        # three alike, or two alike with the showcase card at level I
cdef double SOON = 0.35        # two alike with a showcase card at level II
cdef double PAIR = 0.2         # two alike
cdef double CARD = 1.0         # a card more in the hand, in points
cdef double REWARD = 1.5       # a reward card, unseen, in points
cdef double NEVER = -1e9       # to end a turn while there is a set


cdef double chip_worth(const Rules* r, const Duetos* s, int seat, int c) noexcept nogil:
    """The points that a set of this characteristic would pay now."""
    cdef int chip, i, others = MAX_CHIPS_HELD, paid = 0
    cdef double worth
    cdef uint32_t held = s.chips[seat][c]
    if s.taken[c] == r.num_chips:
        return 0
    chip = r.chip[s.taken[c]]
    worth = chip
    held |= 1 << chip
    if s.feature[c] == 0 and popcount(held) >= r.feature_chips:
        worth += r.feature
    if r.sequence_chips and s.sequence[c] == 0 and held & held >> 1 & held >> 2:
        worth += r.sequence
    for i in range(CATEGORIES):
        if i != c:
            others = min(others, popcount(s.chips[seat][i]))
    if min(others, popcount(held)) > fewest(s, seat):
        for i in range(r.num_variety):
            paid |= s.variety[i] == seat + 1
            if s.variety[i] == 0:
                worth += 0 if paid and not r.variety_repeat else r.variety[i]
                break
    return worth


cdef double promise(const Rules* r, const Duetos* s, int seat, const uint32_t* hand) noexcept nogil:
    """What a hand is worth for the sets to come."""
    cdef uint64_t twice, ready, one = 0, two = 0, soon, pairs
    cdef int c, column
    cdef double total = CARD * size(hand)
    tally(r, hand, &twice, &ready)
    for column in range(r.columns):
        one |= values_at(r, s, column, 0)
        two |= values_at(r, s, column, 1)
    ready |= twice & one
    soon = twice & two & ~ready
    pairs = twice & ~two & ~ready
    for c in range(CATEGORIES):
        if lane(twice, c):
            total += chip_worth(r, s, seat, c) * (
                READY * popcount(lane(ready, c)) + SOON * popcount(lane(soon, c))
                + PAIR * popcount(lane(pairs, c)))
    return total


cdef double best_set(const Rules* r, Duetos* s, int seat) noexcept nogil:
    """The worth of the best set that begins with the steps taken."""
    cdef uint32_t bits[WORDS + 1]
    cdef uint32_t after[WORDS]
    cdef int first = s.step[0] - 1, n = MAX_STEPS if first < SHOWCASE_0 else 3, w, i
    cdef double best = NEVER
    if s.h.steps == n:
        memcpy(after, s.hand[seat], sizeof(after))
        for i in range(1, 4 if first < SHOWCASE_0 else 3):
            drop(after, s.step[i] - 1)
        if first < SHOWCASE_0:
            add(after, s.step[4] - 1)
        return (chip_worth(r, s, seat, (first - HAND_0) % CATEGORIES) + REWARD
                + promise(r, s, seat, after))
    choices(r, s, seat, bits)
    for w in range(WORDS):
        while bits[w]:
            s.step[s.h.steps] = <uint8_t>(WORD_BITS * w + lowest(bits[w]) + 1)
            bits[w] &= bits[w] - 1
            s.h.steps += 1
            best = max(best, best_set(r, s, seat))
            s.h.steps -= 1
    return best


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* legal, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Duetos s = (<const Duetos*>h)[0]
    cdef uint32_t hand[WORDS]
    cdef int i
    for i in range(k):
        memcpy(hand, s.hand[seat], sizeof(hand))
        if s.phase == PLACE:
            drop(hand, legal[i])
            out[i] = promise(r, &s, seat, hand)
        elif s.phase == PICK:
            add(hand, legal[i])
            out[i] = promise(r, &s, seat, hand)
        elif legal[i] == END_TURN:
            out[i] = NEVER
        else:
            s.step[s.h.steps] = <uint8_t>(legal[i] + 1)
            s.h.steps += 1
            out[i] = best_set(r, &s, seat)
            s.h.steps -= 1


# ---- the leaf formula --------------------------------------------------------------------------

cdef enum: FEATURES = 4

# Weights of what `features` writes. Alone against two greedy seats, 1,000 simulations, they win
# 0.50 (+- 0.035) of 200 games; five other choices win 0.44 to 0.50, weights fitted to final win
# shares, which are flat early in the game, 0.38.
cdef double WEIGHTS[FEATURES]
WEIGHTS[:] = [0.15, 0.05, 0.1, 0.05]


cdef double progress(const Rules* r, const Duetos* s) noexcept nogil:
    """How near the end of the game is, 0..1: by the deck or by the two stacks most gone."""
    cdef int dealt = r.num_players * r.opening, most = 0, second = 0, c
    cdef double deck = (s.drawn - dealt) / <double>max(1, r.num_cards - dealt)
    for c in range(CATEGORIES):
        if s.taken[c] > most:
            second = most
            most = s.taken[c]
        elif s.taken[c] > second:
            second = s.taken[c]
    return max(deck, second / <double>r.num_chips)


cdef void features(const Rules* r, const Duetos* s, int seat, double near,
                   double* out) noexcept nogil:
    """What decides a seat's chances between two rounds."""
    out[0] = points(r, s, seat)
    out[1] = promise(r, s, seat, s.hand[seat])
    out[2] = out[0] * near
    out[3] = out[1] * near


cdef void leaf(const void* rules, const Header* h, double* utility) noexcept nogil:
    """Win shares: normalised exponentials of a weighted sum of features."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef double x[FEATURES]
    cdef double near = progress(r, s)
    cdef int p, i
    for p in range(r.num_players):
        features(r, s, p, near, x)
        utility[p] = 0
        for i in range(FEATURES):
            utility[p] += WEIGHTS[i] * x[i]
    softmax(utility, r.num_players)


SCORES = move_scores(scores)
LEAF = leaf_formula(leaf)
