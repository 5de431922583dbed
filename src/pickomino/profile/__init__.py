"""The player's profile, stored on this device without an account.

`device_file` reads and writes the files, which may be damaged or unwritable. `daily_log` holds the
answers to daily puzzles, `practice_log` the player's rating and past decisions to repeat (with the
formula in `ratings`), `game_log` the games, and `figures` their statistics. `recorder` adds
finished games and reviews, `export` exports and deletes everything. The browser stores the same
data in the same format.
"""
