"""The game in plain text: for pipes, scripts, simple terminals and screen readers.

`start` opens a table, `session` narrates it and asks, `prompts` reads answers, and `table`
describes a position. The app uses the same tables (`pickomino.tables`). No rule is decided here.
"""
