"""The server: rooms over HTTP and WebSocket for the browser client and for programs.

`app` puts the parts together: `api` and `live` speak with clients (`openapi` describes that),
`sql_store` keeps the logs in a database (`migrations` shapes it) and `finished` the games that are
over; `reviews` and `uploads` review them and any other, which `review_queue` lets `review_worker`
do. `pages`, `texts` and `tutorial` are what people see, `static` hands out the browser client in
`client/`. `security`, `throttle`, `protocols` and `housekeeping` keep it safe and tidy. `running`
runs it all, `settings` says how.
"""

from pickomino.core.errors import register_messages
from pickomino.server.errors import MESSAGES

register_messages(MESSAGES)
