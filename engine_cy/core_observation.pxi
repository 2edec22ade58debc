# Part of core.pyx: what one seat knows.

cdef class Observation:
    """What one seat knows: the state struct with everything else masked, and the events it saw."""

    def __cinit__(self, Game game=None, player=None):
        need_made(game, "Observations are made by State.observation, not by Observation().")
        self.game = game
        self.player = as_seat(game, player)
        self.h = <Header*>calloc(1, game.state_size)
        if self.h == NULL:
            raise MemoryError

    def __init__(self, game=None, player=None):
        raise TypeError("Observations are made by State.observation, not by Observation().")

    def __dealloc__(self):
        free(self.h)

    @property
    def num_moves(self) -> int:
        """Number of actions applied, the hidden commitments of others left out."""
        return self.h.num_moves

    def current_player(self) -> int:
        """Return the first seat that takes part in the present choice, or TERMINAL (-4)."""
        return first_acting(self.h)

    def acting_players(self) -> tuple:
        """Return the seats that choose now (who has committed already is not visible)."""
        return seats_of(self.h.acting)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.h.over)

    def legal_actions(self):
        """Return the seat's legal action ids, int32[k] ascending."""
        return legal_array(self.game, self.h, self.player)

    def legal_actions_mask(self):
        """Return uint8[num_distinct_actions], 1 where legal."""
        return legal_mask(self.game, self.h, self.player)

    def tensor(self, out=None):
        """Return the features, float32[observation_tensor_size]; written into `out` if given."""
        cdef float[::1] view
        if out is None:
            out = np.empty(self.game.observation_tensor_size, dtype=np.float32)
        view = out
        if view.shape[0] != self.game.observation_tensor_size:
            raise ValueError(f"A tensor of {view.shape[0]} floats is not one of "
                             f"{self.game.observation_tensor_size}.")
        memset(&view[0], 0, view.shape[0] * sizeof(float))
        self.game.ops.tensor(self.game.rules, self.h, self.player, &view[0])
        return out

    def information_state_hash(self) -> int:
        """Return the 64-bit hash of what the seat knows."""
        return self.game.info_hash(self.h, self.player)

    def events(self, start: int = 0):
        """Return the events the seat saw, oldest first, from number `start` on; None: not known."""
        if self.log is None:
            return None
        return unpack_events(self.log, self.game.words, start)

    def decisions(self) -> list:
        """Return [(k, seat, action)] since the last deal; action None where it was not shown."""
        return decisions_of(self.game, self.h)

    def sample_state(self, seed) -> State:
        """Return a world drawn uniformly from the deals that agree with this observation."""
        cdef Sampler sampler = make_sampler(self.game, self.h, self.player)
        cdef State state = new_state(self.game)
        cdef Rng rng
        rng_seed(&rng, as_seed(seed))
        with nogil:
            sampler.sample(&rng, state.h)
        state.log = self.log
        state.log_of = self.player if self.log is not None else False
        return state

    def worlds(self, limit: int):
        """Iterate over (State, weight) of every world that agrees; weight counts physical deals.

        Raises TooManyWorlds at once where there are more than `limit`.
        """
        return iterate_worlds(make_sampler(self.game, self.h, self.player), limit, self.log,
                              self.player if self.log is not None else False)

    def hidden_bits(self) -> tuple:
        """Return (bits of who holds what, bits of the order of decks) that the seat cannot know.

        Their sum is the entropy of `worlds`, each as likely as it has physical deals, computed
        exactly and without listing them. As there, what others have just committed and what
        chance has still to decide by its key (a later deal, a coin, the draws of a bag) are not
        counted.
        """
        cdef Sampler sampler = make_sampler(self.game, self.h, self.player)
        bits = [pool_bits(&sampler.pools[i]) for i in range(sampler.num_pools)]
        return sum([held for held, _ in bits], 0.0), sum([order for _, order in bits], 0.0)

    def record(self):
        """Return a copy of the masked struct as a numpy record (dtype `Game.dtype`)."""
        return record_of(self.game, self.h)

    def to_bytes(self) -> bytes:
        """Return the masked struct's bytes."""
        return PyBytes_FromStringAndSize(<char*>self.h, self.game.state_size)

    def to_dict(self) -> dict:
        """Return the observation in three parts: view, knowledge, trace; JSON-safe."""
        return jsonform.write_observation(self)

    def __str__(self):
        return self.game.words.text(self.record(), self.player)

    def __eq__(self, other):
        if not isinstance(other, Observation):
            return NotImplemented
        cdef Observation right = other
        return (self.game == right.game and self.player == right.player
                and memcmp(self.h, right.h, self.game.state_size) == 0)

    __hash__ = None

    def __reduce__(self):
        return observation_from_bytes, (self.game, self.player, self.to_bytes(), self.log)
