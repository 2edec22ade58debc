# The struct and the constants of Fairy Concerto, for the rules and for bots that know the game.
#
# Fairies are counted in packed words: six bits for each of the five kinds, the highest of the six
# always 0. So multisets are added, subtracted and compared in one step, all kinds at once.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine_cy.bits cimport nth_bit
from engine_cy.core cimport MAX_PLAYERS, Header

cdef enum:
    SEATS = 4
    KINDS = 5             # trumpeter, drummer, violinist, horn player, composer
    COMPOSER = 4
    MAX_CARDS = 26        # score cards; card c is bit c of a set, and c + 1 where 0 means none
    MAX_CONTEST = 4       # contest cards of one deck
    MAX_ROUNDS = 8
    MAX_DRAWS = 24        # score cards that leave the pile in one round
    LOG_SIZE = 32         # decisions of one round
    ITEMS = 7             # of final scoring
    WIDTH = 6             # bits of one kind in a packed word

cdef enum:                # items of final scoring
    POPULARITY = 0
    CONDUCTOR = 1
    SOLOIST = 2
    PIANIST = 3
    HARPIST = 4
    CARDS = 5
    HONORS = 6
cdef enum Method: METHOD_A, METHOD_B, METHOD_C, METHOD_D

cdef enum Phase:
    PICK                  # every seat at once: fairies to add (and remove), the setup card
    CHOOSE                # a composer's two cards: which one to keep
    OVER

# Action ids. The kinds of a multiset stand in kind order; k and l are kinds, j is 0 or 1.
cdef enum ActionBase:
    ADD_0 = 0             # + k
    ADD_KEEP_0 = 5        # + 2k + j: the first draft, with the setup card
    KEEP_0 = 15           # + j: after a composer
    PAIR_0 = 17           # + 5k + l: two players, add k and remove l
    PAIR_KEEP_0 = 42      # + 2(5k + l) + j
    TWO_0 = 92            # 15 multisets of two: alone, rounds 3, 4 and 6
    THREE_0 = 107         # 35 multisets of three: alone, round 5
    NUM_ACTIONS = 142

cdef struct Rules:
    uint32_t tokens                # fairies of each kind in the box
    uint32_t cards                 # the score cards
    uint32_t needs[MAX_CARDS]      # fairies a score card asks for
    uint32_t pianist[MAX_CONTEST]  # fairies of one set
    uint32_t harpist[MAX_CONTEST]
    uint8_t method[MAX_CONTEST]    # of each soloist card
    uint8_t num_contest[3]         # soloist, pianist, harpist cards
    uint8_t fixed[3]               # 1 + the card that is used, 0: any
    uint8_t num_players
    uint8_t rounds
    uint8_t drafts                 # of one round
    uint8_t full                   # fairies of a finished orchestra
    uint8_t removes                # 1: each pick also removes a fairy from the game
    uint8_t draw[MAX_ROUNDS]       # fairies each seat draws at the start of a round
    uint8_t add[MAX_ROUNDS]        # fairies one pick adds
    uint8_t per_method[4]
    uint8_t per_popular, per_most, per_pianist_set, per_harpist_set
    uint8_t per_card, per_honor, per_face_down

# Public unless said otherwise.
cdef struct FairyConcerto:
    Header h
    uint64_t hash_at_deal
    uint32_t hand[SEATS]           # fairies in hand; seen by those who have held them
    uint32_t picked[SEATS]         # what has been picked this round from the hand now held there
    uint32_t orchestra[SEATS]
    uint32_t kept[SEATS]           # score cards beside the orchestra board
    uint32_t pahha                 # Pahha's orchestra
    uint32_t face_down             # Pahha's score cards; never seen
    uint32_t bag                   # fairies in the bag; in an observation all that are not seen
    uint32_t removed               # fairies removed from the game
    uint32_t pile                  # score cards in the pile; in an observation all not seen
    uint32_t discards              # score cards not kept
    uint32_t hidden_draws          # bit i: draws[i] went face down to Pahha
    uint16_t moves_at_deal
    uint16_t news_at_deal[MAX_PLAYERS]
    uint16_t log[LOG_SIZE]         # seat << 8 | action, in order
    # Score cards that left the pile this round, in order; the pair of one choice ascending. A pair
    # is the chooser's until it has chosen. Beyond num_draws: 0, or what a rewound world will draw.
    uint8_t draws[MAX_DRAWS]
    uint8_t commit[SEATS]          # committed action + 1; the seat's own
    uint8_t known[SEATS]           # bit h: the seat knows the hand that now lies with seat h
    uint8_t waiting[SEATS]         # composers added whose cards are still to be drawn
    uint8_t points[SEATS + 1][ITEMS]   # of the finished game; Pahha's last
    uint8_t popularity             # kind
    uint8_t soloist                # index of the contest card
    uint8_t pianist
    uint8_t harpist
    uint8_t phase
    uint8_t draft                  # 0-based
    uint8_t chooser                # the seat that chooses one of two drawn cards
    uint8_t pahha_waiting          # composers that joined Pahha and have no card yet
    uint8_t num_face_down          # Pahha's score cards
    uint8_t num_draws
    uint8_t log_len
    uint8_t log_known              # 0: the observer does not know the decisions of this round
    uint8_t pad[3]

# What an action adds and removes, packed, and which card it keeps (1 or 2, 0: none).
cdef uint32_t adds(int action) noexcept nogil
cdef uint32_t removes(int action) noexcept nogil
cdef int keeps(int action) noexcept nogil

cdef inline uint32_t one(int kind) noexcept nogil:
    """Return a packed word with one fairy."""
    return <uint32_t>1 << (WIDTH * kind)

cdef inline int count_of(uint32_t fairies, int kind) noexcept nogil:
    return (fairies >> (WIDTH * kind)) & 63

cdef inline int total_of(uint32_t fairies) noexcept nogil:
    """Return the number of fairies: the sum of the fields, gathered in the highest one."""
    return ((fairies * <uint32_t>0x01041041) >> 24) & 63

cdef inline uint32_t present(uint32_t fairies) noexcept nogil:
    """Return the lowest bit of the field of each kind that occurs."""
    return ((fairies + <uint32_t>0x1F7DF7DF) >> 5) & <uint32_t>0x01041041

cdef inline bint contains(uint32_t fairies, uint32_t part) noexcept nogil:
    """Whether a multiset has at least the fairies of another one."""
    return (((fairies | <uint32_t>0x20820820) - part) & <uint32_t>0x20820820) == 0x20820820

cdef inline int nth_kind(uint32_t kinds, int n) noexcept nogil:
    """Return kind number n of a word that `present` made."""
    return nth_bit(kinds, n) // WIDTH

# The seven items of one orchestra, honors left out; `cards`: its score cards.
cdef void score_items(const Rules* r, const FairyConcerto* s, uint32_t orchestra, uint32_t cards,
                      uint8_t* items) noexcept nogil
