"""Analysis of play: advice for a position, and reviews that separate luck from skill.

`advice` computes the odds of a position and the value of each choice; `winning_sums` lists the next
totals that would win a tile. `review` reviews a whole game: `review_types` are its results,
`solved_turns` computes the win chances, `reasons` explains why a choice is better,
`review_json` encodes a review, `summary` and `confidence` cover many games. `luck` computes luck
alone, which the arena subtracts from its results.
"""

from pickomino.analysis.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
