"""A short siege; `make soak ARGS=siege` is the long run, with a limit on the time of moves."""

import json

import pytest

from pickomino.rooms import LogEntry
from pickomino.rooms.protocol.events import Acted, Rolled
from soak.suites.siege import Table, check_seed

MOVES = ({"type": "Acted", "seat": 0, "action": "r"}, {"type": "Rolled", "seat": 0, "roll": "12"})
LOG = [
    LogEntry(version, 1.0, event)
    for version, event in enumerate((Acted(0, "k1"), Acted(0, "r"), Rolled(0, "12")), 1)
]


def test_games_continue_under_siege():
    assert check_seed(0, seconds=2.0, tables=3) >= 6


@pytest.mark.parametrize("moves", [MOVES[:1], MOVES[::-1], (*MOVES, MOVES[0])])
def test_siege_detects_events_that_are_not_stored(moves):
    table = Table(1, "ABCDEFGH", "token")
    for version, shown in ((1, ()), (3, moves)):
        frames = [{"event": event} for event in shown]
        table.take([json.dumps({"type": "RoomView", "version": version, "frames": frames})])
    with pytest.raises(AssertionError, match="lost or changed"):
        table.check(LOG)
