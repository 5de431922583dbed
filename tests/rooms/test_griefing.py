"""What nobody can do to others at a public table, and what a private one tells of its host."""

import pytest

from pickomino import Game
from pickomino.rooms.domain.decide import (
    ABSENCE_SECONDS,
    CheckDeadline,
    MarkAbsentExcept,
    SetPresence,
    next_automatic_step,
)
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.views.room_views import is_listed
from support.room_harness import ANN, BEN, EVE, Table

REPLACE = messages.HostReplaceByBot(1, "random")


def table_of_three(**settings):
    """Ann is host, Ben and Eve have joined; practice, so that the game begins at once."""
    settings = {"practice": True, "is_public": True, **settings}
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), **settings)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.Join("Eve"), EVE, is_new=True)
    table.do(messages.Start())
    return table


def test_one_person_cannot_take_every_seat_of_a_public_table():
    table = Table(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), is_public=True
    )
    table.do(messages.Join("Ben"), BEN, is_new=True)
    assert table.refused(messages.Join("Ben again"), BEN) == "one_seat_each"
    assert table.refused(messages.Join("Ann again"), ANN) == "one_seat_each"
    table.do(messages.Leave(1), BEN)
    assert table.refused(messages.Join("Ben"), BEN) == "bad_token", "as before: a new one is drawn"


def test_at_a_private_table_one_screen_may_have_several_seats():
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat())
    table.do(messages.Join("Ida"), ANN)
    assert table.state.seats_of(ANN) == (0, 1)


@pytest.mark.parametrize("command", [messages.HostRemove(1), REPLACE])
def test_the_host_of_a_public_table_replaces_nobody_who_is_there(command):
    table = table_of_three()
    assert table.refused(command) == "needs_vote"
    table.do(SetPresence(is_here=False), BEN)
    table.do(command)
    assert table.state.seats[1].player
    table.check()


def test_before_the_game_a_host_may_choose_who_plays():
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.HostRemove(1))
    assert table.state.seats[1].kind == "open"


def test_most_of_the_others_can_vote_somebody_out():
    table = table_of_three()
    assert table.do(messages.Vote(1)) == [events.Voted(1, 0)]
    assert table.do(messages.Vote(1)) == [], "a vote counts once"
    assert table.refused(messages.Vote(1), BEN) == "no_person", "nobody votes for the own seat"
    voted, changed = table.do(messages.Vote(1), EVE)
    assert voted == events.Voted(1, 2)
    assert (changed.now.kind, changed.by) == ("bot", "vote")
    assert "{The others gave seat b to bot:family.}" in table.state.record()
    table.check()


def test_one_vote_is_not_enough_and_who_is_gone_does_not_count():
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), practice=True, is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.Start())
    assert table.do(messages.Vote(0), BEN) == [events.Voted(0, 1)]
    assert table.state.seats[0].kind == "person"
    three = table_of_three()
    three.do(messages.Vote(1))
    three.do(SetPresence(is_here=False), ANN)
    assert len(three.do(messages.Vote(1), EVE)) == 1, (
        "the vote of one who left since does not count"
    )


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (messages.HostRemove(1), events.SeatChanged(1, events.Seat("bot", bot="family"), "host")),
        (REPLACE, events.TakenOver(1, "random", "host")),
    ],
)
def test_a_private_table_tells_what_its_host_did_in_the_record_too(command, event):
    table = table_of_three(is_public=False)
    assert table.do(command) == [event]
    record = table.state.record()
    bot = "random" if command is REPLACE else "family"
    assert f"{{The host gave seat b to bot:{bot}.}}" in record
    assert Game.from_wgn(record).comments == {0: f"The host gave seat b to bot:{bot}."}
    table.check()


def test_a_host_who_only_watched_and_left_is_followed_by_another():
    table = Table(messages.OpenSeat(), messages.BotSeat("random"), is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(is_here=False))
    assert next_automatic_step(table.state).reason == "host"
    table.now += ABSENCE_SECONDS
    (changed,) = table.do(CheckDeadline(), "")
    assert (changed.seat, changed.host) == (0, BEN)
    table.do(messages.Start(), BEN)
    table.check()


def test_a_host_who_gave_up_the_seat_and_went_is_followed_by_whoever_comes():
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    table.do(messages.Leave(0))
    table.do(SetPresence(is_here=False))
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.now += ABSENCE_SECONDS
    table.do(CheckDeadline(), "")
    assert table.state.host == BEN


def test_a_lobby_is_listed_only_while_somebody_is_there():
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    assert is_listed(table.state)
    table.do(SetPresence(is_here=False))
    assert not is_listed(table.state)
    table.do(SetPresence(is_here=True))
    assert is_listed(table.state)
    watched = Table(messages.OpenSeat(), messages.OpenSeat(), is_public=True)
    assert is_listed(watched.state)
    watched.do(MarkAbsentExcept(frozenset()), "")
    assert not is_listed(watched.state), "made, and never come to"
    watched.do(SetPresence(is_here=True))
    assert is_listed(watched.state)
    watched.check()
