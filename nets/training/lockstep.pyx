"""Games of self-play in lock-step: a net is asked for many games at once, forced moves for none.

Letters in the shapes: n games, P seats of this game, A actions, F features of an observation,
H features of one seat that the others may not know, S seats at most, N decisions recorded.

With `deals` above 0 a game is cut into stretches of so many deals (stages, where a game has them),
as a search's simulations are (search/formula.pxd): each stretch ends in what the leaf formula of
the game's script expects there, the last one in the game's end.

With a `teacher` each recorded decision also has the move that the game's script would make.
"""
from libc.math cimport exp, isfinite, log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from engine_cy.batch cimport Batch
from engine_cy.core cimport MAX_ACTIONS, MAX_PLAYERS, Game, Header, commit
from engine_cy.rng cimport Rng, mix2, rng_below, rng_seed, rng_unit
from search.formula cimport LeafFormula, MoveScores, leaf_t, scores_t

import numpy as np

from search.formula import find_scripted

cdef enum: FIRST_ROWS = 1024


cdef struct Row:                   # one recorded decision
    int64_t start                  # of its features in the store; those of others begin at `other`
    int64_t other
    int32_t game
    int32_t next                   # the seat's next recorded decision in this game, -1: none
    float log_chance               # of the action, when it was drawn
    uint16_t stretch               # of its game, from 0
    uint8_t seat
    uint8_t action
    uint8_t taught                 # what the script would play; 0 without a teacher


cdef struct End:                   # of a stretch that is not the game's last
    int32_t game
    double utilities[MAX_PLAYERS]  # by the formula


ROW = np.dtype({
    "names": ["start", "other", "game", "next", "log_chance", "stretch", "seat", "action",
              "taught"],
    "formats": [np.int64, np.int64, np.int32, np.int32, np.float32, np.uint16, np.uint8, np.uint8,
                np.uint8],
    "offsets": [0, 8, 16, 20, 24, 28, 30, 31, 32], "itemsize": sizeof(Row)})


cdef int grow(void** store, int64_t items, int64_t size) except -1 nogil:
    """Make room for so many items; what is there stays."""
    cdef void* room = realloc(store[0], items * size)
    if room == NULL:
        with gil:
            raise MemoryError
    store[0] = room
    return 0


cdef class Lockstep:
    """n games from the deal to the end, in which a decision with one legal action is made at once.

    Ask `waiting()` how many games wait for a net, read `inputs`, and answer with `choose(logits)`;
    when none waits, all are over. Decisions of the seats with policy 0 are recorded. Everything
    is a function of (game, n, seed, policies) and of the logits.

    Raises: ValueError for `deals` where the game has no formula, for a `teacher` where it has no
        compiled script.
    """
    cdef Batch batch
    cdef readonly Game game
    cdef readonly int num_games, num_waiting
    cdef readonly object inputs        # float32[n, F]; the first `num_waiting` rows count
    cdef readonly list groups          # [(policy, first row, last row + 1)] of the waiting games
    cdef readonly int64_t moves        # actions applied in all games, forced ones included
    cdef float[:, ::1] view
    cdef uint8_t[:, ::1] policies      # [n, P]
    cdef int[::1] columns              # [H]
    cdef int num_features, num_actions, num_policies
    cdef int32_t* order                # [n] game of a waiting row
    cdef int32_t* last                 # [n, MAX_PLAYERS] latest recorded decision, -1: none
    cdef int32_t* recorded             # [n] number of the waiting row's record, -1: none
    cdef uint8_t* legal                # [n, MAX_ACTIONS] legal actions of the waiting rows
    cdef int32_t* num_legal            # [n]
    cdef float* scratch                # [F]
    cdef Header* observed
    cdef Row* rows
    cdef uint8_t* masks                # [N, A]
    cdef uint16_t* index               # features that are not 0, and their values
    cdef float* value
    cdef int64_t num_rows, room_rows, num_values, room_values
    cdef leaf_t formula                # NULL: one stretch
    cdef scores_t scores               # of the teacher; NULL: none
    cdef int deals                     # of a stretch
    cdef uint16_t* begun               # [n] deals and stages where the present stretch began
    cdef uint16_t* stretches           # [n] stretches that have ended
    cdef End* ends
    cdef int64_t num_ends, room_ends
    cdef Rng rng, teacher_rng

    def __cinit__(self, Game game not None, int n, uint64_t seed, policies, columns,
                  int num_policies, int deals=0, bint teacher=False):
        if deals > 0:
            formula = find_scripted(game.name, "LEAF")
            if not isinstance(formula, LeafFormula):
                raise ValueError(f"deals={deals} needs a leaf formula, and {game.name} has none; "
                                 "allowed: 0.")
            self.formula = (<LeafFormula>formula).value
        if teacher:
            script = find_scripted(game.name, "SCORES")
            if not isinstance(script, MoveScores):
                raise ValueError(f"A teacher needs a compiled script, and {game.name} has none.")
            self.scores = (<MoveScores>script).scores
        self.deals = deals
        self.game = game
        self.batch = Batch(game, n, seed)
        self.num_games = n
        self.num_features = game.observation_tensor_size
        self.num_actions = game.num_distinct_actions
        self.policies = np.ascontiguousarray(policies, dtype=np.uint8)
        self.columns = np.ascontiguousarray(columns, dtype=np.int32)
        self.num_policies = num_policies
        if self.policies.shape[0] != n or self.policies.shape[1] != game.num_players:
            raise ValueError(f"Policies of shape {np.shape(policies)} do not fit {n} games of "
                             f"{game.num_players} seats.")
        if np.any(np.asarray(self.policies) >= num_policies):
            raise ValueError(f"A policy is not one of 0..{num_policies - 1}.")
        self.inputs = np.zeros((n, self.num_features), dtype=np.float32)
        self.view = self.inputs
        self.order = <int32_t*>calloc(n, sizeof(int32_t))
        self.recorded = <int32_t*>calloc(n, sizeof(int32_t))
        self.num_legal = <int32_t*>calloc(n, sizeof(int32_t))
        self.last = <int32_t*>calloc(n * MAX_PLAYERS, sizeof(int32_t))
        self.legal = <uint8_t*>calloc(n, MAX_ACTIONS)
        self.begun = <uint16_t*>calloc(n, sizeof(uint16_t))
        self.stretches = <uint16_t*>calloc(n, sizeof(uint16_t))
        self.scratch = <float*>calloc(self.num_features, sizeof(float))
        self.observed = <Header*>calloc(1, game.state_size)
        if self.order == NULL or self.recorded == NULL or self.num_legal == NULL \
                or self.last == NULL or self.legal == NULL or self.scratch == NULL \
                or self.observed == NULL or self.begun == NULL or self.stretches == NULL:
            raise MemoryError
        memset(self.last, 0xFF, n * MAX_PLAYERS * sizeof(int32_t))
        rng_seed(&self.rng, mix2(seed, 2))
        rng_seed(&self.teacher_rng, mix2(seed, 3))
        cdef int i
        with nogil:
            for i in range(n):
                self.begun[i] = dealt(self.batch.at(i))
                self.play_forced(i)
            self.look()
        self.find_groups()

    def __dealloc__(self):
        free(self.order)
        free(self.recorded)
        free(self.num_legal)
        free(self.last)
        free(self.legal)
        free(self.scratch)
        free(self.observed)
        free(self.begun)
        free(self.stretches)
        free(self.ends)
        free(self.rows)
        free(self.masks)
        free(self.index)
        free(self.value)

    def waiting(self) -> int:
        """Return how many games wait for a net; 0: all are over."""
        return self.num_waiting

    def choose(self, logits) -> None:
        """Draw an action for every waiting game from float32[waiting, A or more] and go on.

        Raises: ValueError for logits of another shape or without finite chances.
        """
        cdef const float[:, ::1] given = np.ascontiguousarray(logits, dtype=np.float32)
        cdef int bad = -1, i
        if given.shape[0] != self.num_waiting or given.shape[1] < self.num_actions:
            raise ValueError(f"Logits of shape {np.shape(logits)} do not fit {self.num_waiting} "
                             f"games of {self.num_actions} actions.")
        if self.num_waiting == 0:
            return
        with nogil:
            for i in range(self.num_waiting):
                if not self.decide(i, &given[i, 0]):
                    bad = i
                    break
            else:
                self.look()
        if bad >= 0:
            raise ValueError(f"The logits of row {bad} are not finite.")
        self.find_groups()

    cdef int decide(self, int i, const float* logits) except -1 nogil:
        """Draw and apply the action of waiting row i; 0 where there are no chances."""
        cdef Header* h = self.batch.at(self.order[i])
        cdef const uint8_t* legal = self.legal + i * MAX_ACTIONS
        cdef double chances[MAX_ACTIONS]
        cdef double most = -1e300, total = 0.0, x
        cdef int k = self.num_legal[i], j, chosen = -1
        cdef Row* row
        for j in range(k):
            most = max(most, logits[legal[j]])
        for j in range(k):
            chances[j] = exp(logits[legal[j]] - most)
            total += chances[j]
        if not isfinite(total):
            return 0
        x = rng_unit(&self.rng) * total
        for j in range(k):
            x -= chances[j]
            if chances[j] > 0.0:
                chosen = j
                if x < 0.0:
                    break
        if self.recorded[i] >= 0:
            row = &self.rows[self.recorded[i]]
            row.action = legal[chosen]
            row.log_chance = <float>(log(chances[chosen] / total))
        commit(self.game.ops, self.game.rules, h, row_seat(h), legal[chosen], NULL)
        self.moves += 1
        self.play_forced(self.order[i])
        return 1

    cdef int play_forced(self, int g) except -1 nogil:
        """Apply the only legal action while there is but one; end a stretch that is over."""
        cdef Header* h = self.batch.at(g)
        cdef uint8_t legal[MAX_ACTIONS]
        cdef int seat
        while not h.over:
            self.end_stretch(g, h)
            seat = row_seat(h)
            if self.game.ops.legal(self.game.rules, h, seat, legal) != 1:
                return 0
            commit(self.game.ops, self.game.rules, h, seat, legal[0], NULL)
            self.moves += 1
        return 0

    cdef int end_stretch(self, int g, const Header* h) except -1 nogil:
        """Where a game has come to the end of a stretch, keep what the formula expects there."""
        cdef End* end
        if self.formula == NULL or <uint16_t>(dealt(h) - self.begun[g]) < self.deals:
            return 0
        if self.num_ends == self.room_ends:
            self.room_ends = max(<int64_t>FIRST_ROWS, 2 * self.room_ends)
            grow(<void**>&self.ends, self.room_ends, sizeof(End))
        self.begun[g] = dealt(h)
        end = &self.ends[self.num_ends]
        end.game = g
        self.formula(self.game.rules, h, end.utilities)
        self.num_ends += 1
        self.stretches[g] += 1
        return 0

    cdef int look(self) except -1 nogil:
        """Find the games that wait, sorted by policy, and write what their seats see."""
        cdef int32_t begin[257]
        cdef int g, p, i
        cdef Header* h
        memset(begin, 0, sizeof(begin))
        for g in range(self.num_games):
            h = self.batch.at(g)
            if not h.over:
                begin[self.policies[g, row_seat(h)] + 1] += 1
        for p in range(256):
            begin[p + 1] += begin[p]
        self.num_waiting = begin[256]
        for g in range(self.num_games):
            h = self.batch.at(g)
            if not h.over:
                p = self.policies[g, row_seat(h)]
                self.order[begin[p]] = g
                begin[p] += 1
        for i in range(self.num_waiting):
            self.look_at(i)
        return 0

    cdef int look_at(self, int i) except -1 nogil:
        """Write the input of waiting row i and record it where the learner decides."""
        cdef int g = self.order[i]
        cdef Header* h = self.batch.at(g)
        cdef int seat = row_seat(h)
        cdef uint8_t* legal = self.legal + i * MAX_ACTIONS
        cdef Row* row
        self.num_legal[i] = self.game.ops.legal(self.game.rules, h, seat, legal)
        self.see(h, seat, &self.view[i, 0])
        self.recorded[i] = -1
        if self.policies[g, seat] != 0:
            return 0
        self.make_room()
        self.recorded[i] = <int32_t>self.num_rows
        row = &self.rows[self.num_rows]
        row.game = g
        row.seat = <uint8_t>seat
        row.stretch = self.stretches[g]
        row.next = -1
        if self.last[g * MAX_PLAYERS + seat] >= 0:
            self.rows[self.last[g * MAX_PLAYERS + seat]].next = <int32_t>self.num_rows
        self.last[g * MAX_PLAYERS + seat] = <int32_t>self.num_rows
        row.taught = self.taught(seat, legal, self.num_legal[i])
        row.start = self.num_values
        self.store(&self.view[i, 0])
        row.other = self.num_values
        self.store_others(h, seat)
        memset(self.masks + self.num_rows * self.num_actions, 0, self.num_actions)
        for i in range(self.num_legal[i]):
            self.masks[self.num_rows * self.num_actions + legal[i]] = 1
        self.num_rows += 1
        return 0

    cdef uint8_t taught(self, int seat, const uint8_t* legal, int k) noexcept nogil:
        """Return the move of the script that sees what `see` has last shown; equal ones by chance.

        A stream of its own draws it: a teacher does not change what is played.
        """
        cdef double scores[MAX_ACTIONS]
        cdef int j, best = 0, equal = 1
        if self.scores == NULL:
            return 0
        self.scores(self.game.rules, self.observed, seat, legal, k, scores)
        for j in range(1, k):
            if scores[j] > scores[best]:
                best = j
                equal = 1
            elif scores[j] == scores[best]:
                equal += 1
                if rng_below(&self.teacher_rng, equal) == 0:
                    best = j
        return legal[best]

    cdef void see(self, const Header* h, int seat, float* out) noexcept nogil:
        memset(out, 0, self.num_features * sizeof(float))
        self.game.mask_into(h, seat, self.observed)
        self.game.ops.tensor(self.game.rules, self.observed, seat, out)

    cdef void store(self, const float* features) noexcept nogil:
        """Keep the features that are not 0."""
        cdef int64_t at = self.num_values
        cdef int j
        for j in range(self.num_features):
            self.index[at] = <uint16_t>j
            self.value[at] = features[j]
            at += features[j] != 0.0
        self.num_values = at

    cdef void store_others(self, const Header* h, int seat) noexcept nogil:
        """Keep what the other seats alone may know, seat by seat to the left."""
        cdef int hidden = self.columns.shape[0], players = self.game.num_players, r, j
        cdef int64_t at = self.num_values
        cdef float seen
        if hidden == 0:
            return
        for r in range(1, players):
            self.see(h, (seat + r) % players, self.scratch)
            for j in range(hidden):
                seen = self.scratch[self.columns[j]]
                self.index[at] = <uint16_t>(self.num_features + (r - 1) * hidden + j)
                self.value[at] = seen
                at += seen != 0.0
        self.num_values = at

    cdef int make_room(self) except -1 nogil:
        """Make sure that one more decision has room."""
        # One more than is kept: `store` writes before it knows whether the feature counts.
        cdef int64_t most = self.num_features + MAX_PLAYERS * self.columns.shape[0] + 1
        if self.num_rows == self.room_rows:
            self.room_rows = max(<int64_t>FIRST_ROWS, 2 * self.room_rows)
            grow(<void**>&self.rows, self.room_rows, sizeof(Row))
            grow(<void**>&self.masks, self.room_rows, self.num_actions)
        if self.num_values + most > self.room_values:
            self.room_values = 2 * self.room_values + FIRST_ROWS * 64 + most
            grow(<void**>&self.index, self.room_values, sizeof(uint16_t))
            grow(<void**>&self.value, self.room_values, sizeof(float))
        return 0

    cdef int find_groups(self) except -1:
        cdef int i, begin = 0, policy, following
        self.groups = []
        for i in range(self.num_waiting):
            policy = self.policy_of(i)
            following = self.policy_of(i + 1) if i + 1 < self.num_waiting else -1
            if following != policy:
                self.groups.append((policy, begin, i + 1))
                begin = i + 1
        return 0

    cdef int policy_of(self, int i) noexcept nogil:
        """Return the policy that decides in waiting row i."""
        return self.policies[self.order[i], row_seat(self.batch.at(self.order[i]))]

    def returns(self):
        """Return the utilities of the games that are over, float64[n, P]."""
        return self.batch.returns()

    def results(self) -> dict:
        """Return what was recorded, as copies: rows, masks, index, value, returns, scores, ends.

        rows: [N] of dtype ROW; masks: uint8[N, A]; index uint16, value float32: the features,
        ascending, row i from rows.start[i] on; returns, scores: float64[n, P]; ends: of the
        stretches that are not the last of their game, in order: (game int32[M], utilities
        float64[M, P]).
        """
        cdef int64_t n = self.num_rows
        cdef double[:, ::1] scores
        cdef int g
        rows = np.empty(n, dtype=ROW)
        masks = np.empty((n, self.num_actions), dtype=np.uint8)
        index = np.empty(self.num_values, dtype=np.uint16)
        value = np.empty(self.num_values, dtype=np.float32)
        copy_out(rows, <char*>self.rows)
        copy_out(masks, <char*>self.masks)
        copy_out(index, <char*>self.index)
        copy_out(value, <char*>self.value)
        points = np.zeros((self.num_games, self.game.num_players))
        scores = points
        for g in range(self.num_games):
            self.game.ops.scores(self.game.rules, self.batch.at(g), &scores[g, 0])
        return {"rows": rows, "masks": masks, "index": index, "value": value,
                "returns": self.batch.returns(), "scores": points, "ends": self.stretch_ends()}

    cdef tuple stretch_ends(self):
        """Return the games and utilities of the ends, as copies."""
        games = np.empty(self.num_ends, dtype=np.int32)
        utilities = np.empty((self.num_ends, self.game.num_players))
        cdef int32_t[:] game = games
        cdef double[:, :] utility = utilities
        cdef Py_ssize_t i, p
        for i in range(self.num_ends):
            game[i] = self.ends[i].game
            for p in range(self.game.num_players):
                utility[i, p] = self.ends[i].utilities[p]
        return games, utilities


cdef inline uint16_t dealt(const Header* h) noexcept nogil:
    """Return how many deals and stages a game has seen."""
    return h.epoch + h.stage


cdef inline int row_seat(const Header* h) noexcept nogil:
    """Return the first acting seat of a game that is not over."""
    cdef int p = 0
    while not (h.acting >> p) & 1:
        p += 1
    return p


cdef int copy_out(array, const char* source) except -1:
    cdef char[::1] target
    if array.nbytes:
        target = array.view(np.int8).reshape(-1) if array.dtype != ROW \
            else np.frombuffer(array.data, dtype=np.int8)
        memcpy(&target[0], source, array.nbytes)
    return 0


def advantages(const int[::1] following, const float[::1] values, const float[::1] returns,
               double decay):
    """Return the generalised advantages float32[N] (Schulman et al. 2016), gamma 1.

    following: the seat's next decision, always a later row, -1: none; values: what is expected at
    each decision; returns: what came of it, paid after the last one. decay: their lambda.
    """
    cdef Py_ssize_t i, n = following.shape[0]
    found = np.empty(n, dtype=np.float32)
    cdef float[::1] out = found
    with nogil:
        for i in range(n - 1, -1, -1):
            if following[i] < 0:
                out[i] = returns[i] - values[i]
            else:
                out[i] = <float>(values[following[i]] - values[i] + decay * out[following[i]])
    return found
