from search.formula import LeafFormula, MoveScores

SCORES: MoveScores
LEAF: LeafFormula
