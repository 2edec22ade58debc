# The struct and the constants of Hội Phố, for the rules and for bots that know the game.
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine_cy.core cimport MAX_PLAYERS, Header

cdef enum:
    MERCHANTS = 16        # merchants are 1..15; 0 stands for a Ship
    MAX_TURNS = 5
    MAX_CONTRACTS = 16
    LOG_SIZE = 72         # decisions of one round; the longest round of the box has fewer

# Skills by the number printed on the card of the box.
cdef enum Skill:
    NO_SKILL
    TRY_YOUR_LUCK
    GOOD_FORTUNE
    PROTECTION_FEE
    DICTATING
    SNITCHING
    NETWORKING
    EMBARGO
    ENTICING
    SEDUCING
    SUPPORTED
    ASKING_A_FAVOR
    PRIORITIZED
    CHARITY
    SOCIALIZING

cdef enum Phase:
    DISCARD               # simultaneous: put one card aside (3 players)
    PLAY                  # simultaneous: one card face down
    CHALLENGE             # skill 1: choose an opponent
    THROW                 # simultaneous: rock, scissors, paper
    DICTATE               # skill 4: call a merchant
    SNITCH                # skill 5: call a merchant
    TAKE                  # skill 6: first the table card,
    PLACE                 # then the card from the hand
    ENTICE                # skill 8: choose an opponent
    SEDUCE                # skill 9: choose an opponent
    COPY                  # skill 11: choose a merchant on the table
    OVER

# Action ids: a base plus a card (0 = Ship, 1..15) or a distance to the left (1..4).
cdef enum ActionBase:
    PLAY_0 = 0
    DISCARD_0 = 16
    CALL_0 = 31           # + 1..15
    TAKE_0 = 46
    PLACE_0 = 61
    COPY_0 = 76
    CHALLENGE_0 = 91      # + 1..4: that many seats to the left
    ENTICE_0 = 95
    SEDUCE_0 = 99
    ROCK = 104
    SCISSORS = 105
    PAPER = 106
    NUM_ACTIONS = 107

cdef struct Rules:
    uint8_t num_players
    uint8_t turns
    uint8_t dealt                  # cards dealt to each seat beside its own Ship
    uint8_t face_up                # cards shown and set aside at the deal
    uint8_t discard_each           # 1: every seat then puts one card aside
    uint8_t pile                   # cards left face down (reduced games only)
    uint8_t ships                  # Ships in the box
    uint8_t needed                 # contracts that end the game
    uint8_t num_contracts
    uint8_t ladder[MAX_CONTRACTS]
    uint8_t ship_reward[MAX_PLAYERS + 1]   # by number of Ships this turn
    uint8_t first[MERCHANTS]
    uint8_t second[MERCHANTS]
    uint8_t skill[MERCHANTS]
    uint16_t zeroed_by[MERCHANTS]  # bit n: merchant n
    uint16_t merchants             # those in the game
    uint8_t skill7_turn            # 1: embargo covers this turn only
    uint8_t skill6_opponents       # 1: only merchants played by opponents can be taken
    uint8_t skill10_strict         # 1: a tie for least gains nothing
    uint8_t skill11_copy_13        # 1: a merchant without skill can be copied
    uint8_t good_fortune, protection_fee, protection_fee_holders, dictating
    uint8_t snitching, prioritized_others, charity, socializing, throws
    int16_t start_money
    uint16_t max_rounds

# Bit n of a set of merchants stands for merchant n. Public unless said otherwise.
cdef struct HoiPho:
    Header h
    uint64_t hash_at_deal
    uint32_t coins                 # outcomes of this round's undecided duels; hidden until used
    uint16_t moves_at_deal
    uint16_t news_at_deal[MAX_PLAYERS]
    uint16_t hand[MAX_PLAYERS]     # merchants in hand; the seat's own
    uint16_t sure[MAX_PLAYERS]     # merchants publicly known to lie in the hand
    uint16_t lacks[MAX_PLAYERS]    # merchants publicly known not to lie there (bit 0: more Ships)
    uint16_t dealt[MAX_PLAYERS]    # merchants dealt this round; visible where `origin` says so
    uint16_t origin                # merchants whose first holder is public
    uint16_t on_table              # merchants face up before some seat
    uint16_t discards              # merchants set aside face up
    uint16_t chain                 # merchants that triggered or were placed in this chain
    uint16_t pending               # merchants whose skill is still to trigger this turn
    uint16_t log[LOG_SIZE]         # seat << 8 | action, in order
    int16_t money[MAX_PLAYERS]     # hidden at the table, known to a perfect memory
    int16_t ledger[MAX_PLAYERS]    # received from the bank, as embargo counts it
    int16_t money_at_deal[MAX_PLAYERS]
    uint8_t ships[MAX_PLAYERS]     # Ships in hand; the seat's own
    uint8_t ships_out[MAX_PLAYERS]  # Ships the seat has played or put aside this round
    uint8_t commit[MAX_PLAYERS]    # committed action + 1; the seat's own
    uint8_t bound[MAX_PLAYERS]     # merchant the seat must play next, 0: none
    uint8_t discarded[MAX_PLAYERS]  # card the seat put aside + 1
    uint8_t played[MAX_TURNS][MAX_PLAYERS]   # card + 1, 0: not yet
    uint8_t table_seat[MERCHANTS]  # seat before which a merchant of `on_table` lies
    uint8_t owner[MAX_CONTRACTS]   # seat + 1 that took contract i of the ladder
    uint8_t count[MAX_PLAYERS]     # contracts held
    uint8_t taken                  # contracts taken so far
    uint8_t taken_at_deal
    uint8_t face_up_ships          # Ships set aside face up at the deal
    uint8_t cards_left             # cards in every hand (the taker's has one more before placing)
    uint8_t phase
    uint8_t turn                   # 0-based
    uint8_t actor                  # whose skill is being resolved
    uint8_t used                   # bit 0: a 6, bit 1: an 11 has resolved in this chain
    uint8_t foe                    # the challenged seat
    uint8_t draws                  # drawn throws of this duel
    uint8_t taking                 # merchant taken, not yet replaced
    uint8_t coins_used
    uint8_t log_len
    uint8_t log_known              # 0: the observer does not know the decisions of this round
    uint8_t pad[3]
