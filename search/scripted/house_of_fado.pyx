"""House of Fado's script: plays each turn through in its mind and likes the best table at its end.

SCORES ranks the legal actions of a seat: every way to finish the turn after an action is tried, the
other seats' kick-outs as they like them best at once, and the tables are compared by a formula in
points: what has been scored, and what money, notes, guests, musicians and cubes promise. LEAF
values the seats between two turns in win shares.
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
    SEATS,
    STARS,
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
from search.formula cimport best_other, leaf_formula, move_scores, softmax

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


cdef double fado_race(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return how far a seat has run for the star of fados, squared; 0 once it is won."""
    cdef double share = popcount(t.scored[p]) / <double>r.star_fados
    return 0 if t.star[FADO_STAR] else share * share


cdef double cube_race(const Rules* r, const Table* t, int p) noexcept nogil:
    """The same for the star of cubes."""
    cdef double share = (r.cubes - t.cubes[p]) / <double>r.cubes
    return 0 if t.star[CUBE_STAR] else share * share


cdef int liked_colours(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return the colours of guests that raise a musician of the seat, as bits."""
    cdef int liked = 0, k
    for k in range(TYPES):
        if t.musician[p][k] and t.fame[t.musician[p][k] - 1] < MAX_FAME:
            liked |= r.accepts[k]
    return liked


cdef double guests_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return what guests promise: income, and fame where a musician likes their colour."""
    cdef int liked = liked_colours(r, t, p), c, i, income = r.income[r.cubes - t.cubes[p]]
    cdef double worth = 0
    for c in range(COLOURS):
        for i in range(TABLES):
            worth += t.guests[p][i][c] * (MONEY * income + GUEST * ((liked >> c) & 1))
        worth += t.at_bar[p][c] * AT_BAR * ((liked >> c) & 1)
    return worth


cdef int points_of(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return a seat's points as if the game ended now."""
    cdef int items[ITEMS]
    cdef int i, total = 0
    score_items(r, t, p, items)
    for i in range(ITEMS):
        total += items[i]
    return total


cdef double table_worth(const Rules* r, const Table* t, int p) noexcept nogil:
    cdef int i, fame
    cdef double worth = points_of(r, t, p) - t.money[p] // r.money_per_point
    worth += MONEY * min(<double>t.money[p], ENOUGH) + SPARE * max(0.0, t.money[p] - ENOUGH)
    for i in range(TYPES):
        if t.musician[p][i]:
            fame = t.fame[t.musician[p][i] - 1]
            worth += (TAKEN * fame if t.star_place[i] else FAME[fame]) - fame
    worth += CUBE * (r.cubes - t.cubes[p]) + (CRITIC if t.critic[p] else 0)
    worth += WON * stars_of(t, p)
    worth += STAR * (fado_race(r, t, p) + cube_race(r, t, p))
    return worth + notes_worth(r, t, p) + guests_worth(r, t, p)


cdef double standing(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return a seat's table against the best other one."""
    cdef double[SEATS] worth = [0, 0, 0, 0]
    cdef int q
    for q in range(r.num_players):
        worth[q] = table_worth(r, t, q)
    return worth[p] - RIVALS * best_other(worth, r.num_players, p)


cdef double lead(const Rules* r, const Table* t, int p) noexcept nogil:
    """Return a seat's points over the best other one's, if the game ended now."""
    cdef double[SEATS] points = [0, 0, 0, 0]
    cdef int q
    for q in range(r.num_players):
        points[q] = points_of(r, t, q)
    return points[p] - best_other(points, r.num_players, p)


cdef int stars_won(const Table* t) noexcept nogil:
    cdef int i, won = 0
    for i in range(STARS):
        won += t.star[i] != 0
    return won


# ---- turns played through ------------------------------------------------------------------------

cdef struct Ends:                  # the best tables that one turn can end with
    int n
    bint last                      # the seat has no turn after it: points alone count
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
        keep(ends, s, lead(r, &s.t, me) if ends.last else standing(r, &s.t, me))
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
    ends.last = False
    play_through(r, &again, me, again.h.epoch, &ends)
    return best_of(r, &ends, me, more - 1)


cdef void scores(const void* rules, const Header* h, int seat, const uint8_t* choices, int k,
                 double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef HouseOfFado after
    cdef const Table* t = &(<const HouseOfFado*>h).t
    cdef Ends ends
    cdef int i
    ends.last = t.seat == seat and (stars_won(t) >= r.stars_to_end or t.round == r.max_rounds)
    for i in range(k):
        memcpy(&after, h, sizeof(after))
        act(r, &after, choices[i], NULL)
        ends.n = 0
        play_through(r, &after, seat, h.epoch, &ends)
        out[i] = best_of(r, &ends, seat, 0 if ends.last else AHEAD)


# ---- the leaf formula ----------------------------------------------------------------------------

# Turns that a simulation goes through before the formula is asked; the longer, the less its
# weights matter and the slower: docs/search.md.
cdef enum: TURNS = 16

cdef enum:
    SCORE                          # points as if the game ended now, money apart
    PURSE                          # money, up to ENOUGH
    NOTES
    FAME_TAKEN                     # of musicians whose star place is taken
    FAME_FREE                      # of the others
    NEAR_STAR                      # of these, how many at fame 4 and more
    NEXT_TO_STAR                   # and how many at fame 5
    INCOME                         # of the guests at tables
    LIKED                          # guests of a colour that raises a musician, half at the bar
    CUBES                          # removed from the track
    HOST                           # 1: a critic sits at a table
    FADO_RACE                      # how far it has been run, squared, until its star is won
    CUBE_RACE                      # likewise
    STARS_WON
    FEATURES

# By stars won so far, LATE and more alike. Multinomial logistic regression of the final win shares
# on 156,000 beginnings of turns: 96,000 in games of two and four greedy seats, of which every
# twentieth move was random, and 60,000 in games of two, three and four searches of 150 and 200
# simulations with earlier fits. On the latter alone the weights lost nearly every game. Loss in
# nats by row, where knowing nothing costs 0.69, 1.10 and 1.39: two players 0.64, 0.55, 0.37, three
# 1.06, 0.88, 0.59, four 1.32, 1.19, 0.83.
cdef enum: LATE = 2
cdef double WEIGHTS[LATE + 1][FEATURES]
FITTED = {
    SCORE: (0.087, 0.101, 0.170),
    PURSE: (0.075, 0.062, 0.049),
    NOTES: (0.150, 0.114, 0.040),
    FAME_TAKEN: (0.000, 0.118, 0.070),
    FAME_FREE: (0.000, 0.007, 0.012),
    NEAR_STAR: (-0.065, 0.197, 0.107),
    NEXT_TO_STAR: (0.068, 0.200, 0.705),
    INCOME: (0.057, 0.037, 0.037),
    LIKED: (0.030, 0.057, 0.099),
    CUBES: (-0.204, -0.048, -0.050),
    HOST: (-0.507, 0.099, -0.010),
    FADO_RACE: (2.633, 2.711, 2.907),
    CUBE_RACE: (1.507, 2.344, 2.088),
    STARS_WON: (0.000, -0.500, -0.194),
}
for _feature, _weights in FITTED.items():
    for _won in range(LATE + 1):
        WEIGHTS[_won][<int>_feature] = _weights[_won]


cdef void guest_features(const Rules* r, const Table* t, int p, double* x) noexcept nogil:
    cdef int liked = liked_colours(r, t, p), c, i, income = r.income[r.cubes - t.cubes[p]]
    for c in range(COLOURS):
        for i in range(TABLES):
            x[INCOME] += t.guests[p][i][c] * income
            x[LIKED] += t.guests[p][i][c] * ((liked >> c) & 1)
        x[LIKED] += 0.5 * t.at_bar[p][c] * ((liked >> c) & 1)


cdef void musician_features(const Table* t, int p, double* x) noexcept nogil:
    cdef int k, fame
    for k in range(TYPES):
        if t.musician[p][k] == 0:
            continue
        fame = t.fame[t.musician[p][k] - 1]
        if t.star_place[k]:
            x[FAME_TAKEN] += fame
        else:
            x[FAME_FREE] += fame
            x[NEAR_STAR] += fame >= MAX_FAME - 2
            x[NEXT_TO_STAR] += fame == MAX_FAME - 1


cdef void features(const Rules* r, const Table* t, int p, double* x) noexcept nogil:
    """What decides a seat's chances where a turn ends."""
    cdef int i
    for i in range(FEATURES):
        x[i] = 0
    x[SCORE] = points_of(r, t, p) - t.money[p] // r.money_per_point
    x[PURSE] = min(<double>t.money[p], ENOUGH)
    x[NOTES] = notes_worth(r, t, p)
    musician_features(t, p, x)
    guest_features(r, t, p, x)
    x[CUBES] = r.cubes - t.cubes[p]
    x[HOST] = t.critic[p] != 0
    x[FADO_RACE] = fado_race(r, t, p)
    x[CUBE_RACE] = cube_race(r, t, p)
    x[STARS_WON] = stars_of(t, p)


cdef void leaf(const void* rules, const Header* h, double* utility) noexcept nogil:
    """Win shares: normalised exponentials of a weighted sum of features."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* t = &(<const HouseOfFado*>h).t
    cdef double x[FEATURES]
    cdef int p, i, won = stars_won(t)
    for p in range(r.num_players):
        features(r, t, p, x)
        utility[p] = 0
        for i in range(FEATURES):
            utility[p] += WEIGHTS[min(won, <int>LATE)][i] * x[i]
    softmax(utility, r.num_players)


SCORES = move_scores(scores)
LEAF = leaf_formula(leaf, TURNS)
