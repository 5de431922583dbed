"""Protection against griefing: seats, reactions, removals, votes at public tables, absent hosts."""

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
from pickomino.rooms.views.room_views import is_listed, you_of
from support.room_harness import ANN, BEN, EVE, PureRoom

REPLACE = messages.HostReplaceByBot(1, "random")


def table_of_three(**settings):
    """Ann is host, Ben and Eve have joined; in practice the game starts without nonces."""
    settings = {"practice": True, "is_public": True, **settings}
    table = PureRoom(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), **settings
    )
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.Join("Eve"), EVE, is_new=True)
    table.do(messages.Start())
    return table


def test_unknown_reaction_is_refused():
    assert table_of_three().refusal(messages.React(0, "<script>")) == "bad_reaction"


def test_public_table_allows_one_seat_per_player():
    table = PureRoom(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), is_public=True
    )
    table.do(messages.Join("Ben"), BEN, is_new=True)
    assert table.refusal(messages.Join("Ben again"), BEN) == "one_seat_each"
    assert table.refusal(messages.Join("Ann again"), ANN) == "one_seat_each"
    table.do(messages.Leave(1), BEN)
    assert table.refusal(messages.Join("Ben"), BEN) == "bad_token", "a new token is needed"


@pytest.mark.parametrize("command", [messages.HostRemove(1), REPLACE])
def test_public_host_cannot_replace_a_present_player(command):
    table = table_of_three()
    assert table.refusal(command) == "needs_vote"
    table.do(SetPresence(is_here=False), BEN)
    table.do(command)
    assert table.state.seats[1].player
    table.check()


def test_public_host_may_remove_players_in_the_lobby():
    table = PureRoom(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.HostRemove(1))
    assert table.state.seats[1].kind == "open"


def test_majority_of_the_others_removes_a_player():
    table = table_of_three()
    assert table.do(messages.Vote(1)) == [events.Voted(1, 0)]
    assert table.do(messages.Vote(1)) == [], "a vote counts once"
    assert table.refusal(messages.Vote(1), BEN) == "no_person", "not for the own seat"
    voted, changed = table.do(messages.Vote(1), EVE)
    assert voted == events.Voted(1, 2)
    assert (changed.now.kind, changed.by) == ("bot", "vote")
    assert "{The others gave seat b to bot:family.}" in table.state.record()
    table.check()


@pytest.mark.parametrize(
    ("token", "absent", "settings", "expected"),
    [
        (ANN, None, {}, ((1, 2), ())),
        (BEN, None, {}, ((0, 2), ())),
        ("", None, {}, ((), ())),
        (ANN, EVE, {}, ((), (2,))),
        (BEN, EVE, {}, ((), ())),
        (ANN, None, {"is_public": False}, ((), (1, 2))),
    ],
)
def test_view_says_which_players_can_be_removed(token, absent, settings, expected):
    table = table_of_three(**settings)
    if absent:
        table.do(SetPresence(is_here=False), absent)
    you = you_of(table.state, token)
    assert (you.voteable, you.removable) == expected


def test_one_vote_is_not_enough():
    table = PureRoom(messages.PersonSeat("Ann"), messages.OpenSeat(), practice=True, is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.Start())
    assert table.do(messages.Vote(0), BEN) == [events.Voted(0, 1)]
    assert table.state.seats[0].kind == "person"


def test_voters_at_one_address_cannot_remove_a_stranger():
    """Two seats of one person could once unseat an honest host."""
    table = table_of_three()
    table.addresses[BEN] = table.addresses[EVE]
    assert table.do(messages.Vote(0), BEN) == [events.Voted(0, 1)]
    assert table.do(messages.Vote(0), EVE) == [events.Voted(0, 2)]
    assert table.state.seats[0].kind == "person"
    assert table.state.host == ANN
    table.check()


def test_vote_from_a_forgotten_address_can_be_repeated():
    """After a restart the server has forgotten where the first voter was."""
    table = table_of_three()
    table.do(messages.Vote(1))
    table.addresses = {EVE: "10.0.0.3"}
    assert table.do(messages.Vote(1), EVE) == [events.Voted(1, 2)]
    table.addresses[ANN] = "10.0.0.1"
    (changed,) = table.do(messages.Vote(1))
    assert (changed.seat, changed.by) == (1, "vote")


def test_private_tables_do_not_ask_where_voters_are():
    table = table_of_three(is_public=False)
    table.addresses = {}
    table.do(messages.Vote(1))
    assert len(table.do(messages.Vote(1), EVE)) == 2


def test_votes_of_absent_players_do_not_count():
    table = table_of_three()
    table.do(messages.Vote(1))
    table.do(SetPresence(is_here=False), ANN)
    assert len(table.do(messages.Vote(1), EVE)) == 1


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (messages.HostRemove(1), events.SeatChanged(1, events.Seat("bot", bot="family"), "host")),
        (REPLACE, events.TakenOver(1, "random", "host")),
    ],
)
def test_record_notes_seats_taken_by_the_host(command, event):
    table = table_of_three(is_public=False)
    assert table.do(command) == [event]
    record = table.state.record()
    bot = "random" if command is REPLACE else "family"
    assert f"{{The host gave seat b to bot:{bot}.}}" in record
    assert Game.from_wgn(record).comments == {0: f"The host gave seat b to bot:{bot}."}
    table.check()


def test_absent_host_without_a_seat_is_replaced():
    table = PureRoom(messages.OpenSeat(), messages.BotSeat("random"), is_public=True)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(is_here=False))
    assert next_automatic_step(table.state).reason == "host"
    table.now += ABSENCE_SECONDS
    (changed,) = table.do(CheckDeadline(), "")
    assert (changed.seat, changed.host) == (0, BEN)
    table.do(messages.Start(), BEN)
    table.check()


def test_host_who_left_is_replaced_by_the_next_player():
    table = PureRoom(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    table.do(messages.Leave(0))
    table.do(SetPresence(is_here=False))
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.now += ABSENCE_SECONDS
    table.do(CheckDeadline(), "")
    assert table.state.host == BEN


def test_lobby_is_listed_only_while_a_player_is_present():
    table = PureRoom(messages.PersonSeat("Ann"), messages.OpenSeat(), is_public=True)
    assert is_listed(table.state)
    table.do(SetPresence(is_here=False))
    assert not is_listed(table.state)
    table.do(SetPresence(is_here=True))
    assert is_listed(table.state)
    watched = PureRoom(messages.OpenSeat(), messages.OpenSeat(), is_public=True)
    assert is_listed(watched.state)
    watched.do(MarkAbsentExcept(frozenset()), "")
    assert not is_listed(watched.state), "the host never connected"
    watched.do(SetPresence(is_here=True))
    assert is_listed(watched.state)
    watched.check()
