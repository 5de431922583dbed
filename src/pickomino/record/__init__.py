"""Games as records: a start and the events that followed.

`state` folds events into positions, `game` adds dice and tags, `wgn` writes and reads games as
text, `json_record` as JSON, `verification` recomputes every roll of a record. Only the standard
library.
"""
