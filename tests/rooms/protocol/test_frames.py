"""Frames at the end of a game."""

import pytest

from pickomino import Position
from pickomino.rooms.protocol.frames import end_frame


@pytest.mark.parametrize(
    ("stacks", "ranks"),
    [
        ("32,33,34/35", (1, 2)),
        ("32/-/33,34/35", (3, 4, 1, 2)),
        ("21/22/-", (2, 1, 3)),
        ("21/-/-", (1, 2, 2)),
        ("-/-", (1, 1)),
    ],
)
def test_seats_are_ranked_by_worms_then_highest_tile(stacks, ranks):
    taken = set(stacks.replace("/", ",").split(","))
    grill = "".join("." if str(tile) in taken else "o" for tile in range(21, 37))
    position = Position.from_wfen(f"standard {grill} {stacks} a - ~")
    assert end_frame(position, "1a").ranks == ranks
