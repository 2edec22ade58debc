# Part of hoi_pho.pyx: who knows what (mask, worlds, digest, tensor), the way back to the deal,
# the invariants, and the table of functions.

# ---- knowledge ---------------------------------------------------------------------------------

cdef void mask(const void* rules, Header* h, int seat) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HoiPho* s = <HoiPho*>h
    cdef int p
    s.coins &= past_coins(s)
    for p in range(r.num_players):
        if (h.acting >> p) & 1:
            s.commit[p] = 0
        if p != seat and seat != EVERY_SEAT:
            s.hand[p] &= s.sure[p]
            s.dealt[p] &= s.origin
            # Each seat starts with a Ship of its own; the first one it shows is that one.
            s.ships[p] = s.ships_out[p] == 0
    if seat == BEFORE_DEAL:
        rewind_header(h)
        clear_round(r, s)
        h.epoch = 1


cdef inline int hand_size(const HoiPho* s, int seat) noexcept nogil:
    return s.cards_left + (s.phase == PLACE and s.taking > 0 and seat == s.actor)


cdef int unseen_cards(const Rules* r, const HoiPho* s, uint8_t* faces) noexcept nogil:
    """Write the cards whose place the observer does not know, Ships first."""
    cdef uint16_t seen = s.on_table | s.discards
    cdef int p, n, ships = r.ships - s.face_up_ships
    for p in range(r.num_players):
        seen |= s.hand[p]
        ships -= s.ships[p] + s.ships_out[p]
    ships = max(ships, 0)
    memset(faces, 0, ships)
    n = ships
    seen = r.merchants & ~seen
    while seen:
        faces[n] = <uint8_t>lowest(seen)
        seen &= seen - 1
        n += 1
    return n


cdef int hidden(const void* rules, const Header* h, int seat, int which,
                Pool* pool) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef int n = r.num_players, p, i, holders
    if which > 0 or seat == EVERY_SEAT:
        return 0
    if seat == BEFORE_DEAL:
        return undealt(r, pool)
    pool.num_pieces = <uint8_t>unseen_cards(r, s, pool.type)
    pool.num_holders = <uint8_t>(n + 1)
    pool.room[n] = r.pile
    for p in range(n):
        pool.room[p] = <uint8_t>(hand_size(s, p) - popcount(s.hand[p]) - s.ships[p])
        pool.constrained |= s.lacks[p] != 0
    mark_needs(r, s, seat, pool)
    count_shown_ships(r, s, seat, pool)
    if pool.constrained:
        for i in range(pool.num_pieces):
            holders = 0
            for p in range(n):
                holders |= (not (s.lacks[p] >> pool.type[i]) & 1) << p
            pool.allowed[i] = holders | 1 << n
    return 1


cdef void count_shown_ships(const Rules* r, const HoiPho* s, int seat,
                            Pool* pool) noexcept nogil:
    """Ships beyond the own one that seats have shown could have been any of those dealt."""
    cdef int p, some = 0
    if pool.num_pieces == 0 or pool.type[0] != 0:
        return
    for p in range(r.num_players):
        if p != seat and s.ships_out[p] > 1:
            pool.shown[p] = s.ships_out[p] - 1
            some = 1
    if some:
        pool.constrained = 1
        while pool.num_alike < pool.num_pieces and pool.type[pool.num_alike] == 0:
            pool.num_alike += 1


cdef void mark_needs(const Rules* r, const HoiPho* s, int seat, Pool* pool) noexcept nogil:
    """What an open choice itself proves to the others, until it has been made.

    Who may swap by a 6 has a merchant to place; who may call by a 5 does not hold all that can be
    called. The card placed or called then shows it.
    """
    cdef uint16_t known = 0
    cdef int i, p, goal
    if seat == s.actor:
        return
    if s.phase == TAKE or s.phase == PLACE:
        known = placeable_cards(s)
        goal = 1 << s.actor
    elif s.phase == SNITCH:
        for p in range(r.num_players):
            if p != s.actor:
                known |= s.hand[p]
        goal = ~(1 << s.actor)
    else:
        return
    if known:
        return
    pool.needed = pool.constrained = 1
    for i in range(pool.num_pieces):
        pool.marks[i] = goal if pool.type[i] else 0


cdef int undealt(const Rules* r, Pool* pool) noexcept nogil:
    cdef int p, n = r.num_players
    pool.num_pieces = <uint8_t>fill_pool(r, pool.type)
    for p in range(n):
        pool.room[p] = r.dealt
    pool.room[n] = r.pile
    pool.room[n + 1] = r.face_up
    pool.num_holders = <uint8_t>(n + 2)
    return 1


cdef void place(const void* rules, Header* h, int seat, int which, const Pool* pool,
                const uint8_t* faces) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HoiPho* s = <HoiPho*>h
    cdef int p, i, at = 0, n = r.num_players
    for p in range(n):
        if seat == BEFORE_DEAL:
            s.ships[p] = 1
        for i in range(pool.room[p]):
            put_in_hand(s, p, faces[at])
            at += 1
    if seat == BEFORE_DEAL:
        for i in range(r.face_up):
            set_aside(s, faces[at + r.pile + i])
        open_round(r, s, NULL)


cdef uint64_t private_digest(const void* rules, const Header* h, int seat) noexcept nogil:
    cdef const HoiPho* s = <const HoiPho*>h
    return (s.hand[seat] | <uint64_t>s.ships[seat] << 16 | <uint64_t>s.commit[seat] << 24)


# ---- features ----------------------------------------------------------------------------------

cdef enum:                     # start of each block of the tensor
    F_PLAYERS = 0              # one-hot of 2..5
    F_PHASE = 4                # one-hot
    F_TURN = 16                # one-hot
    F_GLOBAL = 21
    F_OPTIONS = 29
    F_HAND = 33                # Ships / 2, then merchants 1..15
    F_COMMIT = 49              # own committed card (16), then throw (3)
    F_TABLE = 68               # merchants 1..15 each
    F_ASIDE = 83
    F_CHAIN = 98
    F_SEATS = 113              # five blocks, the observer first, then leftwards
    SEAT_BLOCK = 72
    F_END = 473


cdef inline void write_set(uint16_t cards, float* out) noexcept nogil:
    cdef int card
    for card in range(1, MERCHANTS):
        out[card - 1] = (cards >> card) & 1


cdef void tensor(const void* rules, const Header* h, int seat, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef int i, n = r.num_players, committed_ = s.commit[seat] - 1
    out[F_PLAYERS + n - 2] = 1
    out[F_PHASE + s.phase] = 1
    out[F_TURN + min(s.turn, MAX_TURNS - 1)] = 1
    out[F_GLOBAL] = min(h.epoch, 20) / 20.0
    out[F_GLOBAL + 1] = s.taken / <float>r.num_contracts
    out[F_GLOBAL + 2] = (r.ladder[s.taken] if s.taken < r.num_contracts else 0) / 30.0
    out[F_GLOBAL + 3] = s.cards_left / 6.0
    out[F_GLOBAL + 4] = s.draws / 3.0
    out[F_GLOBAL + 5] = s.used & SIX
    out[F_GLOBAL + 6] = (s.used & ELEVEN) != 0
    out[F_GLOBAL + 7] = s.taking != 0
    out[F_OPTIONS] = r.skill7_turn
    out[F_OPTIONS + 1] = r.skill6_opponents
    out[F_OPTIONS + 2] = r.skill10_strict
    out[F_OPTIONS + 3] = r.skill11_copy_13
    out[F_HAND] = s.ships[seat] / 2.0
    write_set(s.hand[seat], out + F_HAND + 1)
    if committed_ >= ROCK:
        out[F_COMMIT + 16 + committed_ - ROCK] = 1
    elif committed_ >= 0:
        out[F_COMMIT + committed_ % 16] = 1
    write_set(s.on_table, out + F_TABLE)
    write_set(s.discards, out + F_ASIDE)
    write_set(s.chain, out + F_CHAIN)
    for i in range(n):
        seat_features(r, s, (seat + i) % n, out + F_SEATS + i * SEAT_BLOCK)


cdef void seat_features(const Rules* r, const HoiPho* s, int p, float* out) noexcept nogil:
    cdef uint16_t cards = 0
    cdef int card
    out[0] = 1
    out[1] = s.money[p] / 30.0
    out[2] = s.ledger[p] / 15.0
    out[3] = s.count[p] / <float>r.needed
    out[4] = contract_sum(r, s, p) / 60.0
    out[5] = s.ships_out[p] == 0
    out[6] = s.ships_out[p] / 2.0
    out[7] = (s.h.choosers >> p) & 1
    out[8] = s.actor == p and s.phase > PLAY and s.phase < OVER
    out[9] = s.foe == p and s.phase == THROW
    out[10] = s.lacks[p] != 0
    write_set(s.sure[p], out + 11)
    if s.bound[p]:
        out[26 + s.bound[p] - 1] = 1
    for card in range(1, MERCHANTS):
        if (s.on_table >> card) & 1 and s.table_seat[card] == p:
            cards |= <uint16_t>(1 << card)
    write_set(cards, out + 41)
    if s.turn < MAX_TURNS and s.played[s.turn][p]:
        out[56 + s.played[s.turn][p] - 1] = 1


# ---- the way back ------------------------------------------------------------------------------

cdef int num_decisions(const void* rules, const Header* h) noexcept nogil:
    cdef const HoiPho* s = <const HoiPho*>h
    return s.log_len if s.log_known else -1


cdef int decision(const void* rules, const Header* h, int k) noexcept nogil:
    cdef int d = (<const HoiPho*>h).log[k]
    return (d >> 8) << 16 | (d & 0xFF)


cdef int committed(const void* rules, const Header* h, int seat) noexcept nogil:
    return (<const HoiPho*>h).commit[seat] - 1


cdef void to_deal(const void* rules, Header* h) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HoiPho* s = <HoiPho*>h
    cdef uint16_t dealt[MAX_PLAYERS]
    cdef uint8_t ships[MAX_PLAYERS]
    cdef uint16_t aside = s.discards
    cdef uint8_t aside_ships = s.face_up_ships
    cdef uint32_t coins = s.coins
    cdef int p, i
    for p in range(MAX_PLAYERS):
        dealt[p] = s.dealt[p]
        ships[p] = s.ships[p] + s.ships_out[p]
        if s.discarded[p] > 1:
            aside &= ~<uint16_t>(1 << (s.discarded[p] - 1))
    clear_round(r, s)
    memcpy(s.dealt, dealt, sizeof(dealt))
    memcpy(s.hand, dealt, sizeof(dealt))
    memcpy(s.ships, ships, sizeof(ships))
    memcpy(s.money, s.money_at_deal, sizeof(s.money))
    s.discards = aside
    s.face_up_ships = aside_ships
    s.coins = coins
    for i in range(s.taken_at_deal, s.taken):
        s.count[s.owner[i] - 1] -= 1
        s.owner[i] = 0
    s.taken = s.taken_at_deal
    h.public_hash = s.hash_at_deal
    h.num_moves = s.moves_at_deal
    memcpy(h.news, s.news_at_deal, sizeof(h.news))
    h.over = h.truncated = 0
    s.phase = DISCARD if r.discard_each else PLAY
    open_choice(h, (1 << r.num_players) - 1)


# ---- invariants --------------------------------------------------------------------------------

cdef int check_cards(const Rules* r, const HoiPho* s) noexcept nogil:
    cdef uint16_t all_ = s.on_table | s.discards
    cdef int p, held = popcount(s.on_table) + popcount(s.discards), ships = s.face_up_ships
    for p in range(r.num_players):
        if popcount(s.hand[p]) + s.ships[p] != hand_size(s, p):
            return 1
        all_ |= s.hand[p]
        held += popcount(s.hand[p])
        ships += s.ships[p] + s.ships_out[p]
    if popcount(all_) != held or all_ & ~r.merchants:
        return 2                       # a merchant in two places, or none of this game
    if popcount(r.merchants) - held + r.ships - ships != r.pile:
        return 3
    if ships > r.ships:
        return 4
    return 0


cdef int check_knowledge(const Rules* r, const HoiPho* s) noexcept nogil:
    cdef int p
    for p in range(r.num_players):
        if s.sure[p] & ~s.hand[p] or s.lacks[p] & s.hand[p]:
            return 5
        if s.bound[p] and not (s.sure[p] >> s.bound[p]) & 1:
            return 6
        if (s.commit[p] > 0) != (((s.h.choosers & ~s.h.acting) >> p) & 1):
            return 7
    return 0


cdef int check_ranges(const Rules* r, const HoiPho* s) noexcept nogil:
    """Numbers that the rules use as seats, cards or indices."""
    cdef int p, i, n = r.num_players
    if s.phase > OVER or s.turn > r.turns or (s.turn == r.turns and s.phase != OVER):
        return 13
    if s.actor >= n or s.foe >= n or s.taking >= MERCHANTS or s.used > SIX + ELEVEN:
        return 14
    if s.draws >= r.throws or s.taken > r.num_contracts or s.taken_at_deal > s.taken:
        return 15
    if s.log_len > LOG_SIZE or s.log_known > 1 or s.cards_left > r.dealt + 1:
        return 16
    if (s.on_table | s.discards | s.chain | s.pending | s.origin) & ~r.merchants:
        return 17
    for i in range(MERCHANTS):
        if s.table_seat[i] >= n:
            return 18
    for p in range(MAX_PLAYERS):
        if s.bound[p] >= MERCHANTS or s.discarded[p] > MERCHANTS or s.ships_out[p] > r.ships:
            return 19
        for i in range(MAX_TURNS):
            if s.played[i][p] > MERCHANTS:
                return 20
    for i in range(s.log_len):
        if s.log[i] >> 8 >= n or (s.log[i] & 0xFF) >= NUM_ACTIONS:
            return 21
    return 0


cdef int contracts_of(const HoiPho* s, int seat) noexcept nogil:
    """Return how many contracts name a seat as their owner."""
    cdef int i, n = 0
    for i in range(s.taken):
        n += s.owner[i] == seat + 1
    return n


cdef int check(const void* rules, const Header* h) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const HoiPho* s = <const HoiPho*>h
    cdef int p, i, broken = check_ranges(r, s)
    if broken:
        return broken
    broken = check_cards(r, s)
    if broken:
        return broken
    broken = check_knowledge(r, s)
    if broken:
        return broken
    for p in range(r.num_players):
        if s.money[p] < 0 or s.ledger[p] < 0 or s.money[p] > 2000:
            return 9
        if s.count[p] != contracts_of(s, p):
            return 11
    for i in range(MAX_CONTRACTS):
        if (s.owner[i] > 0) != (i < s.taken) or s.owner[i] > r.num_players:
            return 10
    if h.epoch < 1 or h.epoch > r.max_rounds:
        return 22
    if (h.over == 0) != (h.choosers != 0) or h.acting & ~h.choosers:
        return 12
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
    cdef int card, i
    memset(r, 0, sizeof(Rules))
    r.num_players, r.turns, r.dealt = facts["players"], facts["turns"], facts["dealt"]
    r.face_up, r.discard_each = facts["face_up"], facts["discard_each"]
    r.pile, r.ships, r.needed = facts["pile"], facts["ships"], facts["contracts_needed"]
    r.num_contracts = len(facts["ladder"])
    for i, value in enumerate(facts["ladder"]):
        r.ladder[i] = value
    for i, value in enumerate(facts["ship_rewards"]):
        r.ship_reward[i + 1] = value
    for merchant in facts["merchants"]:
        card = merchant["reputation"]
        r.merchants |= <uint16_t>(1 << card)
        r.first[card], r.second[card] = merchant["reward_1st"], merchant["reward_2nd"]
        r.skill[card] = merchant["skill"]
        for rival in merchant["zeroed_by"]:
            r.zeroed_by[card] |= <uint16_t>(1 << <int>rival)
    r.skill7_turn, r.skill6_opponents = facts["skill7_turn"], facts["skill6_opponents"]
    r.skill10_strict, r.skill11_copy_13 = facts["skill10_strict"], facts["skill11_copy_13"]
    skills = facts["skills"]
    r.good_fortune, r.protection_fee = skills["good_fortune"], skills["protection_fee"]
    r.protection_fee_holders = skills["protection_fee_holders"]
    r.dictating, r.snitching = skills["dictating"], skills["snitching"]
    r.prioritized_others, r.charity = skills["prioritized_others"], skills["charity"]
    r.socializing, r.throws = skills["socializing"], skills["throws"]
    r.start_money, r.max_rounds = facts["start_money"], facts["max_rounds"]


def make(Game game not None, data, options) -> None:
    """Fill a blank Game."""
    cdef Rules rules
    cdef HoiPho[1] blank
    facts = _hoi_pho_data.read_facts(data, game.num_players, options)
    fill_rules(&rules, facts)
    game.adopt(&OPS, &rules, sizeof(Rules), sizeof(HoiPho))
    game.dtype = np.asarray(<HoiPho[:1]>blank).dtype
    game.num_distinct_actions = NUM_ACTIONS
    game.max_game_length = options["max_rounds"] * facts["round_length"]
    game.utility_min, game.utility_max, game.utility_sum = 0.0, 1.0, 1.0
    game.layout = tensor_layout()
    game.observation_tensor_size = F_END


def tensor_layout():
    """Return [(name, start, stop)] of the features."""
    blocks = [("players", F_PLAYERS), ("phase", F_PHASE), ("turn", F_TURN), ("table", F_GLOBAL),
              ("options", F_OPTIONS), ("own_hand", F_HAND), ("own_commitment", F_COMMIT),
              ("merchants_on_table", F_TABLE), ("set_aside", F_ASIDE), ("chain", F_CHAIN)]
    blocks += [(f"seat_plus_{i}", F_SEATS + i * SEAT_BLOCK) for i in range(MAX_PLAYERS)]
    ends = [start for _, start in blocks[1:]] + [F_END]
    return [(name, start, stop) for (name, start), stop in zip(blocks, ends, strict=True)]


SPEC = GameSpec(
    name="hoi_pho", title="Hội Phố",
    summary="Merchants of Hội An outbid, rob and call each other; most contracts win "
            "(second edition, 2021).",
    min_players=3, max_players=5, default_players=4, rules_version=1, make=make,
    words=HoiPhoWords, data_file="hoi_pho.toml", options=_hoi_pho_data.OPTIONS,
    presets=_hoi_pho_data.PRESETS, players_in=_hoi_pho_data.players_in)
