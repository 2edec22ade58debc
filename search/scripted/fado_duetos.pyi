from engine_cy import State
from search.formula import LeafFormula, MoveScores

SCORES: MoveScores
LEAF: LeafFormula

def leaf_features(state: State) -> list[list[float]]: ...
