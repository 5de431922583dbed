"""Games as records: a start and the events that followed.

`game` folds events into positions, `wgn` writes and reads them as text, `json_record` as JSON,
`verification` recomputes every roll of a record. Standard library alone.
"""
