# Part of fado_duetos.pyx: the tensor, the invariants, the table of functions, the declaration.

# ---- features ----------------------------------------------------------------------------------

cdef enum:                     # start of each block of the tensor
    F_PLAYERS = 0              # one-hot of 2..4
    F_PHASE = 3                # one-hot
    F_GLOBAL = 7
    F_OPTIONS = 12
    F_HAND = 20
    F_COMMIT = 101
    F_PRACTICE = 182
    F_DISCARDS = 263
    F_SHOWCASE = 344           # 10 places, level I of each column first, x (W1..W9, guitarist)
    F_STEPS = 444              # of one's own set: start (16), cards (81)
    F_OWN_VALUES = 541         # values that one, two, three of one's hand cards show
    F_OWN_PAIRS = 733          # of each card in hand or practice area: values that another hand
    F_OWN_SETS = 814           # card shows; those that make a hand set with it; those that make a
    F_OWN_SHOWS = 895          # showcase set
    F_VALUES = 976             # values in the practice area, at levels I and II of the showcase
    F_STACKS = 1168            # the top chip of each
    F_SEATS = 1172             # four blocks, the observer first, then leftwards
    SEAT_BLOCK = 132
    F_END = 1700
    VALUES = CATEGORIES * MAX_VALUES       # bits of Rules.values


cdef inline void write_set(const uint32_t* cards, float* out) noexcept nogil:
    cdef int card
    for card in range(CARDS):
        out[card] = has(cards, card)


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef int i, column, n = r.num_players
    out[F_PLAYERS + n - 2] = 1
    out[F_PHASE + s.phase] = 1
    out[F_GLOBAL] = s.round / 24.0
    out[F_GLOBAL + 1] = s.turn / 4.0
    out[F_GLOBAL + 2] = (r.num_cards - s.drawn) / <float>CARDS
    out[F_GLOBAL + 3] = s.rewards / 4.0
    out[F_GLOBAL + 4] = r.num_chips / <float>MAX_CHIPS
    out[F_OPTIONS] = r.columns == 3
    out[F_OPTIONS + 1] = r.num_values == 3
    out[F_OPTIONS + 2] = r.deck_end_empty
    out[F_OPTIONS + 3] = r.variety_repeat
    out[F_OPTIONS + 4] = r.sequence_chips
    out[F_OPTIONS + 5] = r.stack_cards / <float>MAX_STACK_CARDS
    out[F_OPTIONS + 6] = r.feature / 3.0
    out[F_OPTIONS + 7] = r.num_variety / 3.0
    write_set(s.hand[seat], out + F_HAND)
    if s.commit[seat]:
        out[F_COMMIT + s.commit[seat] - 1] = 1
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            out[F_PRACTICE + s.practice[i] - 1] = 1
    write_set(s.discards, out + F_DISCARDS)
    for i in range(r.columns * r.levels):
        column = i // r.levels
        out[F_SHOWCASE + MAX_PLACES * i + s.showcase[
            column * r.levels + (s.base[column] + i) % r.levels] - 1] = 1
    for i in range(h.steps):
        if i == 0:
            out[F_STEPS + s.step[0] - 1 - HAND_0] = 1
        else:
            out[F_STEPS + 16 + s.step[i] - 1] = 1
    matches(r, s, seat, out)
    for i in range(CATEGORIES):
        if s.taken[i] < r.num_chips:
            out[F_STACKS + i] = r.chip[s.taken[i]] / 9.0
    for i in range(n):
        seat_features(r, s, (seat + i) % n, out + F_SEATS + i * SEAT_BLOCK)


cdef void matches(const Rules* r, const Duetos* s, int seat, float* out) noexcept nogil:
    """What cards have in common: all that a set needs, and a network would have to find out."""
    cdef uint64_t once = 0, twice, thrice, lying = 0, one = 0, two = 0
    cdef int i
    tally(r, s.hand[seat], &twice, &thrice)
    for i in range(r.num_cards):
        if has(s.hand[seat], i):
            once |= r.values[i]
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            lying |= r.values[s.practice[i] - 1]
    for i in range(r.columns):
        one |= values_at(r, s, i, 0)
        two |= values_at(r, s, i, 1)
    write_values(once, out + F_OWN_VALUES)
    write_values(twice, out + F_OWN_VALUES + VALUES)
    write_values(thrice, out + F_OWN_VALUES + 2 * VALUES)
    write_values(lying, out + F_VALUES)
    write_values(one, out + F_VALUES + VALUES)
    write_values(two, out + F_VALUES + 2 * VALUES)
    for i in range(r.num_cards):
        if has(s.hand[seat], i):
            write_matches(r.values[i], twice, thrice, twice & one, i, out)
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            write_matches(r.values[s.practice[i] - 1], once, twice, once & one,
                          s.practice[i] - 1, out)


cdef void write_matches(uint64_t shown, uint64_t pairs, uint64_t sets, uint64_t shows, int card,
                        float* out) noexcept nogil:
    """How many of a card's values are among each of these."""
    out[F_OWN_PAIRS + card] = popcount64(shown & pairs) / <float>CATEGORIES
    out[F_OWN_SETS + card] = popcount64(shown & sets) / <float>CATEGORIES
    out[F_OWN_SHOWS + card] = popcount64(shown & shows) / <float>CATEGORIES


cdef void write_values(uint64_t values, float* out) noexcept nogil:
    cdef int i
    for i in range(VALUES):
        out[i] = (values >> i) & 1


cdef int popcount64(uint64_t values) noexcept nogil:
    return popcount(<uint32_t>values) + popcount(<uint32_t>(values >> 32))


cdef void seat_features(const Rules* r, const Duetos* s, int p, float* out) noexcept nogil:
    cdef int c, v
    out[0] = 1
    out[1] = s.hand_size[p] / 10.0
    out[2] = s.marker == p
    out[3] = (s.h.choosers >> p) & 1
    out[4] = score(r, s, p) / 60.0
    out[5] = variety_points(r, s, p) / 6.0
    out[6] = s.practice[p] != 0
    for c in range(CATEGORIES):
        out[7 + c] = s.feature[c] == p + 1
        out[11 + c] = s.sequence[c] == p + 1
        for v in range(1, MAX_CHIPS + 1):
            out[15 + MAX_CHIPS * c + v - 1] = (s.chips[p][c] >> v) & 1
    write_set(s.known[p], out + 51)


# ---- invariants --------------------------------------------------------------------------------

cdef int check_ranges(const Rules* r, const Duetos* s) noexcept nogil:
    """Numbers that the rules use as seats, cards or indices."""
    cdef int i, n = r.num_players, places = r.columns * r.levels
    if s.phase > OVER or s.turn >= n or s.starter >= n or s.marker >= n or s.round < 1 \
            or s.h.stage != s.round:
        return 1
    if s.drawn > r.num_cards or s.drawn < n * r.opening or s.rewards > s.drawn - n * r.opening:
        return 2
    if s.log_known > 1 or s.log_len > LOG_SIZE or s.h.steps >= MAX_STEPS:
        return 3
    for i in range(CARDS):
        if s.deck[i] > r.num_cards:
            return 4
    for i in range(MAX_COLUMNS):
        if s.base[i] >= (r.levels if i < r.columns else 1):
            return 5
    for i in range(MAX_PLACES):
        if s.showcase[i] > GUITARIST or (s.showcase[i] == 0) != (i >= places):
            return 6
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i] > r.num_cards:
            return 7
    for i in range(CATEGORIES):
        if s.taken[i] > r.num_chips or s.feature[i] > n or s.sequence[i] > n:
            return 8
    for i in range(MAX_CHIPS):
        if s.variety[i] > n:
            return 9
    return 0


cdef int put(uint32_t* all_, const uint32_t* cards) noexcept nogil:
    """Add cards to a set; return how many were in it already."""
    cdef int w, twice = common(all_, cards)
    for w in range(WORDS):
        all_[w] |= cards[w]
    return twice


cdef int put_card(uint32_t* all_, int card) noexcept nogil:
    cdef int twice = has(all_, card)
    add(all_, card)
    return twice


cdef int check_cards(const Rules* r, const Duetos* s) noexcept nogil:
    """Every card in one place; in a true state, the deck a permutation."""
    cdef uint32_t all_[WORDS]
    cdef uint32_t faces[WORDS]
    cdef int p, i, twice, missing = 0
    memset(all_, 0, sizeof(all_))
    memset(faces, 0, sizeof(faces))
    twice = put(all_, s.discards)
    for p in range(r.num_players):
        twice += put(all_, s.hand[p])
        if size(s.hand[p]) != s.hand_size[p] or common(s.known[p], s.hand[p]) != size(s.known[p]):
            return 10
        if s.commit[p] > r.num_cards or (s.commit[p] and not has(s.hand[p], s.commit[p] - 1)):
            return 11
        if (s.commit[p] > 0) != (((s.h.choosers & ~s.h.acting) >> p) & 1):
            return 12
    for i in range(SEATS + MAX_STACK_CARDS):
        if s.practice[i]:
            twice += put_card(all_, s.practice[i] - 1)
    for i in range(r.num_cards):
        if s.deck[i] == 0:
            missing += 1
        else:
            twice += put_card(faces, s.deck[i] - 1)
            if i >= s.drawn - s.rewards:
                twice += put_card(all_, s.deck[i] - 1)
    if twice or size(all_) != r.num_cards:
        return 13
    return 14 if s.log_known and missing else 0


cdef int nth_highest(uint32_t bits, int n) noexcept nogil:
    """The n-th highest set bit, counted from 1; 0 if there are fewer."""
    while n > 1 and bits:
        bits &= ~(<uint32_t>1 << highest(bits))
        n -= 1
    return highest(bits) if bits else 0


cdef int first_to_earn(const Rules* r, const Duetos* s, int c, int sequence) noexcept nogil:
    """Seat + 1 that was the first with the chips for a bonus: a stack only goes down."""
    cdef int p, moment, best = 0, owner = 0
    cdef uint32_t held
    for p in range(r.num_players):
        held = s.chips[p][c]
        moment = (nth_highest(held & held >> 1 & held >> 2, 1) if sequence
                  else nth_highest(held, r.feature_chips))
        if moment > best:
            best = moment
            owner = p + 1
    return owner


cdef int check_chips(const Rules* r, const Duetos* s) noexcept nogil:
    cdef int c, p, i, sets = 0, paid = 0
    cdef uint16_t out, gone, held
    for c in range(CATEGORIES):
        out = gone = 0
        for i in range(s.taken[c]):
            gone |= <uint16_t>(1 << r.chip[i])
        for p in range(r.num_players):
            held = s.chips[p][c]
            if held & out:
                return 15
            out |= held
        if s.feature[c] != first_to_earn(r, s, c, 0):
            return 16
        if s.sequence[c] != (first_to_earn(r, s, c, 1) if r.sequence_chips else 0):
            return 17
        if out != gone:
            return 18
    for p in range(r.num_players):
        sets += fewest(s, p) if r.variety_repeat else min(1, fewest(s, p))
    for i in range(r.num_variety):
        paid += s.variety[i] > 0
    return 25 if paid > sets else 0


cdef int check(const void* rules, const Header* h) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Duetos* s = <const Duetos*>h
    cdef Course course
    cdef int broken, i
    broken = check_ranges(r, s)
    if broken == 0:
        broken = check_cards(r, s)
    if broken == 0:
        broken = check_chips(r, s)
    if broken:
        return broken
    if (h.over == 0) != (h.choosers != 0) or h.acting & ~h.choosers or h.over != (s.phase == OVER):
        return 19
    if s.phase == PICK or s.phase == SETS:
        if h.choosers != 1 << seat_to_act(r, s):
            return 20
    for i in range(MAX_STEPS):
        if (s.step[i] > 0) != (i < h.steps) or s.step[i] > END_TURN:
            return 21
    if h.steps and (s.phase != SETS or s.step[0] <= HAND_0):
        return 22
    if s.log_known:
        if follow(r, s, s.log_len, &course) < 0:
            return 23
        for i in range(CATEGORIES):
            if course.taken[i] != s.taken[i]:
                return 24
    return 0


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


cdef void fill_rules(Rules* r, facts) except *:
    cdef int i, c, card, value
    memset(r, 0, sizeof(Rules))
    r.num_players, r.num_cards, r.opening = facts["players"], len(facts["hand"]), facts["opening"]
    r.columns, r.levels, r.num_chips = facts["columns"], facts["levels"], len(facts["chips"])
    r.stack_cards, r.sequence_chips = facts["stack_cards"], facts["sequence_chips"]
    r.deck_end_empty, r.variety_repeat = facts["deck_end_empty"], facts["variety_repeat"]
    r.stacks_to_end, r.num_values = facts["stacks_to_end"], facts["num_values"]
    r.feature, r.feature_chips = facts["feature"], facts["feature_chips"]
    r.sequence, r.num_variety = facts["sequence"], len(facts["variety"])
    for i, value in enumerate(facts["variety"]):
        r.variety[i] = value
    for i, value in enumerate(facts["chips"]):
        r.chip[i] = value
    for card, values in enumerate(facts["hand"]):
        add(r.cards, card)
        for c in range(CATEGORIES):
            value = values[c]
            r.value[card][c] = value
            r.values[card] |= <uint64_t>1 << (MAX_VALUES * c + value)
            add(r.match[c][value], card)
    r.num_showcase = len(facts["showcase"])
    for card, values in enumerate(facts["showcase"]):
        for c in range(CATEGORIES):
            value = values[c]
            r.showcase_value[card + 1][c] = value
            r.showcase_values[card + 1] |= <uint64_t>1 << (MAX_VALUES * c + value)


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Rules rules
    cdef Duetos[1] blank
    facts = _fado_duetos_data.read_facts(data, game.num_players, options)
    fill_rules(&rules, facts)
    game.adopt(&OPS, &rules, sizeof(Rules), sizeof(Duetos))
    game.dtype = np.asarray(<Duetos[:1]>blank).dtype
    game.num_distinct_actions = NUM_ACTIONS
    game.max_game_length = facts["game_length"]
    game.utility_min, game.utility_max, game.utility_sum = 0.0, 1.0, 1.0
    game.layout = tensor_layout()
    game.observation_tensor_size = F_END


def tensor_layout():
    """Return [(name, start, stop)] of the features."""
    blocks = [("players", F_PLAYERS), ("phase", F_PHASE), ("table", F_GLOBAL),
              ("options", F_OPTIONS), ("own_hand", F_HAND), ("own_commitment", F_COMMIT),
              ("practice", F_PRACTICE), ("discards", F_DISCARDS), ("showcase", F_SHOWCASE),
              ("own_set", F_STEPS), ("own_values", F_OWN_VALUES), ("own_pairs", F_OWN_PAIRS),
              ("own_sets", F_OWN_SETS), ("own_shows", F_OWN_SHOWS), ("values", F_VALUES),
              ("stacks", F_STACKS)]
    blocks += [(f"seat_plus_{i}", F_SEATS + i * SEAT_BLOCK) for i in range(SEATS)]
    ends = [start for _, start in blocks[1:]] + [F_END]
    return [(name, start, stop) for (name, start), stop in zip(blocks, ends, strict=True)]


SPEC = GameSpec(
    name="fado_duetos", title="Fado: Duetos e Desgarradas",
    summary="Managers present sets of fado cards for the highest chips of four characteristics "
            "(2018).",
    min_players=2, max_players=4, default_players=3, rules_version=1, make=make,
    words=FadoDuetosWords, data_file="fado_duetos.toml", options=_fado_duetos_data.OPTIONS,
    players_in=_fado_duetos_data.players_in, chance_after_deal=False)
