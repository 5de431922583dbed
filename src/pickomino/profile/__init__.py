"""The player's profile, stored on this device without an account.

`device_file` reads and writes the files, which may be damaged or unwritable. `daily_log` holds the
answers to daily puzzles, `practice_log` the player's rating (computed by `ratings`) and past
decisions to repeat, `game_log` the games, and `figures` their statistics. `recorder` adds finished
games and reviews; `export` exports or deletes everything. The browser stores the same data in the
same format.
"""

from pickomino.core.errors import register_messages
from pickomino.profile.errors import MESSAGES

register_messages(MESSAGES)
