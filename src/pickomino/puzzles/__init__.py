"""Puzzles: decisions with one clearly best choice, and five daily ones.

`puzzle` defines a puzzle and its line of text, `packs` reads files of puzzles and selects those of
a date, `scores` grades answers and counts streaks, and `from_review` makes puzzles from decisions
of the player's own games.
"""

from pickomino.core.errors import register_messages
from pickomino.puzzles.errors import MESSAGES

register_messages(MESSAGES)
