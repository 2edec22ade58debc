"""House of Fado in words and JSON."""
from engine_cy.words.base import Words
from engine_cy.words.house_of_fado_names import action_names
from engine_cy.games._house_of_fado_data import read_facts
EVENT_KINDS = tuple("""starts removed_at_start scoring_tile shows turns_up refills reshuffles round_starts lifts leaves fetches places
 takes_back follows removes goes_to gains pays takes_guest takes_note no_note raises hires seats_guests seats_critic scores_fado spends_clef
 promotes displaced contracts closes star_musician leaves_game keeps dismisses loses_cubes critic_leaves clears passes earns wins_star
 final game_ends""".split())
class HouseOfFadoWords(Words):
    event_kinds = EVENT_KINDS
    def __init__(self, game):
        super().__init__(game)
        self.facts = read_facts(game.data, self.players, game.options)
        self.action_names = action_names(self.facts)
    def event_to_string(self, kind, seat, a, b):
        return f"{kind} {seat} {a} {b}"
    def text(self, rec, seat):
        return str(rec)
    def inventory(self, rec):
        return {}
