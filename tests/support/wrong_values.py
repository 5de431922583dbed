"""Values of wrong types, for tests of what refuses them."""

from pickomino import Game, Rules, start

WRONG = {
    "None": None,
    "5": 5,
    "2.5": 2.5,
    "True": True,
    "text": "text",
    "bytes": b"bytes",
    "list": [],
    "dict": {},
    "object": object(),
    "Game": Game(Rules(), 2),
    "Position": start(Rules(), 2),
    "Rules": Rules(),
    "class": str,
}
"""A class can be called, as a function can."""
