"""Texts about rooms: votes, takeovers, matches and events around a game."""

import pytest

from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.room_text import (
    describe_room_event,
    match_line,
    room_lines,
)
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score, score_line
from pickomino.rooms.protocol.views import Room, RoomView

ENGLISH = texts_in("en")
BOT = events.Seat("bot", bot="family")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.Voted(1, 0), "Ann votes to remove Ben."),
        (events.SeatChanged(1, BOT, "vote"), "Ben was voted out: "),
        (events.SeatChanged(1, BOT, "host"), "The host removed Ben: "),
        (events.SeatChanged(1, BOT), "plays for Ben now."),
        (events.TakenOver(1, "family", "host"), "The host lets "),
        (events.TakenOver(1, "family", "dice"), "Ben did not contribute to the dice in time: "),
        (events.TakenOver(1, "family", "absence"), "plays for Ben now."),
    ],
)
def test_stand_in_text_names_the_cause(event, text):
    assert text in describe_room_event(event, Narrator(ENGLISH, ("Ann", "Ben")))


def test_room_events_name_the_player():
    from pickomino.i18n.narrator import Narrator

    narrator = Narrator(ENGLISH, ("Ann", "Ida"))
    room_events = [
        events.Absent(0),
        events.Returned(0),
        events.TakenOver(1, "family", "clock"),
        events.TakenBack(1),
        events.HostChanged(1),
        events.SeatChanged(1, events.Seat("bot", bot="family")),
        events.Reacted(0, "hello"),
    ]
    for event in room_events:
        assert any(name in describe_room_event(event, narrator) for name in ("Ann", "Ida"))
    assert describe_room_event(events.DiceCommitted("g", "sha256:00"), narrator) == ""


def line(phase="over", score=(1, (1, 0), (3, 1)), **settings):
    played, chosen = Score(*score), Settings(**settings)
    status = score_line(chosen, played, is_playing=phase == "playing")
    room = Room(names=("Ann", "Ben"), score=played, score_line=status)
    return match_line(RoomView(1, phase, room), ENGLISH)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ({}, ""),
        ({"score": ()}, ""),
        ({"phase": "playing"}, "1 game  Ann 1 · Ben 0"),
        ({"score": (2, (1, 1), (4, 4))}, "2 games  Ann 1 · Ben 1"),
        ({"match_games": 5}, "1 of 5 games played  Ann 1 · Ben 0"),
        ({"match_wins": 3}, "First to 3 wins  Ann 1 · Ben 0"),
        (
            {"match_wins": 1, "score": (1, (1, 0), (3, 1), (0,))},
            "Ann wins the match!  Ann 1 · Ben 0",
        ),
        (
            {"match_games": 2, "score": (2, (1, 1), (4, 4), (0, 1))},
            "The match ends in a tie: Ann, Ben  Ann 1 · Ben 1",
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
