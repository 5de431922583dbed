"""Games as records: a start and the events that followed.

`state` folds events into positions, `game` adds dice and tags, `wgn` writes and reads games as
text, `json_record` as JSON, `verification` recomputes every roll of a record. Only the standard
library.
"""

from pickomino.core.errors import register_messages
from pickomino.record.errors import MESSAGES

register_messages(MESSAGES)
