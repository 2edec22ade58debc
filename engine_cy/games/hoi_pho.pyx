"""Hội Phố (second edition), Ngũ Hành Games 2021; designers Mẫn Trần and Toàn Nguyễn; 3-5 players.

Rulings and options: docs/hoi_pho.md. Component values: engine_cy/data/hoi_pho.toml; a data file
with fewer merchants, players or turns gives a reduced game under the same rules.

A round: deal - (3 players: put one card aside) - turns - claim. A turn: cards - Ships - rivals -
1st and 2nd reward - skills. The rulebook's section numbers stand beside the functions.
"""
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_cy.bits cimport highest, lowest, nth_bit, popcount
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
from engine_cy.deal cimport MAX_PIECES, Pool
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed

import numpy as np

from engine_cy.games import _hoi_pho_data
from engine_cy.spec import GameSpec
from engine_cy.words.hoi_pho import HoiPhoWords

cdef enum: EVERYONE = 31           # all seats see an event
cdef enum: NO_ONE = 255            # no seat caused it
cdef enum Used: SIX = 1, ELEVEN = 2
cdef enum ChanceTag: DEAL_TAG = 1, COIN_TAG = 2

# The order is that of HoiPhoWords.event_kinds.
cdef enum EventKind:
    ROUND_STARTS, CAPPED, IS_DEALT, SET_ASIDE, PUTS_ASIDE, PLAYS, GAINS, LOSES, PAYS, ZEROED,
    TRIGGERS, CHALLENGES, THROWS, DUEL_WON, DUEL_DRAWN, CALLS, HOLDS, NOBODY_HOLDS, TAKES, PLACES,
    FIZZLES, DISABLED, RETURNS_GAINS, ENTICES, SEDUCES, COPIES, GAINS_CONTRACT, REVEALS, SHOWS_LAST,
    CLAIMS, NO_CLAIM, GAME_ENDS


# ---- money and contracts -----------------------------------------------------------------------

cdef inline void gain(HoiPho* s, int seat, int amount, Sink* sink) noexcept nogil:
    """Money from the bank: it enters the ledger that embargo (7) refunds."""
    s.money[seat] += <int16_t>amount
    s.ledger[seat] += <int16_t>amount
    tell(sink, GAINS, seat, amount, 0, EVERYONE)


cdef inline void transfer(HoiPho* s, int payer, int receiver, int amount,
                          Sink* sink) noexcept nogil:
    """Money from seat to seat; who is short pays all there is (ruling 13)."""
    amount = min(amount, s.money[payer])
    s.money[payer] -= <int16_t>amount
    s.money[receiver] += <int16_t>amount
    tell(sink, PAYS, payer, amount, receiver, EVERYONE)


cdef void gain_contract(const Rules* r, HoiPho* s, int seat, int kind, Sink* sink) noexcept nogil:
    """The top contract, at once; nothing where the deck is empty (rulings 23, 24)."""
    if s.taken < r.num_contracts:
        tell(sink, kind, seat, r.ladder[s.taken], 0, EVERYONE)
        s.owner[s.taken] = <uint8_t>(seat + 1)
        s.taken += 1
        s.count[seat] += 1


cdef int contract_sum(const Rules* r, const HoiPho* s, int seat) noexcept nogil:
    cdef int i, total = 0
    for i in range(s.taken):
        if s.owner[i] == seat + 1:
            total += r.ladder[i]
    return total


# ---- section 4: the round set-up ---------------------------------------------------------------

cdef void clear_round(const Rules* r, HoiPho* s) noexcept nogil:
    """All cards are gathered; money and contracts stay."""
    memset(s.hand, 0, sizeof(s.hand))
    memset(s.sure, 0, sizeof(s.sure))
    memset(s.lacks, 0, sizeof(s.lacks))
    memset(s.dealt, 0, sizeof(s.dealt))
    memset(s.log, 0, sizeof(s.log))
    memset(s.ledger, 0, sizeof(s.ledger))
    memset(s.ships, 0, sizeof(s.ships))
    memset(s.ships_out, 0, sizeof(s.ships_out))
    memset(s.commit, 0, sizeof(s.commit))
    memset(s.bound, 0, sizeof(s.bound))
    memset(s.discarded, 0, sizeof(s.discarded))
    memset(s.played, 0, sizeof(s.played))
    memset(s.table_seat, 0, sizeof(s.table_seat))
    s.origin = s.on_table = s.discards = s.chain = s.pending = 0
    s.face_up_ships = s.turn = s.actor = s.used = s.foe = s.draws = s.taking = 0
    s.coins_used = s.log_len = 0
    s.log_known = 1
    s.cards_left = r.dealt + 1


cdef int fill_pool(const Rules* r, uint8_t* faces) noexcept nogil:
    """Write the cards that are shuffled: the merchants and the Ships nobody took."""
    cdef int n = 0, card, ships = r.ships - r.num_players
    for card in range(1, MERCHANTS):
        if (r.merchants >> card) & 1:
            faces[n] = <uint8_t>card
            n += 1
    memset(faces + n, 0, ships)
    return n + ships


cdef inline void put_in_hand(HoiPho* s, int seat, int card) noexcept nogil:
    if card:
        s.hand[seat] |= <uint16_t>(1 << card)
        s.dealt[seat] |= <uint16_t>(1 << card)
    else:
        s.ships[seat] += 1


cdef void set_aside(HoiPho* s, int card) noexcept nogil:
    if card:
        s.discards |= <uint16_t>(1 << card)
    else:
        s.face_up_ships += 1


cdef void deal_round(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Shuffle as a function of (chance key, round), never of what was drawn before."""
    cdef uint8_t faces[MAX_PIECES]
    cdef Rng rng
    cdef int n = fill_pool(r, faces), i, j, seat
    cdef uint8_t held
    s.h.epoch += 1
    clear_round(r, s)
    rng_seed(&rng, mix2(s.h.chance_key, <uint64_t>s.h.epoch << 8 | DEAL_TAG))
    for i in range(n - 1, 0, -1):
        j = rng_below(&rng, i + 1)
        held = faces[i]
        faces[i] = faces[j]
        faces[j] = held
    i = 0
    for seat in range(r.num_players):
        s.ships[seat] = 1
        for j in range(i, i + r.dealt):
            put_in_hand(s, seat, faces[j])
        i += r.dealt
    for j in range(i, i + r.face_up):
        set_aside(s, faces[j])
    open_round(r, s, sink)


cdef void open_round(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Cap the money (4.1), note where the round began, open the first choice."""
    cdef int p, top
    tell(sink, ROUND_STARTS, NO_ONE, s.h.epoch, r.ladder[s.taken], EVERYONE)
    if s.h.epoch > 1:
        top = r.ladder[s.taken]
        for p in range(r.num_players):
            if s.money[p] > top:
                s.money[p] = <int16_t>top
                tell(sink, CAPPED, p, top, 0, EVERYONE)
    fold(&s.h, <uint64_t>s.h.epoch << 32 | <uint64_t>s.face_up_ships << 16 | s.discards)
    notice(&s.h, -1)
    report_deal(r, s, sink)
    s.hash_at_deal = s.h.public_hash
    s.moves_at_deal = s.h.num_moves
    memcpy(s.news_at_deal, s.h.news, sizeof(s.news_at_deal))
    memcpy(s.money_at_deal, s.money, sizeof(s.money_at_deal))
    s.taken_at_deal = s.taken
    redraw(r, &s.h)
    s.phase = DISCARD if r.discard_each else PLAY
    open_choice(&s.h, (1 << r.num_players) - 1)


cdef void report_deal(const Rules* r, const HoiPho* s, Sink* sink) noexcept nogil:
    cdef int p, card, _i
    if sink == NULL:
        return
    for p in range(r.num_players):
        # Bit n - 1 stands for merchant n, so that the set fits the event's signed field.
        tell(sink, IS_DEALT, p, s.hand[p] >> 1, s.ships[p], 1 << p)
    for _i in range(s.face_up_ships):
        tell(sink, SET_ASIDE, NO_ONE, 0, 0, EVERYONE)
    for card in range(1, MERCHANTS):
        if (s.discards >> card) & 1:
            tell(sink, SET_ASIDE, NO_ONE, card, 0, EVERYONE)


cdef inline uint32_t past_coins(const HoiPho* s) noexcept nogil:
    """Return the bits of `coins` that have decided a duel."""
    return <uint32_t>((<uint64_t>1 << min(s.coins_used, 32)) - 1)


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    """Coins not yet used follow from the chance key; used ones are history."""
    cdef HoiPho* s = <HoiPho*>h
    cdef uint32_t past = past_coins(s)
    cdef uint32_t fresh = <uint32_t>mix2(h.chance_key, <uint64_t>h.epoch << 8 | COIN_TAG)
    s.coins = (s.coins & past) | (fresh & ~past)


# ---- section 6: revealing and rewards ----------------------------------------------------------

cdef inline void log_decision(HoiPho* s, int seat, int action) noexcept nogil:
    if s.log_len < LOG_SIZE:
        s.log[s.log_len] = <uint16_t>(seat << 8 | action)
        s.log_len += 1
    else:
        s.log_known = 0
        s.h.untraced = 1


cdef inline void leave_hand(HoiPho* s, int seat, int card) noexcept nogil:
    """A card goes from a hand to where everybody sees it."""
    cdef uint16_t bit = <uint16_t>(1 << card)
    if card:
        s.hand[seat] &= ~bit
        s.sure[seat] &= ~bit
        s.origin |= bit              # not taken in by a 6, or its origin were public already
    else:
        s.ships[seat] -= 1
        s.ships_out[seat] += 1


cdef void resolve_discards(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Three players: the cards put aside are shown together and are out for the round."""
    cdef int p, card
    cdef uint64_t word = 0
    for p in range(r.num_players):
        card = s.commit[p] - 1 - DISCARD_0
        log_decision(s, p, DISCARD_0 + card)
        leave_hand(s, p, card)
        if card:
            s.discards |= <uint16_t>(1 << card)
        s.discarded[p] = <uint8_t>(card + 1)
        s.commit[p] = 0
        word = word << 5 | card
        tell(sink, PUTS_ASIDE, p, card, 0, EVERYONE)
    s.cards_left -= 1
    fold(&s.h, word << 1 | 1)
    notice(&s.h, -1)
    s.phase = PLAY
    open_choice(&s.h, (1 << r.num_players) - 1)


cdef void resolve_play(const Rules* r, HoiPho* s, Sink* sink, int halt) noexcept nogil:
    cdef int p, card, num_ships = 0
    cdef uint16_t shown = 0
    cdef uint64_t word = 0
    for p in range(r.num_players):
        card = s.commit[p] - 1
        log_decision(s, p, card)
        leave_hand(s, p, card)
        s.commit[p] = 0
        s.bound[p] = 0
        s.played[s.turn][p] = <uint8_t>(card + 1)
        word = word << 5 | card
        if card:
            shown |= <uint16_t>(1 << card)
            s.table_seat[card] = <uint8_t>p
        else:
            num_ships += 1
        tell(sink, PLAYS, p, card, 0, EVERYONE)
    s.on_table |= shown
    s.cards_left -= 1
    fold(&s.h, word)
    notice(&s.h, -1)
    if r.skill7_turn:
        memset(s.ledger, 0, sizeof(s.ledger))
    if num_ships and r.ship_reward[num_ships]:
        for p in range(r.num_players):
            if s.played[s.turn][p] == 1:
                gain(s, p, r.ship_reward[num_ships], sink)
    if shown:
        rank_merchants(r, s, shown, sink)
    run_triggers(r, s, sink, halt)


cdef inline void rank_merchants(const Rules* r, HoiPho* s, uint16_t shown,
                                Sink* sink) noexcept nogil:
    """Rivals, then 1st and 2nd reward (6 a-b, 6.2), then what triggers (6 c)."""
    cdef uint16_t zeroed = 0, live, rest = shown
    cdef int card
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if r.zeroed_by[card] & shown:
            zeroed |= <uint16_t>(1 << card)
            tell(sink, ZEROED, s.table_seat[card], card, 0, EVERYONE)
    live = shown & ~zeroed
    if live:
        card = highest(live)
        if r.first[card]:
            gain(s, s.table_seat[card], r.first[card], sink)
        live &= ~<uint16_t>(1 << card)
        # With two merchants the other one is the lowest and gets no reward (6.2).
        if live and popcount(shown) > 2:
            card = highest(live)
            if r.second[card]:
                gain(s, s.table_seat[card], r.second[card], sink)
    s.pending = zeroed if zeroed else <uint16_t>(1 << lowest(shown))


cdef int player_of(const Rules* r, const HoiPho* s, int card) noexcept nogil:
    """Return who played a card this turn: taking it back by a 6 does not change that."""
    cdef int p
    for p in range(r.num_players):
        if s.played[s.turn][p] == card + 1:
            return p
    return 0


cdef void run_triggers(const Rules* r, HoiPho* s, Sink* sink, int halt) noexcept nogil:
    """Resolve pending skills in printed order until one asks for a choice."""
    cdef int card
    while s.pending:
        card = lowest(s.pending)
        s.pending &= s.pending - 1
        s.actor = <uint8_t>player_of(r, s, card)
        s.chain = <uint16_t>(1 << card)
        s.used = 0
        if trigger(r, s, card, sink):
            return
    end_turn(r, s, sink, halt)


cdef void end_turn(const Rules* r, HoiPho* s, Sink* sink, int halt) noexcept nogil:
    s.chain = 0
    s.used = 0
    s.actor = 0
    s.turn += 1
    if s.turn < r.turns:
        s.phase = PLAY
        open_choice(&s.h, (1 << r.num_players) - 1)
    else:
        end_round(r, s, sink, halt)


include "hoi_pho_skills.pxi"


# ---- sections 7 and 8: the ends ----------------------------------------------------------------

cdef int claimant(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Return the seat that claims the top contract, -1 where tied players hold Ships only (7.1)."""
    cdef int p, most = 0, tied = 0, best = -1, card = 0, shown
    for p in range(r.num_players):
        if s.money[p] > most or p == 0:
            most = s.money[p]
            tied = 0
        if s.money[p] == most:
            tied |= 1 << p
    if popcount(tied) == 1:
        return lowest(tied)
    for p in range(r.num_players):
        if (tied >> p) & 1:
            shown = highest(s.hand[p]) if s.hand[p] else 0
            if shown > card:
                card = shown
                best = p
            if shown:
                s.sure[p] |= <uint16_t>(1 << shown)
                s.origin |= <uint16_t>(1 << shown)
            s.lacks[p] |= <uint16_t>(r.merchants & ~((2 << shown) - 1))
            fold(&s.h, shown)
            tell(sink, SHOWS_LAST, p, shown, 0, EVERYONE)
    return best


cdef void end_round(const Rules* r, HoiPho* s, Sink* sink, int halt) noexcept nogil:
    cdef int p, seat = claimant(r, s, sink), ended = 0
    fold(&s.h, <uint64_t>(seat + 2) << 24)
    if seat >= 0:
        gain_contract(r, s, seat, CLAIMS, sink)
    else:
        tell(sink, NO_CLAIM, NO_ONE, 0, 0, EVERYONE)
    for p in range(r.num_players):
        ended |= s.count[p] >= r.needed
    if ended or s.taken == r.num_contracts or s.h.epoch >= r.max_rounds:
        # A guard ended the game only where no contract count did (addition 18).
        s.h.truncated = not ended and s.taken < r.num_contracts
        s.h.over = 1
        s.phase = OVER
        open_choice(&s.h, 0)
        tell(sink, GAME_ENDS, NO_ONE, s.h.truncated, 0, EVERYONE)
    elif halt:
        open_choice(&s.h, 0)
    else:
        deal_round(r, s, sink)


cdef int standing(const Rules* r, const HoiPho* s, int seat) noexcept nogil:
    """Order of the final ranking (8, 8.1): more contracts, then the smaller sum."""
    return s.count[seat] * 4096 - contract_sum(r, s, seat)


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef double mine[MAX_PLAYERS]
    cdef int p
    for p in range(r.num_players):
        mine[p] = standing(r, s, p)
    rank_by(mine, r.num_players, out)


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    """Win shares: one point, split among equal winners (ruling 29)."""
    cdef int place[MAX_PLAYERS]
    ranks(rules, h, place)
    share_win(place, h.num_players, out)


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    """Points are contracts."""
    cdef int p
    for p in range(h.num_players):
        out[p] = (<const HoiPho*>h).count[p]


# ---- actions -----------------------------------------------------------------------------------

cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    cdef HoiPho* s = <HoiPho*>h
    cdef int p
    for p in range(h.num_players):
        s.money[p] = (<const Rules*>rules).start_money
    deal_round(<const Rules*>rules, s, sink)


cdef uint32_t choices(const Rules* r, const HoiPho* s, int seat, int* base) noexcept nogil:
    """Return the legal actions of an acting seat as a bit set above a base."""
    cdef int phase = s.phase
    if phase <= PLAY:
        base[0] = DISCARD_0 if phase == DISCARD else PLAY_0
        if s.bound[seat] and phase == PLAY:
            return <uint32_t>1 << s.bound[seat]
        return s.hand[seat] | (s.ships[seat] > 0)
    if phase == THROW:
        base[0] = ROCK
        return 7
    if phase == CHALLENGE or phase == ENTICE or phase == SEDUCE:
        base[0] = CHALLENGE_0 if phase == CHALLENGE else ENTICE_0 if phase == ENTICE else SEDUCE_0
        return (1 << r.num_players) - 2
    if phase == DICTATE or phase == SNITCH:
        base[0] = CALL_0
        return callable_cards(r, s) & ~(s.hand[seat] if phase == SNITCH else 0)
    if phase == TAKE:
        base[0] = TAKE_0
        return takeable_cards(r, s)
    if phase == PLACE:
        base[0] = PLACE_0
        return placeable_cards(s)
    base[0] = COPY_0
    return copyable_cards(r, s)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef int base = 0, k = 0
    cdef uint32_t bits
    if not (h.acting >> seat) & 1:
        return 0
    bits = choices(<const Rules*>rules, <const HoiPho*>h, seat, &base)
    while bits:
        out[k] = <uint8_t>(base + lowest(bits))
        bits &= bits - 1
        k += 1
    return k


cdef inline int sample_one(const Rules* r, const HoiPho* s, int seat, Rng* rng) noexcept nogil:
    cdef int base = 0
    cdef uint32_t bits = choices(r, s, seat, &base)
    cdef int k = popcount(bits)
    return base + nth_bit(bits, rng_below(rng, k) if k > 1 else 0)


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    return sample_one(<const Rules*>rules, <const HoiPho*>h, seat, rng)


cdef inline void act(const Rules* r, HoiPho* s, int seat, int action, Sink* sink,
                     int halt) noexcept nogil:
    cdef int open
    s.h.num_moves += 1
    if s.phase <= PLAY or s.phase == THROW:
        s.commit[seat] = <uint8_t>(action + 1)
        s.h.acting &= ~<uint8_t>(1 << seat)
        if s.h.acting:
            return
        if s.phase == PLAY:
            resolve_play(r, s, sink, halt)
            return
        if s.phase == DISCARD:
            resolve_discards(r, s, sink)
            return
        open = resolve_throws(r, s, sink)
    else:
        log_decision(s, seat, action)
        open = choose(r, s, action, sink)
    if not open:
        run_triggers(r, s, sink, halt)


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    act(<const Rules*>rules, <HoiPho*>h, seat, action, sink, 0)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HoiPho* s = <HoiPho*>h
    cdef int seat, plies = 0, last = h.epoch + deals - 1
    while h.acting:
        seat = lowest(h.acting)
        act(r, s, seat, sample_one(r, s, seat, rng), NULL, deals and h.epoch >= last)
        plies += 1
    return plies


include "hoi_pho_knowledge.pxi"
