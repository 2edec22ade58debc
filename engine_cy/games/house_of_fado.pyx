"""House of Fado (number 373667 of boardgamegeek.com); 2 to 4 players.

Rulings and options: docs/house_of_fado.md. Component values: engine_cy/data/house_of_fado.toml.

A turn: lift a worker - place it - who stood there is kicked out and gains a bonus - the action of
the space. Each choice in it is a small decision of its own; everything lies open. Headings of the
rulebook stand beside the functions.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_cy.bits cimport lowest, nth_bit, popcount
from engine_cy.core cimport (
    BEFORE_DEAL,
    MAX_ACTIONS,
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
from engine_cy.rng cimport Rng, mix2, rng_below, word_below

import numpy as np

from engine_cy.games import _house_of_fado_data
from engine_cy.spec import GameSpec
from engine_cy.words.house_of_fado import HouseOfFadoWords

cdef enum: EVERYONE = 15           # all seats see an event
cdef enum: NO_ONE = 255            # no seat caused it
cdef enum ChanceTag:
    PROMO_TAG = 1, FADO_TAG = 2, CUSTOMER_TAG = 3, BILLBOARD_TAG = 4, STARTER_TAG = 5

# The order is that of HouseOfFadoWords.event_kinds.
cdef enum EventKind:
    STARTS, REMOVED_AT_START, SCORING_TILE, SHOWS, TURNS_UP, REFILLS, RESHUFFLES, ROUND_STARTS,
    LIFTS, LEAVES, FETCHES, PLACES, TAKES_BACK, FOLLOWS, REMOVES, GOES_TO, GAINS, PAYS, TAKES_GUEST,
    TAKES_NOTE, NO_NOTE, RAISES, HIRES, SEATS_GUESTS, SEATS_CRITIC, SCORES_FADO, SPENDS_CLEF,
    PROMOTES, DISPLACED, CONTRACTS, CLOSES, STAR_MUSICIAN, LEAVES_GAME, KEEPS, DISMISSES,
    LOSES_CUBES, CRITIC_LEAVES, CLEARS, PASSES, EARNS, WINS_STAR, FINAL, GAME_ENDS

# Customers of each party, gray, black, brown: every mix of one to four; written at import.
cdef uint8_t PARTY[PARTIES][COLOURS]
# Kick-out spaces belong to the action space above them.
cdef uint8_t ACTION_SPACE[SPACES]
cdef uint8_t LOCATION[SPACES]


cdef void fill_tables() noexcept nogil:
    cdef int gray, black, brown, i = 0
    cdef uint8_t[8] location = [MARKET, MARKET, STREET, STREET, REHEARSAL_ROOM, BILLBOARD,
                                BILLBOARD, RESTAURANT]
    for gray in range(SEATED + 1):
        for black in range(SEATED + 1 - gray):
            for brown in range(SEATED + 1 - gray - black):
                if gray + black + brown:
                    PARTY[i][0] = <uint8_t>gray
                    PARTY[i][1] = <uint8_t>black
                    PARTY[i][2] = <uint8_t>brown
                    i += 1
    for i in range(SPACES):
        ACTION_SPACE[i] = <uint8_t>(i if i < KICK_0 else (i - KICK_0) // KICKS)
        LOCATION[i] = location[ACTION_SPACE[i]]


fill_tables()


# ---- small things ------------------------------------------------------------------------------

cdef inline int sum_of(const uint8_t* colours) noexcept nogil:
    return colours[0] + colours[1] + colours[2]


cdef inline int removed_cubes(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return how many cubes have left a prestige track, whatever became of them."""
    return r.cubes - t.cubes[p]


cdef inline int stars_taken(const Table* t) noexcept nogil:
    cdef int i, n = 0
    for i in range(STARS):
        n += t.star[i] > 0
    return n


cdef inline void earn(Table* t, int p, int points, Sink* sink) noexcept nogil:
    t.points[p] += <uint16_t>points
    tell(sink, EARNS, p, points, t.points[p], EVERYONE)


cdef inline void pay(Table* t, int p, int money, Sink* sink) noexcept nogil:
    t.money[p] -= <uint16_t>money
    if money:
        tell(sink, PAYS, p, money, t.money[p], EVERYONE)


cdef inline void gain(Table* t, int p, int money, Sink* sink) noexcept nogil:
    t.money[p] += <uint16_t>money
    if money:
        tell(sink, GAINS, p, money, t.money[p], EVERYONE)


cdef inline void win_star(Table* t, int p, int star, Sink* sink) noexcept nogil:
    """Only the first to get there gains a star."""
    if t.star[star] == 0:
        t.star[star] = <uint8_t>(p + 1)
        tell(sink, WINS_STAR, p, star, stars_taken(t), EVERYONE)


cdef void lose_cubes(const Rules* r, Table* t, int p, int n, Sink* sink) noexcept nogil:
    """Take the leftmost cubes from a track, as far as there are any (rulings 21, 23)."""
    n = min(n, <int>t.cubes[p])
    t.cubes[p] -= <uint8_t>n
    if n:
        tell(sink, LOSES_CUBES, p, n, t.cubes[p], EVERYONE)
        if t.cubes[p] == 0:
            win_star(t, p, CUBE_STAR, sink)


cdef inline int notes_left(const Rules* r, const Table* t, int kind) noexcept nogil:
    """Return how many note tiles of a kind lie in the supply; 255 where they never run out."""
    cdef int p, held = 0
    if r.note_supply == 0:
        return 255
    for p in range(r.num_players):
        held += t.notes[p][kind]
    # A clef that is a note comes from no supply, and goes there when it is spent.
    return r.note_supply + (r.num_players * r.clefs if r.clef_is_note and kind == 0 else 0) - held


cdef inline void take_note(const Rules* r, Table* t, int p, int kind, Sink* sink) noexcept nogil:
    if notes_left(r, t, kind) > 0:
        t.notes[p][kind] += 1
        tell(sink, TAKES_NOTE, p, kind, t.notes[p][kind], EVERYONE)
    else:
        tell(sink, NO_NOTE, p, kind, 0, EVERYONE)


# ---- chance: each draw is a function of (chance key, what, how often) ----------------------------

cdef int draw_customer(Table* t, uint64_t key) noexcept nogil:
    """Return the colour of the next customer of the bag, or -1; the discard refills an empty bag.

    The order of a bag depends on the key and on how often it has been filled: the customers left
    in it number the draws.
    """
    cdef int left = sum_of(t.bag), at, colour
    if left == 0:
        if sum_of(t.discard) == 0:
            return -1
        memcpy(t.bag, t.discard, sizeof(t.bag))
        memset(t.discard, 0, sizeof(t.discard))
        t.reshuffles += 1
        left = sum_of(t.bag)
    at = word_below(mix2(key, <uint64_t>t.reshuffles << 16 | left << 8 | CUSTOMER_TAG), left)
    for colour in range(COLOURS):
        if at < t.bag[colour]:
            break
        at -= t.bag[colour]
    t.bag[colour] -= 1
    return colour


cdef void fill_group(Table* t, int g, int size, uint64_t key, Sink* sink) noexcept nogil:
    """Draw customers until a group has a size, or bag and discard are empty (ruling 12)."""
    cdef int colour, before
    while sum_of(t.group[g]) < size:
        before = t.reshuffles
        colour = draw_customer(t, key)
        if t.reshuffles != before:
            tell(sink, RESHUFFLES, NO_ONE, sum_of(t.bag) + 1, 0, EVERYONE)
        if colour < 0:
            return
        t.group[g][colour] += 1
        tell(sink, REFILLS, NO_ONE, g, colour, EVERYONE)


cdef inline void fold_group(HouseOfFado* s, int g) noexcept nogil:
    """Make what a group has become part of everybody's information state."""
    cdef const uint8_t* group = s.t.group[g]
    fold(&s.h, <uint64_t>REFILLS << 32 | g << 24 | group[0] << 16 | group[1] << 8 | group[2])


cdef int draw_fado(Table* t, uint64_t key) noexcept nogil:
    """Return 1 + the next fado of the stack, or 0 (ruling 26)."""
    cdef int left = popcount(t.stack), fado
    if left == 0:
        return 0
    fado = nth_bit(t.stack, word_below(mix2(key, left << 8 | FADO_TAG), left))
    t.stack &= ~(<uint32_t>1 << fado)
    return fado + 1


# ---- Setup ---------------------------------------------------------------------------------------

cdef void set_table(const Rules* r, Table* t) noexcept nogil:
    """Set out all that does not depend on chance."""
    cdef int i, p, c
    t.market = r.tiles
    t.boxed = ((<uint32_t>1 << r.num_tiles) - 1) & ~r.tiles
    t.stack = r.fados
    t.critics = r.critics
    t.round = 1
    for i in range(r.num_tiles):
        t.fame[i] = r.start_fame[i] if (r.tiles >> i) & 1 else 0
    for c in range(COLOURS):
        t.bag[c] = r.customers[c]
    for p in range(r.num_players):
        t.money[p] = r.money
        t.cubes[p] = r.cubes
        t.hand[p] = r.workers
        t.supply[p] = r.assistants
        t.clef[p] = 0 if r.clef_is_note else r.clefs
        t.notes[p][0] = r.clefs if r.clef_is_note else 0


cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HouseOfFado* s = <HouseOfFado*>h
    cdef Table* t = &s.t
    cdef uint32_t tiles, boards = (<uint32_t>1 << r.num_billboards) - 1
    cdef int i, k
    set_table(r, t)
    for k in range(TYPES if r.promos else 0):
        tiles = of_type(r, r.tiles, k)
        i = popcount(tiles)
        box_tile(t, nth_bit(tiles, word_below(mix2(h.chance_key, k << 8 | PROMO_TAG), i)))
    for k in range(TYPES):
        i = word_below(mix2(h.chance_key, k << 8 | BILLBOARD_TAG), popcount(boards))
        t.scoring[k] = <uint8_t>nth_bit(boards, i)
        boards &= ~(<uint32_t>1 << t.scoring[k])
    for i in range(DISPLAY):
        t.display[i] = <uint8_t>draw_fado(t, h.chance_key)
    t.top = <uint8_t>draw_fado(t, h.chance_key)
    t.starter = <uint8_t>word_below(mix2(h.chance_key, STARTER_TAG), r.num_players)
    if sink != NULL:
        report_setup(r, t, sink)
    for i in range(GROUPS):
        fill_group(t, i, r.group_setup, h.chance_key, sink)
    open_game(r, s, sink)


cdef inline uint32_t of_type(const Rules* r, uint32_t tiles, int k) noexcept nogil:
    """Return those of some musicians that are of type k."""
    cdef uint32_t left = tiles, found = 0
    while left:
        if r.type_of[lowest(left)] == k:
            found |= left & -left
        left &= left - 1
    return found


cdef inline void box_tile(Table* t, int tile) noexcept nogil:
    t.market &= ~(<uint32_t>1 << tile)
    t.boxed |= <uint32_t>1 << tile


cdef void report_setup(const Rules* r, const Table* t, Sink* sink) noexcept nogil:
    cdef uint32_t gone = t.boxed & r.tiles
    cdef int i
    tell(sink, STARTS, t.starter, 0, 0, EVERYONE)
    while gone:
        tell(sink, REMOVED_AT_START, NO_ONE, lowest(gone), 0, EVERYONE)
        gone &= gone - 1
    for i in range(TYPES):
        tell(sink, SCORING_TILE, NO_ONE, i, t.scoring[i], EVERYONE)
    for i in range(DISPLAY):
        tell(sink, SHOWS, NO_ONE, t.display[i] - 1, 0, EVERYONE)
    tell(sink, TURNS_UP, NO_ONE, t.top - 1, 0, EVERYONE)


cdef void open_game(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """Begin the first turn of a table that has been set out."""
    cdef Table* t = &s.t
    cdef int i
    fold(&s.h, <uint64_t>t.boxed << 8 | t.starter)
    for i in range(TYPES):
        fold(&s.h, t.scoring[i])
    for i in range(DISPLAY):
        fold(&s.h, t.display[i])
    fold(&s.h, t.top)
    for i in range(GROUPS):
        fold_group(s, i)
    notice(&s.h, -1)
    t.seat = t.starter
    tell(sink, ROUND_STARTS, NO_ONE, t.round, 0, EVERYONE)
    open_turn(r, s)


# ---- Gameplay: turns and rounds ------------------------------------------------------------------

cdef inline void ask(HouseOfFado* s, int phase, int seat) noexcept nogil:
    """Open a small decision."""
    s.t.phase = <uint8_t>phase
    open_choice(&s.h, 1 << seat)


cdef void open_turn(const Rules* r, HouseOfFado* s) noexcept nogil:
    """Begin a turn, and with it an epoch: nothing that chance brings comes before its end."""
    ask(s, PLACE if s.t.hand[s.t.seat] else LIFT, s.t.seat)
    note_beginning(s)


cdef void note_beginning(HouseOfFado* s) noexcept nogil:
    s.h.epoch += 1
    s.hash_at_deal = s.h.public_hash
    s.moves_at_deal = s.h.num_moves
    memcpy(s.news_at_deal, s.h.news, sizeof(s.news_at_deal))
    memset(s.log, 0, sizeof(s.log))
    s.log_len = 0
    s.log_known = 1
    s.begun = s.t


cdef void end_turn(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """Refill the street, turn up a fado; the next seat, or the end in equal turns (ruling 27)."""
    cdef Table* t = &s.t
    cdef uint64_t before = s.h.public_hash
    if t.came or r.refill_always:
        refill(r, s, sink)
    if t.turn_up:
        t.top = <uint8_t>draw_fado(t, s.h.chance_key)
        if t.top:
            fold(&s.h, <uint64_t>TURNS_UP << 16 | t.top)
            tell(sink, TURNS_UP, NO_ONE, t.top - 1, 0, EVERYONE)
    if s.h.public_hash != before:
        notice(&s.h, -1)
    t.origin = t.left = t.space = t.came = t.turn_up = 0
    t.seat = <uint8_t>((t.seat + 1) % r.num_players)
    if t.seat == t.starter and (stars_taken(t) >= r.stars_to_end or t.round == r.max_rounds):
        end_game(r, s, sink)
        return
    if t.seat == t.starter:
        t.round += 1
        tell(sink, ROUND_STARTS, NO_ONE, t.round, 0, EVERYONE)
    open_turn(r, s)


cdef void refill(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """Every group with too few customers, from left to right (ruling 11)."""
    cdef int g, size
    for g in range(GROUPS):
        size = sum_of(s.t.group[g])
        if size <= r.refill_from:
            fill_group(&s.t, g, r.full, s.h.chance_key, sink)
            if sum_of(s.t.group[g]) > size:
                fold_group(s, g)


cdef void end_game(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    cdef int p, i, total
    cdef int items[ITEMS]
    s.t.phase = OVER
    s.h.over = 1
    s.h.truncated = stars_taken(&s.t) < r.stars_to_end
    open_choice(&s.h, 0)
    note_beginning(s)
    if sink != NULL:
        for p in range(r.num_players):
            score_items(r, &s.t, p, items)
            total = 0
            for i in range(ITEMS):
                total += items[i]
            tell(sink, FINAL, p, total, total - items[PLAYED], EVERYONE)
        tell(sink, GAME_ENDS, NO_ONE, s.h.truncated, 0, EVERYONE)


include "house_of_fado_workers.pxi"
include "house_of_fado_actions.pxi"
include "house_of_fado_closing.pxi"
include "house_of_fado_scoring.pxi"


# ---- decisions -----------------------------------------------------------------------------------

cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* t = &(<const HouseOfFado*>h).t
    if not (h.acting >> seat) & 1:
        return 0
    if t.phase <= BONUS_SIX:
        return worker_choices(r, t, out)
    if t.phase <= ADVERTISE:
        return action_choices(r, t, out)
    return closing_choices(r, t, out)


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    cdef uint8_t out[MAX_ACTIONS]
    cdef int n = legal(rules, h, seat, out)
    return out[rng_below(rng, n) if n > 1 else 0]


cdef void act(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil:
    if s.t.phase <= BONUS_SIX:
        apply_worker(r, s, action, sink)
    elif s.t.phase <= ADVERTISE:
        apply_action(r, s, action, sink)
    else:
        apply_closing(r, s, action, sink)


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    cdef HouseOfFado* s = <HouseOfFado*>h
    if s.log_known:
        s.log[s.log_len] = <uint16_t>(seat << 8 | action)
        s.log_len += 1
    h.num_moves += 1
    fold(h, <uint64_t>1 << 32 | seat << 8 | action)
    notice(h, seat)
    act(<const Rules*>rules, s, action, sink)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef int plies = 0, epoch = h.epoch
    while h.acting and not (deals and h.epoch - epoch >= deals):
        h.num_moves += 1
        act(r, <HouseOfFado*>h, sample(rules, h, lowest(h.acting), rng), NULL)
        plies += 1
    return plies


include "house_of_fado_checks.pxi"
include "house_of_fado_knowledge.pxi"
