# Part of house_of_fado.pyx: workers and assistants, kick-outs and what they gain.

# ---- where a worker may go -----------------------------------------------------------------------

cdef inline int owner_of(int figure) noexcept nogil:
    return (figure & ~ASSISTANT) - 1


cdef inline int first_kick(const Rules* r, int space) noexcept nogil:
    """Return the first kick-out space open to who is kicked out of an action space."""
    cdef int first = ACTION_SPACE[space]
    if not r.kick_by_space:
        while first > 0 and LOCATION[first - 1] == LOCATION[space]:
            first -= 1
    return KICK_0 + KICKS * first


cdef inline int end_kick(const Rules* r, int space) noexcept nogil:
    """Return one more than the last of them."""
    cdef int last = ACTION_SPACE[space]
    if not r.kick_by_space:
        while last + 1 < BOARD and LOCATION[last + 1] == LOCATION[space]:
            last += 1
    return KICK_0 + KICKS * (last + 1)


cdef inline bint kick_open(const Rules* r, const Table* t, int space) noexcept nogil:
    """Whether a kick-out space is free for who is kicked out of an action space."""
    cdef int i
    for i in range(first_kick(r, space), end_kick(r, space)):
        if t.figure[i] == 0:
            return True
    return False


cdef inline bint room_to_kick(const Rules* r, const Table* t, int space) noexcept nogil:
    """Whether one is free or an assistant can be removed from one (correction 30)."""
    cdef int i
    for i in range(first_kick(r, space), end_kick(r, space)):
        if t.figure[i] == 0 or t.figure[i] & ASSISTANT:
            return True
    return False


cdef inline bint stands_at(const Table* t, int p, int space) noexcept nogil:
    """Whether a worker of a seat stands on a space."""
    if space == HOME:
        return (t.home >> p) & 1
    return t.figure[space] == p + 1


cdef bint same_place(const Rules* r, int a, int b) noexcept nogil:
    """Whether two spaces are one place for the rules about workers (ruling 2).

    A place is a location, or an action space with the kick-out spaces below it.
    """
    return ACTION_SPACE[a] == ACTION_SPACE[b] if r.by_space else LOCATION[a] == LOCATION[b]


cdef bint has_worker(const Rules* r, const Table* t, int p, int space) noexcept nogil:
    """Whether a worker of a seat stands at the place of an action space."""
    cdef int i
    if space == HOME:
        return stands_at(t, p, space)
    for i in range(SPACES):
        if t.figure[i] == p + 1 and same_place(r, i, space):
            return True
    return False


cdef bint may_place(const Rules* r, const Table* t, int p, int space) noexcept nogil:
    """Whether the worker in hand may go to an action space: Gameplay, the rules of placing."""
    cdef int figure
    if (t.origin and same_place(r, t.origin - 1, space)) or has_worker(r, t, p, space):
        return False
    if space == HOME:
        return True
    figure = t.figure[space]
    if t.left == 2 + space or (t.left == LEFT_SUPPLY and figure == (ASSISTANT | (p + 1))):
        return False                # the same as letting that assistant follow (correction 31)
    return figure == 0 or owner_of(figure) == p or room_to_kick(r, t, space)


cdef bint may_place_somewhere(const Rules* r, const Table* t, int p) noexcept nogil:
    cdef int space
    for space in range(HOME + 1):
        if may_place(r, t, p, space):
            return True
    return False


cdef inline bint may_lift(const Rules* r, const Table* t, int p, int space) noexcept nogil:
    """Whether the worker on a space is the seat's own and has a place to go to."""
    cdef Table after
    if not stands_at(t, p, space):
        return False
    if not r.by_space:              # two locations are always open
        return True
    after = t[0]
    lift(&after, p, space)
    return may_place_somewhere(r, &after, p)


cdef inline void lift(Table* t, int p, int space) noexcept nogil:
    if space == HOME:
        t.home &= ~<uint8_t>(1 << p)
    else:
        t.figure[space] = 0
    t.origin = <uint8_t>(space + 1)


cdef inline void leave(Table* t, int p, int left) noexcept nogil:
    """Put an assistant on the space just left: none, one of the supply, or that of a space."""
    t.left = <uint8_t>left
    if left == LEFT_SUPPLY:
        t.supply[p] -= 1
    elif left:
        t.figure[left - 2] = 0
    if left:
        t.figure[t.origin - 1] = <uint8_t>(ASSISTANT | (p + 1))


cdef inline bint may_leave(const Rules* r, const Table* t, int p, int left) noexcept nogil:
    cdef Table after
    if left == LEFT_SUPPLY and t.supply[p] == 0:
        return False
    if left > LEFT_SUPPLY and t.figure[left - 2] != (ASSISTANT | (p + 1)):
        return False
    after = t[0]
    leave(&after, p, left)
    return may_place_somewhere(r, &after, p)


# ---- what can be chosen --------------------------------------------------------------------------

cdef int worker_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    """Write the legal answers of the phases up to the bonus, ascending."""
    cdef int p = t.seat, i, n = 0, own
    if t.phase == LIFT:
        for i in range(SPACES):
            if may_lift(r, t, p, i):
                out[n] = <uint8_t>(LIFT_0 + i)
                n += 1
    elif t.phase == LEAVE:
        for i in range(SPACES + 2):         # nothing, the supply, then the spaces but HOME
            if i != HOME + 2 and may_leave(r, t, p, i):
                out[n] = <uint8_t>(LEAVE_NOTHING + i - (i > HOME + 2))
                n += 1
    elif t.phase == PLACE:
        for i in range(HOME + 1):
            if may_place(r, t, p, i):
                out[n] = <uint8_t>(PLACE_0 + i)
                n += 1
    elif t.phase == OWN:
        out[0] = ASSISTANT_BACK
        out[1] = ASSISTANT_FOLLOWS
        n = 2
    elif t.phase == REMOVE:
        own = has_assistant(r, t, t.space - 1, p)
        for i in range(first_kick(r, t.space - 1), end_kick(r, t.space - 1)):
            if t.figure[i] & ASSISTANT and (owner_of(t.figure[i]) == p or not own):
                out[n] = <uint8_t>(REMOVE_0 + i - KICK_0)
                n += 1
    elif t.phase == KICK:
        for i in range(first_kick(r, t.space - 1), end_kick(r, t.space - 1)):
            if t.figure[i] == 0:
                out[n] = <uint8_t>(KICK_TO_0 + i - KICK_0)
                n += 1
    elif t.phase == BONUS:
        n = bonus_choices(r, t, out)
    elif t.phase == BONUS_SIX:
        out[0] = <uint8_t>(BOX_0 + t.type)
        out[1] = <uint8_t>(KEEP_0 + t.type)
        n = 2
    return n


cdef bint has_assistant(const Rules* r, const Table* t, int space, int p) noexcept nogil:
    """Whether a seat has an assistant among the kick-out spaces of an action space."""
    cdef int i
    for i in range(first_kick(r, space), end_kick(r, space)):
        if t.figure[i] == (ASSISTANT | (p + 1)):
            return True
    return False


cdef int bonus_choices(const Rules* r, const Table* t, uint8_t* out) noexcept nogil:
    """Write what a kick-out space can give; one entry, to take nothing, where it gives nothing."""
    cdef int kick = t.kick - 1, p = owner_of(t.figure[kick]), price = r.kick_money[kick]
    cdef int n = 1, g, c, k, level
    out[0] = NO_BONUS
    if r.kick_bonus[kick] == CUSTOMER and t.money[p] >= price and sum_of(t.at_bar[p]) < r.bar:
        for g in range(GROUPS):
            for c in range(COLOURS):
                if (r.groups[ACTION_SPACE[kick]] >> g) & 1 and t.group[g][c]:
                    out[n] = <uint8_t>(BAR_0 + COLOURS * g + c)
                    n += 1
    elif r.kick_bonus[kick] == NOTE and t.money[p] >= price:
        for k in range(r.num_kinds):
            if notes_left(r, t, k) > 0:
                out[n] = <uint8_t>(NOTE_0 + k)
                n += 1
    elif r.kick_bonus[kick] == FAME:
        for k in range(TYPES):
            if t.musician[p][k]:
                level = t.fame[t.musician[p][k] - 1] + 1
                if level <= MAX_FAME - r.no_bonus_six and t.money[p] >= r.raise_money[level]:
                    out[n] = <uint8_t>(RAISE_0 + 5 * k + level - 2)
                    n += 1
    return n


# ---- what is done --------------------------------------------------------------------------------

cdef void apply_worker(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef int p = t.seat
    if t.phase == LIFT:
        lift(t, p, action - LIFT_0)
        tell(sink, LIFTS, p, action - LIFT_0, 0, EVERYONE)
        ask(s, LEAVE if r.assistants and t.origin - 1 < BOARD else PLACE, p)
    elif t.phase == LEAVE:
        leave_behind(t, p, action, sink)
        ask(s, PLACE, p)
    elif t.phase == PLACE:
        place_worker(r, s, p, action - PLACE_0, sink)
    elif t.phase == OWN:
        settle_own(t, p, action == ASSISTANT_FOLLOWS, sink)
        start_action(r, s, sink)
    elif t.phase == REMOVE:
        remove_assistant(t, p, KICK_0 + action - REMOVE_0, sink)
        ask(s, KICK, owner_of(t.kicked))
    elif t.phase == KICK:
        kick_to(r, s, KICK_0 + action - KICK_TO_0, sink)
    elif t.phase == BONUS:
        take_bonus(r, s, action, sink)
    else:
        if action >= KEEP_0:
            tell(sink, KEEPS, owner_of(t.figure[t.kick - 1]), t.type, 0, EVERYONE)
        else:
            box_six(r, t, owner_of(t.figure[t.kick - 1]), t.type, sink)
        end_bonus(r, s, sink)


cdef void leave_behind(Table* t, int p, int action, Sink* sink) noexcept nogil:
    cdef int left = action - LEAVE_NOTHING
    left += left >= HOME + 2                    # no assistant comes from HOME
    leave(t, p, left)
    if left == LEFT_SUPPLY:
        tell(sink, LEAVES, p, t.origin - 1, 0, EVERYONE)
    elif left:
        tell(sink, FETCHES, p, left - 2, t.origin - 1, EVERYONE)


cdef void place_worker(const Rules* r, HouseOfFado* s, int p, int space, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef int figure = 0
    t.hand[p] -= t.origin == 0
    t.space = <uint8_t>(space + 1)
    tell(sink, PLACES, p, space, 0, EVERYONE)
    if space == HOME:
        t.home |= <uint8_t>(1 << p)
    else:
        figure = t.figure[space]
        t.figure[space] = <uint8_t>(p + 1)
    if figure and owner_of(figure) == p:        # own: an assistant, as nobody meets own workers
        # It may follow to an action space that stands empty (correction 4).
        if t.origin and t.origin - 1 < BOARD and not t.left:
            ask(s, OWN, p)
            return
        settle_own(t, p, False, sink)
    else:
        t.kicked = <uint8_t>figure
    if t.kicked and not r.kick_after:
        start_kick(r, s)
    else:
        start_action(r, s, sink)


cdef void settle_own(Table* t, int p, bint follows, Sink* sink) noexcept nogil:
    """An own assistant gives way to its worker: to the space the worker has left, or back."""
    if follows:
        t.figure[t.origin - 1] = <uint8_t>(ASSISTANT | (p + 1))
        tell(sink, FOLLOWS, p, t.origin - 1, 0, EVERYONE)
    else:
        t.supply[p] += 1
        tell(sink, TAKES_BACK, p, t.space - 1, 0, EVERYONE)


cdef void start_kick(const Rules* r, HouseOfFado* s) noexcept nogil:
    """Let the owner of the kicked-out figure choose, once there is room (correction 5)."""
    if kick_open(r, &s.t, s.t.space - 1):
        ask(s, KICK, owner_of(s.t.kicked))
    else:
        ask(s, REMOVE, s.t.seat)


cdef void remove_assistant(Table* t, int p, int space, Sink* sink) noexcept nogil:
    t.supply[owner_of(t.figure[space])] += 1
    tell(sink, REMOVES, p, space, owner_of(t.figure[space]), EVERYONE)
    t.figure[space] = 0


cdef void kick_to(const Rules* r, HouseOfFado* s, int space, Sink* sink) noexcept nogil:
    """Kick out spaces: money is gained without a word, other bonuses may be refused (ruling 5)."""
    cdef Table* t = &s.t
    cdef uint8_t out[MAX_ACTIONS]
    cdef int p = owner_of(t.kicked)
    t.figure[space] = t.kicked
    tell(sink, GOES_TO, p, space, (t.kicked & ASSISTANT) > 0, EVERYONE)
    t.kicked = 0
    t.kick = <uint8_t>(space + 1)
    if r.kick_bonus[space] == MONEY:
        gain(t, p, r.kick_money[space], sink)
        end_bonus(r, s, sink)
    elif bonus_choices(r, t, out) > 1:
        ask(s, BONUS, p)
    else:
        end_bonus(r, s, sink)


cdef void take_bonus(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil:
    cdef Table* t = &s.t
    cdef int kick = t.kick - 1, p = owner_of(t.figure[kick]), k = action - BAR_0
    if action == NO_BONUS:
        tell(sink, PASSES, p, 0, 0, EVERYONE)
    elif r.kick_bonus[kick] == CUSTOMER:
        pay(t, p, r.kick_money[kick], sink)
        t.group[k // COLOURS][k % COLOURS] -= 1
        t.at_bar[p][k % COLOURS] += 1
        tell(sink, TAKES_GUEST, p, k // COLOURS, k % COLOURS, EVERYONE)
    elif r.kick_bonus[kick] == NOTE:
        pay(t, p, r.kick_money[kick], sink)
        take_note(r, t, p, action - NOTE_0, sink)
    else:
        k = (action - RAISE_0) // 5
        pay(t, p, r.raise_money[(action - RAISE_0) % 5 + 2], sink)
        raise_fame(t, p, k, (action - RAISE_0) % 5 + 2, sink)
        if t.fame[t.musician[p][k] - 1] == MAX_FAME and not take_star_place(r, t, p, k, sink):
            t.type = <uint8_t>k
            ask(s, BONUS_SIX, p)
            return
    end_bonus(r, s, sink)


cdef void end_bonus(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    s.t.kick = s.t.type = 0
    if r.kick_after:
        end_turn(r, s, sink)
    else:
        start_action(r, s, sink)


cdef void end_action(const Rules* r, HouseOfFado* s, Sink* sink) noexcept nogil:
    """After the action: with kickout_timing after_action the figure that stood there moves now."""
    s.t.hired = s.t.group_chosen = s.t.party = 0
    if s.t.kicked:
        start_kick(r, s)
    else:
        end_turn(r, s, sink)
