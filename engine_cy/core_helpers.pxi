# Part of core.pyx: making objects of structs, checking arguments, arrays and texts.

cdef inline int need_made(Game game, str sentence) except -1:
    """Refuse to make something of no game, or of one that went round `load_game`: no rules."""
    if game is None or game.ops == NULL:
        raise TypeError(sentence if game is None else "Games are made by engine_cy.load_game.")
    return 0


cdef State new_state(Game game):
    return State.__new__(State, game)


cdef Observation new_observation(Game game, int player):
    return Observation.__new__(Observation, game, player)


cdef int load_bytes(Game game, bytes raw, Header* h, what) except -1:
    if len(raw) != game.state_size:
        raise DataError(f"{len(raw)} bytes are no {what} of {game.name}: "
                        f"it has {game.state_size}.")
    memcpy(h, PyBytes_AS_STRING(raw), game.state_size)
    if h.num_players != game.num_players or h.choosers >> h.num_players:
        raise DataError(f"The bytes are no {what} of {game.name} for {game.num_players} players.")
    return 0


def state_from_bytes(Game game not None, bytes raw not None, log=b"", log_of=None) -> State:
    """Return the state with these struct bytes (pickle's way back).

    The bytes are trusted beyond their size and player count, as a pickle's are.
    """
    cdef State state = new_state(game)
    load_bytes(game, raw, state.h, "state")
    state.log = log
    state.log_of = log_of
    return state


def observation_from_bytes(Game game not None, int player, bytes raw not None, log=None):
    """Return the observation with these struct bytes (pickle's way back).

    The bytes are trusted beyond their size, seat and player count, as a pickle's are.
    """
    cdef Observation observation = new_observation(game, player)
    load_bytes(game, raw, observation.h, "observation")
    observation.log = log
    return observation


cdef bint is_integer(number) except -1:
    """Whether a Python object is an integer; True and False are not meant as numbers."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


cdef bint is_index(number, int end) except -1:
    """Whether a Python object is an integer in 0..end - 1."""
    return is_integer(number) and 0 <= number < end


cdef uint64_t as_seed(seed) except? 0:
    if not is_integer(seed) or not 0 <= seed < 2**64:
        raise GameOptionError(f"Seed {seed!r} is not an integer in [0, 2^64).")
    return <uint64_t>seed


cdef int as_seat(Game game, player) except -1:
    if not is_index(player, game.num_players):
        raise GameOptionError(f"Seat {player!r} is not one of 0..{game.num_players - 1}.")
    return player


cdef bint header_fits(Game game, const Header* h) noexcept nogil:
    """Whether the player count is the game's and the seats that choose are possible."""
    return (h.num_players == game.num_players and h.choosers >> h.num_players == 0
            and h.acting & ~h.choosers == 0 and (h.acting == 0) == (h.over != 0))


cdef bint choices_fit(Game game, Header* h) noexcept nogil:
    """Whether every acting seat has a legal action and every commitment was one."""
    cdef uint8_t legal[MAX_ACTIONS]
    cdef int acting = h.acting, seat, k, wanted
    h.acting = h.choosers                   # as of the start of the choice
    for seat in range(h.num_players):
        k = game.ops.legal(game.rules, h, seat, legal) if (h.choosers >> seat) & 1 else 1
        wanted = -1 if not ((h.choosers & ~acting) >> seat) & 1 else \
            game.ops.committed(game.rules, h, seat)
        while wanted >= 0 and k > 0 and legal[k - 1] != wanted:
            k -= 1
        if k == 0:
            break
    else:
        seat = -1
    h.acting = <uint8_t>acting
    return seat < 0


cdef int first_acting(const Header* h) noexcept nogil:
    cdef int p
    for p in range(MAX_PLAYERS):
        if (h.acting >> p) & 1:
            return p
    return TERMINAL


cdef tuple seats_of(int seats):
    return tuple([p for p in range(MAX_PLAYERS) if (seats >> p) & 1])


cdef object legal_array(Game game, const Header* h, int seat):
    cdef uint8_t legal[MAX_ACTIONS]
    cdef int k = 0, i
    cdef int[::1] view
    if seat >= 0:
        k = game.ops.legal(game.rules, h, seat, legal)
    out = np.empty(k, dtype=np.int32)
    view = out
    for i in range(k):
        view[i] = legal[i]
    return out


cdef object legal_mask(Game game, const Header* h, int seat):
    cdef uint8_t legal[MAX_ACTIONS]
    cdef int k = 0, i
    cdef uint8_t[::1] view
    if seat >= 0:
        k = game.ops.legal(game.rules, h, seat, legal)
    out = np.zeros(game.num_distinct_actions, dtype=np.uint8)
    view = out
    for i in range(k):
        view[legal[i]] = 1
    return out


def illegal_sentence(Game game, action, seat, legal):
    """Return the message of an IllegalActionError."""
    named = repr(game.words.action_names[action]) \
        if is_index(action, game.num_distinct_actions) else f"number {action!r}"
    if not legal:
        return f"Action {named} is not legal: seat {seat} does not act now."
    allowed = ", ".join(game.words.action_names[a] for a in legal)
    return f"Action {named} is not legal for seat {seat}; legal: {allowed}."


cdef object decisions_of(Game game, const Header* h):
    cdef int n = game.ops.num_decisions(game.rules, h), k, d, seat
    result = []
    for k in range(n):
        d = game.ops.decision(game.rules, h, k)
        result.append((k, d >> 16, None if d & 0xFFFF == UNKNOWN_ACTION else d & 0xFFFF))
    for seat in range(h.num_players):
        if ((h.choosers & ~h.acting) >> seat) & 1:
            result.append((len(result), seat, game.ops.committed(game.rules, h, seat)))
    return result


cdef object record_of(Game game, const Header* h):
    raw = bytearray(PyBytes_FromStringAndSize(<char*>h, game.state_size))
    return np.frombuffer(raw, dtype=game.dtype)[0]


cdef bytes sink_bytes(const Sink* sink):
    return PyBytes_FromStringAndSize(<char*>sink.events, sink.n * sizeof(Event))


cdef bytes filter_events(bytes log, int seat):
    cdef Py_ssize_t n = len(log) // sizeof(Event), i, kept = 0
    cdef const Event* events = <const Event*>PyBytes_AS_STRING(log)
    cdef bytes out = PyBytes_FromStringAndSize(NULL, len(log))
    cdef Event* target = <Event*>PyBytes_AS_STRING(out)
    for i in range(n):
        if (events[i].seen >> seat) & 1:
            target[kept] = events[i]
            target[kept].seen = 1 << seat    # who else saw it is not this seat's to know
            kept += 1
    return out[:kept * sizeof(Event)]
