"""House of Fado's script: plays each turn through in its mind and likes the best table at its end.

SCORES ranks the legal actions of a seat: every way to finish the turn after an action is tried, the
other seats' kick-outs as they like them best at once, and the tables are compared by a formula in
points: what has been scored, and what money, notes, guests, musicians and cubes promise.
"""
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from engine_cy.bits cimport lowest, popcount
from engine_cy.core cimport MAX_ACTIONS, Header
from engine_cy.games.house_of_fado cimport (
    COLOURS,
    CUBE_STAR,
    DISPLAY,
    FADO_STAR,
    ITEMS,
    MAX_FAME,
    TABLES,
    TYPES,
    HouseOfFado,
    Rules,
    Table,
    act,
    lacking,
    legal,
    score_items,
)
from search.formula cimport move_scores

# Promises in points, tried out in games of the script against itself.
cdef double MONEY = 0.45           # of one money, up to
cdef double ENOUGH = 14            # this much; beyond it
cdef double SPARE = 0.2
cdef double GUEST = 0.55           # at a table, beside its income
cdef double AT_BAR = 0.5
cdef double NOTE = 0.9             # any note, and
cdef double FIT = 0.6              # one more that the best fado on display needs
cdef double CRITIC = 2.6
cdef double CUBE = 1.1             # removed from the track
cdef double STAR = 9               # share of a star by how far its race has been run, squared
cdef double[7] FAME = [0, 1.2, 2.6, 4.8, 7.2, 11.0, 9.0]   # of a musician, the star place free
cdef double TAKEN = 0.85           # of its fame where the star place is taken
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
    return worth + notes_worth(r, t, p) + race_worth(r, t, p) + guests_worth(r, t, p)


cdef double standing(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return a seat's table against the best other one."""
    cdef double best = -1e9
    cdef int q
    for q in range(r.num_players):
        if q != p:
            best = max(best, table_worth(r, t, q))
    return table_worth(r, t, p) - RIVALS * best


cdef double best_end(const Rules* r, const HouseOfFado* s, int me, int epoch) noexcept nogil:
    """Return the best standing of a seat at the end of the turn."""
    cdef HouseOfFado after
    cdef uint8_t out[MAX_ACTIONS]
    cdef int n, i, seat, chosen = 0
    cdef double best = -1e9, worth
    if s.h.over or s.h.epoch != epoch:
        return standing(r, &s.t, me)
    seat = lowest(s.h.acting)
    n = legal(r, &s.h, seat, out)
    if seat != me:
        for i in range(n):                      # the other seat's own first thought
            memcpy(&after, s, sizeof(after))
            act(r, &after, out[i], NULL)
            worth = table_worth(r, &after.t, seat)
            if worth > best:
                best = worth
                chosen = out[i]
        memcpy(&after, s, sizeof(after))
        act(r, &after, chosen, NULL)
        return best_end(r, &after, me, epoch)
    for i in range(n):
        memcpy(&after, s, sizeof(after))
        act(r, &after, out[i], NULL)
        best = max(best, best_end(r, &after, me, epoch))
    return best


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* legal_actions, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HouseOfFado after
    cdef int i
    for i in range(k):
        memcpy(&after, h, sizeof(after))
        act(r, &after, legal_actions[i], NULL)
        out[i] = best_end(r, &after, seat, h.epoch)


SCORES = move_scores(scores)
