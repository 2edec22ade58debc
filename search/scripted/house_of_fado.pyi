from search.formula import MoveScores

SCORES: MoveScores
