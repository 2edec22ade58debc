"""Every course of a small game, walked once into the sequence form (von Stengel 1996).

Each first deal is played out in every way. What is kept is no tree of positions but the decisions
of each seat and, for every end, the last own action of each seat with the payoff: all that exact
values need where every seat remembers what it knew and did.

Simultaneous choices are played in ascending seat order: a seat's key does not tell what the others
have committed, so none of them sees more than it did at the start of the choice.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from cpython cimport array
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals

from engine_cy.bits cimport lowest
from engine_cy.core cimport MAX_ACTIONS, MAX_PLAYERS, Game, Header, State, commit
from engine_cy.rng cimport mix2

import array

from engine_cy.errors import GameOptionError, TooManyWorlds

cdef enum:
    SIGNALS_EVERY = 0xFFFF     # positions between two looks for Ctrl-C, a power of two minus one
    TWIN_TAG = 0x5457494E      # separates the twin's chance from everything else

cdef struct Room:              # for any state, aligned for its first field
    uint64_t words[128]        # MAX_STATE bytes

cdef struct Position:
    Room state
    Room twin                  # the same deal and actions under another chance key
    int last[MAX_PLAYERS]      # sequence of each seat: its latest own action and all before it
    int depth                  # decisions so far


cdef class Walk:
    """Plays a game out from one deal after another and collects decisions and ends.

    Sequences 0..num_players - 1 are the empty ones, "seat p has not chosen yet"; the actions of
    information set i are the sequences first[i], first[i] + 1, ... in ascending action order.
    A decision with a single legal action is played and not recorded.
    """

    cdef Game game
    cdef Py_ssize_t limit
    cdef double weight                      # of the present deal
    cdef dict found                         # (key, own sequence before) -> information set
    cdef readonly Py_ssize_t num_nodes      # decisions and ends, over all deals
    cdef readonly int depth                 # most decisions on one course
    cdef readonly list keys, players, parents, first, samples
    cdef readonly array.array actions       # action id of every sequence; 0 for the empty ones
    cdef readonly array.array lasts         # num_players sequences for every end
    cdef readonly array.array payoffs       # num_players utilities for every end, times the weight

    def __init__(self, Game game not None, limit: int):
        """`limit` is the number of positions to collect at most."""
        self.game = game
        self.limit = limit
        self.found = {}
        self.keys, self.players, self.parents = [], [], []
        self.first, self.samples = [], []
        self.actions = array.array("B", bytes(game.num_players))
        self.lasts = array.array("i")
        self.payoffs = array.array("d")

    def add_deal(self, State world not None, double weight, int number) -> None:
        """Play one first deal out in every way.

        Raises:
            TooManyWorlds: where the limit of positions is passed.
            GameOptionError: where something is drawn by chance after the deal.
        """
        cdef Position root
        cdef Header* twin = <Header*>&root.twin
        cdef int p
        memcpy(&root.state, world.h, self.game.state_size)
        memcpy(twin, world.h, self.game.state_size)
        twin.chance_key = mix2(number, TWIN_TAG)
        self.game.ops.redraw(self.game.rules, twin)
        for p in range(self.game.num_players):
            root.last[p] = p
        root.depth = 0
        self.weight = weight
        self.visit(&root)

    cdef int visit(self, Position* here) except -1:
        cdef Header* s = <Header*>&here.state
        cdef Header* twin = <Header*>&here.twin
        cdef uint8_t legal[MAX_ACTIONS]
        cdef Position after
        cdef int seat = 0, k = 0, e, first
        while not s.over:
            seat = lowest(s.acting)
            k = self.legal(s, twin, seat, legal)
            if k > 1:
                break
            commit(self.game.ops, self.game.rules, s, seat, legal[0], NULL)
            commit(self.game.ops, self.game.rules, twin, seat, legal[0], NULL)
        self.num_nodes += 1
        if self.num_nodes > self.limit:
            raise TooManyWorlds(f"{self.game!r} has more than {self.limit} positions; an exact "
                                "solution needs fewer cards, turns or seats.")
        if not self.num_nodes & SIGNALS_EVERY:
            PyErr_CheckSignals()
        if s.over:
            return self.end(here)
        first = self.first[self.decision(s, seat, here.last[seat], legal, k)]
        self.depth = max(self.depth, here.depth + 1)
        for e in range(k):
            memcpy(&after.state, s, self.game.state_size)
            memcpy(&after.twin, twin, self.game.state_size)
            memcpy(after.last, here.last, sizeof(after.last))
            after.last[seat] = first + e
            after.depth = here.depth + 1
            commit(self.game.ops, self.game.rules, <Header*>&after.state, seat, legal[e], NULL)
            commit(self.game.ops, self.game.rules, <Header*>&after.twin, seat, legal[e], NULL)
            self.visit(&after)
        return 0

    cdef int legal(self, const Header* s, const Header* twin, int seat,
                   uint8_t* out) except -1:
        """Write the legal actions; the twin must stand at the same choice."""
        cdef uint8_t other[MAX_ACTIONS]
        cdef int k = self.game.ops.legal(self.game.rules, s, seat, out)
        if (twin.over or twin.acting != s.acting
                or self.game.ops.legal(self.game.rules, twin, seat, other) != k
                or memcmp(out, other, k) != 0
                or self.game.info_hash(s, seat) != self.game.info_hash(twin, seat)):
            raise chance_error(self.game)
        return k

    cdef int decision(self, const Header* s, int seat, int before, const uint8_t* legal,
                      int k) except -1:
        """Return the number of the information set, new or met before."""
        cdef uint64_t key = self.game.info_hash(s, seat)
        cdef object name = (key, before), found = self.found.get(name)
        cdef int i, first, end
        if found is None:
            i = len(self.keys)
            self.found[name] = i
            self.keys.append(key)
            self.players.append(seat)
            self.parents.append(before)
            self.first.append(len(self.actions))
            self.samples.append(PyBytes_FromStringAndSize(<const char*>s, self.game.state_size))
            array.extend_buffer(self.actions, <char*>legal, k)
            return i
        i = found
        first = self.first[i]
        end = self.first[i + 1] if i + 1 < len(self.first) else len(self.actions)
        if end - first != k or memcmp(&self.actions.data.as_uchars[first], legal, k) != 0:
            raise RuntimeError(f"{self.game!r}: one information-state hash stands for positions "
                               "with different legal actions.")
        return i

    cdef int end(self, Position* here) except -1:
        cdef double values[MAX_PLAYERS]
        cdef double others[MAX_PLAYERS]
        cdef Header* twin = <Header*>&here.twin
        cdef int n = self.game.num_players, p
        self.game.ops.returns(self.game.rules, <Header*>&here.state, values)
        if twin.over:
            self.game.ops.returns(self.game.rules, twin, others)
        if not twin.over or memcmp(values, others, n * sizeof(double)) != 0:
            raise chance_error(self.game)
        for p in range(n):
            values[p] *= self.weight
        array.extend_buffer(self.payoffs, <char*>values, n)
        array.extend_buffer(self.lasts, <char*>here.last, n)
        return 0


cdef object chance_error(Game game):
    return GameOptionError(f"{game!r} draws something by chance after the first deal; exact "
                           "solutions are for games in which the deal is all the chance there is.")
