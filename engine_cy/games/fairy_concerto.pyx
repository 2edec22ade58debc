"""Fairy Concerto, takewatch / Uchibakoya 2022; 1 to 4 players.

Rulings and options: docs/fairy_concerto.md. Component values: engine_cy/data/fairy_concerto.toml.

A round: every seat draws fairies - drafts (all add one, two players also remove one; composers draw
score cards in seat order; hands pass to the left). Alone against Pahha a round is one pick.
Section names of the rulebook stand beside the functions.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_cy.bits cimport lowest, nth_bit, popcount
from engine_cy.core cimport (
    BEFORE_DEAL,
    EVERY_SEAT,
    MAX_PLAYERS,
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
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed, word_below

import numpy as np

from engine_cy.games import _fairy_concerto_data
from engine_cy.spec import GameSpec
from engine_cy.words.fairy_concerto import FairyConcertoWords

cdef enum: MAX_FAIRIES = 64        # more than the box holds
cdef enum: EVERYONE = 15           # all seats see an event
cdef enum: NO_ONE = 255            # no seat caused it
cdef enum ChanceTag: CONTEST_TAG = 1, CARD_TAG = 2, POPULARITY_TAG = 3, HAND_TAG = 4
cdef enum:                         # decks of contest cards
    SOLOIST_DECK = 0
    PIANIST_DECK = 1
    HARPIST_DECK = 2

# The order is that of FairyConcertoWords.event_kinds.
cdef enum EventKind:
    POPULAR_KIND, CONTEST_CARDS, DEALT_CARDS, ROUND_STARTS, DRAWS_FAIRIES, ADDS_FAIRY,
    REMOVES_FAIRY, KEEPS_CARD, DRAWS_CARDS, RECEIVES, PAHHA_ADDS, PAHHA_DRAWS, SCORES, PAHHA_SCORES,
    GAME_ENDS

# What each action does; written once, at import.
cdef uint32_t ADDS[NUM_ACTIONS]
cdef uint32_t REMOVES[NUM_ACTIONS]
cdef uint8_t KEEPS[NUM_ACTIONS]
cdef uint8_t TWO[KINDS][KINDS]              # the actions of multisets, kinds ascending
cdef uint8_t THREE[KINDS][KINDS][KINDS]


cdef void fill_actions() noexcept nogil:
    cdef int k, m, n, j, two = TWO_0, three = THREE_0
    memset(ADDS, 0, sizeof(ADDS))
    memset(REMOVES, 0, sizeof(REMOVES))
    memset(KEEPS, 0, sizeof(KEEPS))
    for k in range(KINDS):
        ADDS[ADD_0 + k] = one(k)
        for m in range(KINDS):
            ADDS[PAIR_0 + KINDS * k + m] = one(k)
            REMOVES[PAIR_0 + KINDS * k + m] = one(m)
        for m in range(k, KINDS):
            ADDS[two] = one(k) + one(m)
            TWO[k][m] = <uint8_t>two
            two += 1
            for n in range(m, KINDS):
                ADDS[three] = one(k) + one(m) + one(n)
                THREE[k][m][n] = <uint8_t>three
                three += 1
    for j in range(2):
        KEEPS[KEEP_0 + j] = <uint8_t>(j + 1)
        for k in range(KINDS):
            ADDS[ADD_KEEP_0 + 2 * k + j] = one(k)
            KEEPS[ADD_KEEP_0 + 2 * k + j] = <uint8_t>(j + 1)
        for k in range(KINDS * KINDS):
            ADDS[PAIR_KEEP_0 + 2 * k + j] = ADDS[PAIR_0 + k]
            REMOVES[PAIR_KEEP_0 + 2 * k + j] = REMOVES[PAIR_0 + k]
            KEEPS[PAIR_KEEP_0 + 2 * k + j] = <uint8_t>(j + 1)


fill_actions()


cdef uint32_t adds(int action) noexcept nogil:
    return ADDS[action]


cdef uint32_t removes(int action) noexcept nogil:
    return REMOVES[action]


cdef int keeps(int action) noexcept nogil:
    return KEEPS[action]


# ---- chance: each draw is a function of (chance key, what, how often) ---------------------------

cdef int spread(uint32_t fairies, uint32_t* out) noexcept nogil:
    """Write the fairies one by one, each as a packed word; return their number."""
    cdef int kind, n = 0, _i
    for kind in range(KINDS):
        for _i in range(count_of(fairies, kind)):
            out[n] = one(kind)
            n += 1
    return n


cdef inline uint32_t draw_one(uint32_t* bag, int left, int at) noexcept nogil:
    """Take number `at` of `left` fairies out."""
    cdef uint32_t fairy = bag[at]
    bag[at] = bag[left - 1]
    return fairy


cdef int draw_card(FairyConcerto* s) noexcept nogil:
    """Return the top card of the pile; a rewound world remembers the cards that came."""
    cdef int card = s.draws[s.num_draws] - 1, left = popcount(s.pile)
    if card < 0:
        card = nth_bit(s.pile, word_below(mix2(s.h.chance_key, left << 8 | CARD_TAG), left))
        s.pile &= ~(<uint32_t>1 << card)
        s.draws[s.num_draws] = <uint8_t>(card + 1)
    s.num_draws += 1
    return card


cdef inline void sort_pair(uint8_t* pair) noexcept nogil:
    cdef uint8_t held
    if pair[0] > pair[1]:
        held = pair[0]
        pair[0] = pair[1]
        pair[1] = held


cdef inline void draw_pair(FairyConcerto* s) noexcept nogil:
    draw_card(s)
    draw_card(s)
    sort_pair(&s.draws[s.num_draws - 2])


cdef void give_pahha(FairyConcerto* s, int n, Sink* sink) noexcept nogil:
    """Lay n cards face down beside Pahha's board, unseen; their order means nothing."""
    cdef int first = s.num_draws, i, j, _i
    cdef uint8_t held
    for _i in range(n):
        s.hidden_draws |= <uint32_t>1 << s.num_draws
        s.face_down |= <uint32_t>1 << draw_card(s)
        tell(sink, PAHHA_DRAWS, NO_ONE, 0, 0, EVERYONE)
    s.num_face_down += <uint8_t>n
    for i in range(first + 1, s.num_draws):
        held = s.draws[i]
        j = i
        while j > first and s.draws[j - 1] > held:
            s.draws[j] = s.draws[j - 1]
            j -= 1
        s.draws[j] = held


# ---- Setup ---------------------------------------------------------------------------------------

cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    """Score cards, contest cards, popularity token, then the first hands."""
    cdef const Rules* r = <const Rules*>rules
    cdef FairyConcerto* s = <FairyConcerto*>h
    cdef uint32_t bag[MAX_FAIRIES]
    cdef uint32_t token
    cdef int left, _p
    s.bag = r.tokens
    s.pile = r.cards
    for _p in range(r.num_players):
        draw_pair(s)
    if r.num_players == 1:
        give_pahha(s, 1, NULL)
    s.soloist = <uint8_t>contest_card(r, h, SOLOIST_DECK)
    s.pianist = <uint8_t>contest_card(r, h, PIANIST_DECK)
    s.harpist = <uint8_t>contest_card(r, h, HARPIST_DECK)
    left = spread(s.bag, bag)
    token = bag[word_below(mix2(h.chance_key, POPULARITY_TAG), left)]
    s.bag -= token
    s.popularity = <uint8_t>(lowest(token) // WIDTH)
    draw_hands(r, s)
    open_round(r, s, sink)


cdef int contest_card(const Rules* r, const Header* h, int deck) noexcept nogil:
    if r.fixed[deck]:
        return r.fixed[deck] - 1
    return word_below(mix2(h.chance_key, deck << 8 | CONTEST_TAG), r.num_contest[deck])


cdef void draw_hands(const Rules* r, FairyConcerto* s) noexcept nogil:
    """Seat 0 draws its whole hand, then seat 1, and so on (correction 16)."""
    cdef uint32_t bag[MAX_FAIRIES]
    cdef Rng rng
    cdef uint32_t hand
    cdef int p, left, _i
    s.h.epoch += 1
    rng_seed(&rng, mix2(s.h.chance_key, <uint64_t>s.h.epoch << 8 | HAND_TAG))
    left = spread(s.bag, bag)
    for p in range(r.num_players):
        hand = 0
        for _i in range(r.draw[s.h.epoch - 1]):
            hand += draw_one(bag, left, rng_below(&rng, left))
            left -= 1
        s.hand[p] = hand
        s.bag -= hand


cdef inline bint first_draft(const FairyConcerto* s) noexcept nogil:
    """Whether the choice is, or follows, the one with the setup cards."""
    return s.h.epoch == 1 and s.draft == 0


cdef void open_round(const Rules* r, FairyConcerto* s, Sink* sink) noexcept nogil:
    """Note where the round began and open the first choice."""
    cdef int p
    for p in range(r.num_players):
        s.known[p] = <uint8_t>(1 << p)
    if s.h.epoch == 1:
        fold(&s.h, <uint64_t>s.popularity << 24 | s.soloist << 16 | s.pianist << 8 | s.harpist)
    fold(&s.h, <uint64_t>s.h.epoch << 32)
    notice(&s.h, -1)
    if sink != NULL:
        report_deal(r, s, sink)
    s.hash_at_deal = s.h.public_hash
    s.moves_at_deal = s.h.num_moves
    memcpy(s.news_at_deal, s.h.news, sizeof(s.news_at_deal))
    s.log_known = 1
    s.phase = PICK
    open_choice(&s.h, (1 << r.num_players) - 1)


cdef inline int event_counts(uint32_t fairies) noexcept nogil:
    """Return a hand in three bits for each kind, so that it fits an event's field."""
    cdef int kind, word = 0
    for kind in range(KINDS):
        word |= count_of(fairies, kind) << (3 * kind)
    return word


cdef void report_deal(const Rules* r, const FairyConcerto* s, Sink* sink) noexcept nogil:
    cdef int p
    if s.h.epoch == 1:
        for p in range(r.num_players):
            tell(sink, DEALT_CARDS, p, s.draws[2 * p] - 1, s.draws[2 * p + 1] - 1, 1 << p)
        tell(sink, CONTEST_CARDS, NO_ONE, s.soloist, s.pianist << 8 | s.harpist, EVERYONE)
        tell(sink, POPULAR_KIND, NO_ONE, s.popularity, 0, EVERYONE)
        if r.num_players == 1:
            tell(sink, PAHHA_DRAWS, NO_ONE, 0, 0, EVERYONE)
    tell(sink, ROUND_STARTS, NO_ONE, s.h.epoch, 0, EVERYONE)
    for p in range(r.num_players):
        tell(sink, DRAWS_FAIRIES, p, event_counts(s.hand[p]), 0, 1 << p)


# ---- First Draft, Second and Later Drafts --------------------------------------------------------

cdef inline void log_decision(FairyConcerto* s, int seat, int action) noexcept nogil:
    if s.log_len < LOG_SIZE:
        s.log[s.log_len] = <uint16_t>(seat << 8 | action)
        s.log_len += 1
    else:
        s.log_known = 0


cdef inline void keep_card(FairyConcerto* s, int seat, const uint8_t* pair, int which,
                           Sink* sink) noexcept nogil:
    """Keep the first or second card of a pair; the other one is discarded face up."""
    cdef int card = pair[which] - 1, other = pair[1 - which] - 1
    s.kept[seat] |= <uint32_t>1 << card
    s.discards |= <uint32_t>1 << other
    fold(&s.h, <uint64_t>(card + 1) << 8 | (other + 1) | <uint64_t>1 << 20)
    tell(sink, KEEPS_CARD, seat, card, other, EVERYONE)


cdef void resolve_picks(const Rules* r, FairyConcerto* s, Sink* sink) noexcept nogil:
    """Reveal all picks together; every setup card first, composers afterwards (correction 1)."""
    cdef int p, action, setup = first_draft(s)
    cdef uint64_t word = 0
    for p in range(r.num_players):
        action = s.commit[p] - 1
        s.commit[p] = 0
        log_decision(s, p, action)
        word = word << 8 | action
        s.hand[p] -= ADDS[action] + REMOVES[action]
        s.picked[p] += ADDS[action] + REMOVES[action]
        s.orchestra[p] += ADDS[action]
        s.removed += REMOVES[action]
        s.waiting[p] = <uint8_t>count_of(ADDS[action], COMPOSER)
        if sink != NULL:
            report_pick(p, action, sink)
    fold(&s.h, word)
    notice(&s.h, -1)
    if setup:
        for p in range(r.num_players):
            keep_card(s, p, &s.draws[2 * p], KEEPS[s.log[s.log_len - r.num_players + p] & 0xFF] - 1,
                      sink)
    if r.num_players == 1:
        if sink != NULL:
            report_fairies(PAHHA_ADDS, NO_ONE, s.hand[0], sink)
        s.pahha += s.hand[0]
        s.picked[0] += s.hand[0]
        s.pahha_waiting = <uint8_t>count_of(s.hand[0], COMPOSER)
        s.hand[0] = 0


cdef void report_pick(int seat, int action, Sink* sink) noexcept nogil:
    report_fairies(ADDS_FAIRY, seat, ADDS[action], sink)
    report_fairies(REMOVES_FAIRY, seat, REMOVES[action], sink)


cdef void report_fairies(int event, int seat, uint32_t fairies, Sink* sink) noexcept nogil:
    cdef int kind, _i
    for kind in range(KINDS):
        for _i in range(count_of(fairies, kind)):
            tell(sink, event, seat, kind, 0, EVERYONE)


cdef void run_composers(const Rules* r, FairyConcerto* s, Sink* sink, int halt) noexcept nogil:
    """The next composer in seat order draws two cards (ruling 1); after the last the draft ends."""
    cdef int p
    for p in range(r.num_players):
        if s.waiting[p]:
            s.waiting[p] -= 1
            draw_pair(s)
            tell(sink, DRAWS_CARDS, p, s.draws[s.num_draws - 2] - 1, s.draws[s.num_draws - 1] - 1,
                 1 << p)
            s.chooser = <uint8_t>p
            s.phase = CHOOSE
            open_choice(&s.h, 1 << p)
            return
    end_draft(r, s, sink, halt)


cdef void end_draft(const Rules* r, FairyConcerto* s, Sink* sink, int halt) noexcept nogil:
    """Pass the hands to the left, in every round (ruling 11), or end the round."""
    cdef int p, n = r.num_players, known
    cdef uint32_t held, picked
    s.chooser = 0
    if n == 1:
        give_pahha(s, s.pahha_waiting, sink)
        s.pahha_waiting = 0
        end_round(r, s, sink, halt)
        return
    s.draft += 1
    if s.draft == r.drafts:
        end_round(r, s, sink, halt)
        return
    held = s.hand[n - 1]
    picked = s.picked[n - 1]
    for p in range(n - 1, 0, -1):
        s.hand[p] = s.hand[p - 1]
        s.picked[p] = s.picked[p - 1]
    s.hand[0] = held
    s.picked[0] = picked
    for p in range(n):                  # hands move on with what is known of them; one is new
        known = s.known[p] << 1 | s.known[p] >> (n - 1)
        s.known[p] = <uint8_t>((known & ((1 << n) - 1)) | 1 << p)
    if sink != NULL:
        for p in range(n):
            tell(sink, RECEIVES, p, event_counts(s.hand[p]), 0, 1 << p)
    notice(&s.h, -1)
    s.phase = PICK
    open_choice(&s.h, (1 << n) - 1)


cdef void end_round(const Rules* r, FairyConcerto* s, Sink* sink, int halt) noexcept nogil:
    if s.h.epoch == r.rounds:
        final_scoring(r, s, sink)
        s.phase = OVER
        s.h.over = 1
        open_choice(&s.h, 0)
    elif halt:
        open_choice(&s.h, 0)
    else:
        clear_round(s)
        draw_hands(r, s)
        open_round(r, s, sink)


cdef inline void clear_round(FairyConcerto* s) noexcept nogil:
    memset(s.draws, 0, sizeof(s.draws))
    memset(s.log, 0, sizeof(s.log))
    memset(s.picked, 0, sizeof(s.picked))
    s.hidden_draws = 0
    s.draft = s.num_draws = s.log_len = 0


include "fairy_concerto_scoring.pxi"


# ---- actions -------------------------------------------------------------------------------------

cdef inline int legal_multisets(uint32_t hand, int size, uint8_t* out) noexcept nogil:
    """Alone: the multisets of two or three fairies that the hand has."""
    cdef int k = 0, action, first = TWO_0 if size == 2 else THREE_0
    cdef int end = THREE_0 if size == 2 else NUM_ACTIONS
    for action in range(first, end):
        if contains(hand, ADDS[action]):
            out[k] = <uint8_t>action
            k += 1
    return k


cdef int sample_two(uint32_t hand, Rng* rng) noexcept nogil:
    """Return one of the multisets of two, all equally likely: twins first, then two kinds."""
    cdef uint32_t kinds = present(hand), twins = present(hand - kinds)
    cdef int k = popcount(kinds), m = popcount(twins), first = 0
    cdef int number = rng_below(rng, m + k * (k - 1) // 2)
    if number < m:
        first = nth_kind(twins, number)
        return TWO[first][first]
    number -= m
    while number >= k - 1 - first:
        number -= k - 1 - first
        first += 1
    return TWO[nth_kind(kinds, first)][nth_kind(kinds, first + 1 + number)]


cdef int sample_three(uint32_t hand, Rng* rng) noexcept nogil:
    """Return one of the multisets of three: triplets, twins and one, three kinds."""
    cdef uint32_t kinds = present(hand), twins = present(hand - kinds), left
    cdef uint32_t triplets = present(hand - kinds - twins)
    cdef int k = popcount(kinds), m = popcount(twins), t = popcount(triplets), first, second
    cdef int number = rng_below(rng, t + m * (k - 1) + k * (k - 1) * (k - 2) // 6)
    if number < t:
        first = nth_kind(triplets, number)
        return THREE[first][first][first]
    number -= t
    if number < m * (k - 1):
        first = nth_kind(twins, number // (k - 1))
        second = nth_kind(kinds & ~one(first), number % (k - 1))
        return THREE[first][first][second] if first < second else THREE[second][first][first]
    number -= m * (k - 1)
    left = kinds
    while True:                             # the smallest kind, then two of those above it
        first = lowest(left) // WIDTH
        left &= left - 1
        k = popcount(left)
        if number < k * (k - 1) // 2:
            break
        number -= k * (k - 1) // 2
    second = 0
    while number >= k - 1 - second:
        number -= k - 1 - second
        second += 1
    return THREE[first][nth_kind(left, second)][nth_kind(left, second + 1 + number)]


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef int n = 0, k, m, setup = first_draft(s)
    cdef uint32_t hand = s.hand[seat], left
    if not (h.acting >> seat) & 1:
        return 0
    if s.phase == CHOOSE:
        out[0] = KEEP_0
        out[1] = KEEP_0 + 1
        return 2
    if r.add[h.epoch - 1] > 1:
        return legal_multisets(hand, r.add[h.epoch - 1], out)
    for k in range(KINDS):
        if not count_of(hand, k):
            continue
        left = hand - one(k)
        for m in range(KINDS if r.removes else 1):
            if r.removes and not count_of(left, m):
                continue
            if setup:
                out[n] = <uint8_t>(PAIR_KEEP_0 + 2 * (KINDS * k + m) if r.removes
                                   else ADD_KEEP_0 + 2 * k)
                out[n + 1] = out[n] + 1
                n += 2
            else:
                out[n] = <uint8_t>(PAIR_0 + KINDS * k + m if r.removes else ADD_0 + k)
                n += 1
    return n


cdef inline int sample_pair(uint32_t hand, int number, int m) noexcept nogil:
    """Return 5k + l of an ordered pair, counted from 0; m kinds are held twice or more."""
    cdef uint32_t kinds = present(hand)
    cdef int k = popcount(kinds), first, second
    if number >= k * (k - 1):
        first = nth_kind(present(hand - kinds), number - k * (k - 1))
        return (KINDS + 1) * first
    first = number // (k - 1)
    second = number % (k - 1)
    second += second >= first
    return KINDS * nth_kind(kinds, first) + nth_kind(kinds, second)


cdef inline int sample_one(const Rules* r, const FairyConcerto* s, int seat,
                           Rng* rng) noexcept nogil:
    cdef uint32_t hand = s.hand[seat], kinds
    cdef int k, m, number, setup
    if s.phase == CHOOSE:
        return KEEP_0 + <int>rng_below(rng, 2)
    if r.add[s.h.epoch - 1] > 1:
        return sample_two(hand, rng) if r.add[s.h.epoch - 1] == 2 else sample_three(hand, rng)
    kinds = present(hand)
    k = popcount(kinds)
    setup = first_draft(s)
    if r.removes:
        m = popcount(present(hand - kinds))
        number = rng_below(rng, (k * (k - 1) + m) << setup)
        m = sample_pair(hand, number >> setup, m)
        return PAIR_KEEP_0 + 2 * m + (number & 1) if setup else PAIR_0 + m
    if setup:
        number = rng_below(rng, 2 * k)
        return ADD_KEEP_0 + 2 * nth_kind(kinds, number >> 1) + (number & 1)
    return ADD_0 + nth_kind(kinds, rng_below(rng, k) if k > 1 else 0)


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    return sample_one(<const Rules*>rules, <const FairyConcerto*>h, seat, rng)


cdef inline void act(const Rules* r, FairyConcerto* s, int seat, int action, Sink* sink,
                     int halt) noexcept nogil:
    s.h.num_moves += 1
    if s.phase == PICK:
        s.commit[seat] = <uint8_t>(action + 1)
        s.h.acting &= ~<uint8_t>(1 << seat)
        if s.h.acting:
            return
        resolve_picks(r, s, sink)
    else:
        log_decision(s, seat, action)
        notice(&s.h, seat)
        keep_card(s, seat, &s.draws[s.num_draws - 2], action - KEEP_0, sink)
    run_composers(r, s, sink, halt)


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    act(<const Rules*>rules, <FairyConcerto*>h, seat, action, sink, 0)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef FairyConcerto* s = <FairyConcerto*>h
    cdef int seat, plies = 0, last = h.epoch + deals - 1
    while h.acting:
        seat = lowest(h.acting)
        act(r, s, seat, sample_one(r, s, seat, rng), NULL, deals and h.epoch >= last)
        plies += 1
    return plies


include "fairy_concerto_knowledge.pxi"
