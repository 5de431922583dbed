"""Puzzles: decisions with one clearly best choice, and the five of every day.

`puzzle` is one of them as a line of text, `packs` the files of them and which five belong to a
date, `scores` what answers are worth, what is shared of them, and the streak, `own` decisions of
one's own games as puzzles.
"""

from pickomino.core.errors import register_messages
from pickomino.puzzles.errors import MESSAGES

register_messages(MESSAGES)
