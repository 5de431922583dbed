"""The game in plain text: for pipes, scripts, simple terminals and screen readers.

`table` describes a position, `prompts` asks and reads answers, `session` runs a game;
`pickomino.i18n` narrates events. No rule is decided here.
"""
