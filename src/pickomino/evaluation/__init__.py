"""What a position is worth: the chance to win, seat by seat.

`protocol` is the waist between play and judgement, `strength` a formula fitted to games,
`win_chance` the evaluator based on it, `features` and `network` another one that was trained,
`judge` the better of them, `look_ahead` any evaluator seen through the next turn, `endgame` the
same where a game nears its end.
"""

from pickomino.core.errors import register_messages
from pickomino.evaluation.errors import MESSAGES

register_messages(MESSAGES)
