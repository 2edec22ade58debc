"""Leduc poker (Southey et al. 2005), 2 or 3 players; rules and returns as OpenSpiel's leduc_poker.

The deck has n + 1 ranks in two suits. Everybody antes 1 chip and holds one card. After a round of
betting a card is turned up, and a second round follows: a raise adds 2 chips in the first and 4 in
the second, each has two raises at most. Who is left alone takes the pot. Else cards are shown: a
pair with the public card wins, then the higher rank; equal hands split the pot.

Left out: OpenSpiel's action_mapping, suit_isomorphism and starting_player.

Actions: 0 fold, 1 call (where nothing is owed, check), 2 raise.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset

from engine_cy.bits cimport lowest, popcount
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
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed

import numpy as np

from engine_cy.spec import GameSpec
from engine_cy.words.leduc_poker import ANTE, RAISES, LeducWords

cdef enum: SEATS = 3
cdef enum: CARDS = 8           # two suits of SEATS + 1 ranks
cdef enum: MOVES = 14          # two rounds of at most 3 * SEATS - 2
cdef enum: MAX_RAISES = 2      # in a round
cdef enum: EVERYBODY = 7       # bits of all seats
cdef enum Action: FOLD, CALL, RAISE
cdef enum EventKind: DEALT, FOLDS, CHECKS, CALLS, RAISED, TURNED, SHOWS
cdef enum: NO_SEAT = 255

# Where the parts of the tensor begin; R: by relative seat, the observer first.
cdef enum Feature:
    F_PLAYERS = 0              # one-hot 2..3
    F_OWN = 2                  # own card, one-hot
    F_PUBLIC = 10              # card turned up, one-hot
    F_FIRST = 18               # R, who acts first in a round
    F_TO_ACT = 21              # R
    F_STAKED = 24              # R, as a share of the most possible
    F_FOLDED = 27              # R
    F_MOVES = 30               # R x round x turn in the round x action one-hot
    F_SIZE = 84

cdef struct Rules:
    uint8_t ante
    uint8_t raises[2]          # chips a raise adds, by round
    uint8_t most               # the most chips a seat can stake

cdef struct Leduc:             # 72 bytes
    Header h
    uint8_t card[SEATS]        # 1-based, 0 = not known to the observer; the seat's own
    uint8_t public_card        # 1-based; hidden until it is turned up, then public
    uint8_t moves[MOVES]       # seat << 2 | action, in order of play (public)
    uint8_t num_moves          # how many (public)
    uint8_t turned_at          # moves before the card was turned up, 0 = not yet (public)
    uint8_t staked[SEATS]      # chips in the pot (public)
    uint8_t folded             # bit p: seat p has folded (public)
    uint8_t to_answer          # bit p: seat p acts before the round ends (public)
    uint8_t raises             # in this round (public)
    uint8_t pad[6]


cdef inline int in_play(const Leduc* s) noexcept nogil:
    """Return the bit set of the seats that have not folded."""
    return ((1 << s.h.num_players) - 1) & ~s.folded


cdef inline bint showdown(const Leduc* s) noexcept nogil:
    """Whether the game has ended with cards shown."""
    return s.h.over and popcount(in_play(s)) > 1


cdef inline int rank(int card) noexcept nogil:
    return (card - 1) // 2


cdef int owed(const Leduc* s, int seat) noexcept nogil:
    """Return the chips a seat has to add to stay in."""
    cdef int p, stakes = 0
    for p in range(s.h.num_players):
        stakes = max(stakes, s.staked[p])
    return stakes - s.staked[seat]


cdef int strength(const Leduc* s, int seat) noexcept nogil:
    """Return a number that orders hands: beside one public card only the own rank counts."""
    cdef int own = rank(s.card[seat])
    return own + (CARDS if own == rank(s.public_card) else 0)


cdef int winners(const Leduc* s) noexcept nogil:
    """Return the bit set of the seats that share the pot."""
    cdef int left = in_play(s), best = -1, won = 0, p, hand
    if popcount(left) == 1:
        return left
    for p in range(s.h.num_players):
        if (left >> p) & 1:
            hand = strength(s, p)
            if hand > best:
                best = hand
                won = 0
            if hand == best:
                won |= 1 << p
    return won


cdef void open_round(Leduc* s) noexcept nogil:
    s.to_answer = <uint8_t>in_play(s)
    s.raises = 0
    open_choice(&s.h, 1 << lowest(s.to_answer))


cdef void open_game(const Rules* rules, Leduc* s, Sink* sink) noexcept nogil:
    cdef int p
    s.h.epoch = 1
    for p in range(s.h.num_players):
        s.staked[p] = rules.ante
        tell(sink, DEALT, p, s.card[p], 0, 1 << p)
    open_round(s)


cdef void start(const void* rules, Header* h, Sink* sink) noexcept nogil:
    cdef Leduc* s = <Leduc*>h
    cdef Rng rng
    cdef uint8_t deck[CARDS]
    cdef int n = 2 * (h.num_players + 1), i, j
    rng_seed(&rng, mix2(h.chance_key, 0))
    for i in range(n):
        j = rng_below(&rng, i + 1)
        deck[i] = deck[j]
        deck[j] = i + 1
    for i in range(h.num_players):
        s.card[i] = deck[i]
    s.public_card = deck[h.num_players]
    open_game(<const Rules*>rules, s, sink)


cdef bint allowed(const Leduc* s, int seat, int action) noexcept nogil:
    """Whether the seat to act may do so: one folds only to a raise, and raises only twice."""
    if action == FOLD:
        return owed(s, seat) > 0
    return action == CALL or (action == RAISE and s.raises < MAX_RAISES)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef int action, k = 0
    if (h.acting >> seat) & 1:
        for action in range(RAISE + 1):
            if allowed(<const Leduc*>h, seat, action):
                out[k] = action
                k += 1
    return k


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    cdef uint8_t choices[3]
    return choices[rng_below(rng, legal(rules, h, seat, choices))]


cdef void apply(const void* rules, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    cdef Leduc* s = <Leduc*>h
    s.moves[s.num_moves] = <uint8_t>(seat << 2 | action)
    s.num_moves += 1
    h.num_moves += 1
    fold(h, action + 1)
    notice(h, seat)
    bet(<const Rules*>rules, s, seat, action, sink)
    if popcount(in_play(s)) == 1:
        h.over = 1
        open_choice(h, 0)
    elif s.to_answer:
        open_choice(h, 1 << next_to_answer(s, seat))
    elif not s.turned_at:
        turn_up(s, sink)
    else:
        show_down(s, sink)


cdef void bet(const Rules* rules, Leduc* s, int seat, int action, Sink* sink) noexcept nogil:
    """Put the chips of an action into the pot and note who has to answer it."""
    cdef int due = owed(s, seat)
    s.to_answer &= ~(1 << seat)
    if action == FOLD:
        s.folded |= 1 << seat
        tell(sink, FOLDS, seat, 0, 0, EVERYBODY)
        return
    s.staked[seat] += due
    if action == RAISE:
        s.staked[seat] += rules.raises[s.turned_at > 0]
        s.raises += 1
        s.to_answer = in_play(s) & ~(1 << seat)
        tell(sink, RAISED, seat, s.staked[seat], 0, EVERYBODY)
    else:
        tell(sink, CALLS if due else CHECKS, seat, 0, 0, EVERYBODY)


cdef int next_to_answer(const Leduc* s, int seat) noexcept nogil:
    cdef int later = s.to_answer >> (seat + 1)
    return seat + 1 + lowest(later) if later else lowest(s.to_answer)


cdef void turn_up(Leduc* s, Sink* sink) noexcept nogil:
    """Show the public card and open the second round."""
    s.turned_at = s.num_moves
    fold(&s.h, s.public_card)
    notice(&s.h, -1)
    tell(sink, TURNED, NO_SEAT, s.public_card, 0, EVERYBODY)
    open_round(s)


cdef void show_down(Leduc* s, Sink* sink) noexcept nogil:
    """End the game with the cards of those who stayed in."""
    cdef int p
    s.h.over = 1
    open_choice(&s.h, 0)
    notice(&s.h, -1)
    for p in range(s.h.num_players):
        if (in_play(s) >> p) & 1:
            fold(&s.h, s.card[p])
            tell(sink, SHOWS, p, s.card[p], 0, EVERYBODY)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef int plies = 0, seat
    while not h.over:
        seat = lowest(h.acting)
        apply(rules, h, seat, sample(rules, h, seat, rng), NULL)
        plies += 1
    return plies


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef const Leduc* s = <const Leduc*>h
    cdef int p, pot = 0, won = winners(s) if h.over else 0
    for p in range(h.num_players):
        out[p] = -<double>s.staked[p]
        pot += s.staked[p]
    for p in range(h.num_players):
        if (won >> p) & 1:
            out[p] += pot / <double>popcount(won)


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    cdef double chips[SEATS]
    returns(rules, h, chips)
    rank_by(chips, h.num_players, out)


cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef Leduc* s = <Leduc*>h
    cdef int p, shown = in_play(s) if showdown(s) else 0
    if not s.turned_at:
        s.public_card = 0
    for p in range(h.num_players):
        if seat != EVERY_SEAT and p != seat and not (shown >> p) & 1:
            s.card[p] = 0


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    """Holder p is seat p, the next one the place of the public card, the last one the deck."""
    cdef const Leduc* s = <const Leduc*>h
    cdef int n = h.num_players, p, card, known = 1 << s.public_card
    if which > 0:
        return 0
    pool.num_holders = n + 2
    for p in range(n):
        known |= 1 << s.card[p]
        pool.room[p] = s.card[p] == 0
    pool.room[n] = s.public_card == 0
    pool.room[n + 1] = n + 1
    for card in range(1, 2 * n + 3):
        if not (known >> card) & 1:
            pool.type[pool.num_pieces] = card
            pool.num_pieces += 1
    return 1


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef Leduc* s = <Leduc*>h
    cdef int p, i = 0
    for p in range(h.num_players):
        if pool.room[p]:
            s.card[p] = faces[i]
            i += 1
    if pool.room[h.num_players]:
        s.public_card = faces[i]


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                        # the public card is dealt by the pool


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    return (<const Leduc*>h).card[seat]


cdef void tensor(const void* r, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Leduc* s = <const Leduc*>h
    cdef int n = h.num_players, i, p, in_second
    cdef int turns[2][SEATS]
    memset(turns, 0, sizeof(turns))
    out[F_PLAYERS + n - 2] = 1
    out[F_OWN + s.card[seat] - 1] = 1
    if s.public_card:
        out[F_PUBLIC + s.public_card - 1] = 1
    out[F_FIRST + (n - seat) % n] = 1
    for i in range(n):
        p = (seat + i) % n
        out[F_TO_ACT + i] = (h.acting >> p) & 1
        out[F_STAKED + i] = s.staked[p] / <float>(<const Rules*>r).most
        out[F_FOLDED + i] = (s.folded >> p) & 1
    for i in range(s.num_moves):
        p = s.moves[i] >> 2
        in_second = s.turned_at > 0 and i >= s.turned_at
        out[F_MOVES + 18 * ((p - seat + n) % n) + 9 * in_second + 3 * turns[in_second][p]
            + (s.moves[i] & 3)] = 1
        turns[in_second][p] += 1


cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    return (<const Leduc*>h).num_moves


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int move = (<const Leduc*>h).moves[k]
    return (move >> 2) << 16 | (move & 3)


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return -1                                   # every choice resolves at once


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    cdef Leduc* s = <Leduc*>h
    rewind_header(h)
    memset(s.moves, 0, sizeof(s.moves))
    s.num_moves = 0
    s.turned_at = 0
    s.folded = 0
    open_game(<const Rules*>rules, s, NULL)


cdef int check_cards(const Leduc* s) noexcept nogil:
    cdef int n = s.h.num_players, p, card, dealt = 0
    for p in range(n + 1):
        card = s.card[p] if p < n else s.public_card
        if card < 1 or card > 2 * n + 2:
            return 1
        dealt |= 1 << card
    return 0 if popcount(dealt) == n + 1 else 2


cdef int check(const void* rules, const Header* h) noexcept nogil:
    """1 card out of range, 2 card twice, 3 number of moves, 4 illegal move, 5 what follows."""
    cdef const Leduc* s = <const Leduc*>h
    cdef Leduc again
    cdef int i, seat, fault = check_cards(s)
    if fault:
        return fault
    if s.num_moves > MOVES or s.num_moves != h.num_moves:
        return 3
    again = s[0]
    to_deal(rules, &again.h)
    for i in range(s.num_moves):
        seat = -1 if again.h.over else lowest(again.h.acting)
        if seat < 0 or not allowed(&again, seat, s.moves[i] & 3):
            return 4
        apply(rules, &again.h, seat, s.moves[i] & 3, NULL)
    if h.choosers != again.h.choosers or h.over != again.h.over:
        return 5
    # Everything from the moves on follows from them, the seats that made them included.
    return 5 * (memcmp(again.moves, s.moves, <char*>(&again + 1) - <char*>again.moves) != 0)


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
    cdef Leduc[1] blank
    cdef Rules rules
    n = game.num_players
    most = ANTE + MAX_RAISES * sum(RAISES)
    rules.ante = ANTE
    rules.raises[0], rules.raises[1] = RAISES
    rules.most = most
    game.adopt(&OPS, &rules, sizeof(rules), sizeof(Leduc))
    game.dtype = np.asarray(<Leduc[:1]>blank).dtype
    game.num_distinct_actions = 3
    game.max_game_length = 2 * (3 * n - 2)
    game.utility_min, game.utility_max, game.utility_sum = -most, most * (n - 1), 0.0
    game.layout = [
        ("players", F_PLAYERS, F_OWN), ("own_card", F_OWN, F_PUBLIC),
        ("public_card", F_PUBLIC, F_FIRST), ("first_to_act", F_FIRST, F_TO_ACT),
        ("to_act", F_TO_ACT, F_STAKED), ("staked", F_STAKED, F_FOLDED),
        ("folded", F_FOLDED, F_MOVES), ("moves", F_MOVES, F_SIZE)]
    game.observation_tensor_size = F_SIZE


SPEC = GameSpec(
    name="leduc_poker", title="Leduc poker",
    summary="One card each, one turned up between two rounds of betting (Southey et al. 2005).",
    min_players=2, max_players=3, default_players=2, rules_version=1, make=make, words=LeducWords,
    simultaneous=False, chance_after_deal=False, running_scores=False)
