"""The loops of the exact solvers over the arrays of a `Tree`, without the GIL.

S sequences, I information sets, L ends, P seats. `plan` is float64[S]: the chance that a seat's
own choices lead to each of its sequences. `behaviour` is float64[S]: the chance of each action at
its information set.
"""
from libc.stdint cimport int8_t, int32_t

cdef struct Form:              # borrowed arrays of a Tree
    int num_players
    int num_sets
    Py_ssize_t num_ends
    const int8_t* player       # [I]
    const int32_t* parent      # [I] the seat's sequence before the decision
    const int32_t* first       # [I + 1] its first action's sequence
    const int32_t* last        # [L, P] sequences at each end
    const double* payoff       # [L, P] utility times the chance of the deal


cdef class Arrays:
    """Holds the arrays of one tree for the loops."""

    cdef Form form
    cdef object owner

    def __init__(self, const int8_t[::1] player, const int32_t[::1] parent,
                 const int32_t[::1] first, const int32_t[:, ::1] last,
                 const double[:, ::1] payoff):
        """Keep views of the arrays; their shapes are the caller's promise."""
        self.owner = (player, parent, first, last, payoff)
        self.form.num_players = <int>payoff.shape[1]
        self.form.num_sets = <int>player.shape[0]
        self.form.num_ends = payoff.shape[0]
        self.form.player = &player[0] if player.shape[0] else NULL
        self.form.parent = &parent[0] if parent.shape[0] else NULL
        self.form.first = &first[0]
        self.form.last = &last[0, 0]
        self.form.payoff = &payoff[0, 0]


cdef void make_plan(const Form* f, const double* behaviour, int seat, double* plan) noexcept nogil:
    """Multiply a seat's behaviour up along its own sequences (a set comes after its parent)."""
    cdef int i, s
    plan[seat] = 1.0
    for i in range(f.num_sets):
        if f.player[i] == seat:
            for s in range(f.first[i], f.first[i + 1]):
                plan[s] = plan[f.parent[i]] * behaviour[s]


cdef void add_payoffs(const Form* f, const double* plan, int seat, double* value) noexcept nogil:
    """Add the seat's payoff of every end to its last own sequence, reached as the others play."""
    cdef const int32_t* last
    cdef const double* payoff
    cdef Py_ssize_t z
    cdef double reached
    cdef int q
    for z in range(f.num_ends):
        last = f.last + z * f.num_players
        payoff = f.payoff + z * f.num_players
        reached = payoff[seat]
        for q in range(f.num_players):
            if q != seat:
                reached *= plan[last[q]]
        value[last[seat]] += reached


cdef void clear(const Form* f, double* value) noexcept nogil:
    cdef Py_ssize_t s
    for s in range(f.first[f.num_sets]):
        value[s] = 0.0


def expected_returns(Arrays arrays not None, const double[::1] behaviour, double[::1] plan,
                     double[::1] out) -> None:
    """Write every seat's expected utility to out[P]; plan[S] is room to work in."""
    cdef const Form* f = &arrays.form
    cdef Py_ssize_t z
    cdef double reached
    cdef int p
    with nogil:
        for p in range(f.num_players):
            make_plan(f, &behaviour[0], p, &plan[0])
            out[p] = 0.0
        for z in range(f.num_ends):
            reached = 1.0
            for p in range(f.num_players):
                reached *= plan[f.last[z * f.num_players + p]]
            for p in range(f.num_players):
                out[p] += reached * f.payoff[z * f.num_players + p]


def best_response(Arrays arrays not None, const double[::1] behaviour, int seat,
                  double[::1] plan, double[::1] value, double[::1] response) -> float:
    """Return what a seat can get at most where all others keep to `behaviour`.

    response[S]: 1 for the action chosen at each set of the seat, of equal ones the first; other
    entries are left alone. plan[S] and value[S] are room to work in.
    """
    cdef const Form* f = &arrays.form
    cdef int i, s, best, p
    with nogil:
        for p in range(f.num_players):
            make_plan(f, &behaviour[0], p, &plan[0])
        clear(f, &value[0])
        add_payoffs(f, &plan[0], seat, &value[0])
        for i in range(f.num_sets - 1, -1, -1):
            if f.player[i] != seat:
                continue
            best = f.first[i]
            for s in range(f.first[i], f.first[i + 1]):
                response[s] = 0.0
                if value[s] > value[best]:
                    best = s
            response[best] = 1.0
            value[f.parent[i]] += value[best]
    return value[seat]


cdef void match_regrets(const Form* f, const double* regret, int seat,
                        double* behaviour) noexcept nogil:
    """Choose in proportion to the regrets, uniformly where there is none."""
    cdef int i, s
    cdef double total
    for i in range(f.num_sets):
        if f.player[i] != seat:
            continue
        total = 0.0
        for s in range(f.first[i], f.first[i + 1]):
            total += regret[s]
        for s in range(f.first[i], f.first[i + 1]):
            behaviour[s] = regret[s] / total if total > 0 \
                else 1.0 / (f.first[i + 1] - f.first[i])


cdef void update_regrets(const Form* f, const double* behaviour, int seat, double* value,
                         double* regret) noexcept nogil:
    """Pass values back along the seat's sequences and add the regrets, never below 0."""
    cdef int i, s
    cdef double mean
    for i in range(f.num_sets - 1, -1, -1):
        if f.player[i] != seat:
            continue
        mean = 0.0
        for s in range(f.first[i], f.first[i + 1]):
            mean += behaviour[s] * value[s]
        for s in range(f.first[i], f.first[i + 1]):
            regret[s] = max(0.0, regret[s] + value[s] - mean)
        value[f.parent[i]] += mean


def cfr_plus(Arrays arrays not None, int start, int iterations, double[::1] regret,
             double[::1] total, double[::1] behaviour, double[::1] plan,
             double[::1] value) -> None:
    """Run iterations start + 1 .. start + iterations of CFR+; all arrays are [S] and are updated.

    total: sum of the plans, iteration t with weight t. behaviour and plan must be those of the
    regrets on entry.
    """
    cdef const Form* f = &arrays.form
    cdef int t, seat, i, s
    with nogil:
        for t in range(start + 1, start + iterations + 1):
            for seat in range(f.num_players):
                for i in range(f.num_sets):
                    if f.player[i] == seat:
                        for s in range(f.first[i], f.first[i + 1]):
                            total[s] += t * plan[s]
                clear(f, &value[0])
                add_payoffs(f, &plan[0], seat, &value[0])
                update_regrets(f, &behaviour[0], seat, &value[0], &regret[0])
                match_regrets(f, &regret[0], seat, &behaviour[0])
                make_plan(f, &behaviour[0], seat, &plan[0])


def plans(Arrays arrays not None, const double[::1] behaviour, double[::1] plan) -> None:
    """Write every seat's plan to plan[S]."""
    cdef int p
    for p in range(arrays.form.num_players):
        make_plan(&arrays.form, &behaviour[0], p, &plan[0])
