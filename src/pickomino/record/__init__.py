"""Records of games: the start position and all events; needs only the standard library.

- `state`: the state of a game
- `game`: a game with dice, tags and comments
- `wgn`, `json_record`, `files`: games as text, as JSON, and in files
- `names`: valid names of players
- `verification`: recomputes every roll of a record
"""

from pickomino.core.errors import register_messages
from pickomino.record.errors import MESSAGES

register_messages(MESSAGES)
