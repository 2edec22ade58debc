# Part of fado_duetos.pyx: the course of the game and the way back, and who knows what (mask,
# worlds, digest).

# ---- the course of the game --------------------------------------------------------------------

cdef enum: FROM_DECK = 254         # nobody's card: laid into the practice area

# Notes for `place`, in order of time: a place of the deal has come into a hand (its index), or a
# card from there is seen for the first time (CARD_SEEN + card). The seat stands above.
cdef enum: CARD_SEEN = 128
cdef enum: NOTE_SEAT = 8

cdef struct Course:                # what `follow` writes
    uint8_t owner[CARDS]           # who was dealt each card of `deck`; NO_ONE: not dealt
    uint32_t seen[WORDS]           # cards that have lain open
    uint16_t num_notes
    uint16_t notes[2 * CARDS]
    uint8_t taken[CATEGORIES]      # chips gone from each stack


cdef inline void into_hand(Course* c, int place_, int seat) noexcept nogil:
    c.notes[c.num_notes] = <uint16_t>(seat << NOTE_SEAT | place_)
    c.num_notes += 1


cdef inline void show(Course* c, int card, int seat) noexcept nogil:
    if not has(c.seen, card):
        add(c.seen, card)
        if seat < SEATS:
            c.notes[c.num_notes] = <uint16_t>(seat << NOTE_SEAT | CARD_SEEN | card)
            c.num_notes += 1


cdef int follow(const Rules* r, const Duetos* s, int stop, Course* c) noexcept nogil:
    """Follow the log up to decision `stop`; return the seat that makes it.

    -1: the log is not that of a game (`stop` has to be its end for that to be noticed).
    """
    cdef int n = r.num_players, first = s.starter, at = n * r.opening, i = 0, p, k, turn, length
    cdef int joined, action
    memset(c, 0, sizeof(Course))
    memset(c.owner, NO_ONE, sizeof(c.owner))
    for k in range(at):
        c.owner[k] = <uint8_t>(k // r.opening)
        into_hand(c, k, k // r.opening)
    while True:
        for p in range(n):                     # phase 1
            if i == stop:
                return -1 if p and stop == s.log_len else p
            if s.log[i] >= r.num_cards:
                return -1
            show(c, s.log[i], p)
            i += 1
        for k in range(r.stack_cards):
            if at < s.drawn:
                if s.deck[at]:
                    show(c, s.deck[at] - 1, FROM_DECK)
                c.owner[at] = FROM_DECK
                at += 1
        for turn in range(n):                  # phase 2
            p = (first + turn) % n
            if i == stop:
                return p
            if s.log[i] >= r.num_cards:
                return -1
            i += 1
            joined = at
            while True:
                if i == stop:
                    return p
                action = s.log[i]
                if action == END_TURN:
                    i += 1
                    break
                length = MAX_STEPS if action < SHOWCASE_0 else 3
                if i + length > stop:
                    return p if stop < s.log_len else -1
                if action < HAND_0 or c.taken[(action - HAND_0) % CATEGORIES] == r.num_chips:
                    return -1
                c.taken[(action - HAND_0) % CATEGORIES] += 1
                for k in range(i + 1, i + length):
                    if s.log[k] >= r.num_cards:
                        return -1
                    show(c, s.log[k], p)
                i += length
                if at < s.drawn:
                    c.owner[at] = <uint8_t>p
                    at += 1
            for k in range(joined, at):
                into_hand(c, k, p)
        first = (first + 1) % n                # phases 3 and 4
        for k in range(n):
            if at < s.drawn:
                c.owner[at] = <uint8_t>((first + k) % n)
                into_hand(c, at, (first + k) % n)
                at += 1


cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    cdef const Duetos* s = <const Duetos*>h
    return s.log_len + h.steps if s.log_known else -1


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef Course course
    if k >= s.log_len:
        return seat_to_act(r, s) << 16 | (s.step[k - s.log_len] - 1)
    return follow(r, s, k, &course) << 16 | s.log[k]


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return (<const Duetos*>h).commit[seat] - 1


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    cdef Duetos* s = <Duetos*>h
    cdef Duetos before = s[0]
    rewind_header(h)
    memset(<char*>s + sizeof(Header), 0, sizeof(Duetos) - sizeof(Header))
    memcpy(s.deck, before.deck, sizeof(s.deck))
    memcpy(s.showcase, before.showcase, sizeof(s.showcase))
    s.starter = before.starter
    open_game(<const Rules*>rules, s, NULL)


# ---- knowledge ---------------------------------------------------------------------------------

cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Duetos* s = <Duetos*>h
    cdef Course course
    cdef int p, i, w
    if seat == BEFORE_DEAL:
        memset(<char*>s + sizeof(Header), 0, sizeof(Duetos) - sizeof(Header))
        return
    if h.steps == 0:
        memset(s.step, 0, sizeof(s.step))
    if s.log_known and seat != EVERY_SEAT:
        follow(r, s, s.log_len, &course)
    for i in range(r.num_cards):
        if i >= s.drawn or (seat != EVERY_SEAT and (
                not s.log_known or i >= s.drawn - s.rewards
                or (course.owner[i] != seat and course.owner[i] != FROM_DECK))):
            s.deck[i] = 0
    for p in range(r.num_players):
        if (h.acting >> p) & 1:
            s.commit[p] = 0
        if p != seat and seat != EVERY_SEAT:
            for w in range(WORDS):
                s.hand[p][w] &= s.known[p][w]


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    """Pool 0: the hands (holders 0..n-1), the rewards (n), the deck (n + 1)."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef uint32_t unseen[WORDS]
    cdef int n = r.num_players, p, i, w
    if seat == BEFORE_DEAL:
        return hidden_before_deal(r, which, pool)
    if which > 0:
        return 0
    for w in range(WORDS):
        unseen[w] = r.cards[w] & ~s.discards[w]
        for p in range(n):
            unseen[w] &= ~s.hand[p][w]
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            drop(unseen, s.practice[i] - 1)
    if seat == EVERY_SEAT:
        for i in range(s.drawn - s.rewards, s.drawn):
            drop(unseen, s.deck[i] - 1)
    pool.num_pieces = <uint8_t>size(unseen)
    for i in range(pool.num_pieces):
        pool.type[i] = <uint8_t>nth(unseen, i)
    pool.num_holders = <uint8_t>(n + 2)
    for p in range(n):
        pool.room[p] = <uint8_t>(s.hand_size[p] - size(s.hand[p]))
    pool.room[n] = 0 if seat == EVERY_SEAT else s.rewards
    pool.room[n + 1] = <uint8_t>(r.num_cards - s.drawn)
    pool.ordered[n] = pool.ordered[n + 1] = 1
    if s.log_known and seat != EVERY_SEAT:
        note_past(r, s, seat, pool)
    return 1


cdef int hidden_before_deal(const Rules* r, int which, Pool* pool) noexcept nogil:
    """Pool 0: hand cards; 1: the showcase; 2: who starts."""
    cdef int p
    if which == 0:
        pool.num_pieces = r.num_cards
        for p in range(r.num_cards):
            pool.type[p] = <uint8_t>p
        for p in range(r.num_players):
            pool.room[p] = r.opening
        pool.room[r.num_players] = <uint8_t>(r.num_cards - r.num_players * r.opening)
        pool.ordered[r.num_players] = 1
        pool.num_holders = <uint8_t>(r.num_players + 1)
    elif which == 1:
        pool.num_pieces = pool.room[0] = <uint8_t>(r.columns * r.levels)
        fill_showcase(r, pool.type)
        pool.ordered[0] = 1
        pool.num_holders = 1
    elif which == 2:
        pool.num_pieces = r.num_players
        for p in range(r.num_players):
            pool.type[p] = <uint8_t>p
        pool.room[0] = 1
        pool.room[1] = <uint8_t>(r.num_players - 1)
        pool.num_holders = 2
    return which <= 2


cdef void note_past(const Rules* r, const Duetos* s, int seat, Pool* pool) noexcept nogil:
    """Note which cards the others have been dealt and shown, for `deal_past`."""
    cdef Course course
    cdef int i
    follow(r, s, s.log_len, &course)
    for i in range(course.num_notes):
        if course.notes[i] >> NOTE_SEAT != seat:
            pool.notes[pool.num_notes] = course.notes[i]
            pool.num_notes += 1


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Duetos* s = <Duetos*>h
    cdef int n = r.num_players, p, i, at = 0
    if seat == BEFORE_DEAL:
        place_before_deal(r, s, which, pool, faces)
        return
    if s.log_known and seat != EVERY_SEAT:
        deal_past(r, s, pool, faces)
    for p in range(n):
        for i in range(pool.room[p]):
            add(s.hand[p], faces[at])
            at += 1
    for i in range(s.drawn - pool.room[n], r.num_cards):
        s.deck[i] = <uint8_t>(faces[at] + 1)
        at += 1


cdef void place_before_deal(const Rules* r, Duetos* s, int which, const Pool* pool,
                            const uint8_t* faces) noexcept nogil:
    cdef int i, n = r.num_players
    for i in range(pool.num_pieces):
        if which == 0:
            s.deck[i] = <uint8_t>(faces[i] + 1)
        elif which == 1:
            s.showcase[i] = faces[i]
    if which == 0:
        for i in range(n):
            sort_bytes(s.deck + i * r.opening, r.opening)
    elif which == 2:
        s.starter = faces[0]
        open_game(r, s, NULL)


cdef void deal_past(const Rules* r, Duetos* s, const Pool* pool,
                    const uint8_t* faces) noexcept nogil:
    """Say when each other seat was dealt each of its cards: uniform over the ways it can have been.

    A card must have come before it was first seen. Cards in order of that moment have ever larger
    sets of places to have come to, so a random free place for each one in turn is uniform over all
    assignments. Which hand cards are where now does not depend on it.
    """
    cdef uint8_t free[SEATS][CARDS]
    cdef int count[SEATS]
    cdef Rng rng
    cdef int i, p, k, note, at = 0
    memset(count, 0, sizeof(count))
    rng_seed(&rng, mix2(s.h.chance_key, PAST_TAG))
    for i in range(pool.num_notes):
        note = pool.notes[i] & 0xFF
        p = pool.notes[i] >> NOTE_SEAT
        if note < CARD_SEEN:
            free[p][count[p]] = <uint8_t>note
            count[p] += 1
        elif count[p]:
            s.deck[take_free(&rng, free[p], &count[p])] = <uint8_t>(note - CARD_SEEN + 1)
    for p in range(r.num_players):
        for i in range(pool.room[p]):
            if count[p]:
                s.deck[take_free(&rng, free[p], &count[p])] = <uint8_t>(faces[at] + 1)
            at += 1
    for p in range(r.num_players):             # the order inside an opening hand has no meaning
        sort_bytes(s.deck + p * r.opening, r.opening)


cdef inline int take_free(Rng* rng, uint8_t* free, int* count) noexcept nogil:
    cdef int k = rng_below(rng, count[0]) if count[0] > 1 else 0, chosen = free[k]
    count[0] -= 1
    free[k] = free[count[0]]
    return chosen


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                       # all chance lies in the deck, which pool 0 deals


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    cdef const Duetos* s = <const Duetos*>h
    cdef uint64_t digest = mix2(s.hand[seat][0] | <uint64_t>s.hand[seat][1] << 32,
                                s.hand[seat][2] | <uint64_t>s.commit[seat] << 32)
    cdef int i
    if h.steps and (h.choosers >> seat) & 1:
        for i in range(h.steps):
            digest = mix2(digest, s.step[i])
    return digest
