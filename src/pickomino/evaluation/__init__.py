"""Evaluators of positions: the chance to win of each seat.

- `protocol`: the interface between play and evaluators
- `strength`, `win_chance`: a formula fitted to games
- `features`, `full_features`, `network`: the trained networks
- `look_ahead`: solves the next turn exactly and applies any evaluator after it
- `endgame`: looks ahead like that only in the endgame
- `judge`: the best evaluator for a table
- `outcome_values`: evaluations of the outcomes of a turn
"""

from pickomino.core.errors import register_messages
from pickomino.evaluation.errors import MESSAGES

register_messages(MESSAGES)
