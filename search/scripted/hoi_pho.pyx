"""Hội Phố's script: the expected reward of each card against the unseen ones, and a leaf formula.

SCORES ranks the legal actions of a seat. A card is judged by dealing the others' cards of this
turn many times from what the seat has not seen and counting what the turn pays: rewards, the skill
of the lowest merchant, contracts. LEAF values the seats where a round ends; its weights were
fitted to games the search played against itself (see FITTED).
"""
from libc.math cimport exp
from libc.stdint cimport uint8_t, uint16_t

from engine_cy.bits cimport highest, lowest, popcount
from engine_cy.core cimport MAX_PLAYERS, Header
from engine_cy.games.hoi_pho cimport (
    ASKING_A_FAVOR,
    CALL_0,
    CHALLENGE,
    CHALLENGE_0,
    CHARITY,
    COPY,
    COPY_0,
    DICTATE,
    DICTATING,
    DISCARD,
    DISCARD_0,
    EMBARGO,
    ENTICE,
    ENTICE_0,
    ENTICING,
    GOOD_FORTUNE,
    MERCHANTS,
    NETWORKING,
    PLACE,
    PLACE_0,
    PLAY,
    PRIORITIZED,
    PROTECTION_FEE,
    SEDUCE,
    SEDUCE_0,
    SEDUCING,
    SNITCH,
    SNITCHING,
    SOCIALIZING,
    SUPPORTED,
    TAKE,
    TAKE_0,
    TRY_YOUR_LUCK,
    HoiPho,
    Rules,
)
from engine_cy.rng cimport Rng, rng_below, rng_seed
from search.formula cimport leaf_formula, move_scores

cdef enum:
    DEALS = 160                # imagined turns per card; all cards meet the same ones
    DEAL_SEED = 20211          # of the imagined turns: the script is a function of what is seen

# Weights in units of one money. In matches against random seats half or twice each changes the
# win share by less than 0.01.
cdef double CONTRACT = 9.0     # a contract
cdef double CLAIM = 5.0        # being richest after the last turn
cdef double RIVALRY = 1.0      # the others' mean gain counts this much against one's own
cdef double LEADER = 0.5       # the strongest other seat's gain counts this much more


cdef struct Turn:              # what a turn does to each seat
    double money[MAX_PLAYERS]
    double contracts[MAX_PLAYERS]


# ---- what a skill does -------------------------------------------------------------------------

cdef int richest_other(const Rules* r, const double* money, int seat) noexcept nogil:
    cdef int p, best = -1
    for p in range(r.num_players):
        if p != seat and (best < 0 or money[p] > money[best]):
            best = p
    return best


cdef inline void move_money(double* money, int payer, int receiver, double amount) noexcept nogil:
    amount = min(amount, money[payer])
    money[payer] -= amount
    money[receiver] += amount


cdef void skill_effect(const Rules* r, const HoiPho* s, int skill, int me,
                       Turn* turn) noexcept nogil:
    """Apply a skill as a sensible owner would use it, in expectation."""
    cdef double* money = turn.money
    cdef int n = r.num_players, p, side, other = richest_other(r, money, me)
    cdef double amount
    if skill == TRY_YOUR_LUCK:
        amount = (money[other] - money[me]) / 4
        money[me] += amount
        money[other] -= amount
    elif skill == GOOD_FORTUNE:
        money[me] += r.good_fortune
    elif skill == PROTECTION_FEE:
        for p in range(n):
            if p != me:
                move_money(money, p, me,
                           r.protection_fee_holders if s.count[p] else r.protection_fee)
    elif skill == DICTATING:
        money[me] += r.dictating
    elif skill == SNITCHING:
        for p in range(n):
            if p != me:
                move_money(money, p, me, r.snitching / <double>(n - 1))
    elif skill == EMBARGO:
        for p in range(n):
            money[p] -= min(<double>s.ledger[p] + max(0.0, money[p] - s.money[p]), money[p])
    elif skill == ENTICING:
        move_money(money, other, me, money[other] / 2)
    elif skill == SEDUCING:
        amount = money[me]
        money[me] = money[other]
        money[other] = amount
    elif skill == SUPPORTED:
        for p in range(n):
            if p != me and money[p] < money[me] + r.skill10_strict:
                return
        turn.contracts[me] += 1
    elif skill == PRIORITIZED:
        turn.contracts[me] += 1
        for p in range(n):
            if p != me:
                money[p] += r.prioritized_others
    elif skill == CHARITY:
        money[me] -= min(<double>r.charity, money[me])
    elif skill == SOCIALIZING:
        for side in range(1 if n == 2 else 2):
            money[me] -= min(<double>r.socializing, money[me])
            money[(me + (1 if side == 0 else n - 1)) % n] += r.socializing


cdef double worth(const Rules* r, const HoiPho* s, int me, const Turn* turn,
                  int last) noexcept nogil:
    """How good a turn's outcome is for a seat, in money."""
    cdef int p, n = r.num_players, lead = -1, ties = 0
    cdef double own, others = 0, gain, lead_gain = 0, most = -1
    own = turn.money[me] - s.money[me] + CONTRACT * turn.contracts[me]
    for p in range(n):
        if p != me:
            gain = turn.money[p] - s.money[p] + CONTRACT * turn.contracts[p]
            others += gain
            if lead < 0 or s.count[p] > s.count[lead] \
                    or (s.count[p] == s.count[lead] and s.money[p] > s.money[lead]):
                lead = p
                lead_gain = gain
        if turn.money[p] > most:
            most = turn.money[p]
            ties = 0
        ties += turn.money[p] == most
    own -= RIVALRY * others / (n - 1) + LEADER * lead_gain
    if last and turn.money[me] == most:
        own += CLAIM / ties
    return own


cdef double skill_worth(const Rules* r, const HoiPho* s, int skill, int me) noexcept nogil:
    """The worth of using a skill now."""
    cdef Turn turn
    cdef int p
    for p in range(r.num_players):
        turn.money[p] = s.money[p]
        turn.contracts[p] = 0
    skill_effect(r, s, skill, me, &turn)
    return worth(r, s, me, &turn, s.turn + 1 == r.turns)


cdef int best_copy(const Rules* r, const HoiPho* s, uint16_t cards, int me) noexcept nogil:
    """The skill on the table that pays the seat most; 0 where there is none."""
    cdef int card, best = 0
    cdef double value, best_value = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if r.skill[card] != ASKING_A_FAVOR and r.skill[card] != NETWORKING:
            value = skill_worth(r, s, r.skill[card], me)
            if best == 0 or value > best_value:
                best = card
                best_value = value
    return r.skill[best] if best else 0


# ---- a turn ------------------------------------------------------------------------------------

cdef void play_turn(const Rules* r, const HoiPho* s, const uint8_t* cards,
                    Turn* turn) noexcept nogil:
    """Resolve one card per seat: Ships, rivals, rewards, skills (sections 6 to 6.2)."""
    cdef int n = r.num_players, p, card, ships = 0
    cdef uint16_t shown = 0, zeroed = 0, live, rest
    cdef int owner[MERCHANTS]
    for p in range(n):
        turn.money[p] = s.money[p]
        turn.contracts[p] = 0
        if cards[p]:
            shown |= <uint16_t>(1 << cards[p])
            owner[cards[p]] = p
        else:
            ships += 1
    for p in range(n):
        if cards[p] == 0:
            turn.money[p] += r.ship_reward[ships]
    if not shown:
        return
    rest = shown
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if r.zeroed_by[card] & shown:
            zeroed |= <uint16_t>(1 << card)
    live = shown & ~zeroed
    if live:
        card = highest(live)
        turn.money[owner[card]] += r.first[card]
        live &= ~<uint16_t>(1 << card)
        if live and popcount(shown) > 2:
            card = highest(live)
            turn.money[owner[card]] += r.second[card]
    rest = zeroed if zeroed else <uint16_t>(1 << lowest(shown))
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        skill_of_card(r, s, card, owner[card], shown, turn)


cdef inline void skill_of_card(const Rules* r, const HoiPho* s, int card, int seat,
                               uint16_t shown, Turn* turn) noexcept nogil:
    cdef int skill = r.skill[card]
    if skill == ASKING_A_FAVOR or skill == NETWORKING:
        skill = best_copy(r, s, s.on_table | shown, seat)
    skill_effect(r, s, skill, seat, turn)


cdef void imagine(const Rules* r, const HoiPho* s, int me, Rng* rng, uint8_t* cards) noexcept nogil:
    """Deal every other seat a card of this turn from what `me` has not seen."""
    cdef uint8_t unseen[32]
    cdef int n = r.num_players, p, count = 0, ships, slots, pick, _ship
    cdef uint16_t rest = r.merchants & ~(s.on_table | s.discards)
    ships = r.ships - s.face_up_ships
    for p in range(n):
        rest &= ~s.hand[p]
        ships -= s.ships[p] + s.ships_out[p]
    while rest:
        unseen[count] = <uint8_t>lowest(rest)
        rest &= rest - 1
        count += 1
    for _ship in range(ships):
        unseen[count] = 0
        count += 1
    for p in range(n):
        if p == me:
            continue
        slots = s.cards_left
        pick = rng_below(rng, slots)
        if s.bound[p]:
            cards[p] = s.bound[p]
        elif pick < s.ships[p]:
            cards[p] = 0
        elif pick < s.ships[p] + popcount(s.hand[p]):
            cards[p] = nth_card(s.hand[p], pick - s.ships[p])
        elif count:
            pick = rng_below(rng, count)
            cards[p] = unseen[pick]
            count -= 1
            unseen[pick] = unseen[count]
        else:
            cards[p] = 0


cdef inline uint8_t nth_card(uint16_t cards, int n) noexcept nogil:
    while n:
        cards &= cards - 1
        n -= 1
    return <uint8_t>lowest(cards)


cdef void score_cards(const Rules* r, const HoiPho* s, int me, const uint8_t* legal, int k,
                      int base, double* scores) noexcept nogil:
    """The mean worth of playing each card now."""
    cdef uint8_t cards[MAX_PLAYERS]
    cdef Turn turn
    cdef Rng rng
    cdef int i, _deal, last = s.turn + 1 == r.turns
    for i in range(k):
        scores[i] = 0
    rng_seed(&rng, DEAL_SEED)
    for _deal in range(DEALS):
        imagine(r, s, me, &rng, cards)
        for i in range(k):
            cards[me] = <uint8_t>(legal[i] - base)
            play_turn(r, s, cards, &turn)
            scores[i] += worth(r, s, me, &turn, last) / DEALS


# ---- the scores --------------------------------------------------------------------------------

cdef double call_score(const Rules* r, const HoiPho* s, int me, int card) noexcept nogil:
    """Dictating: make somebody play a card that a card of one's own sets to 0."""
    if (s.hand[me] >> card) & 1:
        return -1
    return (2 if r.zeroed_by[card] & s.hand[me] else 0) - card / 16.0


cdef double snitch_score(const Rules* r, const HoiPho* s, int me, int card) noexcept nogil:
    """Snitching: the holder pays, so call a rich one where a holder is known."""
    cdef int p
    for p in range(r.num_players):
        if (s.sure[p] >> card) & 1:
            return min(s.money[p], r.snitching) + s.money[p] / 64.0 + s.count[p] / 8.0
    return min(r.snitching, 2)


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* legal, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef int i, phase = s.phase, other, base
    if phase == PLAY or phase == DISCARD:
        score_cards(r, s, seat, legal, k, DISCARD_0 if phase == DISCARD else 0, out)
        if phase == DISCARD:
            for i in range(k):
                out[i] = -out[i]
        return
    for i in range(k):
        out[i] = 0
        if phase == DICTATE:
            out[i] = call_score(r, s, seat, legal[i] - CALL_0)
        elif phase == SNITCH:
            out[i] = snitch_score(r, s, seat, legal[i] - CALL_0)
        elif phase == TAKE:
            out[i] = r.first[legal[i] - TAKE_0] + (legal[i] - TAKE_0) / 16.0
        elif phase == PLACE:
            out[i] = skill_worth(r, s, r.skill[legal[i] - PLACE_0], seat) \
                - (legal[i] - PLACE_0) / 16.0
        elif phase == COPY:
            out[i] = skill_worth(r, s, r.skill[legal[i] - COPY_0], seat)
        elif phase == CHALLENGE or phase == ENTICE or phase == SEDUCE:
            base = CHALLENGE_0 if phase == CHALLENGE else ENTICE_0 if phase == ENTICE else SEDUCE_0
            other = (s.actor + legal[i] - base) % r.num_players
            out[i] = s.money[other] + s.count[other] / 2.0


# ---- the leaf formula --------------------------------------------------------------------------

cdef enum: FEATURES = 5

# By number of players, the weights of what `features` writes. Multinomial logistic regression of
# the final win shares on 20,000 to 26,000 round ends of self-play (ismcts+sims:200, a quarter of
# the seats greedy). Loss on held-out games, in nats: 0.923, 1.188, 1.397 for 3, 4, 5 players, where
# knowing nothing costs 1.099, 1.386, 1.609. Two players, in reduced games only, use the weights
# of three.
cdef double WEIGHTS[MAX_PLAYERS + 1][FEATURES]
FITTED = {
    2: (1.86, 1.13, 1.63, 0.15, 0.16),
    3: (1.86, 1.13, 1.63, 0.15, 0.16),
    4: (1.97, 1.11, 1.42, 0.13, 0.46),
    5: (1.73, 0.96, 1.29, 0.42, 0.83),
}
for _players, _weights in FITTED.items():
    for _i in range(FEATURES):
        WEIGHTS[<int>_players][_i] = _weights[_i]


cdef inline void features(const Rules* r, const HoiPho* s, int seat, double lead,
                          double* out) noexcept nogil:
    """What decides a seat's chances where a round ends, each about 0..1.

    lead: contracts of the leading seat as a share of those needed.
    """
    cdef int top = r.ladder[min(<int>s.taken, r.num_contracts - 1)]
    cdef double share = s.count[seat] / <double>r.needed
    cdef double money = min(<int>s.money[seat], top) / <double>top    # what the cap leaves (4.1)
    out[0] = share
    out[1] = share * lead
    out[2] = share * share
    out[3] = money
    out[4] = money * lead


cdef void leaf(const void* rules, const Header* h, double* utility) noexcept nogil:
    """Win shares: normalised exponentials of a weighted sum of features."""
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef double x[FEATURES]
    cdef double lead = 0, total = 0, strength
    cdef int p, i
    for p in range(r.num_players):
        lead = max(lead, s.count[p] / <double>r.needed)
    for p in range(r.num_players):
        features(r, s, p, lead, x)
        strength = 0
        for i in range(FEATURES):
            strength += WEIGHTS[r.num_players][i] * x[i]
        utility[p] = exp(strength)
        total += utility[p]
    for p in range(r.num_players):
        utility[p] /= total


SCORES = move_scores(scores)
LEAF = leaf_formula(leaf)
