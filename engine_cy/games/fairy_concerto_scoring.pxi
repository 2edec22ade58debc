# Part of fairy_concerto.pyx: final scoring, ranks and returns.

# ---- Final Scoring -------------------------------------------------------------------------------

cdef inline int sets_of(uint32_t orchestra, uint32_t kinds) noexcept nogil:
    """Return how many sets of the kinds on a card an orchestra has."""
    cdef int kind, least = 63
    for kind in range(KINDS):
        if count_of(kinds, kind):
            least = min(least, count_of(orchestra, kind) // count_of(kinds, kind))
    return least


cdef void score_items(const Rules* r, const FairyConcerto* s, uint32_t orchestra, uint32_t cards,
                      uint8_t* items) noexcept nogil:
    cdef int kind, n, most = 0, fewest = 63, groups = 0, widest = 0, method = r.method[s.soloist]
    cdef uint64_t kinds_with = 0        # four bits for each count 1..15: kinds that occur so often
    for kind in range(KINDS):
        n = count_of(orchestra, kind)
        if n:                           # absent kinds are skipped everywhere (ruling 7)
            most = max(most, n)
            fewest = min(fewest, n)
            kinds_with += <uint64_t>1 << (4 * n)
    if method == METHOD_A:
        n = fewest if most else 0
    elif method == METHOD_B:
        n = most - fewest if most else 0
    else:
        while kinds_with:
            groups += (kinds_with & 15) > 0
            widest = max(widest, <int>(kinds_with & 15))
            kinds_with >>= 4
        n = widest if method == METHOD_C else groups
    items[POPULARITY] = <uint8_t>(r.per_popular * count_of(orchestra, s.popularity))
    items[CONDUCTOR] = <uint8_t>(r.per_most * most)
    items[SOLOIST] = <uint8_t>(r.per_method[method] * n)
    items[PIANIST] = <uint8_t>(r.per_pianist_set * sets_of(orchestra, r.pianist[s.pianist]))
    items[HARPIST] = <uint8_t>(r.per_harpist_set * sets_of(orchestra, r.harpist[s.harpist]))
    n = 0
    while cards:
        n += contains(orchestra, r.needs[lowest(cards)])
        cards &= cards - 1
    items[CARDS] = <uint8_t>(r.per_card * n)
    items[HONORS] = 0


cdef void score_all(const Rules* r, const FairyConcerto* s,
                    uint8_t points[SEATS + 1][ITEMS]) noexcept nogil:
    """Write every item of every seat; honors go to all who score most on their card (item 7)."""
    cdef int p, item, most, n = r.num_players
    for p in range(n):
        score_items(r, s, s.orchestra[p], s.kept[p], points[p])
    if n == 1:                          # Pahha's cards pay whatever they ask for
        score_items(r, s, s.pahha, 0, points[SEATS])
        points[SEATS][CARDS] = <uint8_t>(r.per_face_down * s.num_face_down)
    for item in range(CONDUCTOR, HARPIST + 1):
        most = points[SEATS][item] if n == 1 else 0
        for p in range(n):
            most = max(most, <int>points[p][item])
        for p in range(n):
            points[p][HONORS] += r.per_honor * (points[p][item] == most)
        if n == 1:
            points[SEATS][HONORS] += r.per_honor * (points[SEATS][item] == most)


cdef inline int sum_items(const uint8_t* items) noexcept nogil:
    cdef int item, total = 0
    for item in range(ITEMS):
        total += items[item]
    return total


cdef void final_scoring(const Rules* r, FairyConcerto* s, Sink* sink) noexcept nogil:
    cdef int p
    score_all(r, s, s.points)
    if sink != NULL:
        for p in range(r.num_players):
            tell(sink, SCORES, p, sum_items(s.points[p]), s.points[p][HONORS], EVERYONE)
        if r.num_players == 1:
            tell(sink, PAHHA_SCORES, NO_ONE, sum_items(s.points[SEATS]), s.points[SEATS][HONORS],
                 EVERYONE)
        tell(sink, GAME_ENDS, NO_ONE, 0, 0, EVERYONE)


cdef void totals(const Rules* r, const FairyConcerto* s, double* out) noexcept nogil:
    """Write the points of the seats and, last, Pahha's; before the end as things stand."""
    cdef uint8_t now[SEATS + 1][ITEMS]
    cdef int p
    memset(now, 0, sizeof(now))
    if not s.h.over:
        score_all(r, s, now)
    else:
        memcpy(now, s.points, sizeof(now))
    for p in range(SEATS + 1):
        out[p] = sum_items(now[p])


cdef void scores(const void* rules, const Header* h, double* out) noexcept nogil:
    cdef double points[SEATS + 1]
    cdef int p
    totals(<const Rules*>rules, <const FairyConcerto*>h, points)
    for p in range(h.num_players):
        out[p] = points[p]


cdef void ranks(const void* rules, const Header* h, int* out) noexcept nogil:
    """Points only, ties share (corrections 14, 16); alone 1 for a win, 2 for a loss or a tie."""
    cdef double points[SEATS + 1]
    cdef int n = h.num_players
    totals(<const Rules*>rules, <const FairyConcerto*>h, points)
    rank_by(points, n, out)
    if n == 1:
        out[0] = 1 if points[0] > points[SEATS] else 2


cdef void returns(const void* rules, const Header* h, double* out) noexcept nogil:
    """Win shares: one point, split among equal winners; alone 1 for a win, else 0."""
    cdef int place[MAX_PLAYERS]
    ranks(rules, h, place)
    share_win(place, h.num_players, out)
