"""Deadlines: absent hosts are replaced, and nonces must come in time."""

from pickomino.rooms import Join, OpenSeat, PersonSeat, React, Rematch, Start
from pickomino.rooms.domain.decide import (
    ABSENCE_SECONDS,
    NONCE_SECONDS,
    CheckDeadline,
    Deadline,
    SetPresence,
    next_automatic_step,
)
from pickomino.rooms.protocol import events
from pickomino.rooms.views.room_views import view_of
from support.room_harness import ANN, BEN, EVE, ManualClock, PureRoom, practice_room, room_service


def friends(**settings):
    """Ann is host, Ben and Eve have joined."""
    table = PureRoom(PersonSeat("Ann"), OpenSeat(), OpenSeat(), **settings)
    table.do(Join("Ben"), BEN, is_new=True)
    table.do(Join("Eve"), EVE, is_new=True)
    return table


def test_absent_host_of_a_lobby_is_replaced():
    table = friends()
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(False), BEN)
    table.do(SetPresence(False), ANN)
    table.now += ABSENCE_SECONDS - 1
    assert table.do(CheckDeadline()) == []
    assert view_of(table.state, (), table.now).deadline is None, "no bot takes over"
    table.now += 1
    assert table.do(CheckDeadline()) == [events.HostChanged(2, EVE)], "Ben is away too"
    assert next_automatic_step(table.state) is None
    assert table.refusal(Start(), ANN) == "not_host"
    table.do(Start(), EVE)
    table.check()


def test_absent_host_is_replaced_after_a_game():
    table = friends(practice=True)
    table.do(Start())
    table.state = end_game(table)
    table.do(SetPresence(False), ANN)
    table.now += ABSENCE_SECONDS
    assert table.do(CheckDeadline()) == [events.HostChanged(1, BEN)]
    table.do(Rematch(), BEN)
    assert table.state.phase == "lobby"


def end_game(table):
    from pickomino.rooms.domain.decision import Decision

    decision = Decision(table.state, table.context(ANN))
    decision.add(events.GameEnded((0, 0, 0), (0,)))
    return decision.state


def test_arrival_restarts_the_wait_for_the_host():
    table = PureRoom(PersonSeat("Ann"), OpenSeat())
    table.do(SetPresence(False), ANN)
    assert next_automatic_step(table.state) is None, "no other player waits"
    table.now += 10 * ABSENCE_SECONDS
    table.do(Join("Ben"), BEN, is_new=True)
    assert next_automatic_step(table.state) == Deadline(
        table.now + ABSENCE_SECONDS, "host", table.state.changed
    )
    table.do(SetPresence(False), BEN)
    table.now += 10 * ABSENCE_SECONDS
    table.do(SetPresence(True), BEN)
    assert next_automatic_step(table.state).at == table.now + ABSENCE_SECONDS
    table.do(SetPresence(True), ANN)
    assert next_automatic_step(table.state) is None


async def test_service_replaces_an_absent_host():
    clock = ManualClock()
    async with room_service(clock=clock) as service:
        seats = PersonSeat("Ann"), OpenSeat()
        code, ann = await practice_room(service, *seats, start=False)
        ben = (await service.command(code, None, Join("Ben"))).token
        await service.set_presence(code, ann, is_here=False)
        await clock.advance(ABSENCE_SECONDS)
        assert (await service.view(code, ben)).you.is_host


def test_nonce_deadline_counts_from_the_last_nonce():
    table = friends()
    table.do(Start())
    table.now += 5 * NONCE_SECONDS
    table.commit(0)
    assert table.do(CheckDeadline()) == [], "the others still have time"
    first = next_automatic_step(table.state).at
    assert first == table.now + NONCE_SECONDS
    table.now += NONCE_SECONDS / 2
    table.do(React(1, "hurry"), BEN)
    assert next_automatic_step(table.state).at == first
    table.check()
