# Part of hoi_pho.pyx: the fifteen skills and the choices they ask for.

# ---- merchant skills ---------------------------------------------------------------------------

cdef inline int ask(HoiPho* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    open_choice(&s.h, 1 << s.actor)
    return 1


cdef inline uint16_t callable_cards(const Rules* r, const HoiPho* s) noexcept nogil:
    """Merchants that nobody sees on the table or set aside: they may lie in a hand."""
    return r.merchants & ~(s.on_table | s.discards)


cdef inline uint16_t takeable_cards(const Rules* r, const HoiPho* s) noexcept nogil:
    cdef uint16_t cards = s.on_table & ~s.chain, rest
    cdef int card
    if r.skill6_opponents:
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if s.table_seat[card] == s.actor:
                cards &= ~<uint16_t>(1 << card)
    return cards


cdef inline uint16_t placeable_cards(const HoiPho* s) noexcept nogil:
    """Merchants of the actor's hand; one bound by a call lies face down already."""
    return s.hand[s.actor] & ~(<uint16_t>(1 << s.taking) | <uint16_t>(1 << s.bound[s.actor]))


cdef inline uint16_t copyable_cards(const Rules* r, const HoiPho* s) noexcept nogil:
    cdef uint16_t cards = s.on_table, rest = s.on_table
    cdef int card, skill
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        skill = r.skill[card]
        if skill == ASKING_A_FAVOR or (skill == NO_SKILL and not r.skill11_copy_13) \
                or (skill == NETWORKING and s.used & SIX):
            cards &= ~<uint16_t>(1 << card)
    return cards


cdef int trigger(const Rules* r, HoiPho* s, int card, Sink* sink) noexcept nogil:
    """Resolve the skill of a card for s.actor; return 1 where a choice is open."""
    cdef int me = s.actor, skill = r.skill[card]
    tell(sink, TRIGGERS, me, card, 0, EVERYONE)
    if skill == TRY_YOUR_LUCK:
        return ask(s, CHALLENGE)
    elif skill == GOOD_FORTUNE:
        gain(s, me, r.good_fortune, sink)
    elif skill == PROTECTION_FEE:
        protection_fee(r, s, sink)
    elif skill == DICTATING:
        gain(s, me, r.dictating, sink)
        # A called card is to be played next: in the last turn there is no next (ruling 14).
        if s.turn + 1 < r.turns and callable_cards(r, s):
            return ask(s, DICTATE)
    elif skill == SNITCHING:
        return snitching(r, s, sink)
    elif skill == NETWORKING:
        return networking(r, s, sink)
    elif skill == EMBARGO:
        embargo(r, s, sink)
    elif skill == ENTICING:
        return ask(s, ENTICE)
    elif skill == SEDUCING:
        return ask(s, SEDUCE)
    elif skill == SUPPORTED:
        supported(r, s, sink)
    elif skill == ASKING_A_FAVOR:
        if not s.used & ELEVEN:
            s.used |= ELEVEN
            if copyable_cards(r, s):
                return ask(s, COPY)
    elif skill == PRIORITIZED:
        prioritized(r, s, sink)
    elif skill == CHARITY:
        charity(r, s, sink)
    elif skill == SOCIALIZING:
        socializing(r, s, sink)
    return 0


cdef void protection_fee(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef int p
    for p in range(r.num_players):
        if p != s.actor:
            transfer(s, p, s.actor,
                     r.protection_fee_holders if s.count[p] else r.protection_fee, sink)


cdef int snitching(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef uint16_t cards = callable_cards(r, s)
    if cards & ~s.hand[s.actor]:
        return ask(s, SNITCH)
    tell(sink, DISABLED, s.actor, 0, 0, EVERYONE)
    if cards:
        # Disabled although merchants are unseen: the caller shows to hold them all.
        s.sure[s.actor] |= cards
        s.origin |= cards
        fold(&s.h, 2)
        notice(&s.h, -1)
    return 0


cdef int networking(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    if s.used & SIX:
        return 0
    s.used |= SIX
    if takeable_cards(r, s):
        if placeable_cards(s):
            return ask(s, TAKE)
        # Mandatory and possible but for the hand: beside a bound card it holds Ships only.
        s.lacks[s.actor] |= r.merchants & ~<uint16_t>(1 << s.bound[s.actor])
        fold(&s.h, 3)
        notice(&s.h, -1)
    tell(sink, FIZZLES, s.actor, 0, 0, EVERYONE)
    return 0


cdef void embargo(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef int p, amount
    for p in range(r.num_players):
        amount = min(s.ledger[p], s.money[p])
        s.money[p] -= <int16_t>amount
        s.ledger[p] = 0
        if amount:
            tell(sink, RETURNS_GAINS, p, amount, 0, EVERYONE)


cdef void supported(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef int p
    for p in range(r.num_players):
        tell(sink, REVEALS, p, s.money[p], 0, EVERYONE)
    for p in range(r.num_players):
        if p != s.actor and s.money[p] < s.money[s.actor] + r.skill10_strict:
            return
    gain_contract(r, s, s.actor, GAINS_CONTRACT, sink)


cdef void prioritized(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef int p
    gain_contract(r, s, s.actor, GAINS_CONTRACT, sink)
    for p in range(r.num_players):
        if p != s.actor:
            gain(s, p, r.prioritized_others, sink)


cdef void charity(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    cdef int amount = min(r.charity, s.money[s.actor])
    tell(sink, REVEALS, s.actor, s.money[s.actor], 0, EVERYONE)
    s.money[s.actor] -= <int16_t>amount
    tell(sink, LOSES, s.actor, amount, 0, EVERYONE)


cdef void socializing(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Left neighbour first; the bank covers what the owner lacks (additions 16, 29)."""
    cdef int n = r.num_players, side, own, receiver
    tell(sink, REVEALS, s.actor, s.money[s.actor], 0, EVERYONE)
    for side in range(1 if n == 2 else 2):
        receiver = (s.actor + (1 if side == 0 else n - 1)) % n
        own = min(r.socializing, s.money[s.actor])
        transfer(s, s.actor, receiver, own, sink)
        if own < r.socializing:
            gain(s, receiver, r.socializing - own, sink)


# ---- choices that skills ask for ---------------------------------------------------------------

cdef inline int seat_at(const Rules* r, const HoiPho* s, int distance) noexcept nogil:
    return (s.actor + distance) % r.num_players


cdef int holder_of(const Rules* r, const HoiPho* s, int card) noexcept nogil:
    cdef int p
    for p in range(r.num_players):
        if (s.hand[p] >> card) & 1:
            return p
    return -1


cdef int resolve_call(const Rules* r, HoiPho* s, int card, Sink* sink) noexcept nogil:
    """Make the called card's place public; return its holder (-1: it was not dealt)."""
    cdef int holder = holder_of(r, s, card), p
    cdef uint16_t bit = <uint16_t>(1 << card)
    tell(sink, CALLS, s.actor, card, 0, EVERYONE)
    fold(&s.h, (CALL_0 + card) << 8 | (holder + 1))
    notice(&s.h, -1)
    if holder >= 0:
        s.sure[holder] |= bit
        s.origin |= bit
        tell(sink, HOLDS, holder, card, 0, EVERYONE)
    else:
        for p in range(r.num_players):
            s.lacks[p] |= bit
        tell(sink, NOBODY_HOLDS, NO_ONE, card, 0, EVERYONE)
    return holder


cdef void take_card(HoiPho* s, int card, Sink* sink) noexcept nogil:
    cdef uint16_t bit = <uint16_t>(1 << card)
    s.on_table &= ~bit
    s.hand[s.actor] |= bit
    s.sure[s.actor] |= bit
    s.lacks[s.actor] &= ~bit
    s.taking = <uint8_t>card
    tell(sink, TAKES, s.actor, card, s.table_seat[card], EVERYONE)
    s.table_seat[card] = 0
    ask(s, PLACE)


cdef int place_card(const Rules* r, HoiPho* s, int card, Sink* sink) noexcept nogil:
    """Lay a card down before the actor; it triggers in the actor's name."""
    leave_hand(s, s.actor, card)
    s.on_table |= <uint16_t>(1 << card)
    s.table_seat[card] = s.actor
    s.chain |= <uint16_t>(1 << card)
    s.taking = 0
    tell(sink, PLACES, s.actor, card, 0, EVERYONE)
    return trigger(r, s, card, sink)


cdef void seduce(HoiPho* s, int other, Sink* sink) noexcept nogil:
    cdef int16_t mine = s.money[s.actor]
    tell(sink, REVEALS, s.actor, mine, 0, EVERYONE)
    tell(sink, REVEALS, other, s.money[other], 0, EVERYONE)
    s.money[s.actor] = s.money[other]
    s.money[other] = mine
    tell(sink, SEDUCES, s.actor, other, 0, EVERYONE)


cdef int resolve_throws(const Rules* r, HoiPho* s, Sink* sink) noexcept nogil:
    """Rock beats scissors beats paper beats rock; return 1 while the duel goes on."""
    cdef int mine = s.commit[s.actor] - 1 - ROCK, theirs = s.commit[s.foe] - 1 - ROCK
    cdef int p, outcome = (theirs - mine + 3) % 3, won, lost
    for p in range(r.num_players):
        if s.commit[p]:
            log_decision(s, p, s.commit[p] - 1)
            tell(sink, THROWS, p, s.commit[p] - 1 - ROCK, 0, EVERYONE)
            s.commit[p] = 0
    fold(&s.h, ROCK << 8 | mine << 4 | theirs)
    notice(&s.h, -1)
    if outcome == 0:
        s.draws += 1
        tell(sink, DUEL_DRAWN, s.actor, s.draws, 0, EVERYONE)
        if s.draws < r.throws:
            open_choice(&s.h, 1 << s.actor | 1 << s.foe)
            return 1
        outcome = 1 if (s.coins >> (s.coins_used & 31)) & 1 else 2
        s.coins_used += 1
        fold(&s.h, 4 + outcome)
    won, lost = (s.actor, s.foe) if outcome == 1 else (s.foe, s.actor)
    tell(sink, DUEL_WON, won, lost, 0, EVERYONE)
    transfer(s, lost, won, s.money[lost] // 2, sink)
    s.foe = s.draws = 0
    return 0


cdef int choose(const Rules* r, HoiPho* s, int action, Sink* sink) noexcept nogil:
    """Apply the actor's choice for its skill; return 1 where another choice is open."""
    cdef int phase = s.phase, other, holder
    if phase == DICTATE or phase == SNITCH:
        holder = resolve_call(r, s, action - CALL_0, sink)
        if phase == DICTATE and holder >= 0:
            s.bound[holder] = <uint8_t>(action - CALL_0)
        elif holder >= 0:
            transfer(s, holder, s.actor, r.snitching, sink)
        return 0
    fold(&s.h, <uint64_t>(action + 1) << 16)
    notice(&s.h, s.actor)
    if phase == CHALLENGE:
        s.foe = <uint8_t>seat_at(r, s, action - CHALLENGE_0)
        s.phase = THROW
        tell(sink, CHALLENGES, s.actor, s.foe, 0, EVERYONE)
        open_choice(&s.h, 1 << s.actor | 1 << s.foe)
        return 1
    elif phase == TAKE:
        take_card(s, action - TAKE_0, sink)
        return 1
    elif phase == PLACE:
        return place_card(r, s, action - PLACE_0, sink)
    elif phase == ENTICE:
        other = seat_at(r, s, action - ENTICE_0)
        tell(sink, ENTICES, s.actor, other, 0, EVERYONE)
        tell(sink, REVEALS, other, s.money[other], 0, EVERYONE)
        transfer(s, other, s.actor, s.money[other] // 2, sink)
    elif phase == SEDUCE:
        seduce(s, seat_at(r, s, action - SEDUCE_0), sink)
    elif phase == COPY:
        tell(sink, COPIES, s.actor, action - COPY_0, 0, EVERYONE)
        return trigger(r, s, action - COPY_0, sink)
    return 0
