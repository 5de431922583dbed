"""Puzzles: decisions with one clearly best choice, and five daily ones.

`puzzle` is a puzzle as a line of text, `packs` are files of puzzles and choose those of a date,
`scores` grades answers and counts streaks, and `from_review` makes puzzles from decisions of the
player's own games.
"""

from pickomino.core.errors import register_messages
from pickomino.puzzles.errors import MESSAGES

register_messages(MESSAGES)
