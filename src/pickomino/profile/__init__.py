"""What a device remembers of its player, without any account.

`device_file` is a file that may be damaged or forbidden, `daily_log` the answers to the daily
puzzles, `ratings` the arithmetic of puzzle ratings, `practice_log` the player's rating and the own
decisions that come back, `game_log` the games that were played, `figures` what they come to.
The browser keeps the same in its own storage, in the same form.
"""
