"""Belief: which worlds explain what the others have done (algorithms section 3.4).

Worlds are drawn uniformly from those that agree with the observation, as always; a world's weight
is the product, over the other seats' moves since the last deal, of the chance that the network
gives the move at what that seat knew then in this world. So the weights are self-normalised
importance weights, and the draws follow the posterior of players that choose as the network does.

Like the search it is a machine that stops for answers.
"""
from libc.math cimport exp, log
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from engine_cy.core cimport (
    MAX_ACTIONS,
    MAX_PLAYERS,
    Game,
    Header,
    Observation,
    Sampler,
    State,
    commit,
    make_sampler,
    new_state,
)
from engine_cy.rng cimport Rng, mix64, rng_next, rng_seed, rng_unit
from search.guide cimport Guide
from search.mlp cimport MLP, masked_softmax, mlp_alloc

cdef enum:
    MEMORY_SIZE = 1 << 13          # entries; beyond three quarters of them nothing is remembered
    WORLDS_AT_A_TIME = 64          # that `advance` weighs without a question


cdef class Belief:
    """So many weighted worlds of one observation; belongs to one thread at a time.

    error: what a move's likelihood is mixed with, uniformly over the legal ones. fresh: share of
        the draws that ignore the weights, so that no world is out of reach.
    """

    def __cinit__(self, Guide guide not None, int size, *, double error=0.1, double fresh=0.1):
        self.guide = guide
        self.game = guide.game
        self.size = size
        self.error = error
        self.fresh = fresh
        self.generation = 1
        self.worlds = <char*>malloc(size * self.game.state_size)
        self.sums = <double*>malloc(size * sizeof(double))
        self.replayed = <Header*>malloc(self.game.state_size)
        self.memory = <Memory*>calloc(MEMORY_SIZE, sizeof(Memory))
        if self.worlds == NULL or self.sums == NULL or self.replayed == NULL \
                or self.memory == NULL:
            raise MemoryError(f"There is no memory for a belief of {size} worlds.")

    def __dealloc__(self):
        free(self.worlds)
        free(self.sums)
        free(self.replayed)
        free(self.memory)

    cdef Header* world(self, int i) noexcept nogil:
        return <Header*>(self.worlds + i * self.game.state_size)

    cdef int begin(self, Sampler sampler, int seat, Rng* rng) except -1:
        """Take an observation; its worlds and their weights follow by `advance` and `answer`.

        rng: of the worlds; it stays where it is until all of them are drawn.
        """
        cdef int k, d
        self.sampler = sampler
        self.rng = rng
        self.seat = seat
        self.count = self.size
        self.generation += 1
        self.waiting = self.done = self.at = 0
        self.weight = 0
        self.known = False
        self.moves = self.game.ops.num_decisions(self.game.rules, sampler.obs)
        for k in range(self.moves):
            d = self.game.ops.decision(self.game.rules, sampler.obs, k)
            self.known = self.known or d >> 16 != seat
        if not self.known:
            self.done = self.count
        return 0

    cdef bint ready(self) noexcept nogil:
        """Whether every world has its weight."""
        return self.done == self.count

    cdef void settle(self) noexcept nogil:
        """Be content with the worlds that have their weights: there is no time for more."""
        self.count = self.done
        self.known = self.done > 0
        if self.known:
            self.cumulate()

    cdef int advance(self, float* rows) noexcept nogil:
        """Go on to the next questions, written into rows [n, F]; return n.

        Of many worlds whose moves are all remembered, 0 before it is ready: time may be short.
        """
        cdef Header* world
        cdef int d, _i
        self.waiting = 0
        for _i in range(WORLDS_AT_A_TIME):
            if self.done == self.count:
                return 0
            world = self.world(self.done)
            if self.at == 0:
                self.sampler.sample(self.rng, world)
                memcpy(self.replayed, world, self.game.state_size)
                self.game.ops.to_deal(self.game.rules, self.replayed)
            while self.at < self.moves:
                d = self.game.ops.decision(self.game.rules, world, self.at)
                if d >> 16 != self.seat:
                    self.weigh(d >> 16, d & 0xFFFF, rows)
                commit(self.game.ops, self.game.rules, self.replayed, d >> 16, d & 0xFFFF, NULL)
                self.at += 1
                if self.waiting == MAX_PLAYERS:
                    return self.waiting
            if self.waiting > 0:
                return self.waiting
            self.close()
        return 0

    cdef int weigh(self, int seat, int action, float* rows) noexcept nogil:
        """Weigh the replayed world by one move: remembered, or asked for."""
        cdef Past* past = &self.past[self.waiting]
        cdef uint64_t key
        cdef Memory* found
        cdef int k = self.game.ops.legal(self.game.rules, self.replayed, seat, past.legal)
        if k == 1:
            return 0
        key = mix64(self.game.info_hash(self.replayed, seat) ^ mix64(action + 1))
        found = self.recall(key)
        if found != NULL and found.generation == self.generation:
            self.weight += found.likelihood
            return 0
        past.key = key
        past.action = <uint8_t>action
        past.k = <uint8_t>(k - 1)
        self.guide.write(self.replayed, seat, rows + self.waiting * self.guide.num_inputs)
        self.waiting += 1
        return 1

    cdef void answer(self, const float* outs) noexcept nogil:
        """Take the answers [waiting, A + S]."""
        cdef double shares[MAX_ACTIONS]
        cdef double likelihood
        cdef Past* past
        cdef Memory* entry
        cdef int i, e, k
        for i in range(self.waiting):
            past = &self.past[i]
            k = past.k + 1
            masked_softmax(outs + i * self.guide.num_outputs, past.legal, k, shares)
            likelihood = self.error / k
            for e in range(k):
                if past.legal[e] == past.action:
                    likelihood += (1 - self.error) * shares[e]
            likelihood = log(likelihood)
            self.weight += likelihood
            entry = self.recall(past.key)
            if entry != NULL:
                entry.key = past.key
                entry.generation = self.generation
                entry.likelihood = likelihood
        self.waiting = 0
        if self.at == self.moves:
            self.close()

    cdef void close(self) noexcept nogil:
        """Keep the weight of the world whose moves are all weighed; go on to the next."""
        self.sums[self.done] = self.weight
        self.done += 1
        self.at = 0
        self.weight = 0
        if self.done == self.count:
            self.cumulate()

    cdef void cumulate(self) noexcept nogil:
        """Turn the logarithms of the weights into cumulated weights."""
        cdef double most = -1e300, total = 0
        cdef int i
        for i in range(self.count):
            most = max(most, self.sums[i])
        for i in range(self.count):
            total += exp(self.sums[i] - most)
            self.sums[i] = total

    cdef Memory* recall(self, uint64_t key) noexcept nogil:
        """The entry of a key, or an empty one for it; NULL where its neighbourhood is full."""
        cdef int _i, at = <int>(key & (MEMORY_SIZE - 1))
        for _i in range(8):
            if self.memory[at].generation != self.generation or self.memory[at].key == key:
                return &self.memory[at]
            at = (at + 1) & (MEMORY_SIZE - 1)
        return NULL

    cdef void draw(self, Rng* rng, Header* out) noexcept nogil:
        """Write a world drawn by weight, or one of all that agree; its chance is drawn anew."""
        cdef double x
        cdef int low = 0, high = self.count - 1, middle
        if not self.known or rng_unit(rng) < self.fresh:
            self.sampler.sample(rng, out)
            return
        x = rng_unit(rng) * self.sums[self.count - 1]
        while low < high:                          # the first whose cumulated weight exceeds x
            middle = (low + high) // 2
            if self.sums[middle] > x:
                high = middle
            else:
                low = middle + 1
        memcpy(out, self.world(low), self.game.state_size)
        out.chance_key = rng_next(rng)
        self.game.ops.redraw(self.game.rules, out)

    cdef list listed(self):
        """Return [(State, weight)] of the worlds, their weights summing to 1."""
        cdef State state
        result = []
        for i in range(self.count):
            state = new_state(self.game)
            memcpy(state.h, self.world(i), self.game.state_size)
            state.log_of = False
            below = self.sums[i - 1] if i > 0 else 0.0
            result.append((state, (self.sums[i] - below) / self.sums[self.count - 1]))
        return result


def weighted_worlds(Observation observation not None, MLP net not None, int size, seed: int, *,
                    double error=0.1):
    """Return [(State, weight)]: worlds drawn for an observation, their weights summing to 1.

    None where no other seat has moved since the last deal, or its moves are not known.

    Raises ValueError for a network of another game's sizes, or fewer worlds than one.
    """
    cdef Game game = observation.game
    if net.num_inputs != game.observation_tensor_size:
        raise ValueError(f"A network of {net.num_inputs} inputs does not fit {game!r}, whose "
                         f"tensor has {game.observation_tensor_size} numbers.")
    if size < 1:
        raise ValueError(f"A belief of {size} worlds is not possible; at least 1 is needed.")
    cdef Belief belief = Belief(Guide(game, net.num_actions, net.num_seats), size, error=error)
    cdef Sampler sampler = make_sampler(game, observation.h, observation.player)
    cdef float* rows = mlp_alloc(MAX_PLAYERS * belief.guide.num_inputs)
    cdef float* outs = mlp_alloc(MAX_PLAYERS * belief.guide.num_outputs)
    cdef float* scratch = mlp_alloc(net.scratch_size)
    cdef Rng rng
    cdef int i
    rng_seed(&rng, <uint64_t>seed)
    belief.begin(sampler, observation.player, &rng)
    with nogil:
        while not belief.ready():
            if belief.advance(rows) == 0:
                continue
            for i in range(belief.waiting):
                net.evaluate(rows + i * belief.guide.num_inputs,
                             outs + i * belief.guide.num_outputs, scratch)
            belief.answer(outs)
    free(rows)
    free(outs)
    free(scratch)
    if not belief.known:
        return None
    return belief.listed()
