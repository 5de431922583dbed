"""Which players can be voted out, and the texts about stand-ins."""

import pytest

from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.room_text import describe_room_event, guarded_people
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.views import Room, RoomView, SeatView, You

ENGLISH = texts_in("en")
SEATS = (
    SeatView("person", "Ann", ""),
    SeatView("person", "Ben", ""),
    SeatView("person", "Ida", ""),
    SeatView("person", "Eve", "", is_absent=True),
    SeatView("bot", "", "family"),
)


def view(*, is_public, phase="playing", seats=SEATS):
    room = Room(settings=Settings(is_public=is_public), seats=seats)
    return RoomView(1, phase, room, you=You(seats=(0,)))


def test_present_players_can_be_voted_out():
    assert guarded_people(view(is_public=True), ENGLISH) == {1: "Ben", 2: "Ida"}
    assert guarded_people(view(is_public=False), ENGLISH) == {}
    assert guarded_people(view(is_public=True, phase="over"), ENGLISH) == {}


def test_two_players_cannot_vote_each_other_out():
    assert guarded_people(view(is_public=True, seats=SEATS[:2]), ENGLISH) == {}


BOT = events.Seat("bot", bot="family")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.Voted(1, 0), "Ann votes to remove Ben."),
        (events.SeatChanged(1, BOT, "vote"), "Ben was voted out: "),
        (events.SeatChanged(1, BOT, "host"), "The host removed Ben: "),
        (events.SeatChanged(1, BOT), "plays for Ben now."),
        (events.TakenOver(1, "family", "host"), "The host lets "),
        (events.TakenOver(1, "family", "dice"), "Ben did not add to the dice in time: "),
        (events.TakenOver(1, "family", "absence"), "plays for Ben now."),
    ],
)
def test_stand_in_text_names_the_cause(event, text):
    assert text in describe_room_event(event, Narrator(ENGLISH, ("Ann", "Ben")))
