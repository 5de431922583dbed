"""Which picture each seat has: the wish of its player, and never one twice."""

from pickomino.rooms import BotSeat, Join, OpenSeat, PersonSeat, Start
from pickomino.rooms.views.room_views import seats_of
from support.room_harness import BEN, PureRoom


def chickens(room):
    return [seat.chicken for seat in seats_of(room.state)]


def test_seats_without_a_wish_have_their_own_chicken():
    assert chickens(PureRoom(PersonSeat("Ann"), BotSeat("family"), OpenSeat())) == [0, 1, 2]


def test_wish_is_fulfilled_and_its_seat_gets_another():
    room = PureRoom(PersonSeat("Ann", 1), BotSeat("family"), BotSeat("family"))
    assert chickens(room) == [1, 0, 2]


def test_second_wish_for_the_same_chicken_gets_that_of_the_seat():
    room = PureRoom(PersonSeat("Ann", 4), OpenSeat())
    room.do(Join("Ben", chicken=4), BEN, is_new=True)
    assert chickens(room) == [4, 1]


def test_chicken_is_kept_in_the_game():
    room = PureRoom(PersonSeat("Ann", 6), BotSeat("random"), practice=True)
    room.do(Start())
    assert chickens(room) == [6, 1]
    room.check()
