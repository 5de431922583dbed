"""Match scores as text."""

import pytest

from pickomino.i18n import texts_in
from pickomino.i18n.room_text import match_line, room_lines
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import Room, RoomView

ENGLISH = texts_in("en")


def line(phase="over", score=(1, (1, 0), (3, 1)), **settings):
    room = Room(settings=Settings(**settings), names=("Ann", "Ben"), score=Score(*score))
    return match_line(RoomView(1, phase, room), ENGLISH)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ({}, ""),
        ({"score": ()}, ""),
        ({"score": (2, (1, 1), (4, 4))}, "2 games  Ann 1 · Ben 1"),
        ({"match_games": 5}, "1 of 5 games played  Ann 1 · Ben 0"),
        ({"match_wins": 3}, "First to 3 wins  Ann 1 · Ben 0"),
        (
            {"match_wins": 1, "score": (1, (1, 0), (3, 1), (0,))},
            "Ann wins the match!  Ann 1 · Ben 0",
        ),
        (
            {"match_games": 2, "score": (2, (1, 1), (4, 4), (0, 1))},
            "The match win is shared: Ann, Ben  Ann 1 · Ben 1",
        ),
    ],
)
def test_match_line_shows_the_score(view, expected):
    assert line(**view) == expected


def test_room_lines_list_the_settings():
    settings = Settings("classic(steal=forced)", starter="lot", match_wins=3)
    assert room_lines(Room(settings=settings), ENGLISH) == [
        "Classic, but if you stop and can steal, you must",
        "Who begins is decided by lot, drawn with the dice.",
        "A match: First to 3 wins.",
    ]
