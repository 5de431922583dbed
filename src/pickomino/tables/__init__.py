"""Tables as a terminal client uses them, shared by the Textual app and the plain-text game.

`table` is the interface of a table; `offline` implements it for a room in a folder on this device,
and `online` for a room on a server. `saved_games` lists the games in a folder. `table_log` collects
the frames of a table's views and narrates them; `dice_promises` checks the dice of a server.
Nothing here draws, and no rule is decided here.
"""

from pickomino.core.errors import register_messages
from pickomino.tables.errors import MESSAGES

register_messages(MESSAGES)
