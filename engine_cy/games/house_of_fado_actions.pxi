# Part of house_of_fado.pyx: the actions of the four locations on the board.

cdef void start_action(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """Open the action of the worker's space; where there is none the worker just stands there."""
    cdef Table* t = &s.t
    cdef uint8_t out[MAX_ACTIONS]
    cdef int location = LOCATION[t.space - 1]
    if location == RESTAURANT:
        open_closing(r, s, sink)
        return
    t.phase = HIRE if location == MARKET else STREET_CHOICE if location == STREET \
        else REHEARSE if location == REHEARSAL_ROOM else ADVERTISE
    if action_choices(r, t, out) > stops(r, t):
        ask(s, t.phase, t.seat)
    else:
        end_action(r, s, sink)


cdef inline int stops(const Rules* r, const Table* t) noexcept nogil:
    """Return 1 where the action may be left out (ruling 7, correction 2)."""
    return t.phase == HIRE or r.may_stop


# ---- what can be chosen --------------------------------------------------------------------------

cdef int action_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    """Write the legal answers of the phases from HIRE to ADVERTISE, ascending."""
    cdef int i, n = 0
    if t.phase == HIRE:
        return hire_choices(r, t, out)
    if t.phase == STREET_CHOICE:
        return street_choices(r, t, out)
    if t.phase == SEAT:
        for i in range(<int>PARTIES):
            if party_fits(r, t, PARTY[i]):
                out[n] = <uint8_t>(SEAT_0 + i)
                n += 1
        return n
    if t.phase == TABLE:
        for i in range(TABLES):
            if table_free(r, t, t.seat, i) and (not t.party
                                                or r.seats[i] >= sum_of(PARTY[t.party - 1])):
                out[n] = <uint8_t>(TABLE_0 + i)
                n += 1
        return n
    if t.phase == REHEARSE:
        return rehearsal_choices(r, t, out)
    return billboard_choices(r, t, out)


# ---- Location #1: Musician Market ----------------------------------------------------------------

cdef inline int fame_of(const Table* t, int tile) noexcept nogil:
    """Return the fame a musician is hired at: one without a die gets a 1 first (ruling 31)."""
    return max(1, <int>t.fame[tile])


cdef inline int market_price(const Rules* r, const Table* t, int tile) noexcept nogil:
    """Return what a tile costs in the market, or a fortune for fame 6, which nobody can hire."""
    if t.fame[tile] == MAX_FAME:
        return 1 << 20
    return r.base_cost[r.type_of[tile]] + r.hire_cost[fame_of(t, tile)]


cdef inline int gift(const Rules* r, int tile) noexcept nogil:
    """Return the money that a hired musician brings."""
    return r.amount[tile] if r.power[tile] == MORE_MONEY else 0


cdef bint may_hire_second(const Rules* r, const Table* t, int tile) noexcept nogil:
    """Whether a tile can follow the one hired first: left, then right.

    Right, then left only where the pair cannot be paid otherwise (correction 20).
    """
    cdef int first = t.hired - 1, before
    if r.type_of[first] == r.beside[t.space - 1][0]:
        return True
    before = t.money[t.seat] + market_price(r, t, first) - gift(r, first) - market_price(r, t, tile)
    return before < 0 or before + gift(r, tile) < market_price(r, t, first)


cdef int hire_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    """Write the musicians of either side that the seat lacks and can pay, and the way out."""
    cdef int p = t.seat, n = 0, tile, k, space = t.space - 1
    cdef uint32_t left = t.market
    while left:
        tile = lowest(left)
        left &= left - 1
        k = r.type_of[tile]
        if (k == r.beside[space][0] or k == r.beside[space][1]) and not t.musician[p][k] \
                and market_price(r, t, tile) <= t.money[p] \
                and (not t.hired or may_hire_second(r, t, tile)):
            out[n] = <uint8_t>(HIRE_0 + tile)
            n += 1
    out[n] = STOP
    return n + 1


cdef void engage(const Rules* r, Table* t, int p, int tile, Sink* sink) noexcept nogil:
    """A musician joins a restaurant, with its note or its gift (rulings 18, 31)."""
    t.musician[p][r.type_of[tile]] = <uint8_t>(tile + 1)
    t.fame[tile] = <uint8_t>fame_of(t, tile)
    if r.note_of[tile]:
        take_note(r, t, p, r.note_of[tile] - 1, sink)
    gain(t, p, gift(r, tile), sink)


cdef void hire(const Rules* r, HouseOfFado* s, int tile, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef uint8_t out[MAX_ACTIONS]
    tell(sink, HIRES, t.seat, tile, market_price(r, t, tile), EVERYONE)
    pay(t, t.seat, market_price(r, t, tile), sink)
    t.market &= ~(<uint32_t>1 << tile)
    engage(r, t, t.seat, tile, sink)
    if t.hired:
        end_action(r, s, sink)
        return
    t.hired = <uint8_t>(tile + 1)
    if hire_choices(r, t, out) > 1:
        ask(s, HIRE, t.seat)
    else:
        end_action(r, s, sink)


# ---- Location #2: Street -------------------------------------------------------------------------

cdef inline bint table_free(const Rules* r, const Table* t, int p, int table) noexcept nogil:
    """Whether a table is empty and, if it is the last one, unlocked."""
    return sum_of(t.guests[p][table]) == 0 and t.critic[p] != table + 1 \
        and (table < TABLES - 1 or removed_cubes(r, t, p) >= r.unlock)


cdef inline int most_seats(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return the seats of the largest free table, 0 where there is none."""
    cdef int i, most = 0
    for i in range(TABLES):
        if table_free(r, t, p, i):
            most = max(most, <int>r.seats[i])
    return most


cdef inline bint party_fits(const Rules* r, const Table* t, const uint8_t* party) noexcept nogil:
    """Whether the group chosen has these customers and a free table has room for them."""
    cdef int c
    for c in range(COLOURS):
        if party[c] > t.group[t.group_chosen - 1][c]:
            return False
    return sum_of(party) <= most_seats(r, t, t.seat)


cdef int street_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    cdef int p = t.seat, near = r.groups[t.space - 1], g, n = 0
    cdef int price = r.critic_cost[removed_cubes(r, t, p)]
    if r.may_stop:
        out[n] = STOP
        n += 1
    if most_seats(r, t, p) == 0:
        return n
    for g in range(GROUPS):
        if (near >> g) & 1 and sum_of(t.group[g]):
            out[n] = <uint8_t>(GUESTS_0 + g)
            n += 1
    if t.critic[p] or t.money[p] < price:
        return n
    for g in range(GROUPS):
        if ((near & t.critics) >> g) & 1:
            out[n] = <uint8_t>(CRITIC_FROM_0 + g)
            n += 1
    return n


cdef void sit_down(const Rules* r, HouseOfFado* s, int table, Sink* sink) noexcept nogil:
    """The party chosen, or the critic, sits down at an empty table."""
    cdef Table* t = &s.t
    cdef int p = t.seat, g = t.group_chosen - 1, c
    if t.party:
        for c in range(COLOURS):
            t.group[g][c] -= PARTY[t.party - 1][c]
            t.guests[p][table][c] += PARTY[t.party - 1][c]
        t.came = 1
        tell(sink, SEATS_GUESTS, p, t.party - 1, g << 8 | table, EVERYONE)
    else:
        pay(t, p, r.critic_cost[removed_cubes(r, t, p)], sink)
        t.critics &= ~<uint8_t>(1 << g)
        t.critic[p] = <uint8_t>(table + 1)
        tell(sink, SEATS_CRITIC, p, g, table, EVERYONE)
    end_action(r, s, sink)


# ---- Location #3: Rehearsal Room -----------------------------------------------------------------

cdef int lacking(const Rules* r, const Table* t, int p, int fado) noexcept nogil:
    """Return how many notes of a fado a seat lacks."""
    cdef int k, n = 0
    for k in range(r.num_kinds):
        n += max(0, <int>r.needs[fado][k] - <int>t.notes[p][k])
    return n


cdef inline bint may_score(const Rules* r, const Table* t, int p, int fado) noexcept nogil:
    """Whether the notes are there; the clef stands for one that is missing (correction 10)."""
    cdef int n = lacking(r, t, p, fado)
    return n == 0 or (n == 1 and r.wild_clef and t.clef[p])


cdef int rehearsal_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    cdef int p = t.seat, i, n = 0
    cdef uint32_t shown = 0
    for i in range(r.num_kinds):
        if notes_left(r, t, i) > 0:
            out[n] = <uint8_t>(NOTE_0 + i)
            n += 1
    if r.may_stop:
        out[n] = STOP
        n += 1
    for i in range(DISPLAY):
        if t.display[i]:
            shown |= <uint32_t>1 << (t.display[i] - 1)
    while shown:
        i = lowest(shown)
        shown &= shown - 1
        if may_score(r, t, p, i):
            out[n] = <uint8_t>(SCORE_0 + i)
            n += 1
    return n


cdef void score_fado(const Rules* r, HouseOfFado* s, int fado, Sink* sink) noexcept nogil:
    """Notes go back, points are scored, the top of the stack fills the gap."""
    cdef Table* t = &s.t
    cdef int p = t.seat, k, used
    tell(sink, SCORES_FADO, p, fado, r.fado_points[fado], EVERYONE)
    if lacking(r, t, p, fado):
        t.clef[p] -= 1
        tell(sink, SPENDS_CLEF, p, 0, 0, EVERYONE)
    for k in range(r.num_kinds):
        used = min(<int>r.needs[fado][k], <int>t.notes[p][k])
        t.notes[p][k] -= <uint16_t>used
    t.scored[p] |= <uint32_t>1 << fado
    earn(t, p, r.fado_points[fado], sink)
    for k in range(DISPLAY):
        if t.display[k] == fado + 1:
            t.display[k] = t.top
    t.turn_up = t.top > 0
    t.top = 0
    if popcount(t.scored[p]) >= r.star_fados:
        win_star(t, p, FADO_STAR, sink)
    end_action(r, s, sink)


# ---- Location #4: Billboard ----------------------------------------------------------------------

cdef inline bint may_promote(const Rules* r, const Table* t, int p, int k) noexcept nogil:
    """Whether the seat's musician of a type has the fame, and there are a cube and its place."""
    cdef int tile = t.musician[p][k] - 1, there = t.billboard[k] - 1
    if tile < 0 or t.cubes[p] == 0 or t.fame[tile] < r.promote_from:
        return False
    if r.cube_spaces and cubes_at(r, t, k) >= r.cube_spaces:
        return False
    return there < 0 or t.fame[tile] > t.fame[there]


cdef inline int cubes_at(const Rules* r, const Table* t, int k) noexcept nogil:
    """Return the cubes beside a type of the billboard."""
    cdef int p, n = 0
    for p in range(r.num_players):
        n += t.posted[p][k]
    return n


cdef inline bint may_contract(const Rules* r, const Table* t, int p, int k) noexcept nogil:
    """Whether the seat lacks the type and can pay the musician there: its fame price alone."""
    cdef int there = t.billboard[k] - 1
    return there >= 0 and not t.musician[p][k] and t.fame[there] < MAX_FAME \
        and t.money[p] >= r.hire_cost[t.fame[there]]


cdef int billboard_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    cdef int p = t.seat, k, n = 0, beside = 0
    beside = 1 << r.beside[t.space - 1][0] | 1 << r.beside[t.space - 1][1]
    if r.may_stop:
        out[n] = STOP
        n += 1
    for k in range(TYPES):
        if (beside >> k) & 1 and may_promote(r, t, p, k):
            out[n] = <uint8_t>(PROMOTE_0 + k)
            n += 1
    for k in range(TYPES):
        if (beside >> k) & 1 and may_contract(r, t, p, k):
            out[n] = <uint8_t>(CONTRACT_0 + k)
            n += 1
    return n


cdef void promote(const Rules* r, HouseOfFado* s, int k, Sink* sink) noexcept nogil:
    """Musician and points first, then the cube and perhaps its star (ruling 20)."""
    cdef Table* t = &s.t
    cdef int p = t.seat, tile = t.musician[p][k] - 1
    tell(sink, PROMOTES, p, tile, t.fame[tile], EVERYONE)
    if t.billboard[k]:
        t.market |= <uint32_t>1 << (t.billboard[k] - 1)
        tell(sink, DISPLACED, NO_ONE, t.billboard[k] - 1, 0, EVERYONE)
    t.billboard[k] = <uint8_t>(tile + 1)
    t.musician[p][k] = 0
    earn(t, p, t.fame[tile], sink)
    t.posted[p][k] += 1
    lose_cubes(r, t, p, 1, sink)
    end_action(r, s, sink)


cdef void contract(const Rules* r, HouseOfFado* s, int k, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef int p = t.seat, tile = t.billboard[k] - 1
    tell(sink, CONTRACTS, p, tile, r.hire_cost[t.fame[tile]], EVERYONE)
    pay(t, p, r.hire_cost[t.fame[tile]], sink)
    t.billboard[k] = 0
    engage(r, t, p, tile, sink)
    end_action(r, s, sink)


# ---- what is done --------------------------------------------------------------------------------

cdef void apply_action(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    if action == STOP:
        tell(sink, PASSES, t.seat, 1, 0, EVERYONE)
        end_action(r, s, sink)
    elif t.phase == HIRE:
        hire(r, s, action - HIRE_0, sink)
    elif t.phase == STREET_CHOICE:
        t.group_chosen = <uint8_t>((action - GUESTS_0) % GROUPS + 1)
        ask(s, SEAT if action < CRITIC_FROM_0 else TABLE, t.seat)
    elif t.phase == SEAT:
        t.party = <uint8_t>(action - SEAT_0 + 1)
        ask(s, TABLE, t.seat)
    elif t.phase == TABLE:
        sit_down(r, s, action - TABLE_0, sink)
    elif t.phase == REHEARSE and action < SCORE_0:
        take_note(r, t, t.seat, action - NOTE_0, sink)
        end_action(r, s, sink)
    elif t.phase == REHEARSE:
        score_fado(r, s, action - SCORE_0, sink)
    elif action < CONTRACT_0:
        promote(r, s, action - PROMOTE_0, sink)
    else:
        contract(r, s, action - CONTRACT_0, sink)
