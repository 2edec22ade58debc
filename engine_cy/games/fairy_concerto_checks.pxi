# Part of fairy_concerto.pyx: the invariants of a state.

# ---- invariants --------------------------------------------------------------------------------

cdef inline int held_by(const FairyConcerto* s, int seat) noexcept nogil:
    """Return the seats with whom the hands lie that a seat has held this round."""
    cdef int i, n = s.h.num_players, held = 0
    for i in range(min(<int>s.draft, n - 1) + 1):
        held |= 1 << (seat + i) % n
    return held


cdef int check_ranges(const Rules* r, const FairyConcerto* s) noexcept nogil:
    """Numbers that the rules use as seats, cards, actions or indices."""
    cdef int i, n = r.num_players
    if s.h.epoch < 1 or s.h.epoch > r.rounds or s.phase > OVER or s.draft > r.drafts:
        return 1
    if s.phase != OVER and n > 1 and s.draft == r.drafts:
        return 1
    if s.popularity >= KINDS or s.soloist >= r.num_contest[SOLOIST_DECK] \
            or s.pianist >= r.num_contest[PIANIST_DECK] \
            or s.harpist >= r.num_contest[HARPIST_DECK]:
        return 2
    for i in range(SEATS):              # the own hand, and no more than has been held
        if i >= n:
            if s.known[i]:
                return 18
        elif not (s.known[i] >> i) & 1 or s.known[i] & ~held_by(s, i):
            return 18
    if s.chooser >= n or s.num_draws > MAX_DRAWS or s.log_len > LOG_SIZE or s.log_known > 1:
        return 3
    if s.num_face_down > MAX_CARDS or s.hidden_draws >> s.num_draws:
        return 3
    if s.num_draws < 2 * (s.phase == CHOOSE) \
            or (setup_open(s) and s.num_draws != setup_draws(r)):
        return 3
    for i in range(s.log_len):
        if s.log[i] >> 8 >= n or (s.log[i] & 0xFF) >= NUM_ACTIONS:
            return 4
    for i in range(MAX_DRAWS):
        if s.draws[i] > MAX_CARDS or (s.draws[i] == 0 and i < s.num_draws):
            return 5
    return 0


cdef int check_fairies(const Rules* r, const FairyConcerto* s) noexcept nogil:
    """Every fairy in one place, hands and orchestras of the right sizes."""
    cdef uint32_t packed = s.bag | s.removed | s.pahha
    cdef uint32_t all_ = s.bag + s.removed + s.pahha + one(s.popularity)
    cdef int p, e, size = 0, left = 0
    for e in range(s.h.epoch):
        size += r.add[e] * (r.drafts if e + 1 < s.h.epoch else 0)
        left += (r.draw[e] - r.add[e]) * (e + 1 < s.h.epoch)
    e = s.h.epoch - 1
    size += r.add[e] * (s.draft + (s.phase == CHOOSE or (s.phase == OVER and r.num_players == 1)))
    for p in range(SEATS):
        packed |= s.hand[p] | s.orchestra[p] | s.picked[p]
        all_ += s.hand[p] + s.orchestra[p]
        if p >= r.num_players:
            if s.hand[p] or s.orchestra[p] or s.kept[p] or s.picked[p]:
                return 6
        elif (s.log_known or s.picked[p]) \
                and total_of(s.picked[p]) != r.draw[s.h.epoch - 1] - hand_size(r, s):
            return 7
        elif total_of(s.hand[p]) != hand_size(r, s) or total_of(s.orchestra[p]) != size:
            return 7
    if packed & <uint32_t>0xE0820820 or all_ != r.tokens:
        return 8
    if r.num_players == 1:
        left += (r.draw[e] - r.add[e]) * (s.phase != PICK)
        return 0 if total_of(s.pahha) == left else 9
    return 9 if s.pahha or s.num_face_down or s.pahha_waiting else 0


cdef int check_cards(const Rules* r, const FairyConcerto* s) noexcept nogil:
    """Every score card in one place; one kept card for the setup and one for each composer."""
    cdef uint32_t seen = s.pile | s.discards | s.face_down
    cdef int count = popcount(s.pile) + popcount(s.discards) + popcount(s.face_down), p, i, due
    cdef int first = 0 if setup_open(s) else s.num_draws - 2 * (s.phase == CHOOSE), kept = 0, late
    for p in range(r.num_players):
        seen |= s.kept[p]
        count += popcount(s.kept[p])
        kept += popcount(s.kept[p])
        due = count_of(s.orchestra[p], COMPOSER) - s.waiting[p]
        due -= s.phase == CHOOSE and s.chooser == p
        if due < 0:
            return 10
        due += not setup_open(s)
        # Seats draw in their order, several cards for one pick only where one plays alone.
        late = s.phase != CHOOSE or (s.h.num_players > 1 and p <= s.chooser)
        if popcount(s.kept[p]) != due or (late and s.waiting[p]):
            return 10
    for i in range(first, MAX_DRAWS):
        if s.draws[i] and not (s.hidden_draws >> i) & 1:
            seen |= <uint32_t>1 << (s.draws[i] - 1)
            count += 1
    if seen != r.cards or count != popcount(r.cards) or popcount(s.discards) != kept:
        return 11
    if popcount(s.face_down) != s.num_face_down:
        return 12
    for i in range(s.num_draws):
        if (s.hidden_draws >> i) & 1 and not (s.face_down >> (s.draws[i] - 1)) & 1:
            return 12
    if r.num_players == 1:
        due = 1 + count_of(s.pahha, COMPOSER) - s.pahha_waiting
        return 0 if s.num_face_down == due and (s.phase == CHOOSE or not s.pahha_waiting) else 12
    return 0


cdef int check_log(const Rules* r, const FairyConcerto* s) noexcept nogil:
    """The recorded picks of this round can be undone."""
    cdef uint32_t added[SEATS]
    cdef uint32_t removed_ = 0
    cdef int i, p, picks = 0
    memset(added, 0, sizeof(added))
    for i in range(s.log_len):
        added[s.log[i] >> 8] += ADDS[s.log[i] & 0xFF]
        removed_ += REMOVES[s.log[i] & 0xFF]
        picks += ADDS[s.log[i] & 0xFF] > 0
    for p in range(r.num_players):
        if (s.commit[p] > 0) != (((s.h.choosers & ~s.h.acting) >> p) & 1):
            return 13
        if s.log_known and not contains(s.orchestra[p], added[p]):
            return 14
    i = s.draft + (s.phase == CHOOSE or (s.phase == OVER and r.num_players == 1))
    if s.log_known and (picks != i * r.num_players or not contains(s.removed, removed_)):
        return 15
    return 0


cdef int check(const void* rules, const Header* h) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef uint8_t points[SEATS + 1][ITEMS]
    cdef int p, item, broken = check_ranges(r, s)
    if broken == 0:
        broken = check_fairies(r, s)
    if broken == 0:
        broken = check_cards(r, s)
    if broken == 0:
        broken = check_log(r, s)
    if broken:
        return broken
    memset(points, 0, sizeof(points))
    if h.over:
        score_all(r, s, points)
    for p in range(SEATS + 1):
        for item in range(ITEMS):
            if points[p][item] != s.points[p][item]:
                return 16
    if h.over != (s.phase == OVER) or (h.over == 0) != (h.choosers != 0):
        return 17
    if s.phase == CHOOSE and h.choosers != 1 << s.chooser:
        return 17
    return 0
