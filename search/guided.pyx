"""Guided MO-ISMCTS: PUCT with a network's priors, a leaf's utilities by its value head.

A simulation goes from choice to choice of a sampled world. In its tree a seat selects by PUCT from
its own node; where it adds a node it asks the network, which sees what the seat sees; when it has
left its tree it moves as the network would. At the leaf the utilities come from what seats know
there, never from the world that the simulation happens to play in (algorithms section 4.2).
"""
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cimport cython
from cpython.exc cimport PyErr_CheckSignals

from engine_cy.core cimport (
    MAX_ACTIONS,
    MAX_PLAYERS,
    Game,
    Header,
    Observation,
    State,
    commit,
    info_key,
    new_state,
)
from engine_cy.rng cimport rng_unit
from search.belief cimport Belief
from search.formula cimport LeafFormula
from search.guide cimport Guide
from search.ismcts cimport Leaf, Search, monotonic_ns
from search.mlp cimport MLP, masked_softmax
from search.select cimport PRIOR_ONE, node_mean, pick_guided
from search.stop cimport stop_set, stop_wished
from search.tree cimport NO_NODE, Edge, Node, Tree, tree_add, tree_find

cdef extern from "<stdlib.h>" nogil:
    void* aligned_alloc(size_t alignment, size_t size)

cdef enum:
    STOP_NEW = 0               # where any seat adds a node, but not at the root's own choice
    STOP_OWN = 1               # where the searching seat adds one
    STOP_ALL = 2               # where no seat is in its tree any more
    LEAF_NEW = 0               # utilities from the seats that add a node there
    LEAF_ACTING = 1            # from those that choose there
    LEAF_EVERY = 2             # from every seat
    LEAF_OWN = 3               # from the searching seat
    CLOCK_EVERY = 16           # simulations between two looks at the clock

STOPS = {"new": STOP_NEW, "own": STOP_OWN, "all": STOP_ALL}
LEAVES = {"new": LEAF_NEW, "acting": LEAF_ACTING, "every": LEAF_EVERY, "own": LEAF_OWN}

cdef int64_t SIGNALS_EVERY = 50_000_000     # nanoseconds between two looks for Ctrl-C
cdef double TYPICAL_SPREAD = 0.3            # standard deviation at which c counts as it is
cdef double LEAST_SPREAD = 0.1


@cython.final
cdef class GuidedSearch:
    """One tree and a network that guides it; belongs to one thread at a time, but for `stop`.

    net: an MLP of the game's sizes; None: the answers come from outside, by `search.together`.
    num_actions, num_seats: A and S of that network, if not the game's own.
    c: exploration constant of PUCT on utilities scaled to 0..1. spread: scale it by the standard
        deviation of a node's utilities (KataGo), which are 0.3 where c counts as it is.
    fpu: how far an untried move counts below the mean of its node, times the root of the priors
        of the tried ones; not at the root.
    mixed: share of the uniform distribution in the priors.
    sampled: the first move of a new node is drawn from its priors; else it is the likeliest one.
    stop, leaf: names of STOPS and LEAVES: where a simulation ends, and whose utilities count.
    rollouts: weight of one random playout from the leaf beside the value head; `formula` and
        `deals` as for Search.
    belief: how many worlds are weighed by the likelihood of the others' past moves, for
        simulations to be drawn from; 0: every world that agrees is as likely as another.
    memory: bytes of the arena at most; simulations: what one search will do at most, if known.
    """

    def __cinit__(self, Game game not None, MLP net=None, *, double c=1.0, bint spread=False,
                  double fpu=0.0, double mixed=0.05, bint sampled=True, str stop="own",
                  str leaf="new", double rollouts=0.0, int belief=0, LeafFormula formula=None,
                  deals=None, Py_ssize_t memory=1 << 24, simulations=None, num_actions=None,
                  num_seats=None):
        if net is not None:
            num_actions, num_seats = net.num_actions, net.num_seats
            if net.num_inputs != game.observation_tensor_size:
                raise ValueError(f"A network of {net.num_inputs} inputs does not fit {game!r}, "
                                 f"whose tensor has {game.observation_tensor_size} numbers.")
        self.game = game
        self.net = net
        self.guide = Guide(game, num_actions, num_seats)
        # The first simulation may give the root's seat two nodes.
        self.base = Search(game, c=c, memory=memory, formula=formula, deals=deals,
                           simulations=None if simulations is None else simulations + 1)
        if belief > 0:
            self.belief = Belief(self.guide, belief)
        self.settings.c = c
        self.settings.fpu = fpu
        self.settings.mixed = mixed
        self.settings.rollouts = rollouts
        self.settings.spread = spread
        self.settings.sampled = sampled
        self.settings.stop = STOPS[stop]
        self.settings.leaf = LEAVES[leaf]
        cdef Py_ssize_t room = net.scratch_size if net is not None else 0
        self.rows = <float*>malloc(MAX_PLAYERS * self.guide.num_inputs * sizeof(float))
        self.outs = <float*>malloc(MAX_PLAYERS * self.guide.num_outputs * sizeof(float))
        self.scratch = <float*>aligned_alloc(64, (room * sizeof(float) + 127) // 64 * 64)
        self.squares = <float*>malloc(self.base.tree.max_nodes * sizeof(float))
        if self.rows == NULL or self.outs == NULL or self.scratch == NULL or self.squares == NULL:
            raise MemoryError("There is no memory for a guided search.")

    def __dealloc__(self):
        free(self.rows)
        free(self.outs)
        free(self.scratch)
        free(self.squares)

    @property
    def nodes(self) -> int:
        """Number of nodes in the tree."""
        return self.base.nodes

    @property
    def full(self) -> bool:
        """Whether the arena has refused a node: the tree has stopped growing."""
        return self.base.full

    @property
    def kept(self) -> bool:
        """Whether the tree of the search before could be kept."""
        return self.base.kept

    @property
    def simulations(self) -> int:
        """Simulations of this search so far."""
        return self.base.simulations

    @property
    def depth(self) -> int:
        """Choices from the root to the deepest leaf."""
        return self.base.depth

    @property
    def seconds(self) -> float:
        """Seconds that `run` took."""
        return self.base.seconds

    def clear(self) -> None:
        """Forget the tree."""
        self.base.clear()
        self.waiting = 0
        self.open = False

    def stop(self) -> None:
        """End the running search, or the next one, as `Search.stop` does.

        One that is still weighing worlds has then found nothing: its root has no table.
        """
        self.base.stop()

    def begin(self, Observation observation not None, seed: int, all_hands: bool = False) -> None:
        """Take an observation as the root of a search; simulations follow.

        A search left while it waits for answers is forgotten with its tree.
        """
        if self.open:
            self.clear()
        self.base.begin_at(observation, <uint64_t>seed, all_hands)
        self.asked = 0
        self.waiting = 0
        self.weighing = False
        if self.belief is not None:
            self.belief.begin(self.base.sampler, observation.player, &self.base.rng)

    def run(self, Observation observation not None, seed: int, simulations=None, seconds=None,
            all_hands: bool = False) -> None:
        """Search from an observation until one of the budgets is spent; the GIL is free meanwhile.

        seed: of this search's random stream. all_hands: the observation hides no hand.
        """
        cdef int64_t budget = -1 if simulations is None else simulations
        cdef int64_t limit = -1 if seconds is None else <int64_t>(seconds * 1e9)
        if self.net is None:
            raise ValueError("This search has no network of its own: search.together answers it.")
        self.begin(observation, seed, all_hands)
        try:
            with nogil:
                self.loop(budget, limit)
        except BaseException:
            self.clear()
            raise

    def root_policy(self) -> list:
        """Return the share of the visits of each of the root's actions."""
        return self.base.root_policy()

    def root_table(self) -> list:
        """Return (action, visits, mean utility or None, prior or None) of the root's actions."""
        return self.base.root_table()

    def leaf_state(self) -> State:
        """Return a copy of the world where the present simulation stands."""
        cdef State state = new_state(self.game)
        memcpy(state.h, self.base.leaf.world, self.game.state_size)
        state.log_of = False
        return state

    def pending(self) -> list:
        """Return (seat, actions of its new node or None, whether it is to move, whether its
        utilities count) of each question that waits for an answer, in the order of the rows;
        nothing of those that weigh worlds."""
        cdef const Node* node
        result = []
        for i in range(0 if self.weighing else self.waiting):
            actions = None
            if self.questions[i].node != NO_NODE:
                node = &self.base.tree.nodes[self.questions[i].node]
                actions = [self.base.tree.edges[node.first + e].action for e in range(node.k)]
            result.append((self.questions[i].seat, actions, bool(self.questions[i].acts),
                           bool(self.questions[i].values)))
        return result

    # ---- the machine ---------------------------------------------------------------------------

    cdef int loop(self, int64_t simulations, int64_t nanoseconds) except -1 nogil:
        cdef int64_t start = monotonic_ns(), now = start, signals_at = start + SIGNALS_EVERY
        cdef int64_t looked = 0
        cdef int n, i
        while self.open or simulations < 0 or self.base.simulations < simulations:
            n = self.advance(self.rows)
            if n > 0:
                for i in range(n):
                    self.net.evaluate(self.rows + i * self.guide.num_inputs,
                                      self.outs + i * self.guide.num_outputs, self.scratch)
                self.answer(self.outs)
            if self.open:
                continue
            if stop_wished(&self.base.wish):
                break
            if self.base.simulations - looked < CLOCK_EVERY:
                continue
            looked = self.base.simulations
            now = monotonic_ns()
            if 0 <= nanoseconds <= now - start:
                break
            if now >= signals_at:
                with gil:
                    PyErr_CheckSignals()
                signals_at = monotonic_ns() + SIGNALS_EVERY
        stop_set(&self.base.wish, 0)
        self.base.seconds = (monotonic_ns() - start) * 1e-9
        return 0

    cdef int advance(self, float* rows) noexcept nogil:
        """Go on to the next questions, written into rows [n, F]; return n, 0 where the
        simulation has ended without any. At most MAX_PLAYERS; not while answers are due."""
        cdef Leaf* leaf = &self.base.leaf
        if self.belief is not None and not self.belief.ready():
            self.waiting = self.belief.advance(rows)
            self.asked += self.waiting
            self.weighing = self.waiting > 0
            if self.weighing:
                return self.waiting
        if not self.open:
            if self.belief is not None:
                self.belief.draw(&self.base.rng, leaf.world)
            else:
                self.base.new_world()
            leaf.n = leaf.num_new = leaf.depth = 0
            leaf.finished = 0
            self.in_tree = (1 << self.base.plan.num_players) - 1
            self.open = True
        while self.open:
            if self.look(rows) > 0:
                return self.waiting
            self.move()
        return 0

    cdef int look(self, float* rows) noexcept nogil:
        """Let the seats that choose now find their moves, or ask; return the questions."""
        cdef uint8_t actions[MAX_PLAYERS][MAX_ACTIONS]
        cdef uint32_t index[MAX_PLAYERS]
        cdef int k[MAX_PLAYERS]
        cdef bint fresh
        cdef int acting = self.base.leaf.world.acting, new = 0, p
        self.waiting = 0
        for p in range(self.base.plan.num_players):
            index[p] = NO_NODE
            k[p] = 0
            if (acting >> p) & 1:
                fresh = False
                if (self.in_tree >> p) & 1:
                    index[p] = self.enter(p, actions[p], &k[p], &fresh)
                else:
                    k[p] = self.base.plan.ops.legal(self.base.plan.rules, self.base.leaf.world, p,
                                                    actions[p])
                new |= fresh << p
        self.at_leaf = self.stops(new)
        if self.base.leaf.depth > 0:
            self.in_tree &= ~new
        else:
            # The root has its node from its first simulation on, and goes on from there.
            self.in_tree &= ~(new & ~(1 << self.base.plan.seat))
        if self.at_leaf:
            self.ask_of_leaf(rows, index, new)
            return self.waiting
        for p in range(self.base.plan.num_players):
            if (acting >> p) & 1:
                self.choose_or_ask(rows, p, index[p], actions[p], k[p], (new >> p) & 1)
        return self.waiting

    cdef uint32_t enter(self, int seat, uint8_t* actions, int* k, bint* fresh) noexcept nogil:
        """Find the seat's node or add it; NO_NODE for a forced move and where the arena is full.

        Where there was no node the legal actions are written and counted.
        """
        cdef Tree* tree = &self.base.tree
        cdef const Header* world = self.base.leaf.world
        cdef uint64_t key = info_key(world.public_hash, self.base.plan.ops.private_digest(
            self.base.plan.rules, world, seat), seat)
        cdef uint32_t index = tree_find(tree, key)
        if index != NO_NODE:
            return index
        k[0] = self.base.plan.ops.legal(self.base.plan.rules, world, seat, actions)
        if k[0] == 1:
            return NO_NODE
        fresh[0] = True
        index = tree_add(tree, key, seat, actions, k[0])
        if index != NO_NODE:
            self.squares[index] = 0
        return index

    cdef bint stops(self, int new) noexcept nogil:
        """Whether this choice is the leaf, given the seats that have no node here so far."""
        if self.base.leaf.depth == 0 or new == 0:
            return False
        if self.settings.stop == STOP_NEW or self.in_tree & ~new == 0:
            return True
        return self.settings.stop == STOP_OWN and (new >> self.base.plan.seat) & 1

    cdef void ask_of_leaf(self, float* rows, const uint32_t* index, int new) noexcept nogil:
        """Ask for the priors of the new nodes and for the utilities of the leaf."""
        cdef int players = self.base.plan.num_players, p, wanted
        if self.settings.rollouts >= 1:
            wanted = 0
        elif self.settings.leaf == LEAF_NEW:
            wanted = new
        elif self.settings.leaf == LEAF_ACTING:
            wanted = self.base.leaf.world.acting
        elif self.settings.leaf == LEAF_EVERY:
            wanted = (1 << players) - 1
        else:
            wanted = 1 << self.base.plan.seat
        for p in range(players):
            if ((wanted | new) >> p) & 1:
                self.ask(rows, p, index[p] if (new >> p) & 1 else NO_NODE, False,
                         (wanted >> p) & 1)

    cdef void choose_or_ask(self, float* rows, int seat, uint32_t index, const uint8_t* actions,
                            int k, bint fresh) noexcept nogil:
        """Choose the seat's move from its node; without one ask the network."""
        if k == 1:
            self.chosen[seat] = actions[0]
        elif index == NO_NODE or fresh:
            self.ask(rows, seat, index, True, False)
        else:
            self.step_into(seat, index, self.pick(index))

    cdef void ask(self, float* rows, int seat, uint32_t node, bint acts,
                  bint values) noexcept nogil:
        cdef Question* q = &self.questions[self.waiting]
        q.seat = <uint8_t>seat
        q.node = node
        q.acts = acts
        q.values = values
        self.guide.write(self.base.leaf.world, seat, rows + self.waiting * self.guide.num_inputs)
        self.waiting += 1
        self.asked += 1

    cdef void answer(self, const float* outs) noexcept nogil:
        """Take the answers [waiting, A + S]: make the moves that wait, or end the simulation."""
        cdef int n = self.waiting, i
        cdef Question* q
        if self.weighing:
            self.belief.answer(outs)
            self.weighing = False
            self.waiting = 0
            return
        for i in range(n):
            q = &self.questions[i]
            if q.node != NO_NODE:
                self.give_priors(q.node, outs + i * self.guide.num_outputs)
            if q.acts:
                self.make_move(q, outs + i * self.guide.num_outputs)
        if self.at_leaf:
            self.value_leaf(outs)
        else:
            self.move()
        self.waiting = 0

    cdef void give_priors(self, uint32_t index, const float* out) noexcept nogil:
        """Give a new node the network's policy, mixed a little with the uniform one."""
        cdef Node* node = &self.base.tree.nodes[index]
        cdef Edge* edges = &self.base.tree.edges[node.first]
        cdef uint8_t actions[MAX_ACTIONS]
        cdef double shares[MAX_ACTIONS]
        cdef double mixed = self.settings.mixed
        cdef int i
        for i in range(node.k):
            actions[i] = edges[i].action
        masked_softmax(out, actions, node.k, shares)
        for i in range(node.k):
            edges[i].prior = <uint16_t>(
                ((1 - mixed) * shares[i] + mixed / node.k) * PRIOR_ONE + 0.5)
        node.has_priors = 1

    cdef void make_move(self, const Question* q, const float* out) noexcept nogil:
        """Move as the network would; from a new node by its own selection, if not `sampled`."""
        cdef uint8_t actions[MAX_ACTIONS]
        cdef double shares[MAX_ACTIONS]
        cdef bint drawn = self.settings.sampled and q.seat != self.base.plan.seat
        cdef int k, e
        cdef double x
        if q.node != NO_NODE and not drawn:
            self.step_into(q.seat, q.node, self.pick(q.node))
            return
        k = self.base.plan.ops.legal(self.base.plan.rules, self.base.leaf.world, q.seat, actions)
        masked_softmax(out, actions, k, shares)
        x = rng_unit(&self.base.rng)
        e = 0
        while e < k - 1 and x >= shares[e]:
            x -= shares[e]
            e += 1
        if q.node != NO_NODE:
            self.step_into(q.seat, q.node, e)
        else:
            self.chosen[q.seat] = actions[e]

    cdef void step_into(self, int seat, uint32_t index, int e) noexcept nogil:
        """Take edge e of the seat's node as its move."""
        cdef Leaf* leaf = &self.base.leaf
        cdef const Node* node = &self.base.tree.nodes[index]
        leaf.path[leaf.n].node = index
        leaf.path[leaf.n].edge = node.first + e
        leaf.n += 1
        self.chosen[seat] = self.base.tree.edges[node.first + e].action

    cdef int pick(self, uint32_t index) noexcept nogil:
        """The edge that PUCT selects."""
        cdef const Node* node = &self.base.tree.nodes[index]
        cdef const Edge* edges = &self.base.tree.edges[node.first]
        cdef double c = self.settings.c, mean = node_mean(node, edges), n = node.visits, square
        if self.settings.spread and n > 1:
            square = max(0.0, self.squares[index] / n - mean * mean)
            c *= max(sqrt(square), LEAST_SPREAD) / TYPICAL_SPREAD
        return pick_guided(node, edges, c, mean,
                           0 if self.base.leaf.depth == 0 else self.settings.fpu)

    cdef void move(self) noexcept nogil:
        """Play the chosen moves; at the end of the game back up what it brought."""
        cdef Leaf* leaf = &self.base.leaf
        cdef Header* world = leaf.world
        cdef int acting = world.acting, p
        for p in range(self.base.plan.num_players):
            if (acting >> p) & 1:
                commit(self.base.plan.ops, self.base.plan.rules, world, p, self.chosen[p], NULL)
        leaf.depth += 1
        if world.over:
            self.value_end()

    cdef void value_leaf(self, const float* outs) noexcept nogil:
        """Back up the mean of the asked seats' utilities, mixed with a playout's as is set."""
        cdef double values[MAX_PLAYERS]
        cdef double one[MAX_PLAYERS]
        cdef double weight = self.settings.rollouts
        cdef int players = self.base.plan.num_players, heard = 0, i, p
        for p in range(players):
            values[p] = 0
        for i in range(self.waiting):
            if self.questions[i].values:
                self.guide.read_values(outs + i * self.guide.num_outputs, self.questions[i].seat,
                                       one)
                heard += 1
                for p in range(players):
                    values[p] += one[p]
        for p in range(players if heard > 1 else 0):
            values[p] /= heard
        if weight > 0:
            self.base.plan.evaluate(&self.base.plan, &self.base.leaf, &self.base.rng, one)
            for p in range(players):
                values[p] += weight * (one[p] - values[p])
        self.finish(values)

    cdef void value_end(self) noexcept nogil:
        """Back up the utilities of a finished game."""
        cdef double values[MAX_PLAYERS]
        cdef int p
        self.base.plan.ops.returns(self.base.plan.rules, self.base.leaf.world, values)
        for p in range(self.base.plan.num_players):
            values[p] = (values[p] - self.base.plan.low) * self.base.plan.inverse_range
        self.finish(values)

    cdef void finish(self, const double* values) noexcept nogil:
        """Back up utilities in [0, 1] along the path; the simulation is over."""
        cdef Leaf* leaf = &self.base.leaf
        cdef uint32_t index
        cdef double value
        cdef int i
        for i in range(leaf.n):
            index = leaf.path[i].node
            value = values[self.base.tree.nodes[index].seat]
            self.squares[index] += <float>(value * value)
        self.base.back_up_values(values)
        self.open = False
