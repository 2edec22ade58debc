# Part of core.pyx: worlds that agree with an observation, sampled and enumerated.

cdef class Sampler:
    """Uniform worlds for one observation: the pools are counted once, then drawn from."""

    def __dealloc__(self):
        cdef int i
        for i in range(MAX_POOLS):
            free(self.tables[i])
        free(self.obs)

    cdef void sample(self, Rng* rng, Header* out) noexcept nogil:
        cdef uint8_t faces[MAX_PIECES]
        cdef const Ops* ops = self.game.ops
        cdef const void* rules = self.game.rules
        cdef int i
        memcpy(out, self.obs, self.game.state_size)
        out.chance_key = rng_next(rng)
        for i in range(self.num_pools):
            deal_sample(&self.pools[i], self.tables[i], rng, faces)
            ops.place(rules, out, self.seat, i, &self.pools[i], faces)
        ops.redraw(rules, out)

    cdef int place_faces(self, int which, const uint8_t* faces, Header* out) noexcept nogil:
        self.game.ops.place(self.game.rules, out, self.seat, which, &self.pools[which], faces)
        return 0


cdef Sampler make_sampler(Game game, const Header* obs, int seat):
    """Copy a masked struct and count its pools; DataError where no world agrees with it."""
    cdef Sampler sampler = Sampler.__new__(Sampler)
    cdef Pool* pool
    cdef int i, h, places
    sampler.game = game
    sampler.seat = seat
    sampler.obs = <Header*>malloc(game.state_size)
    if sampler.obs == NULL:
        raise MemoryError
    memcpy(sampler.obs, obs, game.state_size)
    for i in range(MAX_POOLS):
        pool = &sampler.pools[i]
        memset(pool, 0, sizeof(Pool))
        if not game.ops.hidden(game.rules, obs, seat, i, pool):
            break
        sampler.num_pools = i + 1
        places = 0
        for h in range(pool.num_holders):
            places += pool.room[h]
        if places != pool.num_pieces:
            raise DataError(f"The observation leaves {pool.num_pieces} cards for {places} unseen "
                            "places: hand sizes, shown cards and knowledge contradict each other.")
        if pool.constrained:
            if deal_table_size(pool) > MAX_TABLE:
                raise DataError("The observation's constraints are too many to count exactly.")
            sampler.tables[i] = <double*>malloc(deal_table_size(pool) * sizeof(double))
            if sampler.tables[i] == NULL:
                raise MemoryError
            if deal_count(pool, sampler.tables[i]) <= 0:
                raise DataError("No deal agrees with what the observation says hands lack or hold.")
    return sampler


def iterate_worlds(Sampler sampler, limit, log, log_of):
    """Return an iterator over the worlds of a sampler, after checking their number."""
    if not is_integer(limit) or limit < 0:
        raise GameOptionError(f"The limit of worlds {limit!r} is no number from 0 on.")
    pools = [pool_lists(&sampler.pools[i]) for i in range(sampler.num_pools)]
    total = 1
    for types, allowed, room, ordered, marks, shown in pools:
        deals = count_deals(types, allowed, room, marks) * orders(room, ordered)
        seen = 0
        # A bound from below first: to list thousands of deals of a long deck takes seconds.
        if total * deals <= limit * arrangements(types):
            for _ in enumerate_deals(types, allowed, room, ordered, marks, shown):
                seen += 1
                if total * seen > limit:
                    break
            else:
                total *= seen
                continue
        raise TooManyWorlds(f"More than {limit} worlds agree with the observation "
                            f"({deals} deals of one pool alone, equal pieces told apart).")
    return _world_iterator(sampler, pools, log, log_of)


def orders(room, ordered):
    """Return in how many orders full holders can be, where their places are distinct."""
    return prod([factorial(places) for places, matter in zip(room, ordered) if matter])


def arrangements(types):
    """Return how many deals of distinct pieces look the same at most: equal pieces exchanged."""
    return prod([factorial(types.count(face)) for face in set(types)])


def _world_iterator(Sampler sampler, pools, log, log_of):
    cdef State state
    for deal, weight in _product(pools):
        state = new_state(sampler.game)
        memcpy(state.h, sampler.obs, sampler.game.state_size)
        # The chance to come is no part of the world's identity: one key serves all.
        state.h.chance_key = mix64(1)
        for which, faces in enumerate(deal):
            raw = bytes(faces)
            sampler.place_faces(which, <const uint8_t*>PyBytes_AS_STRING(raw), state.h)
        sampler.game.ops.redraw(sampler.game.rules, state.h)
        if sampler.seat == BEFORE_DEAL:       # what the deal itself shows belongs to the hash
            sampler.game.ops.to_deal(sampler.game.rules, state.h)
        state.log = log
        state.log_of = log_of
        yield state, weight


def _product(pools):
    if not pools:
        yield [], 1
        return
    for faces, weight in enumerate_deals(*pools[0]):
        for rest, more in _product(pools[1:]):
            yield [faces, *rest], weight * more


cdef object pool_lists(const Pool* pool):
    everywhere = (1 << pool.num_holders) - 1
    return ([pool.type[i] for i in range(pool.num_pieces)],
            [pool.allowed[i] if pool.constrained else everywhere for i in range(pool.num_pieces)],
            [pool.room[h] for h in range(pool.num_holders)],
            [pool.ordered[h] for h in range(pool.num_holders)],
            [pool.marks[i] for i in range(pool.num_pieces)] if pool.needed else None,
            shown_lists(pool))


cdef object shown_lists(const Pool* pool):
    holders = range(pool.num_holders)
    if pool.num_kinds:
        return {k: [pool.shown_kind[k][h] for h in holders] for k in range(pool.num_kinds)}
    return {pool.type[0]: [pool.shown[h] for h in holders]} if pool.num_alike else None
