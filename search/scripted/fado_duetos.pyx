"""Fado Duetos' script: presents whatever pays, and keeps the hand that promises the most.

SCORES ranks the legal actions of a seat. A set is judged by its chip and bonuses and by the best hand
that it can leave; a card to place, pick or keep by what the hand promises: sets that are there,
pairs that a showcase card completes now or soon, pairs.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from engine_cy.bits cimport lowest, popcount
from engine_cy.core cimport Header
from engine_cy.games.fado_duetos cimport (
    CATEGORIES,
    END_TURN,
    GUITARIST,
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
    common,
    drop,
    fewest,
    level_one,
    size,
)
from search.formula cimport move_scores

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
    cdef int chip, i, others = MAX_CHIPS_HELD
    cdef double points
    cdef uint32_t held = s.chips[seat][c]
    if s.taken[c] == r.num_chips:
        return 0
    chip = r.chip[s.taken[c]]
    points = chip
    held |= 1 << chip
    if s.feature[c] == 0 and popcount(held) >= r.feature_chips:
        points += r.feature
    if r.sequence_chips and s.sequence[c] == 0 and held & held >> 1 & held >> 2:
        points += r.sequence
    for i in range(CATEGORIES):
        if i != c:
            others = min(others, popcount(s.chips[seat][i]))
    if min(others, popcount(held)) > fewest(s, seat):
        for i in range(r.num_variety):
            if s.variety[i] == 0:
                points += r.variety[i]
                break
    return points



cdef double promise(const Rules* r, const Duetos* s, int seat, const uint32_t* hand) noexcept nogil:
    """What a hand is worth for the sets to come."""
    cdef int c, v, k, column, card
    cdef double worth, total = CARD * size(hand), share
    for c in range(CATEGORIES):
        worth = chip_worth(r, s, seat, c)
        if worth == 0:
            continue
        for v in range(r.num_values):
            k = common(hand, r.match[c][v])
            if k < 2:
                continue
            share = READY if k >= 3 else PAIR
            for column in range(r.columns):
                card = level_one(r, s, column)
                if card != GUITARIST and r.showcase_value[card][c] == v:
                    share = READY
                card = s.showcase[column * r.levels + (s.base[column] + 1) % r.levels]
                if card != GUITARIST and r.showcase_value[card][c] == v:
                    share = max(share, SOON)
            total += share * worth
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


SCORES = move_scores(scores)
