"""MO-ISMCTS with decoupled selection (Cowling, Powley, Whitehouse 2012; algorithms of section 5).

Every simulation samples a world that agrees with the root observation and descends the trees of
all seats at once: each seat chooses by UCB1, or by regret matching, from its own information state,
simultaneous seats as of the start of the choice. The value vector of the leaf is backed up max^n:
every node keeps its own seat's component.
"""
from libc.math cimport exp, log, sqrt
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cimport cython
from cpython.exc cimport PyErr_CheckSignals

from engine_cy.core cimport (
    EVERY_SEAT,
    MAX_ACTIONS,
    MAX_PLAYERS,
    NOBODY,
    Game,
    Header,
    Observation,
    State,
    commit,
    info_key,
    make_sampler,
    new_state,
)
from libc.string cimport memcpy

from engine_cy.rng cimport Rng, rng_below, rng_seed, rng_unit
from search.formula cimport LeafFormula, MoveScores, best_other
from search.select cimport (
    LOG_SIZE,
    PRIOR_ONE,
    Tables,
    add_regrets,
    pick_biased,
    pick_puct,
    pick_regret,
    pick_ucb1,
)
from search.stop cimport stop_set, stop_wished
from search.tree cimport (
    NO_NODE,
    Edge,
    Node,
    Regret,
    Slot,
    Tree,
    tree_add,
    tree_alloc,
    tree_clear,
    tree_find,
    tree_free,
)

import numpy as np

cdef enum:
    CLOCK_EVERY = 64                        # simulations between two looks at the clock
    NODES_PER_SIMULATION = 4                # seats' nodes the arena reserves for each simulation
    EDGES_PER_NODE = 6                      # mean number of legal actions the arena reserves for
    MIN_NODES = 64

cdef double MIXED = 0.05                    # share of the uniform distribution in a script's prior
cdef double EXPLORED = 0.1                  # share of uniform play while regrets are matched
cdef int64_t SIGNALS_EVERY = 50_000_000     # nanoseconds between two looks for Ctrl-C

cdef Tables TABLES                          # read-only after import
for _n in range(1, LOG_SIZE):
    TABLES.log[_n] = log(_n)
    TABLES.inverse[_n] = 1.0 / _n
    TABLES.root_inverse[_n] = sqrt(1.0 / _n)


cdef int64_t monotonic_ns() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return <int64_t>now.tv_sec * 1_000_000_000 + now.tv_nsec


cdef inline int deals_left(const Plan* plan, const Header* world) noexcept nogil:
    """Return how many deals and stages a simulation still has before the formula is asked."""
    return plan.deals - (world.epoch - plan.epoch) - (world.stage - plan.stage)


cdef void rollout(const Plan* plan, Leaf* leaf, Rng* rng, double* values) noexcept nogil:
    """Play random moves to the horizon and read the utilities there."""
    cdef Header* world = leaf.world
    cdef int p
    if not leaf.finished:
        plan.ops.playout(plan.rules, world, rng,
                         deals_left(plan, world) if plan.formula != NULL else 0)
    if world.over or plan.formula == NULL:
        plan.ops.returns(plan.rules, world, values)
    else:
        plan.formula(plan.rules, world, values)
    for p in range(plan.num_players):
        values[p] = (values[p] - plan.low) * plan.inverse_range
    if world.over and plan.blend > 0:
        blend_margins(plan, world, values)


cdef void blend_margins(const Plan* plan, const Header* world, double* values) noexcept nogil:
    """Mix the logistic of each seat's lead over the best other one into its utility in [0, 1]."""
    cdef double scores[MAX_PLAYERS]
    cdef double behind
    cdef int p
    plan.ops.scores(plan.rules, world, scores)
    for p in range(plan.num_players):
        behind = best_other(scores, plan.num_players, p) - scores[p]
        values[p] += plan.blend * (1 / (1 + exp(behind / plan.margin)) - values[p])


@cython.final
cdef class Search:
    """One tree and the loop that grows it; belongs to one thread at a time, but for `stop`.

    c: exploration constant on utilities normalised to [0, 1].
    formula: value of a state where a deal ends; None: simulations run to the end of the game.
    deals: how many of them a simulation goes through; None: as many as the formula says.
    flat: only the root's own decision has statistics, everything below is random.
    script, temperature: scores of moves and what divides them; their softmax is then the prior of
        every node, which selects by PUCT.
    bias: weight of the script's scores beside UCB1 instead (progressive bias).
    blend, margin: weight of the logistic of a seat's lead in points, divided by `margin`, in its
        utility at the game's end.
    redeal: share of simulations in which the own hand is dealt anew too ("self-determinization",
        Cowling, Whitehouse, Powley 2015). The others' trees learn from these alone, so that they
        do not come to know a hand that is the same in every world.
    match_regrets: the seats match regrets instead (RM+); the average policy is then the result.
    memory: bytes of the arena at most. simulations: what one search will do at most, if known:
        a smaller arena is then enough.
    """

    def __cinit__(self, Game game not None, *, double c, Py_ssize_t memory,
                  LeafFormula formula=None, deals=None, bint flat=False, bint match_regrets=False,
                  double redeal=0.0, MoveScores script=None, double temperature=1.0,
                  double bias=0.0, double blend=0.0, double margin=1.0, simulations=None):
        cdef Py_ssize_t nodes, edges, path, edge_size = sizeof(Edge)
        self.game = game
        self.formula = formula
        self.plan.ops = game.ops
        self.plan.rules = game.rules
        self.plan.evaluate = rollout
        self.plan.formula = formula.value if formula is not None else NULL
        self.plan.deals = 1
        if formula is not None:
            self.plan.deals = formula.deals if deals is None else deals
        self.plan.blend = blend
        self.plan.margin = margin
        self.plan.bias = bias
        self.plan.c = c
        self.plan.redeal = redeal
        self.script = script
        self.plan.scores = script.scores if script is not None else NULL
        self.plan.temperature = temperature
        self.plan.low = game.utility_min
        self.plan.inverse_range = 1.0 / (game.utility_max - game.utility_min)
        self.plan.num_players = game.num_players
        self.plan.flat = flat
        if match_regrets:
            edge_size += sizeof(Regret)
        nodes = memory // (sizeof(Node) + 4 * sizeof(Slot) + EDGES_PER_NODE * edge_size)
        edges = EDGES_PER_NODE * nodes
        if simulations is not None:
            nodes = min(nodes, NODES_PER_SIMULATION * <Py_ssize_t>simulations * game.num_players)
            edges = min(edges, nodes * game.num_distinct_actions)
        nodes = max(nodes, MIN_NODES)
        edges = max(edges, EDGES_PER_NODE * nodes, game.num_distinct_actions)
        path = game.max_game_length + MAX_PLAYERS
        self.leaf.world = <Header*>malloc(game.state_size)
        self.seen = <Header*>malloc(game.state_size)
        self.leaf.path = <Step*>malloc(path * sizeof(Step))
        if tree_alloc(&self.tree, nodes, edges, match_regrets) < 0 or self.leaf.world == NULL \
                or self.seen == NULL or self.leaf.path == NULL:
            raise MemoryError(f"There is no memory for a search tree of {nodes} nodes.")

    def __dealloc__(self):
        tree_free(&self.tree)
        free(self.leaf.world)
        free(self.seen)
        free(self.leaf.path)

    @property
    def nodes(self) -> int:
        """Number of nodes in the tree."""
        return self.tree.num_nodes

    @property
    def full(self) -> bool:
        """Whether the arena has refused a node: the tree has stopped growing."""
        return bool(self.tree.full)

    def clear(self) -> None:
        """Forget the tree."""
        tree_clear(&self.tree)
        self.rooted = False
        stop_set(&self.wish, 0)

    def stop(self) -> None:
        """End the running search, or the next one, at its next look at the clock.

        For any thread. What was found until then stands; `clear` takes the wish back.
        """
        stop_set(&self.wish, 1)

    def run(self, Observation observation not None, seed: int, simulations=None, seconds=None,
            all_hands: bool = False) -> None:
        """Search from an observation until one of the budgets is spent; the GIL is free meanwhile.

        seed: of this search's random stream. all_hands: the observation hides no hand.
        """
        cdef int64_t budget = -1 if simulations is None else simulations
        cdef int64_t limit = -1 if seconds is None else <int64_t>(seconds * 1e9)
        self.begin_at(observation, <uint64_t>seed, all_hands)
        try:
            with nogil:
                self.loop(budget, limit)
        except BaseException:
            self.clear()
            raise

    cdef int begin_at(self, Observation observation, uint64_t seed, bint all_hands) except -1:
        """Take an observation as the root; keep the tree where its statistics still hold."""
        cdef Header* h = observation.h
        cdef int seat = observation.player
        cdef uint64_t key = self.game.info_hash(h, seat)
        cdef uint8_t actions[MAX_ACTIONS]
        # A forced move has no node, and needs none.
        cdef bint usable = (tree_find(&self.tree, key) != NO_NODE
                            or self.game.ops.legal(self.game.rules, h, seat, actions) == 1)
        # Nothing the seat could not foretell has happened since the root: the worlds that agree
        # with what it knows are the same, so the nodes below the old root are good.
        self.kept = (self.rooted and self.plan.seat == seat
                     and self.root_news == h.news[seat] and self.root_moves < h.num_moves
                     and usable)
        if not self.kept:
            tree_clear(&self.tree)
            self.root_news = h.news[seat]
        self.rooted = True
        self.root_key = key
        self.root_moves = h.num_moves
        self.plan.seat = <uint8_t>seat
        self.plan.epoch = h.epoch
        self.plan.stage = h.stage
        self.sampler = make_sampler(self.game, h, EVERY_SEAT if all_hands else seat)
        if self.plan.redeal > 0:
            self.game.mask_into(h, NOBODY, self.leaf.world)
            self.public_sampler = make_sampler(self.game, self.leaf.world, NOBODY)
        rng_seed(&self.rng, seed)
        self.simulations = 0
        self.depth = 0
        self.seconds = 0.0
        return 0

    cdef int loop(self, int64_t simulations, int64_t nanoseconds) except -1 nogil:
        cdef int64_t start = monotonic_ns(), now = start, signals_at = start + SIGNALS_EVERY
        cdef int64_t _i, batch
        while simulations < 0 or self.simulations < simulations:
            batch = CLOCK_EVERY
            if simulations >= 0 and simulations - self.simulations < batch:
                batch = simulations - self.simulations
            for _i in range(batch):
                self.simulate()
            now = monotonic_ns()
            if stop_wished(&self.wish) or 0 <= nanoseconds <= now - start:
                break
            if now >= signals_at:
                with gil:
                    PyErr_CheckSignals()
                signals_at = monotonic_ns() + SIGNALS_EVERY
        stop_set(&self.wish, 0)
        self.seconds = (now - start) * 1e-9
        return 0

    cdef void simulate(self) noexcept nogil:
        cdef double values[MAX_PLAYERS]
        self.new_world()
        self.descend_tree()
        self.plan.evaluate(&self.plan, &self.leaf, &self.rng, values)
        self.back_up_values(values)

    cdef void new_world(self) noexcept nogil:
        cdef bint redeals = self.plan.redeal > 0
        # The first simulation gives the root its node.
        if redeals and self.simulations > 0 and rng_unit(&self.rng) < self.plan.redeal:
            self.leaf.own_only = 0
            self.public_sampler.sample(&self.rng, self.leaf.world)
        else:
            self.leaf.own_only = redeals
            self.sampler.sample(&self.rng, self.leaf.world)

    cdef void descend_tree(self) noexcept nogil:
        """Play the world on until no seat is in its tree any more, or to the horizon."""
        cdef const Plan* plan = &self.plan
        cdef Leaf* leaf = &self.leaf
        cdef Header* world = leaf.world
        cdef int chosen[MAX_PLAYERS]
        cdef int in_tree = 1 << plan.seat if plan.flat else (1 << plan.num_players) - 1
        cdef int acting, p
        leaf.n = leaf.num_new = leaf.depth = 0
        leaf.finished = 0
        while in_tree:
            acting = world.acting
            for p in range(plan.num_players):
                if not (acting >> p) & 1:
                    continue
                if (in_tree >> p) & 1:
                    chosen[p] = self.choose(world, p, &in_tree)
                else:
                    chosen[p] = plan.ops.sample(plan.rules, world, p, &self.rng)
            for p in range(plan.num_players):
                if (acting >> p) & 1:
                    commit(plan.ops, plan.rules, world, p, chosen[p], NULL)
            leaf.depth += 1
            if plan.flat:
                in_tree = 0
            if world.over or (plan.formula != NULL and deals_left(plan, world) <= 0):
                leaf.finished = 1
                return

    cdef int choose(self, const Header* world, int seat, int* in_tree) noexcept nogil:
        """The seat's action by its own statistics; a seat that adds a node leaves its tree."""
        cdef Tree* tree = &self.tree
        cdef Leaf* leaf = &self.leaf
        cdef uint8_t actions[MAX_ACTIONS]
        cdef uint64_t key = info_key(
            world.public_hash, self.plan.ops.private_digest(self.plan.rules, world, seat), seat)
        cdef uint32_t index = tree_find(tree, key)
        cdef const Node* node
        cdef Edge* edges
        cdef int k, e = -1
        if index == NO_NODE:
            k = self.plan.ops.legal(self.plan.rules, world, seat, actions)
            if k == 1:
                return actions[0]
            in_tree[0] &= ~(1 << seat)
            index = tree_add(tree, key, seat, actions, k)
            if index == NO_NODE:
                return actions[rng_below(&self.rng, k)]
            leaf.added[leaf.num_new] = index
            leaf.num_new += 1
            if self.plan.scores != NULL:
                self.guess(world, index)
            else:
                e = rng_below(&self.rng, k)     # all are untried: what pick_untried would draw
        node = &tree.nodes[index]
        edges = &tree.edges[node.first]
        if e < 0 and node.has_priors:
            if self.plan.bias > 0:
                e = pick_biased(node, edges, self.plan.c, self.plan.bias)
            else:
                e = pick_puct(node, edges, self.plan.c)
        elif e < 0 and tree.regrets != NULL:
            e = pick_regret(node, &tree.regrets[node.first], EXPLORED, &self.rng)
        elif e < 0:
            e = pick_ucb1(node, edges, &TABLES, self.plan.c, &self.rng)
        leaf.path[leaf.n].node = index
        leaf.path[leaf.n].edge = node.first + e
        leaf.n += 1
        return edges[e].action

    cdef void guess(self, const Header* world, uint32_t index) noexcept nogil:
        """Give a new node priors by the script's scores: for PUCT their softmax, a little mixed,
        for progressive bias their place between the lowest and the highest."""
        cdef Node* node = &self.tree.nodes[index]
        cdef Edge* edges = &self.tree.edges[node.first]
        cdef uint8_t actions[MAX_ACTIONS]
        cdef double scores[MAX_ACTIONS]
        cdef double most = -1e300, least = 1e300, total = 0
        cdef int i
        for i in range(node.k):
            actions[i] = edges[i].action
        self.game.mask_into(world, node.seat, self.seen)
        self.plan.scores(self.plan.rules, self.seen, node.seat, actions, node.k, scores)
        for i in range(node.k):
            most = max(most, scores[i])
            least = min(least, scores[i])
        if self.plan.bias > 0:
            for i in range(node.k):
                scores[i] = (scores[i] - least) / (most - least) if most > least else 0
        else:
            for i in range(node.k):
                scores[i] = exp((scores[i] - most) / self.plan.temperature)
                total += scores[i]
            for i in range(node.k):
                scores[i] = (1 - MIXED) * scores[i] / total + MIXED / node.k
        for i in range(node.k):
            edges[i].prior = <uint16_t>(scores[i] * PRIOR_ONE + 0.5)
        node.has_priors = 1

    cdef void back_up_values(self, const double* values) noexcept nogil:
        """Add a vector of utilities in [0, 1] along the path: every seat its own component."""
        cdef Leaf* leaf = &self.leaf
        cdef Node* node
        cdef Edge* edge
        cdef int i
        for i in range(leaf.n):
            node = &self.tree.nodes[leaf.path[i].node]
            edge = &self.tree.edges[leaf.path[i].edge]
            if leaf.own_only and node.seat != self.plan.seat:
                continue
            if self.tree.regrets != NULL:
                add_regrets(node, &self.tree.edges[node.first], &self.tree.regrets[node.first],
                            leaf.path[i].edge - node.first, values[node.seat])
            node.visits += 1
            node.tried += edge.visits == 0
            edge.visits += 1
            edge.total += values[node.seat]
        self.simulations += 1
        if leaf.depth > self.depth:
            self.depth = leaf.depth

    # ---- one step at a time, for evaluators outside --------------------------------------------

    def begin(self, Observation observation not None, seed: int, all_hands: bool = False) -> None:
        """Take an observation as the root of a search that is stepped from outside."""
        self.begin_at(observation, <uint64_t>seed, all_hands)

    def descend(self) -> bool:
        """Sample a world and descend to a leaf; return whether the leaf is at the horizon."""
        with nogil:
            self.new_world()
            self.descend_tree()
        return bool(self.leaf.finished)

    def leaf_state(self) -> State:
        """Return a copy of the world at the leaf."""
        cdef State state = new_state(self.game)
        memcpy(state.h, self.leaf.world, self.game.state_size)
        state.log_of = False
        return state

    def leaf_nodes(self) -> list:
        """Return (seat, legal actions) of the nodes this descent has added."""
        cdef const Node* node
        result = []
        for i in range(self.leaf.num_new):
            node = &self.tree.nodes[self.leaf.added[i]]
            result.append((node.seat, [self.tree.edges[node.first + e].action
                                       for e in range(node.k)]))
        return result

    def evaluate(self):
        """Return the built-in value of the leaf: float64[num_players], the game's utility."""
        cdef double values[MAX_PLAYERS]
        with nogil:
            self.plan.evaluate(&self.plan, &self.leaf, &self.rng, values)
        return np.array([values[p] / self.plan.inverse_range + self.plan.low
                         for p in range(self.plan.num_players)])

    def back_up(self, utilities, priors=None) -> None:
        """Back up the leaf's utilities, one per seat, in the game's unit.

        priors: for each pair of `leaf_nodes()`, a probability for each action in order; the nodes
            then select by PUCT instead of UCB1.
        """
        cdef double values[MAX_PLAYERS]
        cdef Node* node
        if len(utilities) != self.plan.num_players:
            raise ValueError(f"{len(utilities)} utilities do not fit "
                             f"{self.plan.num_players} seats.")
        for p in range(self.plan.num_players):
            values[p] = (utilities[p] - self.plan.low) * self.plan.inverse_range
        for i in range(self.leaf.num_new if priors is not None else 0):
            node = &self.tree.nodes[self.leaf.added[i]]
            if len(priors[i]) != node.k:
                raise ValueError(f"{len(priors[i])} priors do not fit {node.k} actions.")
            node.has_priors = 1
            for e in range(node.k):
                self.tree.edges[node.first + e].prior = <uint16_t>(priors[i][e] * PRIOR_ONE + 0.5)
        self.back_up_values(values)

    def root_policy(self) -> list:
        """Return the share of each of the root's actions: of the visits, or the average policy."""
        cdef uint32_t index = tree_find(&self.tree, self.root_key)
        cdef const Node* node
        cdef double total = 0
        if index == NO_NODE:
            return []
        node = &self.tree.nodes[index]
        if self.tree.regrets == NULL:
            return [self.tree.edges[node.first + e].visits / <double>node.visits
                    for e in range(node.k)]
        for e in range(node.k):
            total += self.tree.regrets[node.first + e].share
        return [self.tree.regrets[node.first + e].share / total for e in range(node.k)]

    def root_table(self) -> list:
        """Return (action, visits, mean utility or None, prior or None) of the root's actions.

        Utilities are the root seat's, in the game's own unit.
        """
        cdef uint32_t index = tree_find(&self.tree, self.root_key)
        cdef const Node* node
        cdef const Edge* edge
        rows = []
        if index == NO_NODE:
            return rows
        node = &self.tree.nodes[index]
        for e in range(node.k):
            edge = &self.tree.edges[node.first + e]
            mean = None
            if edge.visits:
                mean = edge.total / edge.visits / self.plan.inverse_range + self.plan.low
            rows.append((edge.action, edge.visits, mean,
                         edge.prior / <double>PRIOR_ONE if node.has_priors else None))
        return rows
