# Part of house_of_fado.pyx: the restaurant board, "Close your restaurant"; fame 6.

# ---- fame ----------------------------------------------------------------------------------------

cdef inline void raise_fame(Table* t, int p, int k, int level, Sink* sink) noexcept nogil:
    t.fame[t.musician[p][k] - 1] = <uint8_t>level
    tell(sink, RAISES, p, t.musician[p][k] - 1, level, EVERYONE)


cdef bint take_star_place(const Rules* r, Table* t, int p, int k, Sink* sink) noexcept nogil:
    """The first musician of its type with fame 6 leaves for the star place (ruling 15)."""
    if t.star_place[k]:
        return False
    t.star_place[k] = t.musician[p][k]
    t.musician[p][k] = 0
    tell(sink, STAR_MUSICIAN, p, t.star_place[k] - 1, 0, EVERYONE)
    win_star(t, p, k, sink)
    earn(t, p, r.six_points, sink)
    return True


cdef void box_six(const Rules* r, Table* t, int p, int k, Sink* sink) noexcept nogil:
    """A later one may leave the game for its points."""
    tell(sink, LEAVES_GAME, p, t.musician[p][k] - 1, 0, EVERYONE)
    box_tile(t, t.musician[p][k] - 1)
    t.musician[p][k] = 0
    earn(t, p, r.six_points, sink)


# ---- customers spent on fame ---------------------------------------------------------------------

cdef bint affordable(const Rules* r, const Table* t, const int* spent) noexcept nogil:
    """Whether guests can be shared out so that each type gets its number (Hall's condition).

    Virtual customers count for every type.
    """
    cdef int p = t.seat, types, k, c, i, need, colours, have
    for types in range(1, 1 << TYPES):
        need = colours = 0
        have = t.virtual
        for k in range(TYPES):
            if (types >> k) & 1:
                need += spent[k]
                colours |= r.accepts[k]
        for c in range(COLOURS):
            if (colours >> c) & 1:
                have += t.at_bar[p][c]
                for i in range(TABLES):
                    have += t.guests[p][i][c]
        if need > have:
            return False
    return True


cdef int highest_fame(const Rules* r, const Table* t, int k) noexcept nogil:
    """Return the fame to which what is left of the guests can raise a musician, 0: no higher."""
    cdef int[TYPES] spent
    cdef int i, tile = t.musician[t.seat][k] - 1, level
    if tile < 0:
        return 0
    for i in range(TYPES):
        spent[i] = t.spent[i]
    level = t.fame[tile]
    while level < MAX_FAME:
        spent[k] += r.raise_customers[level + 1]
        if not affordable(r, t, spent):
            break
        level += 1
    return level if level > t.fame[tile] else 0


# ---- what can be chosen --------------------------------------------------------------------------

cdef int closing_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    """Write the legal answers of the phases from CLOSE on, ascending."""
    cdef int n = 2, k = t.type, level
    if t.phase == CLOSE:
        out[0] = STOP
        out[1] = CLOSE_UP
    elif t.phase == RAISE:
        n = 0
        for level in range(t.fame[t.musician[t.seat][k] - 1] + 1, highest_fame(r, t, k) + 1):
            out[n] = <uint8_t>(RAISE_0 + 5 * k + level - 2)
            n += 1
        out[n] = <uint8_t>(NO_RAISE_0 + k)
        n += 1
    elif t.phase == SIX:
        out[0] = <uint8_t>(BOX_0 + k)
        out[1] = <uint8_t>(KEEP_0 + k)
    elif t.phase == PART:
        out[0] = <uint8_t>(KEEP_0 + k)
        out[1] = <uint8_t>(DISMISS_0 + k)
    else:                                   # CRITIC
        n = 0
        for k in range(GROUPS):
            if not (t.critics >> k) & 1:
                out[n] = <uint8_t>(CRITIC_TO_0 + k)
                n += 1
    return n


# ---- the steps -----------------------------------------------------------------------------------

cdef bint has_effect(const Table* t, int p) noexcept nogil:
    """Whether closing does anything: a guest, the critic or a musician (ruling 25)."""
    cdef int i
    if t.critic[p] or sum_of(t.at_bar[p]):
        return True
    for i in range(TABLES):
        if sum_of(t.guests[p][i]) or t.musician[p][i]:
            return True
    return False


cdef void open_closing(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    if not has_effect(&s.t, s.t.seat):
        end_action(r, s, sink)
    elif r.may_stop:
        ask(s, CLOSE, s.t.seat)
    else:
        close_up(r, s, sink)


cdef void close_up(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """1. Income for guests at tables; then who is there to help, whatever becomes of them."""
    cdef Table* t = &s.t
    cdef int p = t.seat, i, n = 0, tile
    for i in range(TABLES):
        n += sum_of(t.guests[p][i])
    tell(sink, CLOSES, p, n, r.income[removed_cubes(r, t, p)], EVERYONE)
    gain(t, p, n * r.income[removed_cubes(r, t, p)], sink)
    for i in range(TYPES):
        tile = t.musician[p][i] - 1
        if tile >= 0 and r.power[tile] == MORE_CUSTOMERS:
            t.virtual += r.amount[tile]
        elif tile >= 0 and r.power[tile] == MORE_CUBES:
            t.extra_cubes += r.amount[tile]
    next_raise(r, s, 0, sink)


cdef void next_raise(const Rules* r, HouseOfFado* s, int k, Sink* sink) noexcept nogil:
    """2. Each musician that can be raised, by type (correction 32)."""
    while k < TYPES and highest_fame(r, &s.t, k) == 0:
        k += 1
    if k < TYPES:
        s.t.type = <uint8_t>k
        ask(s, RAISE, s.t.seat)
    else:
        memset(s.t.spent, 0, sizeof(s.t.spent))
        s.t.virtual = 0
        next_six(r, s, 0, sink)


cdef void next_six(const Rules* r, HouseOfFado* s, int k, Sink* sink) noexcept nogil:
    """3. Each musician that has just reached fame 6."""
    cdef Table* t = &s.t
    while k < TYPES and (not (t.due >> k) & 1 or take_star_place(r, t, t.seat, k, sink)):
        t.due &= ~<uint8_t>(1 << k)
        k += 1
    if k < TYPES:
        t.type = <uint8_t>k
        ask(s, SIX, t.seat)
    else:
        next_part(r, s, 0, sink)


cdef void next_part(const Rules* r, HouseOfFado* s, int k, Sink* sink) noexcept nogil:
    """4. Keep or dismiss each musician still there."""
    while k < TYPES and s.t.musician[s.t.seat][k] == 0:
        k += 1
    if k < TYPES:
        s.t.type = <uint8_t>k
        ask(s, PART, s.t.seat)
    else:
        send_critic(r, s, sink)


cdef void send_critic(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """5. Cubes leave the game with the critic, who returns to the street."""
    cdef Table* t = &s.t
    cdef int n = r.critic_cubes + t.extra_cubes
    t.type = t.extra_cubes = 0
    if t.critic[t.seat]:
        lose_cubes(r, t, t.seat, n, sink)
        ask(s, CRITIC, t.seat)
    else:
        clear_restaurant(r, s, sink)


cdef void clear_restaurant(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """6. All customers, spent or not, go to the discard (correction 16)."""
    cdef Table* t = &s.t
    cdef int p = t.seat, i, c
    for c in range(COLOURS):
        t.discard[c] += t.at_bar[p][c]
        t.at_bar[p][c] = 0
        for i in range(TABLES):
            t.discard[c] += t.guests[p][i][c]
            t.guests[p][i][c] = 0
    tell(sink, CLEARS, p, 0, 0, EVERYONE)
    end_action(r, s, sink)


cdef void dismiss(const Rules* r, Table* t, int p, int k, Sink* sink) noexcept nogil:
    """Back to the market for as many points as its fame (rulings 16, 17)."""
    cdef int tile = t.musician[p][k] - 1, fame = t.fame[tile]
    tell(sink, DISMISSES, p, tile, fame, EVERYONE)
    t.musician[p][k] = 0
    t.market |= <uint32_t>1 << tile
    if not r.die_stays:
        t.fame[tile] = r.start_fame[tile]
    earn(t, p, fame, sink)


cdef void apply_closing(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef int p = t.seat, k = t.type
    if t.phase == CLOSE:
        if action == CLOSE_UP:
            close_up(r, s, sink)
        else:
            tell(sink, PASSES, p, 1, 0, EVERYONE)
            end_action(r, s, sink)
    elif t.phase == RAISE:
        if action < NO_RAISE_0:
            spend_on(r, t, p, k, (action - RAISE_0) % 5 + 2, sink)
        next_raise(r, s, k + 1, sink)
    elif t.phase == SIX or t.phase == PART:
        if action < KEEP_0:
            box_six(r, t, p, k, sink)
        elif action < DISMISS_0:
            tell(sink, KEEPS, p, k, 0, EVERYONE)
        else:
            dismiss(r, t, p, k, sink)
        if t.phase == SIX:
            t.due &= ~<uint8_t>(1 << k)
            next_six(r, s, k + 1, sink)
        else:
            next_part(r, s, k + 1, sink)
    else:                                   # CRITIC
        t.critics |= <uint8_t>(1 << (action - CRITIC_TO_0))
        t.critic[p] = 0
        tell(sink, CRITIC_LEAVES, p, action - CRITIC_TO_0, 0, EVERYONE)
        clear_restaurant(r, s, sink)


cdef void spend_on(const Rules* r, Table* t, int p, int k, int level, Sink* sink) noexcept nogil:
    """Raise a musician for as many customers as the steps ask for."""
    cdef int i
    for i in range(t.fame[t.musician[p][k] - 1] + 1, level + 1):
        t.spent[k] += r.raise_customers[i]
    raise_fame(t, p, k, level, sink)
    if level == MAX_FAME:
        t.due |= <uint8_t>(1 << k)
