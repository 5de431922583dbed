"""Evaluators of positions: they estimate each seat's chance of winning.

- `protocol`: the interface between play and evaluators
- `strength`, `win_chance`: a formula fitted to games
- `features`, `network`, `network_chance`: the trained networks
- `network_files`: which networks this process uses
- `plain_arrays`, `export`: features and networks where there is no NumPy
- `look_ahead`: solves the next turn exactly, using any evaluator for the positions after it
- `endgame_look_ahead`: looks ahead like `look_ahead`, but only in the endgame
- `judge`: the best evaluator for a table
- `outcome_values`: evaluates the outcomes of a turn
"""

from pickomino.core.errors import register_messages
from pickomino.evaluation.errors import MESSAGES

register_messages(MESSAGES)
