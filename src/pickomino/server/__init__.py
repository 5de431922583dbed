"""The server: rooms over HTTP and WebSocket for the browser client and for programs.

`runner` starts it, `app` assembles the application from `http`, `live` and `images`, and `state`
holds what all parts of one running server share. `storage` keeps rooms and finished games,
`cluster` lets several servers share a database, and `reviews` analyses finished games in a worker
process.
"""

from pickomino.core.errors import register_messages
from pickomino.server.errors import MESSAGES

register_messages(MESSAGES)
