"""Fairy Concerto's script: how good each pick leaves one's own orchestra, by a formula.

SCORES ranks the legal actions of a seat by the points the orchestra makes as it stands, weighted by
how far the game has come, by the chances of score cards that are not fulfilled yet, and by what
the hand passed on is worth to the next seat (alone: to Pahha).
"""
from libc.stdint cimport uint8_t, uint32_t

from engine_cy.bits cimport lowest, popcount
from engine_cy.core cimport Header
from engine_cy.games.fairy_concerto cimport (
    CHOOSE,
    COMPOSER,
    CONDUCTOR,
    HARPIST,
    ITEMS,
    KEEP_0,
    KINDS,
    PIANIST,
    POPULARITY,
    SOLOIST,
    FairyConcerto,
    Rules,
    adds,
    count_of,
    keeps,
    one,
    removes,
    score_items,
    total_of,
)
from search.formula cimport move_scores

# Chance that a fairy still missing for a score card comes, early and late; powers of the misses.
cdef double EARLY = 0.86
cdef double LATE = 0.55
cdef double BEST_OF_TWO = 1.3           # the better of two cards, in means of one card
cdef double DENY = 0.15                 # the next seat's best gain counts this much
cdef double HALF_SET = 0.45             # a kind of a set that waits for its partner
cdef double CHEAP = 0.05                # among equals rather a kind that is plentiful


cdef inline double card_chance(const Rules* r, uint32_t orchestra, uint32_t needs,
                               int left) noexcept nogil:
    """Return how likely an orchestra fulfils a card with `left` picks to come."""
    cdef int kind, missing = 0
    cdef double chance = 1, per_fairy
    for kind in range(KINDS):
        missing += max(0, count_of(needs, kind) - count_of(orchestra, kind))
    if missing > left:
        return 0
    per_fairy = LATE + (EARLY - LATE) * (left - missing) / r.full
    while missing:
        chance *= per_fairy
        missing -= 1
    return chance


cdef double cards_worth(const Rules* r, uint32_t cards, uint32_t orchestra,
                        int left) noexcept nogil:
    """Return the points expected of a set of score cards."""
    cdef double worth = 0
    while cards:
        worth += card_chance(r, orchestra, r.needs[lowest(cards)], left)
        cards &= cards - 1
    return r.per_card * worth


cdef double half_sets(const Rules* r, uint32_t orchestra, uint32_t kinds, int sets,
                      int left) noexcept nogil:
    """Return the share of one more set that is there already."""
    cdef int kind, have = 0, want = 0
    for kind in range(KINDS):
        want += count_of(kinds, kind)
        have += min(count_of(kinds, kind),
                    max(0, count_of(orchestra, kind) - sets * count_of(kinds, kind)))
    return have / <double>want if left >= want - have else 0


cdef double orchestra_worth(const Rules* r, const FairyConcerto* s, uint32_t orchestra,
                            uint32_t cards, int left) noexcept nogil:
    """Return what an orchestra promises with `left` picks to come."""
    cdef uint8_t items[ITEMS]
    cdef double late = (r.full - left) / <double>r.full, worth
    score_items(r, s, orchestra, cards, items)
    worth = items[POPULARITY] + items[PIANIST] + items[HARPIST]
    worth += items[CONDUCTOR] * (0.55 + 0.45 * late)
    worth += items[SOLOIST] * late
    if r.per_pianist_set:
        worth += HALF_SET * r.per_pianist_set * half_sets(
            r, orchestra, r.pianist[s.pianist], items[PIANIST] // r.per_pianist_set, left)
    if r.per_harpist_set:
        worth += HALF_SET * r.per_harpist_set * half_sets(
            r, orchestra, r.harpist[s.harpist], items[HARPIST] // r.per_harpist_set, left)
    return worth + cards_worth(r, cards, orchestra, left)


cdef inline double new_card_worth(const Rules* r, const FairyConcerto* s, uint32_t orchestra,
                                  int left) noexcept nogil:
    """Return what the better of two cards from the pile promises."""
    cdef int cards = popcount(s.pile)
    return BEST_OF_TWO * cards_worth(r, s.pile, orchestra, left) / cards if cards else 0


cdef double best_gain(const Rules* r, const FairyConcerto* s, int seat,
                      uint32_t hand) noexcept nogil:
    """Return the most that one fairy of a hand adds to a seat's orchestra."""
    cdef int kind, left = r.full - total_of(s.orchestra[seat])
    cdef double now = orchestra_worth(r, s, s.orchestra[seat], s.kept[seat], left), best = 0, gain
    cdef uint32_t orchestra
    for kind in range(KINDS):
        if count_of(hand, kind):
            orchestra = s.orchestra[seat] + one(kind)
            gain = orchestra_worth(r, s, orchestra, s.kept[seat], left - 1) - now
            if kind == COMPOSER:
                gain += new_card_worth(r, s, orchestra, left - 1)
            best = max(best, gain)
    return best


cdef double pahha_worth(const Rules* r, const FairyConcerto* s, uint32_t orchestra) noexcept nogil:
    """Return Pahha's points but for the honors; a composer is a flat card."""
    cdef uint8_t items[ITEMS]
    score_items(r, s, orchestra, 0, items)
    return (items[POPULARITY] + items[CONDUCTOR] + items[SOLOIST] + items[PIANIST] + items[HARPIST]
            + r.per_face_down * count_of(orchestra, COMPOSER))


cdef double pick_score(const Rules* r, const FairyConcerto* s, int seat, int action) noexcept nogil:
    cdef uint32_t added = adds(action), hand = s.hand[seat] - added - removes(action)
    cdef uint32_t orchestra = s.orchestra[seat] + added, cards = s.kept[seat]
    cdef int left = r.full - total_of(orchestra), next_seat = (seat + 1) % r.num_players, kind
    cdef double worth
    if keeps(action):
        cards |= <uint32_t>1 << (s.draws[2 * seat + keeps(action) - 1] - 1)
    worth = orchestra_worth(r, s, orchestra, cards, left)
    worth += count_of(added, COMPOSER) * new_card_worth(r, s, orchestra, left)
    for kind in range(KINDS):
        worth += CHEAP * count_of(added, kind) * count_of(s.bag, kind) / r.full
    if r.num_players == 1:
        return worth - pahha_worth(r, s, s.pahha + hand)
    return worth - DENY * best_gain(r, s, next_seat, hand)


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* legal, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef int i, card, left = r.full - total_of(s.orchestra[seat])
    for i in range(k):
        if s.phase == CHOOSE:
            card = s.draws[s.num_draws - 2 + legal[i] - KEEP_0] - 1
            out[i] = card_chance(r, s.orchestra[seat], r.needs[card], left)
        else:
            out[i] = pick_score(r, s, seat, legal[i])


SCORES = move_scores(scores)
