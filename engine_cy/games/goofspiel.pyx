"""Goofspiel, the game of pure strategy, 2 to 5 players; rules and returns as OpenSpiel's goofspiel.

Every seat holds the bid cards 1..num_cards; the prize cards 1..num_cards lie in a pile. In each
trick a prize is turned up and every seat bids one card, all at once: the highest single bid takes
the prize, a tie for the highest throws it away. The last trick plays itself. The most points win.

Options: num_cards, points_order, returns_type; imp_info (2 players): the bids stay hidden, only
who won each trick is told. Left out: OpenSpiel's num_turns and egocentric.

Actions: a is the bid of card a + 1.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from engine_cy.bits cimport lowest, nth_bit, popcount
from engine_cy.core cimport (
    BEFORE_DEAL,
    EVERY_SEAT,
    UNKNOWN_ACTION,
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

from engine_cy.spec import GameSpec, OptionSpec
from engine_cy.words.goofspiel import RETURNS_TYPES, GoofspielWords

cdef enum: SEATS = 5
cdef enum: CARDS = 13
cdef enum Order: RANDOM, ASCENDING, DESCENDING
cdef enum Returns: WIN_LOSS, POINT_DIFFERENCE, TOTAL_POINTS
cdef enum EventKind: PRIZE, BID, WON, TIED
cdef enum: NO_SEAT = 255
cdef enum: EVERYBODY = 31      # bits of all seats

# Where the parts of the tensor begin; R: by relative seat, the observer first.
cdef enum Feature:
    F_PLAYERS = 0              # one-hot 2..5
    F_CARDS = 4                # num_cards one-hot 2..13
    F_COMMITMENT = 16          # own card, one-hot
    F_PRIZE = 29               # the prize bid for, one-hot
    F_TO_COME = 42             # prizes still to be turned up, the one bid for left out
    F_HANDS = 55               # R x 13
    F_POINTS = 120             # R, as a share of all points
    F_TRICKS = 125             # 13 x (prize / 13, winner R, bids R / 13)
    F_SIZE = 268

cdef struct Rules:
    uint8_t num_cards
    uint8_t order
    uint8_t returns
    uint8_t hidden_bids

cdef struct Goofspiel:         # 152 bytes
    Header h
    uint16_t hand[SEATS]       # bit c: bid card c; a card leaves when the trick is resolved; own
    uint8_t bid[CARDS][SEATS]  # cards bid in each trick, 0 = not yet or not known to the observer
    uint8_t winner[CARDS]      # 1 + seat that won each trick, 0 = tie or not yet (public)
    uint8_t prize[CARDS]       # the pile in order; up to number `tricks` public, the rest hidden
    uint8_t points[SEATS]      # (public)
    uint8_t tricks             # resolved so far (public)
    uint8_t pad[5]


cdef inline int all_cards(const Rules* rules) noexcept nogil:
    """Return the bit set of the cards 1..num_cards."""
    return (2 << rules.num_cards) - 2


cdef void turn_up(const Rules* rules, Goofspiel* s, Sink* sink) noexcept nogil:
    """Show the next prize."""
    fold(&s.h, s.prize[s.tricks])
    tell(sink, PRIZE, NO_SEAT, s.prize[s.tricks], 0, EVERYBODY)


cdef void open_game(const Rules* rules, Goofspiel* s, Sink* sink) noexcept nogil:
    cdef int p
    for p in range(s.h.num_players):
        s.hand[p] = <uint16_t>all_cards(rules)
    s.h.epoch = 1
    turn_up(rules, s, sink)
    open_choice(&s.h, (1 << s.h.num_players) - 1)


cdef void start(const void* r, Header* h, Sink* sink) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef Goofspiel* s = <Goofspiel*>h
    cdef Rng rng
    cdef int n = rules.num_cards, i, j
    rng_seed(&rng, mix2(h.chance_key, 0))
    for i in range(n):
        if rules.order == RANDOM:
            j = rng_below(&rng, i + 1)
            s.prize[i] = s.prize[j]
            s.prize[j] = i + 1
        else:
            s.prize[i] = i + 1 if rules.order == ASCENDING else n - i
    open_game(rules, s, sink)


cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil:
    cdef int left = (<const Goofspiel*>h).hand[seat] if (h.acting >> seat) & 1 else 0, k = 0
    while left:
        out[k] = lowest(left) - 1
        left &= left - 1
        k += 1
    return k


cdef int sample(const void* rules, const Header* h, int seat, Rng* rng) noexcept nogil:
    cdef int hand = (<const Goofspiel*>h).hand[seat]
    return nth_bit(hand, rng_below(rng, popcount(hand))) - 1


cdef void apply(const void* r, Header* h, int seat, int action, Sink* sink) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef Goofspiel* s = <Goofspiel*>h
    cdef int p
    s.bid[s.tricks][seat] = action + 1
    h.acting &= ~(1 << seat)
    h.num_moves += 1
    if h.acting:
        return
    notice(h, -1)
    resolve(rules, s, sink)
    if s.tricks == rules.num_cards - 1:         # one card each is no choice
        for p in range(h.num_players):
            s.bid[s.tricks][p] = lowest(s.hand[p])
        resolve(rules, s, sink)


cdef void resolve(const Rules* rules, Goofspiel* s, Sink* sink) noexcept nogil:
    """Give the prize to the highest single bid; turn up the next one or end the game."""
    cdef int t = s.tricks, n = s.h.num_players, highest = 0, p, card
    for p in range(n):
        card = s.bid[t][p]
        s.hand[p] &= ~(1 << card)
        tell(sink, BID, p, card, 0, 1 << p if rules.hidden_bids else EVERYBODY)
        if not rules.hidden_bids:
            fold(&s.h, card)
        if card > highest:
            highest = card
            s.winner[t] = p + 1
        elif card == highest:
            s.winner[t] = 0
    fold(&s.h, s.winner[t])
    if s.winner[t]:
        s.points[s.winner[t] - 1] += s.prize[t]
    tell(sink, WON if s.winner[t] else TIED, s.winner[t] - 1 if s.winner[t] else NO_SEAT,
         s.prize[t], 0, EVERYBODY)
    s.tricks += 1
    s.h.over = s.tricks == rules.num_cards
    if not s.h.over:
        turn_up(rules, s, sink)
    open_choice(&s.h, 0 if s.h.over else (1 << n) - 1)


cdef int playout(const void* rules, Header* h, Rng* rng, int deals) noexcept nogil:
    cdef int plies = 0, seat
    while not h.over:
        seat = lowest(h.acting)
        apply(rules, h, seat, sample(rules, h, seat, rng), NULL)
        plies += 1
    return plies


cdef void returns(const void* r, const Header* h, double* out) noexcept nogil:
    cdef int kind = (<const Rules*>r).returns, n = h.num_players, winners = 0, p
    cdef int place[SEATS]
    cdef double mean = 0
    scores(r, h, out)
    ranks(r, h, place)
    for p in range(n):
        winners += place[p] == 1
        mean += out[p] / n
    for p in range(n):
        if kind == POINT_DIFFERENCE:
            out[p] -= mean
        elif kind == WIN_LOSS and winners == n:
            out[p] = 0
        elif kind == WIN_LOSS:
            out[p] = 1.0 / winners if place[p] == 1 else -1.0 / (n - winners)


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef int p
    for p in range(h.num_players):
        out[p] = (<const Goofspiel*>h).points[p]


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    cdef double points[SEATS]
    scores(rules, h, points)
    rank_by(points, h.num_players, out)


cdef void mask(const void* r, Header* h, int seat) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef Goofspiel* s = <Goofspiel*>h
    cdef int t, p, first_hidden = 0 if seat == BEFORE_DEAL else s.tricks + 1
    if rules.order == RANDOM:
        for t in range(first_hidden, rules.num_cards):
            s.prize[t] = 0
    for p in range(h.num_players):
        if (h.acting >> p) & 1:                 # the core takes the commitment back
            s.bid[s.tricks][p] = 0
        if rules.hidden_bids and p != seat and seat != EVERY_SEAT and s.tricks:
            s.hand[p] = 0
            for t in range(s.tricks):
                s.bid[t][p] = 0


cdef int hidden(const void* r, const Header* h, int seat, int which, Pool* pool) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef const Goofspiel* s = <const Goofspiel*>h
    cdef int t, known = 0
    if which == 1 and rules.hidden_bids and seat >= 0:
        hidden_bids(rules, s, seat, pool)
        return 1
    if which == 0:
        pool.num_holders = 1
        pool.ordered[0] = 1
        for t in range(rules.num_cards):
            known |= 1 << s.prize[t]
            pool.room[0] += s.prize[t] == 0
        add_cards(pool, all_cards(rules) & ~known)
    return which == 0


cdef void add_cards(Pool* pool, int cards) noexcept nogil:
    while cards:
        pool.type[pool.num_pieces] = lowest(cards)
        pool.num_pieces += 1
        cards &= cards - 1


cdef void hidden_bids(const Rules* rules, const Goofspiel* s, int seat,
                      Pool* pool) noexcept nogil:
    """Holder t is the other seat's bid in trick t, the last holder the rest of its hand.

    Who won says whether the bid was below, equal to or above the observer's own.
    """
    cdef int other = 1 - seat, known = s.hand[other], t, i, card, own
    pool.num_holders = s.tricks + 1
    pool.constrained = 1
    if not s.hand[other]:
        pool.room[s.tricks] = rules.num_cards - s.tricks
    for t in range(s.tricks):
        pool.room[t] = s.bid[t][other] == 0
        known |= 1 << s.bid[t][other]
    add_cards(pool, all_cards(rules) & ~known)
    for i in range(pool.num_pieces):
        card = pool.type[i]
        pool.allowed[i] = 1 << s.tricks
        for t in range(s.tricks):
            own = s.bid[t][seat]
            if (card > own if s.winner[t] == other + 1 else
                    card < own if s.winner[t] else card == own):
                pool.allowed[i] |= 1 << t


cdef void place(const void* r, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef Goofspiel* s = <Goofspiel*>h
    cdef int t, i = 0
    if which == 0:
        for t in range(rules.num_cards):
            if s.prize[t] == 0:
                s.prize[t] = faces[i]
                i += 1
        return
    for t in range(s.tricks):
        if pool.room[t]:
            s.bid[t][1 - seat] = faces[i]
            i += 1
    for i in range(i, pool.num_pieces):
        s.hand[1 - seat] |= 1 << faces[i]


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                        # the order of the prizes is dealt by pool 0


cdef uint64_t private_digest(const void* r, const Header* h, int seat) noexcept nogil:
    cdef const Goofspiel* s = <const Goofspiel*>h
    cdef uint64_t digest = 0
    cdef int t
    if (<const Rules*>r).hidden_bids:
        for t in range(s.tricks):
            digest = mix2(digest, s.bid[t][seat])
    if h.choosers & ~h.acting & (1 << seat):
        digest = mix2(digest, s.bid[s.tricks][seat] + CARDS)
    return digest


cdef void tensor(const void* r, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Rules* rules = <const Rules*>r
    cdef const Goofspiel* s = <const Goofspiel*>h
    cdef int n = h.num_players, cards = rules.num_cards, t, i, p, shown = 0
    cdef float* trick
    out[F_PLAYERS + n - 2] = 1
    out[F_CARDS + cards - 2] = 1
    for t in range(min(s.tricks + 1, cards)):
        shown |= 1 << s.prize[t]
    if not h.over:
        out[F_PRIZE + s.prize[s.tricks] - 1] = 1
        if s.bid[s.tricks][seat]:
            out[F_COMMITMENT + s.bid[s.tricks][seat] - 1] = 1
    for i in range(cards):
        out[F_TO_COME + i] = not (shown >> (i + 1)) & 1
    for i in range(n):
        p = (seat + i) % n
        out[F_POINTS + i] = s.points[p] * 2.0 / (cards * (cards + 1))
        for t in range(cards):
            out[F_HANDS + CARDS * i + t] = (s.hand[p] >> (t + 1)) & 1
    for t in range(s.tricks):
        trick = out + F_TRICKS + 11 * t
        trick[0] = s.prize[t] / <float>CARDS
        if s.winner[t]:
            trick[1 + (s.winner[t] - 1 - seat + n) % n] = 1
        for i in range(n):
            trick[6 + i] = s.bid[t][(seat + i) % n] / <float>CARDS


cdef int num_decisions(const void* r, const Header* h) noexcept nogil:
    cdef int tricks = (<const Goofspiel*>h).tricks
    return h.num_players * min(tricks, (<const Rules*>r).num_cards - 1)


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int seat = k % h.num_players
    cdef int card = (<const Goofspiel*>h).bid[k // h.num_players][seat]
    return seat << 16 | (card - 1 if card else UNKNOWN_ACTION)


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    cdef const Goofspiel* s = <const Goofspiel*>h
    return s.bid[s.tricks][seat] - 1


cdef void to_deal(const void* r, Header* h) noexcept nogil:
    cdef Goofspiel* s = <Goofspiel*>h
    rewind_header(h)
    memset(s.bid, 0, sizeof(s.bid))
    memset(s.winner, 0, sizeof(s.winner))
    memset(s.points, 0, sizeof(s.points))
    s.tricks = 0
    open_game(<const Rules*>r, s, NULL)


cdef int check(const void* r, const Header* h) noexcept nogil:
    """1 prizes, 2 bid cards, 3 tricks and choices, 4 winners, 5 points."""
    cdef const Rules* rules = <const Rules*>r
    cdef const Goofspiel* s = <const Goofspiel*>h
    cdef int n = rules.num_cards, t, p, prizes = 0, cards, best
    cdef int points[SEATS]
    if s.tricks > n or h.over != (s.tricks == n):
        return 3
    for t in range(n):
        prizes |= 1 << min(s.prize[t], 15)
    if prizes != all_cards(rules):
        return 1
    for p in range(h.num_players):
        points[p] = 0
        cards = s.hand[p]
        for t in range(s.tricks):
            cards |= 1 << min(s.bid[t][p], 15)
        if cards != all_cards(rules) or popcount(s.hand[p]) != n - s.tricks:
            return 2
        for t in range(s.tricks, n):
            if (s.bid[t][p] == 0) == (t == s.tricks and (h.acting >> p) & 1 == 0):
                return 3
    for t in range(s.tricks):
        best = 0
        for p in range(h.num_players):
            if best == 0 or s.bid[t][p] > s.bid[t][best - 1]:
                best = p + 1
        for p in range(best, h.num_players):
            if s.bid[t][p] == s.bid[t][best - 1]:
                best = 0
                break
        if s.winner[t] != best:
            return 4
        if best:
            points[best - 1] += s.prize[t]
    for p in range(h.num_players):
        if points[p] != s.points[p]:
            return 5
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

ORDERS = ("random", "ascending", "descending")


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Goofspiel[1] blank
    cdef Rules rules
    n, cards = game.num_players, options["num_cards"]
    rules.num_cards = cards
    rules.order = ORDERS.index(options["points_order"])
    rules.returns = RETURNS_TYPES.index(options["returns_type"])
    rules.hidden_bids = options["imp_info"]
    game.adopt(&OPS, &rules, sizeof(rules), sizeof(Goofspiel))
    game.dtype = np.asarray(<Goofspiel[:1]>blank).dtype
    game.num_distinct_actions = cards
    game.max_game_length = (cards - 1) * n
    game.public_worlds = not options["imp_info"]      # two hands, each bounded by the other
    total = cards * (cards + 1) / 2
    game.utility_min, game.utility_max, game.utility_sum = {
        "win_loss": (-1.0, 1.0, 0.0),
        "point_difference": (-total / n, total - total / n, 0.0),
        "total_points": (0.0, total, None),
    }[options["returns_type"]]
    game.layout = [
        ("players", F_PLAYERS, F_CARDS), ("num_cards", F_CARDS, F_COMMITMENT),
        ("own_commitment", F_COMMITMENT, F_PRIZE), ("prize", F_PRIZE, F_TO_COME),
        ("prizes_to_come", F_TO_COME, F_HANDS), ("hands", F_HANDS, F_POINTS),
        ("points", F_POINTS, F_TRICKS), ("tricks", F_TRICKS, F_SIZE)]
    game.observation_tensor_size = F_SIZE


SPEC = GameSpec(
    name="goofspiel", title="Goofspiel",
    summary="Bid a card for each prize, all at once: simultaneous choice and nothing else.",
    min_players=2, max_players=5, default_players=2, rules_version=1, make=make,
    words=GoofspielWords, chance_after_deal=False,
    options={
        "num_cards": OptionSpec(13, "bid cards of each seat, and prizes", low=2, high=CARDS),
        "points_order": OptionSpec("random", "order in which the prizes come", choices=ORDERS),
        "returns_type": OptionSpec("win_loss", "what the utility counts", choices=RETURNS_TYPES),
        "imp_info": OptionSpec(False, "the bids stay hidden, only who won is told",
                               choices=(True, False), players=(2,)),
    })
