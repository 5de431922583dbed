"""What is said about a game, as lines that are independent of a language.

A `Line` is a key with arguments. The rules decide here, once, which lines are said; user interfaces
look up the keys in the table of `i18n.lines` and fill in names and numbers.
"""

from pickomino.narration.line import Line, line

__all__ = ["Line", "line"]
