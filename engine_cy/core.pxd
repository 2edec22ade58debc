# The contract between rules, search and the Python face. A state is one flat C struct that begins
# with `Header`; a game is a table of functions over such structs. Every function is pure C: no
# Python object, no allocation, no GIL.
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from engine_cy.deal cimport Pool
from engine_cy.rng cimport Rng, mix64

cdef extern from "<assert.h>" nogil:
    void c_assert "assert"(bint holds)     # not evaluated in release builds

cdef enum:
    MAX_PLAYERS = 5
    MAX_ACTIONS = 256      # action ids fit in uint8_t
    MAX_STATE = 1024       # bytes of a state struct
    MAX_EVENTS = 160       # events one action can cause
    MAX_POOLS = 3          # separate pools of hidden pieces
    TERMINAL = -4          # current_player() of a finished game (OpenSpiel's value)

# Observers that are no seat.
cdef enum:
    NOBODY = -1            # knows only what is public
    EVERY_SEAT = -2        # knows what has been dealt to somebody, nothing that is still to come
    BEFORE_DEAL = -3       # knows only the rules: the first deal has not happened

cdef enum:
    UNKNOWN_ACTION = 0xFFFF   # a recorded decision whose action the observer has not seen

cdef struct Event:
    int16_t a
    int16_t b
    uint8_t kind           # index into the game's event kinds
    uint8_t seat           # 255: no seat
    uint8_t seen           # bit p: seat p sees it
    uint8_t pad

cdef struct Sink:          # where `apply` reports events; NULL in search
    int n
    Event events[MAX_EVENTS]

cdef struct Header:
    uint64_t public_hash   # folds every public choice and revelation in order
    uint64_t chance_key    # seed of everything random that is still to come; 0 in an observation
    uint16_t num_moves     # actions applied since the start
    uint16_t epoch         # deals so far: rises by one with each fresh deal
    uint16_t news[MAX_PLAYERS]   # events the seat saw, did not choose and could not foretell
    uint8_t num_players
    uint8_t choosers       # bit p: seat p takes part in the present choice
    uint8_t acting         # bit p: seat p still owes its part of it
    uint8_t over           # 1: the game has ended
    uint8_t truncated      # 1: ended by a guard such as max_rounds
    uint8_t untraced       # 1: from JSON without a trace: hash and news are not of a real course
    uint8_t steps          # small decisions of the one chooser, not seen by others before the last
    uint8_t pad
    uint16_t stage         # rises where a game without further deals can be valued by a formula

# The rules of a game. `s` points to the game's own struct; `rules` to its constants. Functions
# that write a state assume legality; `commit` below asserts it in debug builds.
cdef struct Ops:
    # Set up the first deal of a zeroed struct whose header has num_players and chance_key.
    void (*start)(const void* rules, Header* s, Sink* sink) noexcept nogil
    # Write the legal actions of a seat, ascending; return their number (0: the seat does not act).
    int (*legal)(const void* rules, const Header* s, int seat, uint8_t* out) noexcept nogil
    # One legal action of an acting seat, uniformly, without listing them.
    int (*sample)(const void* rules, const Header* s, int seat, Rng* rng) noexcept nogil
    # Commit an action; when the last seat has committed, resolve.
    void (*apply)(const void* rules, Header* s, int seat, int action, Sink* sink) noexcept nogil
    # Uniformly random legal actions to the end of the game or, if deals > 0, until so many deals
    # (or stages, where the game has them) are played out, the present one counted; the next may be
    # dealt or not. Return the number of actions. Same distribution as sample + apply; hash and
    # records are not kept up.
    int (*playout)(const void* rules, Header* s, Rng* rng, int deals) noexcept nogil
    # The game's own utility / points, one per seat; valid when the game is over.
    void (*returns)(const void* rules, const Header* s, double* out) noexcept nogil
    void (*scores)(const void* rules, const Header* s, double* out) noexcept nogil
    void (*ranks)(const void* rules, const Header* s, int* out) noexcept nogil
    # Hide in place what `seat` (or NOBODY, EVERY_SEAT, BEFORE_DEAL) cannot know. The core has
    # already cleared chance_key and taken back the commitments: a seat in `acting` has none. Where
    # `steps` is 0 the chooser has made none, as far as the observer knows.
    void (*mask)(const void* rules, Header* s, int seat) noexcept nogil
    # Describe hidden pool `which` of an observation; return 0 where there are fewer pools.
    int (*hidden)(const void* rules, const Header* obs, int seat, int which,
                  Pool* pool) noexcept nogil
    # Put the faces of a deal of pool `which` into a copy of the observation.
    void (*place)(const void* rules, Header* s, int seat, int which, const Pool* pool,
                  const uint8_t* faces) noexcept nogil
    # Draw anew from chance_key what chance has fixed in advance but nobody knows.
    void (*redraw)(const void* rules, Header* s) noexcept nogil
    # What this seat alone knows and still matters: hand as a set, own commitment, and so on.
    uint64_t (*private_digest)(const void* rules, const Header* s, int seat) noexcept nogil
    # Write the features of an observation, seat-relative.
    void (*tensor)(const void* rules, const Header* obs, int seat, float* out) noexcept nogil
    # Decisions resolved since the last deal: their number (-1: not known), and number k as
    # seat << 16 | action (UNKNOWN_ACTION where hidden).
    int (*num_decisions)(const void* rules, const Header* s) noexcept nogil
    int (*decision)(const void* rules, const Header* s, int k) noexcept nogil
    # The action a seat has committed in the present choice.
    int (*committed)(const void* rules, const Header* s, int seat) noexcept nogil
    # Turn a copy of a world back to how it stood just after the last deal.
    void (*to_deal)(const void* rules, Header* s) noexcept nogil
    # 0, or the number of the first broken invariant (pieces conserved, fields in range).
    int (*check)(const void* rules, const Header* s) noexcept nogil

cdef inline bint is_legal(const Ops* ops, const void* rules, const Header* s, int seat,
                          int action) noexcept nogil:
    """Return whether a seat may commit an action now."""
    cdef uint8_t legal[MAX_ACTIONS]
    cdef int k = ops.legal(rules, s, seat, legal), i
    for i in range(k):
        if legal[i] == action:
            return True
    return False

cdef inline void commit(const Ops* ops, const void* rules, Header* s, int seat, int action,
                        Sink* sink) noexcept nogil:
    """Apply an action that is legal; a debug build stops where it is not."""
    c_assert(is_legal(ops, rules, s, seat, action))
    ops.apply(rules, s, seat, action, sink)

cdef inline uint64_t info_key(uint64_t public_hash, uint64_t digest, int seat) noexcept nogil:
    """Return the information-state hash of a seat from what is public and what is its own."""
    return mix64(public_hash ^ mix64(digest ^ <uint64_t>(seat + 1) << 56))

cdef inline void fold(Header* h, uint64_t word) noexcept nogil:
    """Fold one public event into the public hash."""
    h.public_hash = mix64(h.public_hash ^ (word * <uint64_t>0xd6e8feb86659fd93ULL))

cdef inline void notice(Header* h, int author) noexcept nogil:
    """Count one event as news for every seat but its author (-1: nobody's choice)."""
    cdef int p
    for p in range(h.num_players):
        h.news[p] += p != author

cdef inline void open_choice(Header* h, int seats) noexcept nogil:
    """Let the seats of a bit set choose, all as of now."""
    h.choosers = <uint8_t>seats
    h.acting = <uint8_t>seats

cdef inline void rewind_header(Header* h) noexcept nogil:
    """Set the fields of a game with a single deal back to its beginning."""
    cdef int p
    h.public_hash = mix64(h.num_players)
    h.num_moves = 0
    h.epoch = 0
    h.over = 0
    h.truncated = 0
    h.steps = 0
    h.stage = 0
    for p in range(MAX_PLAYERS):
        h.news[p] = 0

cdef inline void rank_by(const double* standing, int n, int* out) noexcept nogil:
    """Write the ranks of n seats: 1 is the highest standing, equal ones share a rank."""
    cdef int p, q
    for p in range(n):
        out[p] = 1
        for q in range(n):
            out[p] += standing[q] > standing[p]

cdef inline void share_win(const int* place, int n, double* out) noexcept nogil:
    """Write win shares: one point, split among the seats of rank 1."""
    cdef int p, winners = 0
    for p in range(n):
        winners += place[p] == 1
    for p in range(n):
        out[p] = 1.0 / winners if place[p] == 1 else 0.0

cdef inline void tell(Sink* sink, int kind, int seat, int a, int b, int seen) noexcept nogil:
    """Report an event, if anybody listens."""
    cdef Event* e
    if sink != NULL and sink.n < MAX_EVENTS:
        e = &sink.events[sink.n]
        e.kind = <uint8_t>kind
        e.seat = <uint8_t>seat
        e.a = <int16_t>a
        e.b = <int16_t>b
        e.seen = <uint8_t>seen
        e.pad = 0
        sink.n += 1

cdef class Game:
    cdef const Ops* ops
    cdef void* rules                 # owned copy of the game's constants
    cdef Py_ssize_t state_size       # bytes of the game's state struct
    # Set by `make` of the game; a bot that holds a Game cannot change it.
    cdef readonly int num_distinct_actions, max_game_length, num_players
    cdef readonly int observation_tensor_size
    cdef readonly bint public_worlds     # worlds can be dealt for NOBODY, too
    cdef readonly double utility_min, utility_max
    cdef readonly object utility_sum     # None: general sum
    cdef object layout                   # [(name, start, stop)] of the tensor's blocks
    cdef readonly object spec, data, words, dtype, fingerprint
    cdef object chosen                   # the options after defaults
    cdef void adopt(self, const Ops* ops, const void* rules, Py_ssize_t rules_size,
                    Py_ssize_t state_size) except *
    cdef void begin(self, Header* h, uint64_t chance_key, Sink* sink) noexcept nogil
    cdef int try_world(self, Observation observation) except -1
    cdef int load_record(self, Header* h, record) except -1
    cdef uint64_t info_hash(self, const Header* s, int seat) noexcept nogil
    cdef void mask_into(self, const Header* s, int seat, Header* out) noexcept nogil
    cdef int apply_checked(self, Header* s, int seat, int action) noexcept nogil
    cdef int rewind_into(self, const Header* world, int k, Header* out) noexcept nogil

cdef class State:
    cdef readonly Game game
    cdef Header* h
    cdef bytes log                   # events so far, as packed Event structs
    cdef object log_of               # None: every seat's events; p: what seat p saw; False: unknown
    cdef int seat(self, player) except -5
    cdef int need_end(self, what) except -1
    cdef bytes events_for(self, int seat)

cdef class Observation:
    cdef readonly Game game
    cdef readonly int player
    cdef Header* h                   # the masked struct
    cdef bytes log                   # events the seat saw; None: not known

cdef class Sampler:
    """Draws worlds that agree with an observation; prepared once, then nogil and without malloc."""
    cdef Game game
    cdef Header* obs
    cdef int seat, num_pools
    cdef Pool pools[MAX_POOLS]
    cdef double* tables[MAX_POOLS]
    cdef void sample(self, Rng* rng, Header* out) noexcept nogil
    cdef int place_faces(self, int which, const uint8_t* faces, Header* out) noexcept nogil

cdef State new_state(Game game)
cdef Observation new_observation(Game game, int player)
cdef Sampler make_sampler(Game game, const Header* obs, int seat)
