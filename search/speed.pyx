"""Measuring loops in nogil code: draws, clones, deals, random games, searches.

Times are thread CPU times, so that other work on the machine disturbs them little. Every function
returns a time per item in nanoseconds; the smallest of several repeats is the honest figure.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

from engine_cy.core cimport (
    Game,
    Header,
    Observation,
    Ops,
    Sampler,
    State,
    commit,
    make_sampler,
)
from engine_cy.rng cimport Rng, rng_next, rng_seed
from search.ismcts cimport Search
from search.mlp cimport MLP, mlp_alloc

cdef enum: RING = 64           # copies written in turn, so that no two share a store buffer

cdef extern from *:
    """
    /* Make the compiler believe that memory at p is read and written. */
    #define BARRIER(p) __asm__ volatile("" : : "r"(p) : "memory")
    """
    void BARRIER(void* p) noexcept nogil


cdef int64_t thread_ns() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return <int64_t>now.tv_sec * 1_000_000_000 + now.tv_nsec


def thread_seconds() -> float:
    """Return the CPU time of the calling thread in seconds."""
    return thread_ns() * 1e-9


def draw_ns(n: int = 10_000_000) -> float:
    """Return the time of one xoshiro256** draw: the unit of speed of this process."""
    cdef Rng rng
    cdef uint64_t total = 0
    cdef int64_t _i, count = n, start, end
    rng_seed(&rng, 1)
    with nogil:
        start = thread_ns()
        for _i in range(count):
            total += rng_next(&rng)
        BARRIER(&total)
        end = thread_ns()
    return (end - start) / <double>count


def playout_ns(State state not None, n: int = 10_000, seed: int = 1, deals: int = 0,
               fine: bool = False) -> tuple:
    """Return (time of a random playout from `state` with its clone, mean number of plies).

    deals: stop after so many deals and stages, 0: at the end. fine: by the one-ply functions
    `sample` and `apply` instead of the coarse `playout`.
    """
    cdef Game game = state.game
    cdef const Ops* ops = game.ops
    cdef Header* world = <Header*>malloc(game.state_size)
    cdef Rng rng
    cdef int64_t _i, count = n, plies = 0, start, end
    cdef int through = deals
    cdef bint by_ply = fine
    if world == NULL:
        raise MemoryError
    rng_seed(&rng, <uint64_t>seed)
    with nogil:
        start = thread_ns()
        for _i in range(count):
            memcpy(world, state.h, game.state_size)
            if by_ply:
                plies += fine_playout(ops, game.rules, world, &rng, through)
            else:
                plies += ops.playout(game.rules, world, &rng, through)
        end = thread_ns()
    free(world)
    return (end - start) / <double>count, plies / <double>count


cdef int64_t fine_playout(const Ops* ops, const void* rules, Header* world, Rng* rng,
                          int deals) noexcept nogil:
    cdef int64_t plies = 0
    cdef int begun = world.epoch + world.stage, seat
    while not world.over and not (deals and world.epoch + world.stage - begun >= deals):
        for seat in range(world.num_players):
            if (world.acting >> seat) & 1:
                commit(ops, rules, world, seat, ops.sample(rules, world, seat, rng), NULL)
                plies += 1
                break
    return plies


def clone_ns(State state not None, n: int = 10_000_000) -> float:
    """Return the time of a clone in nogil code, into a ring of 64 states."""
    cdef Game game = state.game
    cdef char* ring = <char*>calloc(RING, game.state_size)
    cdef int64_t _i, count = n, start, end
    if ring == NULL:
        raise MemoryError
    with nogil:
        start = thread_ns()
        for _i in range(count):
            memcpy(ring + (_i % RING) * game.state_size, state.h, game.state_size)
            BARRIER(ring)
        end = thread_ns()
    free(ring)
    return (end - start) / <double>count


def memcpy_ns(size: int, n: int = 10_000_000) -> float:
    """Return the time of a bare memcpy of `size` bytes, into a ring of 64 buffers."""
    cdef size_t bytes_ = size
    cdef char* source = <char*>calloc(1, bytes_)
    cdef char* ring = <char*>calloc(RING, bytes_)
    cdef int64_t _i, count = n, start, end
    if source == NULL or ring == NULL:
        free(source)
        free(ring)
        raise MemoryError
    with nogil:
        start = thread_ns()
        for _i in range(count):
            memcpy(ring + <size_t>(_i % RING) * bytes_, source, bytes_)
            BARRIER(ring)
        end = thread_ns()
    free(source)
    free(ring)
    return (end - start) / <double>count


def fill_ns(Observation observation not None, n: int = 100_000, seed: int = 1) -> float:
    """Return the time of sampling a world that agrees with an observation."""
    cdef Game game = observation.game
    cdef Sampler sampler = make_sampler(game, observation.h, observation.player)
    cdef Header* world = <Header*>malloc(game.state_size)
    cdef Rng rng
    cdef int64_t _i, count = n, start, end
    if world == NULL:
        raise MemoryError
    rng_seed(&rng, <uint64_t>seed)
    with nogil:
        start = thread_ns()
        for _i in range(count):
            sampler.sample(&rng, world)
            BARRIER(world)
        end = thread_ns()
    free(world)
    return (end - start) / <double>count


def simulation_ns(Search search not None, Observation observation not None,
                  n: int = 10_000, seed: int = 1) -> float:
    """Return the time of one simulation of a search of n simulations from an empty tree."""
    cdef int64_t start, count = n
    search.clear()
    search.begin_at(observation, <uint64_t>seed, False)
    with nogil:
        start = thread_ns()
        search.loop(count, -1)
        start = thread_ns() - start
    return start / <double>count


def evaluate_ns(MLP mlp not None, rows, n: int = 20_000) -> float:
    """Return the time of evaluating a network on a row of float32[m, F], all of them in turn."""
    cdef const float[:, ::1] x = rows
    cdef Py_ssize_t _i, count = n, row = 0
    cdef int64_t start, end
    cdef float* scratch = NULL
    cdef float* out = NULL
    if x.shape[0] == 0 or x.shape[1] != mlp.num_inputs:
        raise ValueError(f"{x.shape[0]} rows of {x.shape[1]} inputs do not fit {mlp!r}.")
    try:
        scratch = mlp_alloc(mlp.scratch_size)
        out = mlp_alloc(mlp.num_outputs)
        with nogil:
            start = thread_ns()
            for _i in range(count):
                mlp.evaluate(&x[row, 0], out, scratch)
                row += 1
                if row == x.shape[0]:
                    row = 0
            end = thread_ns()
    finally:
        free(scratch)
        free(out)
    return (end - start) / <double>count


def question_ns(State state not None, MLP mlp not None, n: int = 20_000,
                ask: bool = True) -> float:
    """Return the time of masking a state for its first acting seat, its tensor and the network.

    ask: False leaves the network out.
    """
    cdef Game game = state.game
    cdef int64_t _i, count = n, start, end
    cdef int seat = state.current_player()
    cdef bint asks = ask
    cdef size_t tensor_bytes = game.observation_tensor_size * sizeof(float)
    cdef Header* seen = <Header*>malloc(game.state_size)
    cdef float* x = NULL
    cdef float* out = NULL
    cdef float* scratch = NULL
    try:
        if seen == NULL:
            raise MemoryError("There is no memory for a state.")
        if seat < 0 or mlp.num_inputs != game.observation_tensor_size:
            raise ValueError(f"{mlp!r} has no answer to {state!r}.")
        x = mlp_alloc(game.observation_tensor_size)
        out = mlp_alloc(mlp.num_outputs)
        scratch = mlp_alloc(mlp.scratch_size)
        with nogil:
            start = thread_ns()
            for _i in range(count):
                game.mask_into(state.h, seat, seen)
                memset(x, 0, tensor_bytes)
                game.ops.tensor(game.rules, seen, seat, x)
                if asks:
                    mlp.evaluate(x, out, scratch)
                BARRIER(x)
            end = thread_ns()
    finally:
        free(seen)
        free(x)
        free(out)
        free(scratch)
    return (end - start) / <double>count
