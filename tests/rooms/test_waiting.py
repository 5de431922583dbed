"""What a room does not wait for: a host who stays away, nonces that never come."""

import asyncio

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
from support.room_harness import ANN, BEN, EVE, HandClock, Table, practice_room, room_service


def friends(**settings):
    """Ann is host, Ben and Eve have joined."""
    table = Table(PersonSeat("Ann"), OpenSeat(), OpenSeat(), **settings)
    table.do(Join("Ben"), BEN, is_new=True)
    table.do(Join("Eve"), EVE, is_new=True)
    return table


def test_a_lobby_does_not_wait_for_a_host_who_vanished():
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
    assert table.refused(Start(), ANN) == "not_host"
    table.do(Start(), EVE)
    table.check()


def test_a_finished_game_does_not_wait_for_a_host_who_vanished():
    table = friends(practice=True)
    table.do(Start())
    table.state = fold_to_the_end(table)
    table.do(SetPresence(False), ANN)
    table.now += ABSENCE_SECONDS
    assert table.do(CheckDeadline()) == [events.HostChanged(1, BEN)]
    table.do(Rematch(), BEN)
    assert table.state.phase == "lobby"


def fold_to_the_end(table):
    from pickomino.rooms.domain.decision import Decision

    decision = Decision(table.state, table.context(ANN))
    decision.add(events.GameEnded((0, 0, 0), (0,)))
    return decision.state


def test_whoever_has_just_come_gives_the_host_time():
    table = Table(PersonSeat("Ann"), OpenSeat())
    table.do(SetPresence(False), ANN)
    assert next_automatic_step(table.state) is None, "nobody waits"
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


def test_the_service_passes_the_host_on_by_itself():
    async def play():
        clock = HandClock()
        async with room_service(clock=clock) as service:
            seats = PersonSeat("Ann"), OpenSeat()
            code, ann = await practice_room(service, *seats, start=False)
            ben = (await service.command(code, None, Join("Ben"))).token
            await service.set_presence(code, ann, is_here=False)
            await clock.advance(ABSENCE_SECONDS)
            return (await service.view(code, ben)).you.is_host

    assert asyncio.run(play())


def test_the_time_for_nonces_counts_from_the_one_before():
    table = friends()
    table.do(Start())
    table.now += 5 * NONCE_SECONDS
    table.commit(0)
    assert table.do(CheckDeadline()) == [], "the others have only just been asked"
    first = next_automatic_step(table.state).at
    assert first == table.now + NONCE_SECONDS
    table.now += NONCE_SECONDS / 2
    table.do(React(1, "hurry"), BEN)
    assert next_automatic_step(table.state).at == first
    table.check()
