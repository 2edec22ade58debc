"""Many guided searches stepped together, so that one call of an evaluator answers all of them.

Each search goes on to where it waits for answers; the questions of all stand in one array. Since a
search depends on its own answers alone, it comes out the same alone and in any company, if the
evaluator's answer to a question does not depend on the other rows.
"""
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from cpython.ref cimport PyObject

from engine_cy.core cimport MAX_PLAYERS
from search.guided cimport GuidedSearch


cdef class Together:
    """Searches that share an evaluator, until each has done so many simulations.

    searches: of networks of one shape, each begun at an observation, none waiting for answers.
    simulations: how many each is to do; one number for all, or one for each.
    """
    cdef readonly list searches
    cdef PyObject** all                # the same, for code without the GIL
    cdef int64_t* budgets
    cdef int* asked                    # rows of each search in the present batch
    cdef readonly int num_inputs, num_outputs
    cdef int count
    cdef int begun, first              # the search asked first in this batch, and in the next

    def __cinit__(self, searches, simulations):
        cdef GuidedSearch one
        cdef int i
        self.searches = list(searches)
        self.count = len(self.searches)
        if self.count == 0:
            raise ValueError("No searches are given; at least one is needed.")
        budgets = [simulations] * self.count if isinstance(simulations, int) else list(simulations)
        if len(budgets) != self.count:
            raise ValueError(f"{len(budgets)} budgets do not fit {self.count} searches.")
        if len({id(one) for one in self.searches}) < self.count:
            raise ValueError("A search is given twice; each can be stepped once at a time.")
        self.all = <PyObject**>malloc(self.count * sizeof(PyObject*))
        self.budgets = <int64_t*>malloc(self.count * sizeof(int64_t))
        self.asked = <int*>malloc(self.count * sizeof(int))
        if self.all == NULL or self.budgets == NULL or self.asked == NULL:
            raise MemoryError
        for i in range(self.count):
            one = self.searches[i]
            if i == 0:
                self.num_inputs = one.guide.num_inputs
                self.num_outputs = one.guide.num_outputs
            if (one.guide.num_inputs, one.guide.num_outputs) != (self.num_inputs,
                                                                 self.num_outputs):
                raise ValueError(f"Search {i} asks a network of {one.guide.num_inputs} inputs and "
                                 f"{one.guide.num_outputs} outputs, search 0 one of "
                                 f"{self.num_inputs} and {self.num_outputs}.")
            if one.open:
                raise ValueError(f"Search {i} is in the middle of a simulation; begin it anew.")
            self.all[i] = <PyObject*>one
            self.budgets[i] = budgets[i]
            self.asked[i] = 0

    def __dealloc__(self):
        free(self.all)
        free(self.budgets)
        free(self.asked)

    @property
    def most_rows(self) -> int:
        """Questions that all searches together can have at a time, at most."""
        return self.count * MAX_PLAYERS

    def ask(self, float[:, ::1] rows not None) -> int:
        """Write the next questions into rows float32[n, F], n >= 5; return how many there are.

        0: every search has spent its budget. Searches whose questions do not fit any more are
        asked first the next time.
        """
        cdef int filled, i
        for i in range(self.count):
            if self.asked[i] > 0:
                raise ValueError("The answers to the questions before have not been told.")
        if rows.shape[0] < MAX_PLAYERS or rows.shape[1] != self.num_inputs:
            raise ValueError(f"Rows of shape {rows.shape[0]} x {rows.shape[1]} do not fit "
                             f"questions of {self.num_inputs} numbers: {MAX_PLAYERS} rows at "
                             "least are needed.")
        with nogil:
            filled = self.collect(&rows[0, 0], <int>rows.shape[0])
        return filled

    def tell(self, const float[:, ::1] outs not None) -> None:
        """Give each search its answers, the first rows of outs float32[n, A + S]."""
        cdef int wanted = 0, i
        for i in range(self.count):
            wanted += max(0, self.asked[i])
        if outs.shape[0] < wanted or outs.shape[1] != self.num_outputs:
            raise ValueError(f"Answers of shape {outs.shape[0]} x {outs.shape[1]} do not fit "
                             f"{wanted} questions with {self.num_outputs} numbers each.")
        if wanted:
            with nogil:
                self.distribute(&outs[0, 0])

    cdef int collect(self, float* rows, int room) noexcept nogil:
        cdef int filled = 0, i, k
        self.begun = self.first
        for k in range(self.count):
            self.asked[k] = 0
        for k in range(self.count):
            i = (self.begun + k) % self.count
            if room - filled < MAX_PLAYERS:
                self.first = i
                break
            self.asked[i] = self.questions_of(i, rows + <Py_ssize_t>filled * self.num_inputs)
            filled += self.asked[i]
        return filled

    cdef int questions_of(self, int i, float* rows) noexcept nogil:
        """Let a search go on to its next questions, or to the end of its budget."""
        cdef int n = 0
        while n == 0 and ((<GuidedSearch>self.all[i]).open or
                          (<GuidedSearch>self.all[i]).base.simulations < self.budgets[i]):
            n = (<GuidedSearch>self.all[i]).advance(rows)
        return n

    cdef void distribute(self, const float* outs) noexcept nogil:
        """Answer in the order in which `collect` has asked."""
        cdef Py_ssize_t row = 0
        cdef int i, k
        for k in range(self.count):
            i = (self.begun + k) % self.count
            if self.asked[i] > 0:
                (<GuidedSearch>self.all[i]).answer(outs + row * self.num_outputs)
                row += self.asked[i]
                self.asked[i] = 0
