"""Puzzles: decisions with one clearly best choice, including five new ones every day.

`puzzle` defines a puzzle and its text format, `packs` reads files of puzzles and selects the
puzzles of a date, `scores` grades answers and counts streaks, and `from_review` makes puzzles from
decisions in the player's own games.
"""

from pickomino.core.errors import register_messages
from pickomino.puzzles.errors import MESSAGES

register_messages(MESSAGES)
