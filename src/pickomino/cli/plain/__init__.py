"""The game as lines of plain text: for pipes, scripts, dumb terminals and screen readers.

`table` describes a position, `asking` puts the question and reads the answer, `session` runs a
game; `pickomino.i18n` names things and narrates events. No rule is decided here.
"""
