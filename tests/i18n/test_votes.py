"""Whom the terminal lets people vote out, and how it tells what became of a seat."""

import pytest

from pickomino.i18n import texts_in
from pickomino.i18n.room_words import guarded_people, room_event_said
from pickomino.i18n.words import Speaker
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


def test_people_who_are_there_can_be_voted_out_of_a_public_game():
    assert guarded_people(view(is_public=True), ENGLISH) == {1: "Ben", 2: "Ida"}
    assert guarded_people(view(is_public=False), ENGLISH) == {}
    assert guarded_people(view(is_public=True, phase="over"), ENGLISH) == {}


def test_of_two_people_none_can_vote_the_other_out():
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
def test_it_is_told_who_gave_a_seat_to_a_bot(event, text):
    assert text in room_event_said(event, Speaker(ENGLISH, ("Ann", "Ben")))
