"""Understanding play.

`advice` computes the odds of a position and what each choice is worth. `review` separates luck from
skill in a whole game: `reviewed` is its result, `solved_turns` and `judging` are where the chances
come from, `reasons` says why a choice is better, `review_json` writes it all for other programs,
`summary` and `means` cover many games at once, and `luck` is the luck alone, which the arena takes
out of its results.
"""

from pickomino.analysis.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
