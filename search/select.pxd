# Formulas that choose an edge of a node. Inline leaves: they are the inner loop of the search.
from libc.math cimport log, sqrt
from libc.stdint cimport uint32_t

from engine_cy.rng cimport Rng, rng_below, rng_unit
from search.tree cimport Edge, Node, Regret

cdef enum:
    LOG_SIZE = 4096            # entries of the tables of functions of a number of visits
    PRIOR_ONE = 65535          # the prior 1.0 as an edge stores it

cdef struct Tables:            # functions of a number of visits below LOG_SIZE; [0] is not used
    double log[LOG_SIZE]
    double inverse[LOG_SIZE]
    double root_inverse[LOG_SIZE]

cdef inline double table_log(const double* logs, uint32_t n) noexcept nogil:
    """ln(n), n >= 1, from a table of ln(0..LOG_SIZE-1); beyond it within 0.2 %."""
    cdef int shift = 0
    while n >= LOG_SIZE:
        n >>= 1
        shift += 1
    return logs[n] + shift * 0.6931471805599453

cdef inline int pick_untried(const Node* node, const Edge* edges, Rng* rng) noexcept nogil:
    """One of the edges without a visit, uniformly; the node has at least one."""
    cdef int left = rng_below(rng, node.k - node.tried) if node.tried + 1 < node.k else 0
    cdef int i
    for i in range(node.k):
        if edges[i].visits == 0:
            if left == 0:
                return i
            left -= 1
    return 0

cdef inline int pick_ucb1(const Node* node, const Edge* edges, const Tables* tables, double c,
                          Rng* rng) noexcept nogil:
    """UCB1 (Auer, Cesa-Bianchi, Fischer 2002, section 2): mean + c sqrt(ln N / n).

    Edges without a visit come first; of equal ones the lowest action wins.
    """
    cdef int i, best = 0
    cdef double scale, value, best_value = -1e300, inverse, root
    cdef uint32_t n
    if node.tried < node.k:
        return pick_untried(node, edges, rng)
    scale = c * sqrt(table_log(tables.log, node.visits))
    for i in range(node.k):
        n = edges[i].visits
        # A division and a root for each edge were the larger part of a simulation.
        if n < LOG_SIZE:
            inverse = tables.inverse[n]
            root = tables.root_inverse[n]
        else:
            inverse = 1.0 / n
            root = sqrt(inverse)
        value = edges[i].total * inverse + scale * root
        if value > best_value:
            best_value = value
            best = i
    return best

cdef inline double node_mean(const Node* node, const Edge* edges) noexcept nogil:
    """The mean utility of the node's seat, 0 without a visit."""
    cdef int i
    cdef double total = 0.0
    for i in range(node.k):
        total += edges[i].total
    return total / node.visits if node.visits > 0 else 0.0

cdef inline int pick_guided(const Node* node, const Edge* edges, double c, double mean,
                            double reduction) noexcept nogil:
    """PUCT (Silver et al. 2017): mean + c P sqrt(N) / (1 + n), with the node's mean given.

    An edge without a visit counts with the mean less reduction * sqrt(priors of the tried edges)
    (first-play urgency as in KataGo).
    """
    cdef int i, best = 0
    cdef double value, best_value = -1e300, untried = mean, tried = 0
    cdef double scale = c * sqrt(node.visits + 1.0) / PRIOR_ONE
    if reduction > 0:
        for i in range(node.k):
            if edges[i].visits > 0:
                tried += edges[i].prior
        untried -= reduction * sqrt(tried / PRIOR_ONE)
    for i in range(node.k):
        value = edges[i].total / edges[i].visits if edges[i].visits > 0 else untried
        value += scale * edges[i].prior / (1.0 + edges[i].visits)
        if value > best_value:
            best_value = value
            best = i
    return best

cdef inline int pick_puct(const Node* node, const Edge* edges, double c) noexcept nogil:
    """PUCT as above; an edge without a visit counts with the mean of its node."""
    return pick_guided(node, edges, c, node_mean(node, edges), 0)

cdef inline int pick_biased(const Node* node, const Edge* edges, double c,
                            double bias) noexcept nogil:
    """UCB1 with progressive bias (Chaslot et al. 2008, section 3): + bias * prior / (n + 1).

    Edges without a visit come first, of these the one with the highest prior.
    """
    cdef int i, best = 0
    cdef double value, best_value = -1e300, logs = log(node.visits + 1.0)
    cdef uint32_t n
    for i in range(node.k):
        n = edges[i].visits
        value = bias * edges[i].prior / PRIOR_ONE / (n + 1.0)
        value += edges[i].total / n + c * sqrt(logs / n) if n > 0 else 1e9
        if value > best_value:
            best_value = value
            best = i
    return best

cdef inline double sum_regrets(const Regret* regrets, int k) noexcept nogil:
    cdef int i
    cdef double total = 0
    for i in range(k):
        total += regrets[i].regret
    return total

cdef inline int pick_regret(const Node* node, const Regret* regrets, double explored,
                            Rng* rng) noexcept nogil:
    """Regret matching (Hart and Mas-Colell 2000); `explored`: how often any edge is drawn."""
    cdef double total = sum_regrets(regrets, node.k), x
    cdef int i
    if total <= 0 or rng_unit(rng) < explored:
        return rng_below(rng, node.k)
    x = rng_unit(rng) * total
    for i in range(node.k):
        x -= regrets[i].regret
        if x < 0:
            return i
    return node.k - 1          # rounding

cdef inline void add_regrets(const Node* node, const Edge* edges, Regret* regrets, int chosen,
                             double utility) noexcept nogil:
    """Learn from one simulation, before it is counted: RM+ with a linear average (Tammelin 2014).

    What another edge would have brought is taken to be its mean (Lanctot et al. 2013, section 3).
    """
    cdef double total = sum_regrets(regrets, node.k), other
    cdef int i
    for i in range(node.k):
        regrets[i].share += (node.visits + 1) * (
            regrets[i].regret / total if total > 0 else 1.0 / node.k)
        if i != chosen and edges[i].visits > 0:
            other = edges[i].total / edges[i].visits
            regrets[i].regret = max(0.0, regrets[i].regret + other - utility)
