"""Game, State and Observation: the Python face of the C state structs."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from engine_cy.bits cimport popcount
from engine_cy.deal cimport (
    MAX_PIECES,
    Pool,
    deal_count,
    deal_sample,
    deal_table_size,
    pool_bits,
)
from engine_cy.rng cimport Rng, mix2, mix64, rng_next, rng_seed

from math import factorial, prod

import numpy as np

from engine_cy import jsonform
from engine_cy.deal import count_deals, enumerate_deals
from engine_cy.errors import (
    DataError,
    GameOptionError,
    IllegalActionError,
    NotationError,
    TooManyWorlds,
)
from engine_cy.events import unpack_events

TERMINAL_PLAYER = TERMINAL
ALL_SEATS = EVERY_SEAT

# Completion tables beyond this many entries (64 MiB) would hide a modelling fault.
cdef Py_ssize_t MAX_TABLE = 8 * 1024 * 1024


cdef class Game:
    """The immutable rules, options and component data of one game at one player count.

    Made by `engine_cy.load_game`. Safe to share between threads.
    """

    def __init__(self):
        raise TypeError("Games are made by engine_cy.load_game, not by Game().")

    def __dealloc__(self):
        free(self.rules)

    cdef void adopt(self, const Ops* ops, const void* rules, Py_ssize_t rules_size,
                    Py_ssize_t state_size) except *:
        if state_size > MAX_STATE:
            raise ValueError(f"A state of {state_size} bytes exceeds {MAX_STATE}.")
        self.ops = ops
        self.public_worlds = True
        self.state_size = state_size
        self.rules = malloc(rules_size)
        if self.rules == NULL:
            raise MemoryError
        memcpy(self.rules, rules, rules_size)

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def options(self) -> dict:
        """Every option's value, defaults included; a copy."""
        return dict(self.chosen)

    @property
    def observation_tensor_layout(self) -> list:
        """[(name, start, stop)] of the tensor's blocks, one layout for all player counts."""
        return list(self.layout)

    @property
    def min_players(self) -> int:
        return self.spec.player_range(self.data)[0]

    @property
    def max_players(self) -> int:
        return self.spec.player_range(self.data)[1]

    @property
    def rules_version(self) -> int:
        return self.spec.rules_version

    @property
    def assumed(self) -> list:
        """Paths of the data values that no source gives, ascending."""
        return self.data.assumed if self.data is not None else []

    @property
    def state_bytes(self) -> int:
        """Size of a state struct in bytes."""
        return self.state_size

    def __repr__(self):
        options = "".join(f", {k}={v!r}" for k, v in self.chosen.items())
        return f"load_game({self.name!r}, players={self.num_players}{options})"

    def __reduce__(self):
        from engine_cy.registry import reload_game

        return reload_game, (self.name, self.num_players, dict(self.chosen), self.data)

    def __eq__(self, other):
        return isinstance(other, Game) and self.fingerprint == other.fingerprint

    def __hash__(self):
        return hash(self.fingerprint)

    def __deepcopy__(self, memo):
        return self                             # immutable

    def new_initial_state(self, seed) -> State:
        """Return the first state of the game dealt from a seed in [0, 2^64)."""
        cdef State state = new_state(self)
        cdef Sink sink
        cdef Header* h = state.h
        cdef uint64_t key = as_seed(seed)
        sink.n = 0
        with nogil:
            self.begin(h, mix2(key, 1), &sink)
        state.log = sink_bytes(&sink)
        return state

    cdef void begin(self, Header* h, uint64_t chance_key, Sink* sink) noexcept nogil:
        memset(h, 0, self.state_size)
        h.num_players = <uint8_t>self.num_players
        h.chance_key = chance_key
        h.public_hash = mix64(self.num_players)
        self.ops.start(self.rules, h, sink)

    def initial_worlds(self, limit: int):
        """Iterate over (State, weight) of every first deal; weight counts physical deals.

        The events of these states are not known. Raises TooManyWorlds before the first one where
        there are more than `limit`.
        """
        cdef State state = self.new_initial_state(0)
        cdef Header* masked = <Header*>calloc(1, self.state_size)
        try:
            self.mask_into(state.h, BEFORE_DEAL, masked)
            sampler = make_sampler(self, masked, BEFORE_DEAL)
        finally:
            free(masked)
        return iterate_worlds(sampler, limit, None, False)

    def action_to_string(self, action) -> str:
        """Return the text of an action id, in the game's own words."""
        names = self.words.action_names
        if not is_index(action, len(names)):
            raise NotationError(
                f"Action {action!r} is not one of 0..{len(names) - 1} of {self.name}.")
        return names[action]

    def string_to_action(self, text: str) -> int:
        """Return the id of an action text; NotationError where the game has no such action."""
        action = self.words.action_ids.get(" ".join(str(text).split()))
        if action is None:
            raise NotationError(f"{text!r} is no action of {self.name}; "
                                f"{self.words.notation_help}.")
        return action

    def state_from_dict(self, d) -> State:
        """Return the state of `State.to_dict`; DataError names the field that does not fit."""
        cdef State state = new_state(self)
        record, log, log_of = jsonform.read_state(self, d)
        self.load_record(state.h, record)
        if not header_fits(self, state.h):
            raise DataError("The field 'record.h' is of another player count, or its choosers and "
                            "acting seats contradict each other.")
        if self.ops.check(self.rules, state.h) != 0:
            raise DataError("The field 'record' describes no position of this game: invariant "
                            f"{self.ops.check(self.rules, state.h)} fails.")
        if not choices_fit(self, state.h):
            raise DataError("The field 'record' describes no position of this game: a seat has "
                            "nothing to choose, or has chosen what is not legal.")
        state.log = log
        state.log_of = log_of
        return state

    def observation_from_dict(self, d) -> Observation:
        """Return the observation of `Observation.to_dict`, or of a frontend's own making.

        `view` is required, `knowledge` and `trace` are optional. DataError names the field that
        is missing, malformed or contradicts another.
        """
        player, record, log = jsonform.read_observation(self, d)
        cdef Observation observation = new_observation(self, player)
        self.load_record(observation.h, record)
        observation.log = log
        self.try_world(observation)
        jsonform.check_decisions(self, d, observation)
        return observation

    cdef int try_world(self, Observation observation) except -1:
        """Raise DataError unless a world agrees, can be played on, and follows from its deal."""
        cdef Sampler sampler = make_sampler(self, observation.h, observation.player)
        cdef State world = new_state(self), replayed = new_state(self)
        cdef Rng rng
        cdef int broken
        rng_seed(&rng, 1)
        sampler.sample(&rng, world.h)
        broken = self.ops.check(self.rules, world.h)
        if broken != 0 or not header_fits(self, world.h):
            raise DataError("The fields of 'view' and 'knowledge' describe no position of this "
                            f"game: invariant {broken} fails in a world that agrees with them.")
        if not choices_fit(self, world.h):
            raise DataError("The field 'view' describes no position of this game: a seat has "
                            "nothing to choose, or has chosen what is not legal.")
        if not world.h.untraced and self.ops.num_decisions(self.rules, world.h) >= 0:
            if self.rewind_into(world.h, len(decisions_of(self, world.h)), replayed.h) == 0:
                replayed.h.chance_key = world.h.chance_key
                if memcmp(replayed.h, world.h, self.state_size) == 0:
                    return 0
            raise DataError("The fields of 'trace' do not lead from the last deal to the view.")
        return 0

    cdef int load_record(self, Header* h, record) except -1:
        cdef bytes raw = record.tobytes()
        if len(raw) != self.state_size:
            raise DataError(f"A record of {len(raw)} bytes is not one of {self.state_size}.")
        memcpy(h, PyBytes_AS_STRING(raw), self.state_size)
        return 0

    def observation_schema(self) -> dict:
        """Return the JSON Schema (draft 2020-12) of `Observation.to_dict`."""
        return jsonform.observation_schema(self)

    def rewind(self, State world not None, k: int) -> State:
        """Return the world as it stood before decision k since the last deal.

        `world` is a sampled (or true) state; k counts `Observation.decisions()`. ValueError where
        the decisions are not known or k is out of range.
        """
        cdef State state = new_state(self)
        if world.game != self:
            raise ValueError("The world belongs to another game.")
        if self.ops.num_decisions(self.rules, world.h) < 0:
            raise ValueError("The decisions since the last deal are not known in this world.")
        last = len(decisions_of(self, world.h))
        if not isinstance(k, (int, np.integer)) or not 0 <= k <= last:
            raise ValueError(f"Decision {k!r} is not one of 0..{last} since the last deal.")
        if self.rewind_into(world.h, k, state.h) < 0:
            raise DataError("The decisions recorded in this world do not lead from its deal to it.")
        state.log_of = False
        return state

    cdef uint64_t info_hash(self, const Header* s, int seat) noexcept nogil:
        return info_key(s.public_hash, self.ops.private_digest(self.rules, s, seat), seat)

    cdef void mask_into(self, const Header* s, int seat, Header* out) noexcept nogil:
        cdef int taken_back = s.choosers & ~s.acting, p
        memcpy(out, s, self.state_size)
        if seat >= 0:
            taken_back &= ~(1 << seat)
        out.acting |= taken_back
        for p in range(MAX_PLAYERS):
            out.num_moves -= (taken_back >> p) & 1
        if seat != EVERY_SEAT and (seat < 0 or not (s.choosers >> seat) & 1):
            out.num_moves -= out.steps       # an unfinished choice of small steps
            out.steps = 0
        out.chance_key = 0
        self.ops.mask(self.rules, out, seat)

    cdef int rewind_into(self, const Header* world, int k, Header* out) noexcept nogil:
        """Write the world before decision k (its pending commitments count last).

        Returns -1 where there is no such k or a recorded decision was not legal.
        """
        cdef int logged = self.ops.num_decisions(self.rules, world)
        cdef int pending = world.choosers & ~world.acting
        cdef int i, d, seat
        if k < 0 or k > logged + popcount(pending):
            return -1
        memcpy(out, world, self.state_size)
        self.ops.to_deal(self.rules, out)
        if self.ops.check(self.rules, out) != 0:
            return -1
        for i in range(min(k, logged)):
            d = self.ops.decision(self.rules, world, i)
            if self.apply_checked(out, d >> 16, d & 0xFFFF) < 0:
                return -1
        i = logged
        for seat in range(world.num_players):
            if i < k and (pending >> seat) & 1:
                d = self.ops.committed(self.rules, world, seat)
                if self.apply_checked(out, seat, d) < 0:
                    return -1
                i += 1
        return 0

    cdef int apply_checked(self, Header* s, int seat, int action) noexcept nogil:
        """Apply an action if it is legal; else return -1 and leave the struct as it was."""
        if not is_legal(self.ops, self.rules, s, seat, action):
            return -1
        self.ops.apply(self.rules, s, seat, action, NULL)
        return 0


def make_game(spec, int players, data, options, fingerprint) -> Game:
    """Return a game of a declaration; the registry's part of `load_game`."""
    cdef Game game = Game.__new__(Game)
    game.spec, game.num_players, game.data = spec, players, data
    game.chosen = dict(options)
    game.fingerprint = fingerprint
    spec.make(game, data, game.chosen)
    game.words = spec.words(game)
    return game


cdef class State:
    """The truth: one flat struct. Made by `Game.new_initial_state`, `clone`, `from_dict`."""

    def __cinit__(self, Game game=None):
        need_made(game, "States are made by Game.new_initial_state, not by State().")
        self.game = game
        self.h = <Header*>calloc(1, game.state_size)
        if self.h == NULL:
            raise MemoryError
        self.log_of = None

    def __init__(self, game=None):
        raise TypeError("States are made by Game.new_initial_state, not by State().")

    def __dealloc__(self):
        free(self.h)

    @property
    def num_moves(self) -> int:
        """Number of actions applied since the start."""
        return self.h.num_moves

    @property
    def truncated(self) -> bool:
        """Whether a guard such as max_rounds ended the game."""
        return bool(self.h.truncated)

    def current_player(self) -> int:
        """Return the first acting seat, or TERMINAL (-4) at the end."""
        return first_acting(self.h)

    def acting_players(self) -> tuple:
        """Return the seats that still owe a choice, ascending."""
        return seats_of(self.h.acting)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.h.over)

    def legal_actions(self, player=None):
        """Return the legal action ids of a seat (default: current_player), int32[k] ascending."""
        return legal_array(self.game, self.h, self.seat(player))

    def legal_actions_mask(self, player=None):
        """Return uint8[num_distinct_actions], 1 where legal."""
        return legal_mask(self.game, self.h, self.seat(player))

    cdef int seat(self, player) except -5:
        if player is None:
            return first_acting(self.h)
        return as_seat(self.game, player)

    def apply_action(self, action, player=None) -> None:
        """Commit an action for current_player(), or for another acting seat.

        Raises IllegalActionError and leaves the state unchanged where the action is not legal.
        """
        cdef int seat = self.seat(player)
        cdef int wanted = action if is_index(action, MAX_ACTIONS) else -1
        cdef Sink sink
        if self.h.over:
            raise IllegalActionError(f"Action {action} comes after the end of the game.")
        if not is_legal(self.game.ops, self.game.rules, self.h, seat, wanted):
            raise IllegalActionError(illegal_sentence(self.game, action, seat,
                                                      self.legal_actions(seat).tolist()))
        sink.n = 0
        with nogil:
            self.game.ops.apply(self.game.rules, self.h, seat, wanted, &sink)
        if sink.n and self.log is not None:
            self.log += sink_bytes(&sink)

    def returns(self):
        """Return the game's utility per seat, float64[P]; ValueError before the end."""
        cdef double[::1] view
        out = np.zeros(self.game.num_players)
        view = out
        self.need_end("returns")
        self.game.ops.returns(self.game.rules, self.h, &view[0])
        return out

    def scores(self):
        """Return the points per seat, float64[P]."""
        cdef double[::1] view
        out = np.zeros(self.game.num_players)
        view = out
        self.game.ops.scores(self.game.rules, self.h, &view[0])
        return out

    def ranks(self):
        """Return the final rank per seat (1 = best, ties share), int32[P]; ValueError before.

        Alone: 1 for a win, 2 for a loss.
        """
        cdef int[::1] view
        out = np.zeros(self.game.num_players, dtype=np.int32)
        view = out
        self.need_end("ranks")
        self.game.ops.ranks(self.game.rules, self.h, &view[0])
        return out

    cdef int need_end(self, what) except -1:
        if not self.h.over:
            raise ValueError(f"The game is not over after {self.h.num_moves} moves: "
                             f"{what} exist at its end only.")
        return 0

    def clone(self) -> State:
        """Return an independent copy."""
        cdef State copy = new_state(self.game)
        memcpy(copy.h, self.h, self.game.state_size)
        copy.log = self.log
        copy.log_of = self.log_of
        return copy

    def __deepcopy__(self, memo):
        return self.clone()

    def observation(self, player) -> Observation:
        """Return what a seat knows, as an object of its own."""
        cdef int seat = as_seat(self.game, player)
        cdef Observation observation = new_observation(self.game, seat)
        self.game.mask_into(self.h, seat, observation.h)
        observation.log = self.events_for(seat)
        return observation

    def observation_of_all(self, player) -> Observation:
        """Return the observation of a seat that sees every hand, but nothing still to come.

        For the laboratory's cheating bot only.
        """
        cdef int seat = as_seat(self.game, player)
        cdef Observation observation = new_observation(self.game, seat)
        self.game.mask_into(self.h, EVERY_SEAT, observation.h)
        observation.log = self.events_for(seat)
        return observation

    cdef bytes events_for(self, int seat):
        if self.log is None or (self.log_of is not None and self.log_of != seat) \
                or self.log_of is False:
            return None
        return filter_events(self.log, seat)

    def events(self, start: int = 0):
        """Return the events from number `start` on; in a sampled state those its observer saw."""
        if self.log is None or self.log_of is False:
            return None
        return unpack_events(self.log, self.game.words, start)

    def information_state_hash(self, player) -> int:
        """Return the 64-bit hash of what a seat knows."""
        return self.game.info_hash(self.h, as_seat(self.game, player))

    def decisions(self) -> list:
        """Return [(k, seat, action)] since the last deal."""
        return decisions_of(self.game, self.h)

    def inventory(self) -> dict:
        """Return {component: {place: count}}; the totals of a component never change."""
        return self.game.words.inventory(self.record())

    def check(self) -> int:
        """Return 0, or the number of the first broken invariant of the struct."""
        return self.game.ops.check(self.game.rules, self.h)

    def record(self):
        """Return a copy of the struct as a numpy record (dtype `Game.dtype`)."""
        return record_of(self.game, self.h)

    def to_bytes(self) -> bytes:
        """Return the struct's bytes."""
        return PyBytes_FromStringAndSize(<char*>self.h, self.game.state_size)

    def to_dict(self) -> dict:
        """Return the complete state, JSON-safe."""
        return jsonform.write_state(self.game, self.record(), self.log, self.log_of)

    def __str__(self):
        return self.game.words.text(self.record(), None)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State right = other
        return (self.game == right.game
                and memcmp(self.h, right.h, self.game.state_size) == 0)

    __hash__ = None

    def __reduce__(self):
        return state_from_bytes, (self.game, self.to_bytes(), self.log, self.log_of)


include "core_observation.pxi"
include "core_worlds.pxi"
include "core_helpers.pxi"
