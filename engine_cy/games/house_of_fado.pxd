# The struct and the constants of House of Fado, for the rules and for bots that know the game.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine_cy.core cimport MAX_PLAYERS, Header, Sink

cdef enum:
    SEATS = 4
    TYPES = 3             # of musicians, from left to right
    GROUPS = 3            # of customers in the street, from left to right
    COLOURS = 3           # gray, black, brown
    TABLES = 3            # of a restaurant; the last one is locked at first
    KINDS = 6             # of notes
    TILES = 24            # musicians; where 0 means none they count from 1
    FADOS = 24            # likewise
    DISPLAY = 4
    MAX_FAME = 6
    STARS = 5             # first of each type to reach fame 6, fados, cubes
    FADO_STAR = 3
    CUBE_STAR = 4
    MAX_SCORES = 4        # places of a billboard scoring tile
    MAX_BILLBOARDS = 4
    MAX_CUBES = 8
    SEATED = 4            # customers that can sit down together
    LOG_SIZE = 32         # decisions of one turn

# Spaces for one figure each: seven action spaces, then three kick-out spaces for each of them.
# HOME stands for the action space of each seat's own restaurant.
cdef enum Space: MARKET_L, MARKET_R, STREET_L, STREET_R, REHEARSAL, BILLBOARD_L, BILLBOARD_R, HOME
cdef enum:
    BOARD = 7
    KICK_0 = 8            # + 3 * action space + 0, 1 or 2
    KICKS = 3
    SPACES = 29
cdef enum Location: MARKET, STREET, REHEARSAL_ROOM, BILLBOARD, RESTAURANT

# A figure on a space: seat + 1, and for an assistant this bit.
cdef enum: ASSISTANT = 8

cdef enum Phase:
    LIFT                  # which worker moves
    LEAVE                 # an assistant on the space it leaves
    PLACE
    OWN                   # what becomes of the own assistant found there
    REMOVE                # an assistant, to make room among the kick-out spaces
    KICK                  # the kicked-out figure's owner: where it goes
    BONUS                 # and what it gains there
    BONUS_SIX             # and what becomes of a musician that reached fame 6
    HIRE
    STREET_CHOICE         # guests or the critic, from which group
    SEAT                  # which guests
    TABLE                 # where they, or the critic, sit
    REHEARSE
    ADVERTISE             # promote or contract
    CLOSE                 # close the restaurant or do nothing
    RAISE                 # closing: a musician's new fame
    SIX                   # closing: a musician that reached fame 6
    PART                  # closing: keep or dismiss
    CRITIC                # closing: where the critic goes
    OVER

cdef enum Bonus: MONEY, CUSTOMER, NOTE, FAME
cdef enum Power: NO_POWER, MORE_CUBES, MORE_MONEY, MORE_CUSTOMERS
cdef enum TieBreak: BY_STARS, BY_FADOS, BY_MONEY

# Action ids: a base plus a space, type, group, colour, tile and so on.
cdef enum ActionBase:
    PLACE_0 = 0           # + action space, HOME last
    LIFT_0 = 8            # + space
    LEAVE_NOTHING = 37
    LEAVE_ASSISTANT = 38
    FETCH_0 = 39          # + action space, or kick-out space less one
    ASSISTANT_BACK = 67
    ASSISTANT_FOLLOWS = 68
    REMOVE_0 = 69         # + kick-out space - KICK_0
    KICK_TO_0 = 90        # likewise
    NO_BONUS = 111
    BAR_0 = 112           # + 3 * group + colour
    NOTE_0 = 121          # + kind
    HIRE_0 = 127          # + tile
    STOP = 151
    GUESTS_0 = 152        # + group
    CRITIC_FROM_0 = 155   # + group
    SEAT_0 = 158          # + number of the party
    PARTIES = 34          # customers of three colours, one to four in all
    TABLE_0 = 192         # + table
    SCORE_0 = 195         # + fado
    PROMOTE_0 = 219       # + type, likewise below
    CONTRACT_0 = 222
    CLOSE_UP = 225
    RAISE_0 = 226         # + 5 * type + level - 2
    NO_RAISE_0 = 241
    BOX_0 = 244
    KEEP_0 = 247
    DISMISS_0 = 250
    CRITIC_TO_0 = 253     # + group
    NUM_ACTIONS = 256

cdef struct Rules:
    uint32_t tiles                 # musicians for this player count, promos among them
    uint32_t fados                 # fados for this player count
    uint8_t num_players
    uint8_t max_rounds
    # Options.
    uint8_t promos                 # 1: one musician of each type is removed at the start
    uint8_t by_space               # 1: the rules for workers speak of single action spaces
    uint8_t kick_by_space          # 1: a figure goes to a kick-out space of the space it left
    uint8_t kick_after             # 1: it moves after the action
    uint8_t refill_always          # 1: groups are refilled after every turn
    uint8_t no_bonus_six           # 1: the rehearsal kick-out does not raise to fame 6
    uint8_t may_stop               # 1: an action can always be left out
    uint8_t wild_clef
    uint8_t clef_is_note           # 1: the clef is a note of the first kind
    uint8_t die_stays              # 1: dismissed musicians keep their fame
    uint8_t cube_spaces            # for each type, 0: any number
    uint8_t note_supply            # of each kind, 0: any number
    # Values.
    uint8_t money, workers, assistants, cubes, clefs
    uint8_t num_tiles, num_fados, num_kinds, num_billboards
    uint8_t type_of[TILES]
    uint8_t note_of[TILES]         # 1 + kind, 0: none
    uint8_t start_fame[TILES]      # 0: no die before the tile is first hired
    uint8_t power[TILES]
    uint8_t amount[TILES]          # of the power
    uint8_t needs[FADOS][KINDS]    # notes
    uint8_t fado_points[FADOS]
    uint8_t base_cost[TYPES]
    uint8_t accepts[TYPES]         # bit c: customers of this colour raise the type
    uint8_t hire_cost[MAX_FAME]    # by fame
    uint8_t raise_money[MAX_FAME + 1]      # to reach a level
    uint8_t raise_customers[MAX_FAME + 1]  # likewise
    uint8_t promote_from
    uint8_t six_points
    uint8_t seats[TABLES]
    uint8_t bar
    uint8_t customers[COLOURS]     # in the game
    uint8_t group_setup, full, refill_from
    uint8_t critics                # bit g: group g begins with one
    uint8_t income[MAX_CUBES + 1]  # by cubes removed
    uint8_t critic_cost[MAX_CUBES + 1]
    uint8_t unlock                 # cubes removed that open the last table
    uint8_t critic_cubes
    uint8_t beside[BOARD][2]       # types left and right of a space
    uint8_t groups[BOARD]          # bit g: group g lies beside the space
    uint8_t kick_bonus[SPACES]
    uint8_t kick_money[SPACES]     # gained for MONEY, else paid
    uint8_t scores[MAX_BILLBOARDS][MAX_SCORES]
    uint8_t stars_to_end, star_fados
    uint8_t star_points[STARS + 1]
    uint8_t fado_bonus[FADOS + 1]
    uint8_t num_ties
    uint8_t ties[3]
    uint16_t money_per_point

# All that lies on the table, for everybody to see, and how far the turn has come.
cdef struct Table:                 # 296 bytes
    uint32_t market                # musicians to be hired
    uint32_t boxed                 # musicians out of the game, from its start or since
    uint32_t stack                 # fados below the top of the stack
    uint32_t scored[SEATS]         # fados
    uint16_t money[SEATS]
    uint16_t points[SEATS]
    uint16_t notes[SEATS][KINDS]
    uint8_t fame[TILES]            # of each musician, 0: no die
    uint8_t musician[SEATS][TYPES]         # tile + 1 in the restaurant
    uint8_t billboard[TYPES]       # tile + 1
    uint8_t star_place[TYPES]      # tile + 1
    uint8_t posted[SEATS][TYPES]   # cubes beside the billboard
    uint8_t cubes[SEATS]           # on the prestige track
    uint8_t clef[SEATS]
    uint8_t group[GROUPS][COLOURS]         # customers in the street
    uint8_t bag[COLOURS]
    uint8_t discard[COLOURS]
    uint8_t guests[SEATS][TABLES][COLOURS]
    uint8_t at_bar[SEATS][COLOURS]
    uint8_t critic[SEATS]          # table + 1 at which the critic sits
    uint8_t critics                # bit g: a critic stands with group g
    uint8_t figure[SPACES]         # who stands there; [HOME] is not used
    uint8_t home                   # bit p: a worker of seat p stands in its restaurant
    uint8_t hand[SEATS]            # workers not yet placed
    uint8_t supply[SEATS]          # assistants not on the board
    uint8_t star[STARS]            # seat + 1 that has it
    uint8_t display[DISPLAY]       # fado + 1
    uint8_t top                    # fado + 1, open on the stack
    uint8_t scoring[TYPES]         # billboard scoring tile of each type
    uint8_t reshuffles             # how often the discard has gone back into the bag
    uint8_t starter
    uint8_t round                  # from 1
    uint8_t phase
    uint8_t seat                   # whose turn it is
    # Of the present turn, 0 where not, or not yet.
    uint8_t origin                 # 1 + space that the worker has left
    uint8_t left                   # what stands there now: LEFT_SUPPLY, or 2 + space it came from
    uint8_t space                  # 1 + action space of the worker
    uint8_t kicked                 # figure that has still to go to a kick-out space
    uint8_t kick                   # 1 + kick-out space whose bonus is being chosen
    uint8_t hired                  # tile + 1 hired first
    uint8_t group_chosen           # 1 + group
    uint8_t party                  # 1 + party of guests that sits down
    uint8_t spent[TYPES]           # customers spent on each type
    uint8_t type                   # whose turn it is in a closing
    uint8_t due                    # bit k: the musician of type k has just reached fame 6
    uint8_t virtual                # customers that count beside the guests
    uint8_t extra_cubes            # that leave with the critic's
    uint8_t came                   # 1: customers were seated, groups are refilled
    uint8_t turn_up                # 1: the top of the stack has gone to the display
    uint8_t pad[1]

cdef enum: LEFT_SUPPLY = 1

# Nothing is hidden but what chance will bring: the customers of the bag and the fados of the stack
# are known, their order is a function of the chance key. Every turn begins a new epoch.
cdef struct HouseOfFado:
    Header h
    uint64_t hash_at_deal
    uint16_t moves_at_deal
    uint16_t news_at_deal[MAX_PLAYERS]
    uint16_t log[LOG_SIZE]         # seat << 8 | action, of this turn
    uint8_t log_len
    uint8_t log_known              # 0: the decisions of this turn are not known
    uint8_t pad[2]
    Table t
    Table begun                    # the table as this turn began

# Points of one seat as if the game ended now, by item.
cdef enum:
    PLAYED = 0
    MUSICIANS = 1
    STAR_ITEM = 2
    BILLBOARD_ITEM = 3
    FADO_ITEM = 4
    MONEY_ITEM = 5
    ITEMS = 6
cdef void score_items(const Rules* r, const Table* t, int seat, int* items) noexcept nogil

# The table's functions that a script needs to play a turn through.
cdef int legal(const void* rules, const Header* h, int seat, uint8_t* out) noexcept nogil
cdef void act(const Rules* r, HouseOfFado* s, int action, Sink* sink) noexcept nogil
cdef int stars_of(const Table* t, int seat) noexcept nogil
cdef int lacking(const Rules* r, const Table* t, int p, int fado) noexcept nogil
