# The struct and the constants of Fado: Duetos e Desgarradas, for the rules and for bots that know
# the game. Hand cards are 0..80, a set of them is three words of 27 bits.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine_cy.bits cimport highest, lowest, nth_bit, popcount
from engine_cy.core cimport Header

cdef enum:
    SEATS = 4
    CARDS = 81
    WORDS = 3             # words of a set of cards,
    WORD_BITS = 27        # and cards in each
    CATEGORIES = 4        # artist, scenery, melody, alignment
    MAX_VALUES = 16       # different values of one characteristic; four times that are 64 bits
    MAX_CHIPS = 9
    MAX_SHOWCASE = 9      # showcase cards are 1..9,
    GUITARIST = 10        # and this is the guitarist
    MAX_PLACES = 10       # places of the showcase
    MAX_COLUMNS = 3
    MAX_STACK_CARDS = 2   # cards from the deck in the practice area (two players)
    MAX_STEPS = 5         # small decisions of one set
    LOG_SIZE = 392        # decisions of one game; the longest game of the box has 387

cdef enum Phase:
    PLACE                 # simultaneous: one hand card face down into the practice area
    PICK                  # take one card of the practice area
    SETS                  # present sets, or end the turn
    OVER

# Action ids: the card itself (place, pick, show, retrieve), the start of a set, the end of a turn.
# As bits they stand in the words of a set of cards and one word more.
cdef enum ActionBase:
    HAND_0 = 81           # + characteristic: start a hand set
    SHOWCASE_0 = 85       # + 4 * column + characteristic: start a showcase set
    END_TURN = 97
    NUM_ACTIONS = 98

cdef struct Rules:
    uint8_t num_players
    uint8_t num_cards
    uint8_t opening                # cards of an opening hand
    uint8_t columns
    uint8_t levels
    uint8_t num_chips              # chips of each stack
    uint8_t stack_cards            # deck cards added to the practice area
    uint8_t sequence_chips         # 1: sequence chips are in the game
    uint8_t deck_end_empty         # 1: dealing the last card ends the game
    uint8_t variety_repeat         # 1: a seat may take several variety chips
    uint8_t stacks_to_end
    uint8_t num_values
    uint8_t num_showcase
    uint8_t feature, feature_chips, sequence, num_variety
    uint8_t variety[MAX_CHIPS]
    uint8_t chip[MAX_CHIPS]        # from the top
    uint8_t value[CARDS][CATEGORIES]
    uint8_t showcase_value[MAX_SHOWCASE + 1][CATEGORIES]
    uint32_t match[CATEGORIES][MAX_VALUES][WORDS]    # hand cards that show a value
    uint32_t cards[WORDS]          # all of them
    uint64_t values[CARDS]         # the values a card shows: bit 16 * characteristic + value
    uint64_t showcase_values[MAX_SHOWCASE + 1]

# Public unless said otherwise.
cdef struct Duetos:                # 720 bytes, 392 of them the log: the whole game is one deal
    Header h
    uint32_t hand[SEATS][WORDS]    # the seat's own; rewards join it when the turn ends
    uint32_t known[SEATS][WORDS]   # cards of the hand that everybody knows to be there
    uint32_t discards[WORDS]
    uint16_t chips[SEATS][CATEGORIES]    # bit v: the chip of value v
    uint16_t log_len
    # card + 1 in the order of dealing: opening hands, then the deck from the top; of it a seat
    # knows its own share and what the deck gave to the practice area, the rest is 0
    uint8_t deck[CARDS]
    uint8_t hand_size[SEATS]
    uint8_t commit[SEATS]          # card + 1 placed face down; the seat's own
    uint8_t practice[SEATS + MAX_STACK_CARDS]   # card + 1 of each seat, then from the deck
    uint8_t showcase[MAX_PLACES]   # columns one after the other, as they lay at the start
    uint8_t base[MAX_COLUMNS]      # which of its cards lies at level I now
    uint8_t taken[CATEGORIES]      # chips gone from each stack
    uint8_t feature[CATEGORIES]    # seat + 1 that has the feature chip
    uint8_t sequence[CATEGORIES]   # seat + 1 that has the sequence chip
    uint8_t variety[MAX_CHIPS]     # seat + 1 that has each variety chip, from the top
    uint8_t step[MAX_STEPS]        # action + 1 of a set not yet complete; the seat's own
    uint8_t phase
    uint8_t starter                # seat that began the game
    uint8_t marker                 # seat with the first player marker
    uint8_t round                  # from 1
    uint8_t turn                   # turns finished in this round
    uint8_t drawn                  # cards dealt so far
    uint8_t rewards                # the last of them: face down before the seat whose turn it is
    uint8_t log_known              # 0: the course of the game is not known
    uint8_t log[LOG_SIZE]          # actions in order; who took them follows from the rules

cdef inline int has(const uint32_t* cards, int card) noexcept nogil:
    return (cards[card // WORD_BITS] >> (card % WORD_BITS)) & 1

cdef inline void add(uint32_t* cards, int card) noexcept nogil:
    cards[card // WORD_BITS] |= <uint32_t>1 << (card % WORD_BITS)

cdef inline void drop(uint32_t* cards, int card) noexcept nogil:
    cards[card // WORD_BITS] &= ~(<uint32_t>1 << (card % WORD_BITS))

cdef inline int size(const uint32_t* cards) noexcept nogil:
    return popcount(cards[0]) + popcount(cards[1]) + popcount(cards[2])

cdef inline int common(const uint32_t* left, const uint32_t* right) noexcept nogil:
    """Number of cards in both sets."""
    return (popcount(left[0] & right[0]) + popcount(left[1] & right[1])
            + popcount(left[2] & right[2]))

cdef inline int nth(const uint32_t* cards, int n) noexcept nogil:
    """Card number n of a set, counted from 0; the set has one word or more."""
    cdef int w = 0, k = popcount(cards[0])
    while n >= k:
        n -= k
        w += 1
        k = popcount(cards[w])
    return WORD_BITS * w + nth_bit(cards[w], n)

cdef inline void drop_last(uint32_t* cards) noexcept nogil:
    """Take the highest card out of a set that is not empty."""
    cdef int w = 2 if cards[2] else 1 if cards[1] else 0
    cards[w] &= ~(<uint32_t>1 << highest(cards[w]))

cdef inline void drop_up_to(uint32_t* cards, int card) noexcept nogil:
    """Keep the cards above one."""
    cdef int w
    for w in range(card // WORD_BITS):
        cards[w] = 0
    cards[card // WORD_BITS] &= ~((<uint32_t>2 << (card % WORD_BITS)) - 1)

cdef inline void tally(const Rules* r, const uint32_t* hand, uint64_t* twice,
                       uint64_t* thrice) noexcept nogil:
    """The values that two and three cards of a hand show, as bits like Rules.values."""
    cdef uint64_t once = 0, shown
    cdef uint32_t bits
    cdef int w
    twice[0] = thrice[0] = 0
    for w in range(WORDS):
        bits = hand[w]
        while bits:
            shown = r.values[WORD_BITS * w + lowest(bits)]
            bits &= bits - 1
            thrice[0] |= twice[0] & shown
            twice[0] |= once & shown
            once |= shown

cdef inline uint32_t lane(uint64_t values, int category) noexcept nogil:
    """The values of one characteristic."""
    return <uint32_t>(values >> (MAX_VALUES * category)) & 0xFFFF

cdef inline int seat_to_act(const Rules* r, const Duetos* s) noexcept nogil:
    """The seat whose turn it is."""
    return (s.marker + s.turn) % r.num_players

cdef inline int level_one(const Rules* r, const Duetos* s, int column) noexcept nogil:
    """The showcase card at level I of a column."""
    return s.showcase[column * r.levels + s.base[column]]

cdef inline uint64_t values_at(const Rules* r, const Duetos* s, int column,
                               int level) noexcept nogil:
    """The values of the showcase card at a level of a column, from 0; the guitarist has none."""
    cdef int card = s.showcase[column * r.levels + (s.base[column] + level) % r.levels]
    return 0 if card == GUITARIST else r.showcase_values[card]

# The legal actions of an acting seat: a set of cards, and a word of starts and end of turn.
cdef void choices(const Rules* r, const Duetos* s, int seat, uint32_t* out) noexcept nogil
# The seat's complete variety sets.
cdef int fewest(const Duetos* s, int seat) noexcept nogil
# Victory points and bonuses.
cdef int score(const Rules* r, const Duetos* s, int seat) noexcept nogil
