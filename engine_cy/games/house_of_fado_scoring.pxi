# Part of house_of_fado.pyx: Final Scoring, ranks and returns.

cdef int billboard_points(const Rules* r, const Table* t, int seat, int k) noexcept nogil:
    """Points of one seat for its cubes beside a type: places by number of cubes.

    Tied seats share the sum of the places they cover, rounded down; places that the scoring tile
    does not list are worth nothing (ruling 28).
    """
    cdef int mine = t.posted[seat][k], ahead = 0, tied = 0, total = 0, p
    if mine == 0:
        return 0
    for p in range(r.num_players):
        ahead += t.posted[p][k] > mine
        tied += t.posted[p][k] == mine
    for p in range(ahead, min(ahead + tied, <int>MAX_SCORES)):
        total += r.scores[t.scoring[k]][p]
    return total // tied


cdef void score_items(const Rules* r, const Table* t, int seat, int* items) noexcept nogil:
    cdef int i, n
    memset(items, 0, ITEMS * sizeof(int))
    items[PLAYED] = t.points[seat]
    for i in range(TYPES):
        if t.musician[seat][i]:
            items[MUSICIANS] += t.fame[t.musician[seat][i] - 1]
        items[BILLBOARD_ITEM] += billboard_points(r, t, seat, i)
    items[STAR_ITEM] = r.star_points[stars_of(t, seat)]
    n = popcount(t.scored[seat])
    items[FADO_ITEM] = r.fado_bonus[n]
    items[MONEY_ITEM] = t.money[seat] // r.money_per_point


cdef int stars_of(const Table* t, int seat) noexcept nogil:
    cdef int i, n = 0
    for i in range(STARS):
        n += t.star[i] == seat + 1
    return n


cdef inline int total_points(const Rules* r, const Table* t, int seat) noexcept nogil:
    cdef int items[ITEMS]
    cdef int i, total = 0
    score_items(r, t, seat, items)
    for i in range(ITEMS):
        total += items[i]
    return total


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    """Points at the end; before it as if it were now."""
    cdef int p
    for p in range(h.num_players):
        out[p] = total_points(<const Rules*>rules, &(<const HouseOfFado*>h).t, p)


cdef inline double add_tie(const Table* t, int seat, int what, double standing) noexcept nogil:
    """Return a standing with one tie-break appended, still an exact number."""
    if what == BY_STARS:
        return standing * 8 + stars_of(t, seat)
    if what == BY_FADOS:
        return standing * 32 + popcount(t.scored[seat])
    return standing * 65536 + t.money[seat]


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    """Points, then stars, scored fados, money; who is still tied shares the place."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* t = &(<const HouseOfFado*>h).t
    cdef double standing[MAX_PLAYERS]
    cdef int p, i
    for p in range(h.num_players):
        standing[p] = total_points(r, t, p)
        for i in range(r.num_ties):
            standing[p] = add_tie(t, p, r.ties[i], standing[p])
    rank_by(standing, h.num_players, out)


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    """Win shares: one point, split among equal winners."""
    cdef int place[MAX_PLAYERS]
    ranks(rules, h, place)
    share_win(place, h.num_players, out)
