"""Bulk checks of a game's rules for the tests: random games and replayed worlds, without the GIL.

A fault is (number of the game, decisions played, name of what is wrong); numbers count from 0.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from engine_cy.bits cimport lowest, nth_bit, popcount
from engine_cy.core cimport (
    MAX_ACTIONS,
    MAX_EVENTS,
    MAX_PLAYERS,
    UNKNOWN_ACTION,
    Event,
    Game,
    Header,
    Observation,
    Sampler,
    Sink,
    State,
    c_assert,
    commit,
    make_sampler,
)
from engine_cy.rng cimport Rng, mix2, rng_below, rng_next, rng_seed

import numpy as np

cdef enum Fault:
    NO_FAULT
    INVARIANT
    NO_LEGAL_ACTION
    LEGAL_OUT_OF_ORDER
    LEGAL_WITHOUT_ACTING
    SAMPLE_NOT_LEGAL
    TOO_LONG
    NUM_MOVES
    NOBODY_ACTS
    RETURNS_RANGE
    RETURNS_SUM
    RANKS
    TOO_MANY_EVENTS
    WORLD_INVARIANT
    WORLD_LOOKS_DIFFERENT
    NOT_REWOUND
    ACTION_UNKNOWN
    REPLAY_ILLEGAL
    REPLAY_DIFFERS

FAULTS = (
    "none", "an invariant of the state is broken", "an acting seat has no legal action",
    "legal actions are not ascending or out of range", "a seat that does not act has legal actions",
    "sample gives an illegal action", "the game is longer than max_game_length",
    "num_moves does not count the actions", "nobody acts in an unfinished game",
    "returns are out of range", "returns do not sum to utility_sum", "ranks are impossible",
    "one action causes too many events", "a sampled world breaks an invariant",
    "a sampled world gives its observer another observation", "a world cannot be rewound",
    "a sampled world does not know an action", "a replayed action is not legal",
    "a replayed world differs")


cdef struct Aligned:           # room for any state, aligned for its first field
    uint64_t words[128]        # MAX_STATE bytes


cdef int check_choice(Game game, const Header* h, Rng* rng) noexcept nogil:
    """Return the fault in the legal actions of any seat, or NO_FAULT."""
    cdef uint8_t out[MAX_ACTIONS]
    cdef int seat, k, i, drawn
    if not h.acting or h.acting & ~h.choosers or h.acting >> h.num_players:
        return NOBODY_ACTS
    for seat in range(game.num_players):
        k = game.ops.legal(game.rules, h, seat, out)
        if not (h.acting >> seat) & 1:
            if k:
                return LEGAL_WITHOUT_ACTING
            continue
        if k < 1:
            return NO_LEGAL_ACTION
        for i in range(k):
            if out[i] >= game.num_distinct_actions or (i > 0 and out[i] <= out[i - 1]):
                return LEGAL_OUT_OF_ORDER
        drawn = game.ops.sample(game.rules, h, seat, rng)
        for i in range(k):
            if out[i] == drawn:
                break
        else:
            return SAMPLE_NOT_LEGAL
    return NO_FAULT


cdef int check_end(Game game, const Header* h, double total, bint sums) noexcept nogil:
    """Return the fault in the results of a finished game, or NO_FAULT."""
    cdef double out[MAX_PLAYERS]
    cdef int ranks[MAX_PLAYERS]
    cdef int p, q, better
    game.ops.returns(game.rules, h, out)
    game.ops.ranks(game.rules, h, ranks)
    for p in range(game.num_players):
        total -= out[p]
        if not game.utility_min - 1e-9 <= out[p] <= game.utility_max + 1e-9:
            return RETURNS_RANGE
        better = 0
        for q in range(game.num_players):
            better += ranks[q] < ranks[p]
        # Alone there is nobody to be ranked against: 1 is a win, 2 a loss.
        if ranks[p] != better + 1 and not (game.num_players == 1 and ranks[p] == 2):
            return RANKS
    return NO_FAULT if not sums or -1e-9 <= total <= 1e-9 else RETURNS_SUM


cdef int random_step(Game game, Header* h, Rng* rng, Sink* sink) noexcept nogil:
    """Play a random action of a random acting seat, so that commitments come in any order."""
    cdef uint8_t out[MAX_ACTIONS]
    cdef int seat = nth_bit(h.acting, rng_below(rng, popcount(h.acting)))
    cdef int k = game.ops.legal(game.rules, h, seat, out)
    if sink != NULL:
        sink.n = 0
    commit(game.ops, game.rules, h, seat, out[rng_below(rng, k)], sink)
    return TOO_MANY_EVENTS if sink != NULL and sink.n >= MAX_EVENTS else NO_FAULT


cdef int one_game(Game game, uint64_t key, double total, bint sums, Header* h, Header* copy,
                  int* plies) noexcept nogil:
    """Play one random game and check it after every ply, and one playout from its middle."""
    cdef Rng rng
    cdef Sink sink
    cdef int fault
    rng_seed(&rng, mix2(key, 2))
    sink.n = 0
    game.begin(h, mix2(key, 1), &sink)
    plies[0] = 0
    while True:
        if game.ops.check(game.rules, h) != 0:
            return INVARIANT
        if h.num_moves != plies[0]:
            return NUM_MOVES
        if h.over:
            break
        if plies[0] >= game.max_game_length:
            return TOO_LONG
        fault = check_choice(game, h, &rng)
        if fault == NO_FAULT and rng_below(&rng, 16) == 0:
            memcpy(copy, h, game.state_size)
            if game.ops.playout(game.rules, copy, &rng, 0) + plies[0] > game.max_game_length:
                return TOO_LONG
            fault = check_end(game, copy, total, sums) if copy.over else NOBODY_ACTS
        if fault == NO_FAULT:
            fault = random_step(game, h, &rng, &sink)
        if fault != NO_FAULT:
            return fault
        plies[0] += 1
    return check_end(game, h, total, sums) if not h.acting and not h.choosers else NOBODY_ACTS


def random_games(Game game not None, n, seed) -> dict:
    """Play n random games in nogil code, everything checked after every ply.

    Returns {"games", "plies", "longest", "truncated", "faults": [...]}; at most 10 faults.
    """
    cdef Aligned state, copy
    cdef Header* h = <Header*>&state
    cdef uint64_t key = seed
    cdef Py_ssize_t i, count = n, total_plies = 0
    cdef int fault, plies = 0, longest = 0, truncated = 0
    cdef bint sums = game.utility_sum is not None
    cdef double total = game.utility_sum if sums else 0.0
    faults = []
    for i in range(count):
        with nogil:
            fault = one_game(game, mix2(key, i), total, sums, h, <Header*>&copy, &plies)
        if fault != NO_FAULT and len(faults) < 10:
            faults.append((i, plies, FAULTS[fault]))
        total_plies += plies
        longest = max(longest, plies)
        truncated += h.truncated
    return {"games": count, "plies": total_plies, "longest": longest, "truncated": truncated,
            "faults": faults}


cdef int is_legal(Game game, const Header* h, int seat, int action) noexcept nogil:
    cdef uint8_t out[MAX_ACTIONS]
    cdef int k = game.ops.legal(game.rules, h, seat, out), i
    for i in range(k):
        if out[i] == action:
            return 1
    return 0


cdef int replay(Game game, const Header* world, Header* copy) noexcept nogil:
    """Rewind a world, play its recorded decisions again, compare (law 10)."""
    cdef int logged = game.ops.num_decisions(game.rules, world), k, d, seat, action
    cdef int pending = world.choosers & ~world.acting
    if game.rewind_into(world, 0, copy) < 0:
        return NOT_REWOUND
    for k in range(logged + popcount(pending)):
        if k < logged:
            d = game.ops.decision(game.rules, world, k)
            seat = d >> 16
            action = d & 0xFFFF
        else:
            seat = nth_bit(pending, k - logged)
            action = game.ops.committed(game.rules, world, seat)
        if action == UNKNOWN_ACTION:
            return ACTION_UNKNOWN
        if not is_legal(game, copy, seat, action):
            return REPLAY_ILLEGAL
        game.ops.apply(game.rules, copy, seat, action, NULL)
    copy.chance_key = world.chance_key
    return NO_FAULT if memcmp(copy, world, game.state_size) == 0 else REPLAY_DIFFERS


cdef int check_world(Game game, Sampler sampler, Rng* rng, Header* world,
                     Header* copy) noexcept nogil:
    """Draw one world; check it, its observation (law 4) and its replay (law 10)."""
    sampler.sample(rng, world)
    if game.ops.check(game.rules, world) != 0:
        return WORLD_INVARIANT
    game.mask_into(world, sampler.seat, copy)
    if memcmp(copy, sampler.obs, game.state_size) != 0:
        return WORLD_LOOKS_DIFFERENT
    return replay(game, world, copy)


def replay_worlds(Game game not None, n, seed, int per_position=4) -> dict:
    """Sample n worlds along random games and replay each from the last deal.

    Returns {"worlds", "games", "faults": [...]}; at most 10 faults.
    """
    cdef Aligned state, observed, world, copy
    cdef Header* h = <Header*>&state
    cdef Sampler sampler
    cdef Rng rng
    cdef uint64_t key = seed
    cdef Py_ssize_t count = n, worlds = 0
    cdef int fault = NO_FAULT, _i, seat, games = 0
    faults = []
    while worlds < count and len(faults) < 10:
        rng_seed(&rng, mix2(mix2(key, games), 2))
        game.begin(h, mix2(mix2(key, games), 1), NULL)
        while worlds < count and not h.over:
            seat = rng_below(&rng, game.num_players)
            game.mask_into(h, seat, <Header*>&observed)
            sampler = make_sampler(game, <Header*>&observed, seat)
            with nogil:
                for _i in range(per_position):
                    fault = check_world(game, sampler, &rng, <Header*>&world, <Header*>&copy)
                    if fault != NO_FAULT:
                        break
            if fault != NO_FAULT:
                faults.append((games, h.num_moves, FAULTS[fault]))
                break
            worlds += per_position
            random_step(game, h, &rng, NULL)
        games += 1
    return {"worlds": worlds, "games": games, "faults": faults}


def finish_at_random(State state not None, n, seed, coarse: bool):
    """Return float64[n, P]: the returns of n random games played on from a state.

    coarse: by the game's `playout`; else by `sample` and `apply`, one ply at a time.
    """
    cdef Game game = state.game
    cdef Aligned copy
    cdef Header* h = <Header*>&copy
    cdef Rng rng
    cdef double[:, ::1] view
    cdef Py_ssize_t i
    cdef bint whole = coarse
    out = np.zeros((n, game.num_players))
    view = out
    rng_seed(&rng, seed)
    with nogil:
        for i in range(view.shape[0]):
            memcpy(h, state.h, game.state_size)
            h.chance_key = rng_next(&rng)
            if whole:
                game.ops.playout(game.rules, h, &rng, 0)
            while not h.over:
                commit(game.ops, game.rules, h, lowest(h.acting),
                       game.ops.sample(game.rules, h, lowest(h.acting), &rng), NULL)
            game.ops.returns(game.rules, h, &view[i, 0])
    return out


def asserts() -> bool:
    """Return whether C assertions are on: in debug and asan builds."""
    cdef bint on = False
    c_assert(set_true(&on))
    return on


cdef bint set_true(bint* flag) noexcept nogil:
    flag[0] = True
    return True


def commit_without_looking(State state not None, int seat, int action) -> None:
    """Apply an action as the nogil code does: one that is not legal ends a debug build."""
    commit(state.game.ops, state.game.rules, state.h, seat, action, NULL)


def events_seen(State state not None, int seat) -> list:
    """Return the events a seat has seen as rows (kind, seat, a, b), read from the state's log.

    By the log alone: nothing of `mask` has a part in it.
    """
    cdef const Event* events = <const Event*>PyBytes_AS_STRING(state.log)
    cdef Py_ssize_t n = len(state.log) // sizeof(Event), i
    return [(events[i].kind, events[i].seat, events[i].a, events[i].b) for i in range(n)
            if (events[i].seen >> seat) & 1]


def sample_worlds(Observation observation not None, n, seed) -> list:
    """Return n sampled worlds as state bytes, the key of the chance to come set to 0."""
    cdef Sampler sampler = make_sampler(observation.game, observation.h, observation.player)
    cdef Aligned state
    cdef Header* world = <Header*>&state
    cdef Rng rng
    rng_seed(&rng, seed)
    worlds = []
    for _ in range(n):
        sampler.sample(&rng, world)
        world.chance_key = 0
        worlds.append(PyBytes_FromStringAndSize(<char*>world, observation.game.state_size))
    return worlds
