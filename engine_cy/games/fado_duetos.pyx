"""Fado: Duetos e Desgarradas (2018), Ricardo Jorge Gomes and Sérgio Marques; 2-4 players.

Rulings and options: docs/fado_duetos.md. Component values: engine_cy/data/fado_duetos.toml; a file
with fewer cards gives a reduced game under the same rules.

A round: every seat puts a hand card into the practice area (1) - turns: pick a card from there
(2a), present sets (2b) - the marker passes (3) - a card for everybody (4). A set is several small
decisions: its characteristic and kind, the cards ascending, the card retrieved; nobody else sees
them before the last. The deck and everything else by chance is fixed at the start.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_cy.bits cimport highest, lowest, popcount
from engine_cy.core cimport (
    BEFORE_DEAL,
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
    share_win,
    tell,
)
from engine_cy.deal cimport Pool
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed

import numpy as np

from engine_cy.games import _fado_duetos_data
from engine_cy.spec import GameSpec
from engine_cy.words.fado_duetos import FadoDuetosWords

cdef enum: EVERYONE = 15           # all seats see an event
cdef enum: NO_ONE = 255            # no seat caused it
cdef enum ChanceTag: DECK_TAG = 1, SHOWCASE_TAG, STARTER_TAG, PAST_TAG

# The order is that of EVENT_KINDS in words/fado_duetos_events.py.
cdef enum EventKind:
    IS_DEALT, SHOWCASE_CARD, STARTS, PLACES, ADDS, PICKS, HAND_SET, SHOWCASE_SET, SHOWS, RETRIEVES,
    CHIP, FEATURE, SEQUENCE, VARIETY, REWARD, UNCOVERS, ENDS_TURN, LEFT_OVER, MARKER, DRAWS,
    GAME_ENDS


# ---- preparation -------------------------------------------------------------------------------

cdef void shuffle(uint8_t* faces, int n, uint64_t key) noexcept nogil:
    cdef Rng rng
    cdef int i, j
    cdef uint8_t held
    rng_seed(&rng, key)
    for i in range(n - 1, 0, -1):
        j = rng_below(&rng, i + 1)
        held = faces[i]
        faces[i] = faces[j]
        faces[j] = held


cdef void sort_bytes(uint8_t* bytes_, int n) noexcept nogil:
    """Insertion sort, ascending."""
    cdef int i, j
    cdef uint8_t held
    for i in range(1, n):
        held = bytes_[i]
        j = i
        while j > 0 and bytes_[j - 1] > held:
            bytes_[j] = bytes_[j - 1]
            j -= 1
        bytes_[j] = held


cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    """Everything that chance decides, as a function of the chance key (preparation 1, 2, 4)."""
    cdef const Rules* r = <const Rules*>rules
    cdef Duetos* s = <Duetos*>h
    cdef Rng rng
    cdef int i, places = r.columns * r.levels
    for i in range(r.num_cards):
        s.deck[i] = <uint8_t>(i + 1)
    shuffle(s.deck, r.num_cards, mix2(h.chance_key, DECK_TAG))
    for i in range(r.num_players):
        sort_bytes(s.deck + i * r.opening, r.opening)
    fill_showcase(r, s.showcase)
    shuffle(s.showcase, places, mix2(h.chance_key, SHOWCASE_TAG))
    rng_seed(&rng, mix2(h.chance_key, STARTER_TAG))
    s.starter = <uint8_t>rng_below(&rng, r.num_players)
    open_game(r, s, sink)


cdef void fill_showcase(const Rules* r, uint8_t* faces) noexcept nogil:
    """Write the cards of the showcase in order; a guitarist comes last."""
    cdef int i, places = r.columns * r.levels
    for i in range(places):
        faces[i] = <uint8_t>(i + 1 if i < r.num_showcase else GUITARIST)


cdef void open_game(const Rules* r, Duetos* s, Sink* sink) noexcept nogil:
    """Opening hands, showcase and marker are known; the first round begins."""
    cdef int p, i, card
    s.h.epoch = 1
    s.round = 1
    s.h.stage = 1
    s.marker = s.starter
    s.log_known = 1
    for i in range(r.columns * r.levels):
        fold(&s.h, s.showcase[i])
        tell(sink, SHOWCASE_CARD, NO_ONE, s.showcase[i], i, EVERYONE)
    fold(&s.h, s.starter)
    for p in range(r.num_players):
        for i in range(r.opening):
            card = s.deck[p * r.opening + i] - 1
            add(s.hand[p], card)
            tell(sink, IS_DEALT, p, card, 0, 1 << p)
        s.hand_size[p] = r.opening
    s.drawn = <uint8_t>(r.num_players * r.opening)
    tell(sink, STARTS, s.starter, 0, 0, EVERYONE)
    s.phase = PLACE
    open_choice(&s.h, (1 << r.num_players) - 1)


# ---- phase 1 and 2a: the practice area ---------------------------------------------------------

cdef inline void log_decision(Duetos* s, int action) noexcept nogil:
    if s.log_known:                            # LOG_SIZE: no game is longer, see _game_length
        s.log[s.log_len] = <uint8_t>action
        s.log_len += 1


cdef void reveal_practice(const Rules* r, Duetos* s, Sink* sink) noexcept nogil:
    """All cards placed are turned up; with two players deck cards join them."""
    cdef int p, k, card
    for p in range(r.num_players):
        card = s.commit[p] - 1
        log_decision(s, card)
        drop(s.hand[p], card)
        drop(s.known[p], card)
        s.hand_size[p] -= 1
        s.practice[p] = s.commit[p]
        s.commit[p] = 0
        fold(&s.h, card)
        tell(sink, PLACES, p, card, 0, EVERYONE)
    for k in range(r.stack_cards):
        if s.drawn < r.num_cards:
            card = s.deck[s.drawn] - 1
            s.drawn += 1
            s.practice[SEATS + k] = <uint8_t>(card + 1)
            fold(&s.h, card)
            tell(sink, ADDS, NO_ONE, card, 0, EVERYONE)
    notice(&s.h, -1)
    s.phase = PICK
    open_choice(&s.h, 1 << seat_to_act(r, s))


cdef void pick(const Rules* r, Duetos* s, int seat, int card, Sink* sink) noexcept nogil:
    """The seat takes a card of the practice area: it is known to be in its hand (2a)."""
    cdef int i
    log_decision(s, card)
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i] == card + 1:
            s.practice[i] = 0
    if s.practice[SEATS] == 0:                 # where a deck card lies among them means nothing
        s.practice[SEATS] = s.practice[SEATS + 1]
        s.practice[SEATS + 1] = 0
    add(s.hand[seat], card)
    add(s.known[seat], card)
    s.hand_size[seat] += 1
    fold(&s.h, <uint64_t>1 << 32 | card)
    notice(&s.h, seat)
    tell(sink, PICKS, seat, card, 0, EVERYONE)
    s.phase = SETS


# ---- phase 2b: sets ----------------------------------------------------------------------------

cdef void present_set(const Rules* r, Duetos* s, int seat, Sink* sink) noexcept nogil:
    """A set is complete: its cards, the showcase, the chip, bonuses, the reward."""
    cdef int first = s.step[0] - 1, n = 2 if first >= SHOWCASE_0 else 3, i, card, column
    cdef int category = (first - HAND_0) % CATEGORIES, back = -1
    cdef uint64_t word = first
    if first < SHOWCASE_0:
        back = s.step[4] - 1
        tell(sink, HAND_SET, seat, category, s.step[1] - 1, EVERYONE)
    else:
        column = (first - SHOWCASE_0) // CATEGORIES
        tell(sink, SHOWCASE_SET, seat, category, level_one(r, s, column), EVERYONE)
        raise_showcase(r, s, column)
    log_decision(s, first)
    for i in range(n):
        card = s.step[1 + i] - 1
        word = word << 8 | card
        log_decision(s, card)
        tell(sink, SHOWS, seat, card, 0, EVERYONE)
        if card != back:
            drop(s.hand[seat], card)
            drop(s.known[seat], card)
            add(s.discards, card)
    s.hand_size[seat] -= 2
    if back >= 0:
        log_decision(s, back)
        add(s.known[seat], back)
        word = word << 8 | back
        tell(sink, RETRIEVES, seat, back, 0, EVERYONE)
    fold(&s.h, word)
    notice(&s.h, seat)
    memset(s.step, 0, sizeof(s.step))
    s.h.steps = 0
    take_chip(r, s, seat, category, sink)
    if s.drawn < r.num_cards:
        s.drawn += 1
        s.rewards += 1
        tell(sink, REWARD, seat, 0, 0, EVERYONE)


cdef void raise_showcase(const Rules* r, Duetos* s, int column) noexcept nogil:
    """The used card goes to the top of its column, the others descend (B2).

    A guitarist beside it at level I goes up too, and so its column descends (ruling 12).
    """
    cdef int c
    for c in range(r.columns):
        if c == column or level_one(r, s, c) == GUITARIST:
            s.base[c] = <uint8_t>((s.base[c] + 1) % r.levels)


cdef int fewest(const Duetos* s, int seat) noexcept nogil:
    """The seat's number of chips in the category where it has fewest: complete variety sets."""
    cdef int c, least = MAX_CHIPS
    for c in range(CATEGORIES):
        least = min(least, popcount(s.chips[seat][c]))
    return least


cdef void take_chip(const Rules* r, Duetos* s, int seat, int category, Sink* sink) noexcept nogil:
    """The top chip of the stack, and every bonus that it completes (score 1-3, ruling 18)."""
    cdef int chip = r.chip[s.taken[category]], sets = fewest(s, seat), i, free = -1, earlier = 0
    cdef uint32_t held
    s.taken[category] += 1
    s.chips[seat][category] |= <uint16_t>(1 << chip)
    held = s.chips[seat][category]
    tell(sink, CHIP, seat, category, chip, EVERYONE)
    if popcount(held) >= r.feature_chips and s.feature[category] == 0:
        s.feature[category] = <uint8_t>(seat + 1)
        tell(sink, FEATURE, seat, category, r.feature, EVERYONE)
    if r.sequence_chips and held & held >> 1 & held >> 2 and s.sequence[category] == 0:
        s.sequence[category] = <uint8_t>(seat + 1)
        tell(sink, SEQUENCE, seat, category, r.sequence, EVERYONE)
    if fewest(s, seat) > sets:
        for i in range(r.num_variety - 1, -1, -1):
            earlier |= s.variety[i] == seat + 1
            if s.variety[i] == 0:
                free = i
        if free >= 0 and (r.variety_repeat or not earlier):
            s.variety[free] = <uint8_t>(seat + 1)
            tell(sink, VARIETY, seat, r.variety[free], 0, EVERYONE)


cdef void end_turn(const Rules* r, Duetos* s, int seat, Sink* sink) noexcept nogil:
    """The rewards join the hand; the next seat's turn, or phases 3 and 4."""
    cdef int i, card
    log_decision(s, END_TURN)
    fold(&s.h, <uint64_t>2 << 32 | seat)
    notice(&s.h, seat)
    tell(sink, ENDS_TURN, seat, s.rewards, 0, EVERYONE)
    s.h.news[seat] += s.rewards > 0
    for i in range(s.drawn - s.rewards, s.drawn):
        card = s.deck[i] - 1
        add(s.hand[seat], card)
        tell(sink, UNCOVERS, seat, card, 0, 1 << seat)
    s.hand_size[seat] += s.rewards
    s.rewards = 0
    s.turn += 1
    if s.turn < r.num_players:
        s.phase = PICK
        open_choice(&s.h, 1 << seat_to_act(r, s))
    else:
        end_round(r, s, sink)


# ---- phases 3 and 4, and the end of the game ---------------------------------------------------

cdef void end_round(const Rules* r, Duetos* s, Sink* sink) noexcept nogil:
    cdef int i, p, card, finished = 0, left = r.num_cards - s.drawn
    s.turn = 0
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            card = s.practice[i] - 1
            add(s.discards, card)
            tell(sink, LEFT_OVER, NO_ONE, card, 0, EVERYONE)
            s.practice[i] = 0
    for i in range(CATEGORIES):
        finished += s.taken[i] == r.num_chips
    if finished >= r.stacks_to_end:
        end_game(s, 1, sink)
        return
    s.marker = (s.marker + 1) % r.num_players
    tell(sink, MARKER, s.marker, 0, 0, EVERYONE)
    if left < r.num_players:
        end_game(s, 0, sink)
        return
    for i in range(r.num_players):
        p = (s.marker + i) % r.num_players
        card = s.deck[s.drawn] - 1
        s.drawn += 1
        add(s.hand[p], card)
        s.hand_size[p] += 1
        tell(sink, DRAWS, p, card, 0, 1 << p)
    notice(&s.h, -1)
    if r.deck_end_empty and left == r.num_players:
        end_game(s, 0, sink)
        return
    s.round += 1
    s.h.stage += 1
    s.phase = PLACE
    open_choice(&s.h, (1 << r.num_players) - 1)


cdef void end_game(Duetos* s, int by_stacks, Sink* sink) noexcept nogil:
    s.phase = OVER
    s.h.over = 1
    open_choice(&s.h, 0)
    tell(sink, GAME_ENDS, NO_ONE, by_stacks, 0, EVERYONE)


cdef int variety_points(const Rules* r, const Duetos* s, int seat) noexcept nogil:
    cdef int i, points = 0
    for i in range(r.num_variety):
        if s.variety[i] == seat + 1:
            points += r.variety[i]
    return points


cdef int num_chips(const Duetos* s, int seat) noexcept nogil:
    cdef int c, n = 0
    for c in range(CATEGORIES):
        n += popcount(s.chips[seat][c])
    return n


cdef int score(const Rules* r, const Duetos* s, int seat) noexcept nogil:
    """Victory points and bonuses."""
    cdef int c, points = variety_points(r, s, seat)
    cdef uint32_t chips
    for c in range(CATEGORIES):
        points += r.feature * (s.feature[c] == seat + 1) + r.sequence * (s.sequence[c] == seat + 1)
        chips = s.chips[seat][c]
        while chips:
            points += lowest(chips)
            chips &= chips - 1
    return points


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef int p
    for p in range(h.num_players):
        out[p] = score(<const Rules*>rules, <const Duetos*>h, p)


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    """By score, then more victory chips, then the total of the variety chips (ruling 23)."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef double mine[SEATS]
    cdef int p
    for p in range(r.num_players):
        mine[p] = (score(r, s, p) * 64 + num_chips(s, p)) * 512 + variety_points(r, s, p)
    rank_by(mine, r.num_players, out)


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    """Win shares: one point, split among equal winners."""
    cdef int place[SEATS]
    ranks(rules, h, place)
    share_win(place, h.num_players, out)


# ---- actions -----------------------------------------------------------------------------------

cdef uint32_t starts(const Rules* r, const Duetos* s, int seat) noexcept nogil:
    """Return the sets that can be completed, as bits above HAND_0, and the end of the turn."""
    cdef uint32_t bits = 1 << (END_TURN - HAND_0)
    cdef uint64_t twice, thrice, level
    cdef int c, column, card
    tally(r, s.hand[seat], &twice, &thrice)
    if twice == 0:
        return bits
    for c in range(CATEGORIES):
        if lane(thrice, c) and s.taken[c] < r.num_chips:        # ruling 2
            bits |= <uint32_t>1 << c
    for column in range(r.columns):
        card = level_one(r, s, column)
        level = twice & r.showcase_values[card] if card != GUITARIST else 0
        if level:
            for c in range(CATEGORIES):
                if lane(level, c) and s.taken[c] < r.num_chips:
                    bits |= <uint32_t>1 << (SHOWCASE_0 - HAND_0 + CATEGORIES * column + c)
    return bits


cdef void set_cards(const Rules* r, const Duetos* s, int seat, uint32_t* out) noexcept nogil:
    """Write the cards that may come next in the set begun: ascending, and it can be completed."""
    cdef const uint32_t* hand = s.hand[seat]
    cdef uint32_t found[WORDS]
    cdef uint32_t values
    cdef uint64_t twice, thrice
    cdef int first = s.step[0] - 1, n = s.h.steps, c, v, i, w
    c = (first - HAND_0) % CATEGORIES
    if n == 4:                                 # the card retrieved
        for i in range(1, 4):
            add(out, s.step[i] - 1)
        return
    if n == 1 and first < SHOWCASE_0:
        tally(r, hand, &twice, &thrice)
        values = lane(thrice, c)
        while values:
            v = lowest(values)
            values &= values - 1
            for w in range(WORDS):
                found[w] = hand[w] & r.match[c][v][w]
            drop_last(found)
            drop_last(found)
            for w in range(WORDS):
                out[w] |= found[w]
        return
    if n == 1:
        v = r.showcase_value[level_one(r, s, (first - SHOWCASE_0) // CATEGORIES)][c]
    else:
        v = r.value[s.step[1] - 1][c]
    for w in range(WORDS):
        out[w] = hand[w] & r.match[c][v][w]
    if n > 1:
        drop_up_to(out, s.step[n - 1] - 1)
    if n == (2 if first < SHOWCASE_0 else 1):
        drop_last(out)


cdef void choices(const Rules* r, const Duetos* s, int seat, uint32_t* out) noexcept nogil:
    """Write the legal actions of an acting seat: a set of cards, and a word of starts and end."""
    cdef int i
    memset(out, 0, (WORDS + 1) * sizeof(uint32_t))
    if s.phase == PLACE:
        memcpy(out, s.hand[seat], sizeof(s.hand[seat]))
    elif s.phase == PICK:
        for i in range(SEATS + MAX_STACK_CARDS):
            if s.practice[i]:
                add(out, s.practice[i] - 1)
    elif s.h.steps == 0:
        out[WORDS] = starts(r, s, seat)
    else:
        set_cards(r, s, seat, out)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef uint32_t bits[WORDS + 1]
    cdef int w, k = 0
    if not (h.acting >> seat) & 1:
        return 0
    choices(<const Rules*>rules, <const Duetos*>h, seat, bits)
    for w in range(WORDS + 1):
        while bits[w]:
            out[k] = <uint8_t>(WORD_BITS * w + lowest(bits[w]))
            bits[w] &= bits[w] - 1
            k += 1
    return k


cdef inline int sample_one(const Rules* r, const Duetos* s, int seat, Rng* rng) noexcept nogil:
    cdef uint32_t bits[WORDS + 1]
    cdef int k
    choices(r, s, seat, bits)
    k = popcount(bits[0]) + popcount(bits[1]) + popcount(bits[2]) + popcount(bits[3])
    return nth(bits, rng_below(rng, k) if k > 1 else 0)


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    return sample_one(<const Rules*>rules, <const Duetos*>h, seat, rng)


cdef inline void act(const Rules* r, Duetos* s, int seat, int action, Sink* sink) noexcept nogil:
    s.h.num_moves += 1
    if s.phase == PLACE:
        s.commit[seat] = <uint8_t>(action + 1)
        s.h.acting &= ~<uint8_t>(1 << seat)
        if s.h.acting == 0:
            reveal_practice(r, s, sink)
    elif s.phase == PICK:
        pick(r, s, seat, action, sink)
    elif action == END_TURN:
        end_turn(r, s, seat, sink)
    else:
        s.step[s.h.steps] = <uint8_t>(action + 1)
        s.h.steps += 1
        if s.h.steps == (MAX_STEPS if s.step[0] - 1 < SHOWCASE_0 else 3):
            present_set(r, s, seat, sink)


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    act(<const Rules*>rules, <Duetos*>h, seat, action, sink)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Duetos* s = <Duetos*>h
    cdef int seat, plies = 0, stage = h.stage
    s.log_known = 0                            # nobody asks for the course of a playout
    while h.acting and not (deals and h.stage - stage >= deals):
        seat = lowest(h.acting)
        act(r, s, seat, sample_one(r, s, seat, rng), NULL)
        plies += 1
    return plies


include "fado_duetos_knowledge.pxi"
include "fado_duetos_features.pxi"
