# Part of house_of_fado.pyx: who knows what, features, the way back to the beginning of the turn,
# and the table of functions.

# ---- knowledge: all lies open but what chance will bring -----------------------------------------

cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef HouseOfFado* s = <HouseOfFado*>h
    if seat == BEFORE_DEAL:
        rewind_header(h)
        memset(<char*>s + sizeof(Header), 0, sizeof(HouseOfFado) - sizeof(Header))
        set_table(<const Rules*>rules, &s.t)
        open_choice(h, 0)


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    """After the set-up there is no hidden piece: the order of bag and stack is chance to come.

    Before it, pool 0: customers; 1: fados; 2: the first seat with the scoring tiles, and the
    musicians that leave the game for promos.
    """
    cdef const Rules* r = <const Rules*>rules
    cdef int i, c
    if seat != BEFORE_DEAL or which > 2:
        return 0
    if which == 0:
        for c in range(COLOURS):
            for i in range(r.customers[c]):
                pool.type[pool.num_pieces] = <uint8_t>c
                pool.num_pieces += 1
        for i in range(GROUPS):
            pool.room[i] = r.group_setup
        pool.room[GROUPS] = <uint8_t>(pool.num_pieces - GROUPS * r.group_setup)
        pool.num_holders = GROUPS + 1
    elif which == 1:
        for i in range(r.num_fados):
            if (r.fados >> i) & 1:
                pool.type[pool.num_pieces] = <uint8_t>(i + 1)
                pool.num_pieces += 1
        pool.room[0] = DISPLAY + 1
        pool.ordered[0] = 1
        pool.room[1] = <uint8_t>(pool.num_pieces - DISPLAY - 1)
        pool.num_holders = 2
    else:
        setup_pool(r, pool)
    return 1


cdef enum: SETUP_FACE = TILES      # faces from here on: first seat and scoring tiles


cdef void setup_pool(const Rules* r, Pool* pool) noexcept nogil:
    """The set-up in force and the rest; for each type the musician removed and those kept."""
    cdef int i, k, n = r.num_billboards, count = n * (n - 1) * (n - 2) * r.num_players
    pool.constrained = r.promos
    for i in range(count):
        pool.type[i] = <uint8_t>(SETUP_FACE + i)
        pool.allowed[i] = 3
    pool.num_pieces = <uint8_t>count
    pool.room[0] = 1
    pool.room[1] = <uint8_t>(count - 1)
    pool.num_holders = 2
    for k in range(TYPES if r.promos else 0):
        for i in range(r.num_tiles):
            if (r.tiles >> i) & 1 and r.type_of[i] == k:
                pool.type[pool.num_pieces] = <uint8_t>i
                pool.allowed[pool.num_pieces] = <uint32_t>3 << (2 + 2 * k)
                pool.num_pieces += 1
                pool.room[3 + 2 * k] += 1
        pool.room[2 + 2 * k] = 1
        pool.room[3 + 2 * k] -= 1
        pool.num_holders += 2


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HouseOfFado* s = <HouseOfFado*>h
    cdef Table* t = &s.t
    cdef int i, at = 0, k
    if which == 0:
        for i in range(GROUPS * r.group_setup):
            t.group[i // r.group_setup][faces[i]] += 1
            t.bag[faces[i]] -= 1
    elif which == 1:
        memcpy(t.display, faces, DISPLAY)
        t.top = faces[DISPLAY]
        for i in range(DISPLAY + 1):
            t.stack &= ~(<uint32_t>1 << (faces[i] - 1))
    else:
        set_first(r, t, faces[0] - SETUP_FACE)
        at = pool.room[0] + pool.room[1]
        for k in range(TYPES if r.promos else 0):
            box_tile(t, faces[at])
            at += pool.room[2 + 2 * k] + pool.room[3 + 2 * k]
        open_game(r, s, NULL)


cdef void set_first(const Rules* r, Table* t, int number) noexcept nogil:
    """Unpack a number into the first seat and an order of scoring tiles."""
    cdef uint32_t boards = (<uint32_t>1 << r.num_billboards) - 1
    cdef int k, left = r.num_billboards
    t.starter = <uint8_t>(number % r.num_players)
    number //= r.num_players
    for k in range(TYPES):
        t.scoring[k] = <uint8_t>nth_bit(boards, number % left)
        boards &= ~(<uint32_t>1 << t.scoring[k])
        number //= left
        left -= 1


cdef void redraw(const void* rules, Header* h) noexcept nogil:
    pass                                    # what is to come is drawn from chance_key when it comes


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    return 0                                # nothing is known to one seat alone


# ---- features ------------------------------------------------------------------------------------

cdef enum:                     # start of each block of the tensor
    F_PLAYERS = 0              # one-hot of 2..4
    F_PHASE = 3                # one-hot
    F_ROUND = 23               # / 60, then 1 where the last round is being played
    F_GROUPS = 25              # customers by group and colour / 4, then a critic there
    F_BAG = 37                 # bag and discard / 12
    F_MARKET = 43              # musicians there, then the fame of every musician / 6
    F_BILLBOARD = 91           # by type: fame / 6, star place taken, places scored / 10
    F_FADOS = 109              # in the display, then on the stack
    F_TURN = 157               # see turn_features
    TURN_BLOCK = 122
    F_SEATS = 279              # four blocks, the observer first, then leftwards
    SEAT_BLOCK = 110
    F_END = 719


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* t = &(<const HouseOfFado*>h).t
    cdef int i, k, n = r.num_players
    out[F_PLAYERS + n - 2] = 1
    out[F_PHASE + t.phase] = 1
    out[F_ROUND] = t.round / 60.0
    out[F_ROUND + 1] = stars_taken(t) >= r.stars_to_end
    for i in range(GROUPS):
        for k in range(COLOURS):
            out[F_GROUPS + COLOURS * i + k] = t.group[i][k] / 4.0
        out[F_GROUPS + GROUPS * COLOURS + i] = (t.critics >> i) & 1
    for k in range(COLOURS):
        out[F_BAG + k] = t.bag[k] / 12.0
        out[F_BAG + COLOURS + k] = t.discard[k] / 12.0
    for i in range(r.num_tiles):
        out[F_MARKET + i] = (t.market >> i) & 1
        out[F_MARKET + TILES + i] = t.fame[i] / 6.0
    for k in range(TYPES):
        if t.billboard[k]:
            out[F_BILLBOARD + k] = t.fame[t.billboard[k] - 1] / 6.0
        out[F_BILLBOARD + TYPES + k] = t.star_place[k] > 0
        for i in range(MAX_SCORES):
            out[F_BILLBOARD + 2 * TYPES + MAX_SCORES * k + i] = r.scores[t.scoring[k]][i] / 10.0
    for i in range(DISPLAY):
        if t.display[i]:
            out[F_FADOS + t.display[i] - 1] = 1
    if t.top:
        out[F_FADOS + FADOS + t.top - 1] = 1
    turn_features(r, t, seat, out + F_TURN)
    for i in range(n):
        seat_features(r, t, (seat + i) % n, out + F_SEATS + i * SEAT_BLOCK)


cdef void turn_features(const Rules* r, const Table* t, int seat, float* out) noexcept nogil:
    """How far the turn has come: 122 numbers."""
    cdef int i, n = r.num_players
    one_hot(t.space, out)                           # 8
    one_hot(t.origin, out + 8)                      # 29
    one_hot(t.kick, out + 37)                       # 29
    one_hot(t.hired, out + 66)                      # 24
    one_hot(t.group_chosen, out + 90)               # 3
    if t.left:
        out[93] = 1
    for i in range(COLOURS):
        if t.party:
            out[94 + i] = PARTY[t.party - 1][i] / 4.0
        out[97 + i] = t.spent[i] / 4.0
        out[100 + i] = (t.due >> i) & 1
    out[103 + t.type] = 1
    out[106] = t.virtual / 2.0
    out[107] = t.extra_cubes
    out[108] = t.came
    out[109] = t.turn_up
    out[110 + (t.seat - seat + n) % n] = 1          # 4
    out[114 + (t.starter - seat + n) % n] = 1       # 4
    if t.kicked:
        out[118 + (owner_of(t.kicked) - seat + n) % n] = 1      # 4


cdef inline void one_hot(int number, float* out) noexcept nogil:
    """Set place number - 1; 0 stands for none."""
    if number:
        out[number - 1] = 1


cdef void seat_features(const Rules* r, const Table* t, int p, float* out) noexcept nogil:
    """One seat: 110 numbers."""
    cdef int i, k
    out[0] = 1
    out[1] = chooser(t) == p
    out[2] = t.money[p] / 20.0
    out[3] = t.points[p] / 50.0
    out[4] = total_points(r, t, p) / 50.0
    out[5] = t.cubes[p] / 8.0
    out[6] = t.clef[p]
    out[7] = t.hand[p] / 3.0
    out[8] = t.supply[p] / 3.0
    out[9] = (t.home >> p) & 1
    out[10] = popcount(t.scored[p]) / 4.0
    for i in range(KINDS):
        out[11 + i] = t.notes[p][i] / 4.0
    for i in range(STARS):
        out[17 + i] = t.star[i] == p + 1
    for i in range(TYPES):
        out[22 + i] = t.posted[p][i] / 8.0
        if t.musician[p][i]:
            out[25 + i] = t.fame[t.musician[p][i] - 1] / 6.0
            one_hot(r.power[t.musician[p][i] - 1], out + 28 + 3 * i)
    for i in range(TABLES):
        for k in range(COLOURS):
            out[37 + COLOURS * i + k] = t.guests[p][i][k] / 4.0
        out[46 + i] = t.at_bar[p][i] / 2.0
    one_hot(t.critic[p], out + 49)                  # 3
    for i in range(SPACES):
        out[52 + i] = t.figure[i] == p + 1
        out[81 + i] = t.figure[i] == (ASSISTANT | (p + 1))


# ---- the way back --------------------------------------------------------------------------------

cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    cdef const HouseOfFado* s = <const HouseOfFado*>h
    return s.log_len if s.log_known else -1


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int d = (<const HouseOfFado*>h).log[k]
    return (d >> 8) << 16 | (d & 0xFF)


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return -1                               # every choice is resolved at once


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    """Back to the beginning of the turn."""
    cdef HouseOfFado* s = <HouseOfFado*>h
    s.t = s.begun
    h.public_hash = s.hash_at_deal
    h.num_moves = s.moves_at_deal
    memcpy(h.news, s.news_at_deal, sizeof(s.news_at_deal))
    memset(s.log, 0, sizeof(s.log))
    s.log_len = 0
    open_choice(h, 0 if h.over else 1 << s.t.seat)


# ---- the game ------------------------------------------------------------------------------------

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


cdef void fill_options(Rules* r, options) except *:
    r.promos = options["promos"]
    r.by_space = options["uniqueness_scope"] == "space"
    r.kick_by_space = options["kickout_scope"] == "space"
    r.kick_after = options["kickout_timing"] == "after_action"
    r.refill_always = options["refill_timing"] == "after_every_turn"
    r.no_bonus_six = options["fame6_outside_close"] == "forbid"
    r.may_stop = options["allow_noop"] == "always"
    r.wild_clef = options["clef_mode"] == "wild_once"
    r.clef_is_note = options["clef_mode"] == "ordinary_kind"
    r.die_stays = options["dismissed_keep_die"]
    r.cube_spaces = options["cube_spaces_per_type"]
    r.note_supply = options["supply_per_kind"]
    r.max_rounds = options["max_rounds"]


cdef void fill_pieces(Rules* r, facts) except *:
    """Musicians, fados and scoring tiles."""
    for i, tile in enumerate(facts["tiles"]):
        r.tiles |= <uint32_t>tile["in_play"] << <int>i
        r.type_of[i] = tile["type"]
        r.note_of[i] = 0 if tile["note"] is None else tile["note"] + 1
        r.start_fame[i] = tile["fame"]
        r.power[i] = 1 + _house_of_fado_data.POWERS.index(tile["power"]) if tile["power"] else 0
        r.amount[i] = tile["amount"]
    for i, fado in enumerate(facts["fados"]):
        r.fados |= <uint32_t>fado["in_play"] << <int>i
        r.fado_points[i] = fado["points"]
        for k, number in enumerate(fado["notes"]):
            r.needs[i][k] = number
    for i, board in enumerate(facts["billboards"]):
        for k, points in enumerate(board["scores"]):
            r.scores[i][k] = points
    r.num_tiles, r.num_fados = len(facts["tiles"]), len(facts["fados"])
    r.num_kinds, r.num_billboards = len(facts["kinds"]), len(facts["billboards"])


cdef void fill_board(Rules* r, facts) except *:
    """Spaces, restaurants and tracks."""
    for i in range(BOARD):
        r.beside[i][0], r.beside[i][1] = facts["beside"][i]
        r.groups[i] = sum(bit << g for g, bit in enumerate(facts["groups"][i]))
        for k, (bonus, money) in enumerate(facts["kicks"][i]):
            r.kick_bonus[KICK_0 + KICKS * <int>i + <int>k] = bonus
            r.kick_money[KICK_0 + KICKS * <int>i + <int>k] = money
    for k in range(TYPES):
        r.base_cost[k] = facts["base_cost"][k]
        r.accepts[k] = sum(1 << c for c in facts["accepts"][k])
        r.seats[k] = facts["seats"][k]
    for i in range(MAX_FAME - 1):
        r.hire_cost[i + 1] = facts["hire_cost"][i]
        r.raise_money[i + 2] = facts["raise_money"][i]
        r.raise_customers[i + 2] = facts["raise_customers"][i]
    for c in range(COLOURS):
        r.customers[c] = facts["customers"][c] * r.num_players
    for i in range(facts["cubes"] + 1):
        r.income[i], r.critic_cost[i] = facts["income"][i], facts["critic_cost"][i]
    r.critics = sum(bit << g for g, bit in enumerate(facts["critics"]))
    r.bar, r.group_setup, r.full = facts["bar"], facts["group_setup"], facts["full"]
    r.refill_from, r.unlock = facts["refill_from"], facts["unlock"]
    r.critic_cubes, r.promote_from = facts["critic_cubes"], facts["promote_from"]


cdef void fill_rules(Rules* r, facts) except *:
    memset(r, 0, sizeof(Rules))
    r.num_players = facts["players"]
    r.money, r.workers, r.assistants = facts["money"], facts["workers"], facts["assistants"]
    r.cubes, r.clefs = facts["cubes"], facts["clefs"]
    fill_options(r, facts["options"])
    fill_pieces(r, facts)
    fill_board(r, facts)
    r.six_points, r.stars_to_end = facts["six_points"], facts["stars_to_end"]
    r.star_fados, r.money_per_point = facts["star_fados"], facts["money_per_point"]
    for i, points in enumerate(facts["star_points"]):
        r.star_points[i] = points
    for i in range(FADOS + 1):
        r.fado_bonus[i] = facts["fado_bonus"][min(i, len(facts["fado_bonus"]) - 1)]
    r.num_ties = len(facts["tie_breaks"])
    for i, what in enumerate(facts["tie_breaks"]):
        r.ties[i] = what


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Rules rules
    cdef HouseOfFado[1] blank
    facts = _house_of_fado_data.read_facts(data, game.num_players, options)
    fill_rules(&rules, facts)
    game.adopt(&OPS, &rules, sizeof(Rules), sizeof(HouseOfFado))
    game.dtype = np.asarray(<HouseOfFado[:1]>blank).dtype
    game.num_distinct_actions = NUM_ACTIONS
    game.max_game_length = facts["game_length"]
    game.utility_min, game.utility_max, game.utility_sum = 0.0, 1.0, 1.0
    game.layout = tensor_layout()
    game.observation_tensor_size = F_END


def tensor_layout():
    """Return [(name, start, stop)] of the features."""
    blocks = [("players", F_PLAYERS), ("phase", F_PHASE), ("round", F_ROUND),
              ("groups", F_GROUPS), ("bag", F_BAG), ("market", F_MARKET),
              ("billboard", F_BILLBOARD), ("fados", F_FADOS), ("turn", F_TURN)]
    blocks += [(f"seat_plus_{i}", F_SEATS + i * SEAT_BLOCK) for i in range(SEATS)]
    ends = [start for _, start in blocks[1:]] + [F_END]
    return [(name, start, stop) for (name, start), stop in zip(blocks, ends, strict=True)]


SPEC = GameSpec(
    name="house_of_fado", title="House of Fado",
    summary="Place workers, seat guests and raise musicians to fame; three of five stars end the "
            "game.",
    min_players=2, max_players=4, default_players=3, rules_version=1, make=make,
    words=HouseOfFadoWords, data_file="house_of_fado.toml", options=_house_of_fado_data.OPTIONS,
    players_in=_house_of_fado_data.players_in)
