# Part of house_of_fado.pyx: the invariants of a state.

cdef enum: MOST = 30000            # money or points of a seat; more than any game gives


cdef inline bint take(uint32_t* seen, int piece, int count) noexcept nogil:
    """Note a piece; False where it is not one of so many, or has been noted already."""
    if piece < 0 or piece >= count or (seen[0] >> piece) & 1:
        return False
    seen[0] |= <uint32_t>1 << piece
    return True


# ---- pieces --------------------------------------------------------------------------------------

cdef int check_ranges(const Rules* r, const Table* t) noexcept nogil:
    """Numbers that the rules use as seats, spaces, pieces or indices."""
    cdef uint32_t boards = 0
    cdef int i, k
    if t.phase > OVER or t.seat >= r.num_players or t.starter >= r.num_players:
        return 1
    if t.round < 1 or t.round > r.max_rounds or t.critics >> GROUPS or t.home >> r.num_players:
        return 1
    if t.origin > SPACES or t.left > SPACES + 1 or t.space > HOME + 1 or t.kick > SPACES \
            or t.hired > r.num_tiles or t.group_chosen > GROUPS or t.party > PARTIES \
            or t.type >= TYPES or t.due >> TYPES or t.came > 1 or t.turn_up > 1:
        return 2
    for i in range(TYPES):
        if not take(&boards, t.scoring[i], r.num_billboards):
            return 3
    for i in range(STARS):
        if t.star[i] > r.num_players:
            return 3
    for i in range(SEATS):
        if t.critic[i] > TABLES or t.money[i] > MOST or t.points[i] > MOST:
            return 4
        if i >= r.num_players and (t.money[i] or t.points[i] or t.cubes[i] or t.hand[i]
                                   or t.supply[i] or t.scored[i] or t.critic[i] or t.clef[i]):
            return 4
        for k in range(KINDS):
            if t.notes[i][k] and (i >= r.num_players or k >= r.num_kinds):
                return 5
    for k in range(r.num_kinds):
        if notes_left(r, t, k) < 0:
            return 5
    return 0


cdef int check_musicians(const Rules* r, const Table* t) noexcept nogil:
    """Every musician in one place, with a fame it can have there."""
    cdef uint32_t seen = t.market, all_ = (<uint32_t>1 << r.num_tiles) - 1
    cdef int p, k, removed
    if t.market & t.boxed or (t.market | t.boxed) & ~all_ or ~r.tiles & all_ & ~t.boxed:
        return 6
    seen |= t.boxed
    for k in range(TYPES):
        if not fits(r, t, &seen, t.billboard[k], k) or not fits(r, t, &seen, t.star_place[k], k):
            return 6
        if (t.star_place[k] > 0) != (t.star[k] > 0):
            return 7
        if t.star_place[k] and t.fame[t.star_place[k] - 1] != MAX_FAME:
            return 7
        for p in range(SEATS):
            if not fits(r, t, &seen, t.musician[p][k], k) \
                    or (t.musician[p][k] and p >= r.num_players):
                return 6
        removed = 0
        for p in range(r.num_tiles):
            if (r.tiles & t.boxed) >> p & 1 and r.type_of[p] == k:
                removed += t.fame[p] != MAX_FAME
        if removed != r.promos:
            return 8
    if seen != all_:
        return 6
    for k in range(TILES):
        if not (r.tiles >> k) & 1:
            if t.fame[k]:
                return 8
            continue
        if t.fame[k] > MAX_FAME or t.fame[k] < r.start_fame[k]:
            return 8
        if t.fame[k] == MAX_FAME and t.star_place[r.type_of[k]] == 0 \
                and not (t.due >> r.type_of[k]) & 1:
            return 8                # the first of its type takes the star place at once
    return 0


cdef inline bint fits(const Rules* r, const Table* t, uint32_t* seen, int tile,
                      int k) noexcept nogil:
    """Whether a place for a musician of type k is empty or has one, with a die, not seen before."""
    return tile == 0 or (take(seen, tile - 1, r.num_tiles) and r.type_of[tile - 1] == k
                         and t.fame[tile - 1] > 0)


cdef int check_fados(const Rules* r, const Table* t) noexcept nogil:
    """Every fado in one place; no gap in the display while the stack lasts."""
    cdef uint32_t seen = t.stack
    cdef int i
    for i in range(r.num_players):
        if seen & t.scored[i]:
            return 9
        seen |= t.scored[i]
    for i in range(DISPLAY):
        if t.display[i] == 0:
            if t.top or t.stack:
                return 10
        elif not take(&seen, t.display[i] - 1, r.num_fados):
            return 9
    if t.top and not take(&seen, t.top - 1, r.num_fados):
        return 9
    if seen != r.fados:
        return 9
    if t.turn_up and t.top:
        return 10
    if t.top == 0 and t.stack and not t.turn_up:
        return 10
    for i in range(r.num_players):
        if popcount(t.scored[i]) >= r.star_fados and not t.star[FADO_STAR]:
            return 10
    i = t.star[FADO_STAR] - 1
    return 10 if i >= 0 and popcount(t.scored[i]) < r.star_fados else 0


cdef int check_customers(const Rules* r, const Table* t) noexcept nogil:
    """Every customer, critic and cube in one place, no place too full."""
    cdef int p, i, c, count, critics = popcount(t.critics)
    for c in range(COLOURS):
        count = t.bag[c] + t.discard[c]
        for i in range(GROUPS):
            count += t.group[i][c]
        for p in range(SEATS):
            count += t.at_bar[p][c]
            for i in range(TABLES):
                count += t.guests[p][i][c]
        if count != r.customers[c]:
            return 11
    for i in range(GROUPS):
        if sum_of(t.group[i]) > r.full:
            return 12
    for p in range(SEATS):
        critics += t.critic[p] > 0
        if sum_of(t.at_bar[p]) > (r.bar if p < r.num_players else 0):
            return 12
        for i in range(TABLES):
            count = sum_of(t.guests[p][i])
            if count > r.seats[i] or (count and t.critic[p] == i + 1) \
                    or (count and p >= r.num_players):
                return 12
            if i == TABLES - 1 and (count or t.critic[p] == i + 1) \
                    and removed_cubes(r, t, p) < r.unlock:
                return 12
    return 13 if critics != popcount(r.critics) else check_cubes(r, t)


cdef int check_cubes(const Rules* r, const Table* t) noexcept nogil:
    cdef int p, k, count
    for p in range(SEATS):
        count = t.cubes[p]
        for k in range(TYPES):
            count += t.posted[p][k]
        if count > (r.cubes if p < r.num_players else 0):
            return 14
        if p < r.num_players and t.cubes[p] == 0 and t.star[CUBE_STAR] == 0:
            return 14
    for k in range(TYPES):
        if r.cube_spaces and cubes_at(r, t, k) > r.cube_spaces:
            return 14
    p = t.star[CUBE_STAR] - 1
    return 14 if p >= 0 and t.cubes[p] else 0


cdef int check_figures(const Rules* r, const Table* t) noexcept nogil:
    """Every worker and assistant in one place, no two workers of a seat where one may stand."""
    cdef int p, i, workers, assistants
    cdef int at[RESTAURANT + 1]
    cdef int around[BOARD]         # an action space, its kick-out spaces among it
    for i in range(SPACES):
        if t.figure[i] and (owner_of(t.figure[i]) >= r.num_players or owner_of(t.figure[i]) < 0
                            or t.figure[i] & ~(ASSISTANT | 7) or i == HOME):
            return 15
    if t.kicked and (owner_of(t.kicked) >= r.num_players or owner_of(t.kicked) < 0
                     or owner_of(t.kicked) == t.seat or t.kicked & ~(ASSISTANT | 7)):
        return 15
    for p in range(r.num_players):
        memset(at, 0, sizeof(at))
        memset(around, 0, sizeof(around))
        workers = t.hand[p] + ((t.home >> p) & 1) + (t.kicked == p + 1)
        assistants = t.supply[p] + (t.kicked == (ASSISTANT | (p + 1)))
        for i in range(SPACES):
            workers += t.figure[i] == p + 1
            assistants += t.figure[i] == (ASSISTANT | (p + 1))
            if t.figure[i] == p + 1:
                at[LOCATION[i]] += 1
                around[ACTION_SPACE[i]] += 1
        if t.kicked == p + 1 and t.space:
            at[LOCATION[t.space - 1]] += 1
        if p == t.seat:
            workers += t.origin > 0 and t.space == 0        # the worker in the air
            assistants += t.phase == OWN
        if workers != r.workers or assistants != r.assistants:
            return 16
        for i in range(RESTAURANT if not r.by_space else 0):
            if at[i] > 1:
                return 17
        # Elsewhere a kick-out can bring it beside another one of its seat.
        for i in range(BOARD if r.by_space else 0):
            if around[i] > 1 and (r.kick_by_space or LOCATION[i] == REHEARSAL_ROOM):
                return 17
    return 0


# ---- the turn ------------------------------------------------------------------------------------

cdef int check_turn(const Rules* r, const Table* t) noexcept nogil:
    """What a phase needs and what it excludes."""
    cdef int p = t.seat, late = t.phase >= REMOVE and t.phase <= BONUS_SIX and r.kick_after
    if (t.came or t.turn_up) and not late:
        return 18
    if t.came and (t.space == 0 or LOCATION[t.space - 1] != STREET):
        return 18
    if t.turn_up and t.space != REHEARSAL + 1:
        return 18
    if t.phase <= PLACE or t.phase == OVER:
        return check_before(r, t)
    if t.space == 0 or (t.origin and same_place(r, t.origin - 1, t.space - 1)):
        return 19
    if not stands_at(t, p, t.space - 1):
        return 19
    if t.kicked and not (t.phase in (REMOVE, KICK) or (r.kick_after and t.phase <= ADVERTISE
                                                       and t.phase > BONUS_SIX)):
        return 20
    if (t.kick > 0) != (t.phase == BONUS or t.phase == BONUS_SIX):
        return 20
    if t.left and (t.origin == 0 or t.figure[t.origin - 1] != (ASSISTANT | (p + 1))):
        return 20
    if t.phase <= BONUS_SIX:
        if t.hired or t.group_chosen or t.party:
            return 21
        return check_kick(r, t)
    if t.phase <= ADVERTISE:
        return check_action(r, t)
    return check_closing(r, t)


cdef int check_before(const Rules* r, const Table* t) noexcept nogil:
    """Before the worker stands anywhere, and after the end."""
    cdef int p = t.seat
    if t.space or t.kicked or t.kick or closing_open(t) or t.hired or t.group_chosen or t.party:
        return 22
    if t.phase == OVER:
        return 22 if t.origin or t.left or t.seat != t.starter \
            or (stars_taken(t) < r.stars_to_end and t.round < r.max_rounds) else 0
    if t.seat == t.starter and stars_taken(t) >= r.stars_to_end:
        return 22                   # the game would be over
    if t.phase == LIFT:
        return 22 if t.hand[p] or t.origin or t.left else 0
    if t.phase == LEAVE:
        return 22 if not r.assistants or t.origin == 0 or t.origin > BOARD or t.left \
            or t.hand[p] else 0
    if (t.origin == 0) == (t.hand[p] == 0) or (t.origin == 0 and t.left):
        return 22
    if t.left and (t.origin > BOARD or t.figure[t.origin - 1] != (ASSISTANT | (p + 1))):
        return 22
    return 0


cdef inline bint closing_open(const Table* t) noexcept nogil:
    """Whether anything is set that belongs to a closing."""
    return t.type or t.due or t.virtual or t.extra_cubes or sum_of(t.spent)


cdef int check_kick(const Rules* r, const Table* t) noexcept nogil:
    """Assistants met and figures kicked out."""
    cdef uint8_t out[MAX_ACTIONS]
    cdef int kick = t.kick - 1, tile
    if t.phase == OWN:
        return 0 if r.assistants and 0 < t.origin <= BOARD and not t.left and not closing_open(t) \
            and t.figure[t.origin - 1] == 0 and t.space <= BOARD else 23
    if t.space > BOARD or (t.phase != BONUS_SIX and closing_open(t)):
        return 23
    if t.phase == REMOVE or t.phase == KICK:
        return 0 if t.kicked and kick_open(r, t, t.space - 1) == (t.phase == KICK) else 23
    if kick < first_kick(r, t.space - 1) or kick >= end_kick(r, t.space - 1) \
            or t.figure[kick] == 0 or owner_of(t.figure[kick]) == t.seat:
        return 23
    if t.phase == BONUS:
        return 0 if bonus_choices(r, t, out) > 1 else 23
    tile = t.musician[owner_of(t.figure[kick])][t.type] - 1
    return 0 if r.kick_bonus[kick] == FAME and tile >= 0 and t.fame[tile] == MAX_FAME \
        and not (t.due or t.virtual or t.extra_cubes or sum_of(t.spent)) else 23


cdef int check_action(const Rules* r, const Table* t) noexcept nogil:
    """The action's location, and what has been chosen of it."""
    cdef int location = LOCATION[t.space - 1], g = t.group_chosen - 1, near
    if closing_open(t):
        return 24
    if t.phase == HIRE:
        if location != MARKET or t.group_chosen or t.party:
            return 24
        return 0 if not t.hired or was_hired(r, t) else 24
    if t.hired:
        return 24
    if t.phase in (REHEARSE, ADVERTISE):
        return 0 if not t.group_chosen and not t.party \
            and location == <int>(REHEARSAL_ROOM if t.phase == REHEARSE else BILLBOARD) else 24
    if location != STREET:
        return 24
    if t.phase == STREET_CHOICE:
        return 24 if t.group_chosen or t.party else 0
    near = r.groups[t.space - 1]
    if g < 0 or not (near >> g) & 1 or (t.party and t.phase == SEAT):
        return 24
    if t.phase == TABLE and not t.party:
        return 0 if (t.critics >> g) & 1 and not t.critic[t.seat] \
            and t.money[t.seat] >= r.critic_cost[removed_cubes(r, t, t.seat)] else 24
    return 0 if not t.party or party_fits(r, t, PARTY[t.party - 1]) else 24


cdef bint was_hired(const Rules* r, const Table* t) noexcept nogil:
    """Whether the tile hired first is in the restaurant and came from beside the space."""
    cdef int k = r.type_of[t.hired - 1]
    return t.musician[t.seat][k] == t.hired and (k == r.beside[t.space - 1][0]
                                                 or k == r.beside[t.space - 1][1])


cdef int check_closing(const Rules* r, const Table* t) noexcept nogil:
    cdef int p = t.seat, k, tile = t.musician[p][t.type] - 1, virtual = 0, more = 0, most = 0, here
    if t.space != HOME + 1 or t.hired or t.group_chosen or t.party:
        return 25
    if t.phase == CLOSE:
        return 0 if r.may_stop and has_effect(t, p) and not closing_open(t) else 25
    if t.phase == CRITIC:
        return 0 if t.critic[p] and not closing_open(t) else 25
    for k in range(r.num_tiles):
        here = t.musician[p][r.type_of[k]] == k + 1
        if r.power[k] == MORE_CUBES:
            more += r.amount[k] * here
            most += r.amount[k]
        elif r.power[k] == MORE_CUSTOMERS:
            virtual += r.amount[k] * here
    # Who has left in this closing has helped all the same.
    if t.extra_cubes < more or t.extra_cubes > (most if r.promos else 0):
        return 26
    if tile < 0:
        return 25
    if t.phase == RAISE:
        return 0 if t.virtual == virtual and t.extra_cubes == more and check_spent(r, t) else 27
    if t.virtual or sum_of(t.spent):
        return 27
    if t.phase == SIX:
        for k in range(TYPES):
            if (t.due >> k) & 1 and (k < t.type or t.musician[p][k] == 0
                                     or t.fame[t.musician[p][k] - 1] != MAX_FAME):
                return 27
        return 0 if (t.due >> t.type) & 1 and t.star_place[t.type] else 27
    return 27 if t.due else 0


cdef bint check_spent(const Rules* r, const Table* t) noexcept nogil:
    """Whether guests have been spent on the levels of the types before, as the steps ask."""
    cdef int[TYPES] spent
    cdef int k, level, left, fame
    for k in range(TYPES):
        left = spent[k] = t.spent[k]
        fame = t.fame[t.musician[t.seat][k] - 1] if t.musician[t.seat][k] else 0
        if left and k >= t.type:
            return False
        level = fame
        while left > 0 and level > 1:
            left -= r.raise_customers[level]
            level -= 1
        if left:
            return False
        if ((t.due >> k) & 1) != (fame == MAX_FAME and t.spent[k] > 0):
            return False
    return affordable(r, t, spent) and highest_fame(r, t, t.type) > 0


# ---- all together --------------------------------------------------------------------------------

cdef int check_table(const Rules* r, const Table* t) noexcept nogil:
    cdef int broken = check_ranges(r, t)
    if broken == 0:
        broken = check_musicians(r, t)
    if broken == 0:
        broken = check_fados(r, t)
    if broken == 0:
        broken = check_customers(r, t)
    if broken == 0:
        broken = check_figures(r, t)
    if broken == 0:
        broken = check_turn(r, t)
    return broken


cdef inline int chooser(const Table* t) noexcept nogil:
    """Return the seat that has to choose, -1 after the end."""
    if t.phase == OVER:
        return -1
    if t.phase == KICK:
        return owner_of(t.kicked)
    return owner_of(t.figure[t.kick - 1]) if t.phase in (BONUS, BONUS_SIX) else t.seat


cdef int turns_begun(const Rules* r, const Table* t) noexcept nogil:
    """Return the number of the present turn, from 1; the end counts as one more."""
    if t.phase == OVER:
        return t.round * r.num_players + 1
    return (t.round - 1) * r.num_players \
        + (t.seat - t.starter + r.num_players) % r.num_players + 1


cdef int check(const void* rules, const Header* h) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HouseOfFado* s = <const HouseOfFado*>h
    cdef int broken = check_table(r, &s.t), seat, i
    if broken:
        return broken
    seat = chooser(&s.t)
    if h.choosers != (1 << seat if seat >= 0 else 0) or h.over != (seat < 0):
        return 28
    if h.epoch != turns_begun(r, &s.t) or h.steps or h.stage:
        return 29
    if h.truncated != (h.over != 0 and stars_taken(&s.t) < r.stars_to_end):
        return 30
    if s.log_known > 1 or s.log_len > LOG_SIZE or (not s.log_known and s.log_len):
        return 31
    for i in range(s.log_len):
        if s.log[i] >> 8 >= r.num_players:
            return 31
    if not s.log_known:
        return 0
    broken = check_table(r, &s.begun)
    if broken == 0 and (turns_begun(r, &s.begun) != h.epoch or s.begun.origin
                        or s.begun.phase not in (LIFT, PLACE, OVER)):
        broken = 32
    return broken
