"""The game as lines of plain text: for pipes, scripts, dumb terminals and screen readers.

`words` names things, `table` describes a position, `narration` tells events, `asking` puts the
question and reads the answer, `session` runs a game. No rule is decided here.
"""
