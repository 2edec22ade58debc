# Part of fairy_concerto.pyx: who knows what (mask, worlds, digest, tensor), the way back to the
# deal, and the table of functions.

# ---- knowledge ---------------------------------------------------------------------------------

cdef inline bint knows(const FairyConcerto* s, int seat, int holder) noexcept nogil:
    """Whether a seat knows a hand: it has held it, and picks are public.

    In draft d (from 0) seat p has held the hands dealt to p, p - 1 ... p - d; they now lie with
    p + d ... p. An observation from outside may say that it has forgotten some.
    """
    return seat == EVERY_SEAT or (seat >= 0 and (s.known[seat] >> holder) & 1)


cdef inline int setup_draws(const Rules* r) noexcept nogil:
    """Return how many score cards leave the pile before round 1 begins."""
    return 2 * r.num_players + (r.num_players == 1)


cdef inline bint setup_open(const FairyConcerto* s) noexcept nogil:
    """Whether the setup cards have still to be chosen from."""
    return first_draft(s) and s.phase == PICK


cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef FairyConcerto* s = <FairyConcerto*>h
    cdef int p, i
    if seat == BEFORE_DEAL:
        rewind_header(h)
        memset(<char*>s + sizeof(Header), 0, sizeof(FairyConcerto) - sizeof(Header))
        s.bag = r.tokens
        s.pile = r.cards
        h.epoch = 1
        return
    for p in range(r.num_players):
        if (h.acting >> p) & 1:
            s.commit[p] = 0
        if not knows(s, seat, p):
            s.hand[p] = 0
    for i in range(MAX_DRAWS):
        if i >= s.num_draws or not knows_draw(s, seat, i):
            s.draws[i] = 0
    if seat != EVERY_SEAT:
        s.face_down = 0
    count_unseen(r, s)


cdef inline bint knows_draw(const FairyConcerto* s, int seat, int i) noexcept nogil:
    """Whether a seat has seen the card of a draw."""
    if seat == EVERY_SEAT:
        return True
    if (s.hidden_draws >> i) & 1:
        return False
    if setup_open(s):
        return i // 2 == seat
    return s.phase != CHOOSE or s.chooser == seat or i < s.num_draws - 2


cdef void count_unseen(const Rules* r, FairyConcerto* s) noexcept nogil:
    """Let bag and pile be all that a masked struct does not show elsewhere."""
    cdef int p, i, first = 0 if setup_open(s) else s.num_draws - 2 * (s.phase == CHOOSE)
    s.bag = r.tokens - one(s.popularity) - s.pahha - s.removed
    s.pile = r.cards & ~(s.discards | s.face_down)
    for p in range(r.num_players):
        s.bag -= s.hand[p] + s.orchestra[p]
        s.pile &= ~s.kept[p]
    for i in range(first, s.num_draws):
        if s.draws[i]:
            s.pile &= ~(<uint32_t>1 << (s.draws[i] - 1))


cdef inline int hand_size(const Rules* r, const FairyConcerto* s) noexcept nogil:
    """Return the number of fairies in every hand."""
    if r.num_players == 1:
        return r.draw[s.h.epoch - 1] if s.phase == PICK else 0
    return r.draw[s.h.epoch - 1] - (s.draft + (s.phase == CHOOSE)) * (1 + r.removes)


cdef int add_fairies(uint32_t fairies, uint8_t* faces) noexcept nogil:
    """Write fairies as a list of kinds; return their number."""
    cdef int kind, n = 0, _i
    for kind in range(KINDS):
        for _i in range(count_of(fairies, kind)):
            faces[n] = <uint8_t>kind
            n += 1
    return n


cdef int add_cards(uint32_t cards, uint8_t* faces) noexcept nogil:
    cdef int n = 0
    while cards:
        faces[n] = <uint8_t>lowest(cards)
        cards &= cards - 1
        n += 1
    return n


cdef void close_pool(Pool* pool) noexcept nogil:
    """Let a last holder, the bag or the pile, take what the others leave; no room, no pool."""
    cdef int i, places = 0
    for i in range(pool.num_holders):
        places += pool.room[i]
    if places == 0:
        pool.num_pieces = pool.num_holders = pool.num_kinds = pool.constrained = 0
    elif places <= pool.num_pieces:     # also an empty heap
        pool.room[pool.num_holders] = <uint8_t>(pool.num_pieces - places)
        pool.num_holders += 1


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    """Pool 0: fairies; 1: score cards; 2: the contest cards before the first deal."""
    cdef const Rules* r = <const Rules*>rules
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef int p, n = r.num_players
    if which == 2 and seat == BEFORE_DEAL:
        contest_pool(r, pool)
        return 1
    if which == 0:
        pool.num_pieces = <uint8_t>add_fairies(s.bag, pool.type)
        pool.num_holders = <uint8_t>n
        for p in range(n):
            pool.room[p] = <uint8_t>(hand_size(r, s) if s.hand[p] == 0 else 0)
        if seat == BEFORE_DEAL:
            pool.room[n] = 1                # the popularity token
            pool.num_holders += 1
        else:
            count_picked(s, pool)
    elif which == 1:
        pool.num_pieces = <uint8_t>add_cards(s.pile, pool.type)
        card_places(r, s, seat, pool)
    else:
        return 0
    close_pool(pool)
    return 1


cdef void count_picked(const FairyConcerto* s, Pool* pool) noexcept nogil:
    """An unseen hand from which a kind has been picked was dealt the more of it likelier."""
    cdef int p, kind
    for p in range(pool.num_holders):
        if pool.room[p] and s.picked[p]:
            pool.constrained = 1
            pool.num_kinds = KINDS
            for kind in range(KINDS):
                pool.shown_kind[kind][p] = <uint8_t>count_of(s.picked[p], kind)
    if pool.num_kinds:
        for p in range(pool.num_pieces):
            pool.allowed[p] = 0xFFFF


cdef void card_places(const Rules* r, const FairyConcerto* s, int seat, Pool* pool) noexcept nogil:
    """Holders: a pair for each seat, Pahha's cards of this round, those of earlier rounds."""
    cdef int p, n = r.num_players, i, fresh = 0
    pool.num_holders = <uint8_t>(n + 2)
    for p in range(n):
        pool.room[p] = 2 if setup_open(s) and s.draws[2 * p] == 0 else 0
    if s.phase == CHOOSE and s.draws[s.num_draws - 2] == 0:
        pool.room[s.chooser] = 2
    if seat == BEFORE_DEAL:
        pool.room[n] = n == 1
    elif n == 1 and s.num_face_down and s.face_down == 0:
        for i in range(s.num_draws):
            fresh += (s.hidden_draws >> i) & 1
        pool.room[n] = <uint8_t>fresh
        pool.room[n + 1] = <uint8_t>(s.num_face_down - fresh)


cdef void contest_pool(const Rules* r, Pool* pool) noexcept nogil:
    """One piece for each combination of the three contest cards that the options allow."""
    cdef int a, b, c, k = 0
    for a in range(r.num_contest[SOLOIST_DECK]):
        for b in range(r.num_contest[PIANIST_DECK]):
            for c in range(r.num_contest[HARPIST_DECK]):
                if (r.fixed[SOLOIST_DECK] in (0, a + 1) and r.fixed[PIANIST_DECK] in (0, b + 1)
                        and r.fixed[HARPIST_DECK] in (0, c + 1)):
                    pool.type[k] = <uint8_t>(a << 4 | b << 2 | c)
                    k += 1
    pool.num_pieces = <uint8_t>k
    pool.num_holders = 2
    pool.room[0] = 1
    pool.room[1] = <uint8_t>(k - 1)


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef FairyConcerto* s = <FairyConcerto*>h
    cdef int p, i, at = 0, n = r.num_players
    if which == 1:
        place_cards(r, s, seat, pool, faces)
    elif which == 2:
        s.soloist = faces[0] >> 4
        s.pianist = (faces[0] >> 2) & 3
        s.harpist = faces[0] & 3
        open_round(r, s, NULL)
    elif pool.num_pieces:
        for p in range(n):
            for i in range(pool.room[p]):
                s.hand[p] += one(faces[at])
                s.bag -= one(faces[at])
                at += 1
        if seat == BEFORE_DEAL:
            s.popularity = faces[at]
            s.bag -= one(faces[at])


cdef void place_cards(const Rules* r, FairyConcerto* s, int seat, const Pool* pool,
                      const uint8_t* faces) noexcept nogil:
    cdef int p, i, at = 0, n = r.num_players, first
    if pool.num_pieces == 0:
        return
    for p in range(n):
        if pool.room[p]:
            first = 2 * p if setup_open(s) else s.num_draws - 2
            s.draws[first] = faces[at] + 1
            s.draws[first + 1] = faces[at + 1] + 1
            sort_pair(&s.draws[first])
            s.pile &= ~(<uint32_t>1 << faces[at] | <uint32_t>1 << faces[at + 1])
            at += 2
    if seat == BEFORE_DEAL:
        s.num_draws = <uint8_t>setup_draws(r)
        s.num_face_down = n == 1
        s.hidden_draws = 4 if n == 1 else 0
    if n > 1:
        return
    for i in range(pool.room[1] + pool.room[2]):
        s.face_down |= <uint32_t>1 << faces[at + i]
        s.pile &= ~(<uint32_t>1 << faces[at + i])
    for i in range(MAX_DRAWS):              # this round's, ascending
        if (s.hidden_draws >> i) & 1:
            s.draws[i] = next_face(faces + at, pool.room[1], s, i)


cdef uint8_t next_face(const uint8_t* faces, int n, const FairyConcerto* s, int i) noexcept nogil:
    """Return 1 + the smallest of n cards above the one before slot i of Pahha's row."""
    cdef int k, best = MAX_CARDS, above = -1
    if i > 0 and (s.hidden_draws >> (i - 1)) & 1:
        above = s.draws[i - 1] - 1
    for k in range(n):
        if above < faces[k] < best:
            best = faces[k]
    return <uint8_t>(best + 1)


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                    # what is to come is drawn from chance_key when it comes


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    """The hands the seat knows, its two cards while it has to choose, its commitment."""
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef int n = h.num_players, i
    cdef uint64_t digest = s.commit[seat]
    for i in range(n):
        # A polynomial over the hands, odd base: the core mixes it.
        digest *= <uint64_t>0xd6e8feb86659fd93ULL
        if (s.known[seat] >> i) & 1:
            digest += s.hand[i]
    i = 2 * seat if setup_open(s) else s.num_draws - 2
    if setup_open(s) or (s.phase == CHOOSE and s.chooser == seat):
        digest ^= <uint64_t>(s.draws[i] << 8 | s.draws[i + 1]) << 40
    return digest


# ---- features ----------------------------------------------------------------------------------

cdef enum:                     # start of each block of the tensor
    F_PLAYERS = 0              # one-hot of 1..4
    F_PHASE = 4                # one-hot
    F_ROUND = 7                # one-hot
    F_DRAFT = 15               # one-hot
    F_POPULARITY = 21          # one-hot kind
    F_SOLOIST = 26             # one-hot method
    F_PIANIST = 30             # kinds of a set
    F_HARPIST = 35
    F_UNSEEN = 40              # fairies not seen, / 12
    F_REMOVED = 45
    F_PAIR = 50                # own two cards: what they ask for, / 5, twice
    F_COMMIT = 60              # own commitment: adds (5), removes (5), card kept (2)
    F_PILE = 72                # score cards not seen, multi-hot
    F_PAHHA = 98               # orchestra / 12 (5), face-down cards / 9
    F_SEATS = 104              # four blocks, the observer first, then leftwards
    SEAT_BLOCK = 40
    F_END = 264


cdef inline void write_counts(uint32_t fairies, float scale, float* out) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        out[kind] = count_of(fairies, kind) / scale


cdef inline void write_cards(uint32_t cards, float* out) noexcept nogil:
    cdef int card
    for card in range(MAX_CARDS):
        out[card] = (cards >> card) & 1


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    cdef int i, n = r.num_players, action = s.commit[seat] - 1
    out[F_PLAYERS + n - 1] = 1
    out[F_PHASE + s.phase] = 1
    out[F_ROUND + h.epoch - 1] = 1
    out[F_DRAFT + min(<int>s.draft, 5)] = 1
    out[F_POPULARITY + s.popularity] = 1
    out[F_SOLOIST + r.method[s.soloist]] = 1
    write_counts(r.pianist[s.pianist], 1, out + F_PIANIST)
    write_counts(r.harpist[s.harpist], 1, out + F_HARPIST)
    write_counts(s.bag, 12, out + F_UNSEEN)
    write_counts(s.removed, 12, out + F_REMOVED)
    i = 2 * seat if setup_open(s) else s.num_draws - 2
    if setup_open(s) or (s.phase == CHOOSE and s.chooser == seat):
        write_counts(r.needs[s.draws[i] - 1], 5, out + F_PAIR)
        write_counts(r.needs[s.draws[i + 1] - 1], 5, out + F_PAIR + KINDS)
    if action >= 0:
        write_counts(ADDS[action], 1, out + F_COMMIT)
        write_counts(REMOVES[action], 1, out + F_COMMIT + KINDS)
        if KEEPS[action]:
            out[F_COMMIT + 2 * KINDS + KEEPS[action] - 1] = 1
    write_cards(s.pile, out + F_PILE)
    write_counts(s.pahha, 12, out + F_PAHHA)
    out[F_PAHHA + KINDS] = s.num_face_down / 9.0
    for i in range(n):
        seat_features(r, s, (seat + i) % n, out + F_SEATS + i * SEAT_BLOCK)


cdef void seat_features(const Rules* r, const FairyConcerto* s, int p, float* out) noexcept nogil:
    out[0] = 1
    out[1] = (s.h.choosers >> p) & 1
    out[2] = s.waiting[p]
    out[3] = s.hand[p] > 0                      # a hand the observer knows
    write_counts(s.hand[p], 6, out + 4)
    write_counts(s.orchestra[p], 12, out + 9)
    write_cards(s.kept[p], out + 14)


# ---- the way back ------------------------------------------------------------------------------

cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    cdef const FairyConcerto* s = <const FairyConcerto*>h
    return s.log_len if s.log_known else -1


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int d = (<const FairyConcerto*>h).log[k]
    return (d >> 8) << 16 | (d & 0xFF)


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return (<const FairyConcerto*>h).commit[seat] - 1


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    """Undo the picks; the cards that were drawn stay in `draws`, to come again."""
    cdef const Rules* r = <const Rules*>rules
    cdef FairyConcerto* s = <FairyConcerto*>h
    cdef uint32_t dealt[SEATS]
    cdef uint32_t drawn = 0
    cdef int p, i, base = setup_draws(r) if h.epoch == 1 else 0
    # The last draft of all is over but not passed on: hands and picks lie one seat short.
    i = s.draft - (s.phase == OVER and r.num_players > 1)
    for p in range(r.num_players):
        dealt[p] = s.hand[(p + i) % r.num_players] + s.picked[(p + i) % r.num_players]
    if r.num_players == 1:
        s.pahha -= s.picked[0]
    for i in range(s.log_len):
        s.orchestra[s.log[i] >> 8] -= ADDS[s.log[i] & 0xFF]
        s.removed -= REMOVES[s.log[i] & 0xFF]
        if r.num_players == 1:
            s.pahha += ADDS[s.log[i] & 0xFF]
    for i in range(s.num_draws):
        drawn |= <uint32_t>1 << (s.draws[i] - 1)
        if i >= base and (s.hidden_draws >> i) & 1:
            s.face_down &= ~(<uint32_t>1 << (s.draws[i] - 1))
            s.num_face_down -= 1
    s.hidden_draws &= (<uint32_t>1 << base) - 1
    for p in range(r.num_players):
        s.hand[p] = dealt[p]
        s.known[p] = <uint8_t>(1 << p)
        s.kept[p] &= ~drawn
    s.discards &= ~drawn
    s.num_draws = <uint8_t>base
    memset(s.log, 0, sizeof(s.log))
    memset(s.picked, 0, sizeof(s.picked))
    memset(s.commit, 0, sizeof(s.commit))
    memset(s.waiting, 0, sizeof(s.waiting))
    memset(s.points, 0, sizeof(s.points))
    s.log_len = s.draft = s.chooser = s.pahha_waiting = 0
    h.public_hash = s.hash_at_deal
    h.num_moves = s.moves_at_deal
    memcpy(h.news, s.news_at_deal, sizeof(h.news))
    h.over = h.truncated = 0
    s.phase = PICK
    open_choice(h, (1 << r.num_players) - 1)


include "fairy_concerto_checks.pxi"


# ---- the table ---------------------------------------------------------------------------------

cdef Ops OPS
OPS.start = start
OPS.legal = legal
OPS.sample = sample
OPS.apply = apply
OPS.playout = playout
OPS.returns = returns
OPS.scores = scores
OPS.ranks = ranks
OPS.mask = mask
OPS.hidden = hidden
OPS.place = place
OPS.redraw = redraw
OPS.private_digest = private_digest
OPS.tensor = tensor
OPS.num_decisions = num_decisions
OPS.decision = decision
OPS.committed = committed
OPS.to_deal = to_deal
OPS.check = check


cdef uint32_t pack(counts) except? 0:
    return sum(n << (WIDTH * kind) for kind, n in enumerate(counts))


cdef void fill_rules(Rules* r, facts) except *:
    memset(r, 0, sizeof(Rules))
    r.num_players = facts["players"]
    r.tokens = pack(facts["tokens"])
    r.cards = (1 << len(facts["needs"])) - 1
    for i, needs in enumerate(facts["needs"]):
        r.needs[i] = pack(needs)
    for i, method in enumerate(facts["soloist"]):
        r.method[i] = method
    for i, kinds in enumerate(facts["pianist"]):
        r.pianist[i] = pack(kinds)
    for i, kinds in enumerate(facts["harpist"]):
        r.harpist[i] = pack(kinds)
    for deck, name in enumerate(("soloist", "pianist", "harpist")):
        r.num_contest[deck] = len(facts[name])
        r.fixed[deck] = facts["fixed"][deck]
    r.rounds, r.drafts, r.removes = len(facts["draw"]), facts["drafts"], facts["removes"]
    for i in range(r.rounds):
        r.draw[i], r.add[i] = facts["draw"][i], facts["add"][i]
    r.full = sum(facts["add"]) * facts["drafts"]
    points = facts["points"]
    r.per_popular, r.per_most = points["popularity"], points["conductor"]
    for i in range(4):
        r.per_method[i] = points["soloist_" + "ABCD"[i]]
    r.per_pianist_set, r.per_harpist_set = points["pianist_set"], points["harpist_set"]
    r.per_card, r.per_honor = points["score_card"], points["honor"]
    r.per_face_down = points["face_down_card"]


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Rules rules
    cdef FairyConcerto[1] blank
    facts = _fairy_concerto_data.read_facts(data, game.num_players, options)
    fill_rules(&rules, facts)
    game.adopt(&OPS, &rules, sizeof(Rules), sizeof(FairyConcerto))
    game.dtype = np.asarray(<FairyConcerto[:1]>blank).dtype
    game.num_distinct_actions = NUM_ACTIONS
    game.max_game_length = facts["longest"]
    game.utility_min, game.utility_max = 0.0, 1.0
    game.utility_sum = 1.0 if game.num_players > 1 else None
    game.layout = tensor_layout()
    game.observation_tensor_size = F_END


def tensor_layout():
    """Return [(name, start, stop)] of the features."""
    blocks = [("players", F_PLAYERS), ("phase", F_PHASE), ("round", F_ROUND), ("draft", F_DRAFT),
              ("popularity", F_POPULARITY), ("soloist", F_SOLOIST), ("pianist", F_PIANIST),
              ("harpist", F_HARPIST), ("fairies_unseen", F_UNSEEN),
              ("fairies_removed", F_REMOVED), ("own_pair", F_PAIR), ("own_commitment", F_COMMIT),
              ("cards_unseen", F_PILE), ("pahha", F_PAHHA)]
    blocks += [(f"seat_plus_{i}", F_SEATS + i * SEAT_BLOCK) for i in range(SEATS)]
    ends = [start for _, start in blocks[1:]] + [F_END]
    return [(name, start, stop) for (name, start), stop in zip(blocks, ends, strict=True)]


SPEC = GameSpec(
    name="fairy_concerto", title="Fairy Concerto",
    summary="Draft an orchestra of fairies, pick by pick; every orchestra scores on the same seven "
            "cards (2022).",
    min_players=1, max_players=4, default_players=4, rules_version=1, make=make,
    words=FairyConcertoWords, data_file="fairy_concerto.toml",
    options=_fairy_concerto_data.OPTIONS)
