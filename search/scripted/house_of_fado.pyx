"""House of Fado's script: plays each turn through in its mind and likes the best table at its end.

SCORES ranks the legal actions of a seat: every way to finish the turn after an action is tried, the
other seats' kick-outs as they like them best at once, and the tables are compared by a formula in
points: what has been scored, and what money, notes, guests, musicians and cubes promise.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from engine_cy.bits cimport lowest, popcount
from engine_cy.core cimport MAX_ACTIONS, Header, open_choice
from engine_cy.games.house_of_fado cimport (
    COLOURS,
    CUBE_STAR,
    DISPLAY,
    FADO_STAR,
    ITEMS,
    LIFT,
    MAX_FAME,
    PLACE,
    TABLES,
    TYPES,
    HouseOfFado,
    Rules,
    Table,
    act,
    lacking,
    legal,
    score_items,
    stars_of,
)
from search.formula cimport move_scores

cdef enum:
    AHEAD = 1                      # turns that are tried beyond the present one
    KEPT = 10                      # from so many ends of a turn

# Promises in points, tried out in games of the script against itself.
cdef double MONEY = 0.35           # of one money, up to
cdef double ENOUGH = 11            # this much; beyond it
cdef double SPARE = 0.2
cdef double GUEST = 0.9            # at a table, beside its income
cdef double AT_BAR = 0.5
cdef double NOTE = 0.3             # any note, and
cdef double FIT = 0.4              # one more that the best fado on display needs
cdef double CRITIC = 4            # at a table
cdef double CUBE = 1.2             # removed from the track
cdef double STAR = 35              # share of a star by how far its race has been run, squared
cdef double WON = 40               # a star beyond its points: it brings the end nearer
cdef double[7] FAME = [0, 0.85, 2.3, 11, 16, 28, 4.4]   # of a musician, the star place free
cdef double TAKEN = 1.05           # of its fame where the star place is taken
cdef double NOW = 0.15             # share of a table as it is, the rest: after one more turn
cdef double RIVALS = 0.25          # the best other seat's table counts this much


cdef double notes_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return what notes promise: the best fado on display by the notes it lacks, and the rest."""
    cdef double best = 0, worth
    cdef int i, k, fado, size, held = 0, missing, wild = t.clef[p] if r.wild_clef else 0
    for k in range(r.num_kinds):
        held += t.notes[p][k]
    held += wild
    for i in range(DISPLAY):
        fado = t.display[i] - 1
        if fado < 0:
            continue
        size = 0
        for k in range(r.num_kinds):
            size += r.needs[fado][k]
        missing = lacking(r, t, p, fado)
        if missing and wild:
            missing -= 1
        worth = (r.fado_points[fado] + 3.5) * 0.8 * (size - missing) / size - FIT * missing
        best = max(best, worth)
    return best + NOTE * 0.5 * min(held, 8)


cdef double race_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return the shares of the two stars that are won by counting."""
    cdef double share, worth = 0
    if not t.star[FADO_STAR]:
        share = popcount(t.scored[p]) / <double>r.star_fados
        worth += STAR * share * share
    if not t.star[CUBE_STAR]:
        share = (r.cubes - t.cubes[p]) / <double>r.cubes
        worth += STAR * share * share
    return worth


cdef double guests_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return what guests promise: income, and fame where a musician likes their colour."""
    cdef int liked = 0, k, c, i, income = r.income[r.cubes - t.cubes[p]]
    cdef double worth = 0
    for k in range(TYPES):
        if t.musician[p][k] and t.fame[t.musician[p][k] - 1] < MAX_FAME:
            liked |= r.accepts[k]
    for c in range(COLOURS):
        for i in range(TABLES):
            worth += t.guests[p][i][c] * (MONEY * income + GUEST * ((liked >> c) & 1))
        worth += t.at_bar[p][c] * AT_BAR * ((liked >> c) & 1)
    return worth


cdef double table_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    cdef int items[ITEMS]
    cdef int i, fame
    cdef double worth = 0
    score_items(r, t, p, items)
    for i in range(ITEMS):
        worth += items[i]
    worth -= t.money[p] // r.money_per_point
    worth += MONEY * min(<double>t.money[p], ENOUGH) + SPARE * max(0.0, t.money[p] - ENOUGH)
    for i in range(TYPES):
        if t.musician[p][i]:
            fame = t.fame[t.musician[p][i] - 1]
            worth += (TAKEN * fame if t.star_place[i] else FAME[fame]) - fame
    worth += CUBE * (r.cubes - t.cubes[p]) + (CRITIC if t.critic[p] else 0)
    worth += WON * stars_of(t, p)
    return worth + notes_worth(r, t, p) + race_worth(r, t, p) + guests_worth(r, t, p)


cdef double standing(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return a seat's table against the best other one."""
    cdef double best = -1e9
    cdef int q
    for q in range(r.num_players):
        if q != p:
            best = max(best, table_worth(r, t, q))
    return table_worth(r, t, p) - RIVALS * best


# ---- turns played through ------------------------------------------------------------------------

cdef struct Ends:                  # the best tables that one turn can end with
    int n
    double worth[KEPT]             # descending
    HouseOfFado state[KEPT]


cdef void keep(Ends* ends, const HouseOfFado* s, double worth) noexcept nogil:
    """Put an end of the turn in its place among the best."""
    cdef int i
    if ends.n == KEPT and worth <= ends.worth[KEPT - 1]:
        return
    ends.n = min(ends.n + 1, <int>KEPT)
    i = ends.n - 1
    while i > 0 and worth > ends.worth[i - 1]:
        ends.worth[i] = ends.worth[i - 1]
        memcpy(&ends.state[i], &ends.state[i - 1], sizeof(HouseOfFado))
        i -= 1
    ends.worth[i] = worth
    memcpy(&ends.state[i], s, sizeof(HouseOfFado))


cdef int first_thought(const Rules* r, const HouseOfFado* s, int seat, const uint8_t* choices,
                       int n) noexcept nogil:
    """Return what another seat likes best at once."""
    cdef HouseOfFado after
    cdef int i, chosen = choices[0]
    cdef double worth, best = -1e9
    for i in range(n):
        memcpy(&after, s, sizeof(after))
        act(r, &after, choices[i], NULL)
        worth = table_worth(r, &after.t, seat)
        if worth > best:
            best = worth
            chosen = choices[i]
    return chosen


cdef void play_through(const Rules* r, const HouseOfFado* s, int me, int epoch,
                       Ends* ends) noexcept nogil:
    """Try every way to finish a turn; the others choose by their first thought."""
    cdef HouseOfFado after
    cdef uint8_t choices[MAX_ACTIONS]
    cdef int n, i, seat
    if s.h.over or s.h.epoch != epoch:
        keep(ends, s, standing(r, &s.t, me))
        return
    seat = lowest(s.h.acting)
    n = legal(r, &s.h, seat, choices)
    if seat != me:
        choices[0] = <uint8_t>first_thought(r, s, seat, choices, n)
        n = 1
    for i in range(n):
        memcpy(&after, s, sizeof(after))
        act(r, &after, choices[i], NULL)
        play_through(r, &after, me, epoch, ends)


cdef double best_of(const Rules* r, const Ends* ends, int me, int more) noexcept nogil:
    """Return the best of some ends of a turn, with a number of turns to follow."""
    cdef double best = -1e9
    cdef int j
    for j in range(ends.n):
        best = max(best, ends.worth[j] if more == 0 else
                   NOW * ends.worth[j] + (1 - NOW) * after_next_turn(r, &ends.state[j], me, more))
    return best


cdef double after_next_turn(const Rules* r, const HouseOfFado* s, int me, int more) noexcept nogil:
    """Return the best standing after more turns of a seat, as if the others stood still."""
    cdef HouseOfFado again
    cdef Ends ends
    if s.h.over:
        return standing(r, &s.t, me)
    memcpy(&again, s, sizeof(again))
    again.t.seat = <uint8_t>me
    again.t.phase = PLACE if again.t.hand[me] else LIFT
    open_choice(&again.h, 1 << me)
    ends.n = 0
    play_through(r, &again, me, again.h.epoch, &ends)
    return best_of(r, &ends, me, more - 1)


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* choices, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HouseOfFado after
    cdef Ends ends
    cdef int i
    for i in range(k):
        memcpy(&after, h, sizeof(after))
        act(r, &after, choices[i], NULL)
        ends.n = 0
        play_through(r, &after, seat, h.epoch, &ends)
        out[i] = best_of(r, &ends, seat, AHEAD)


SCORES = move_scores(scores)
