"""Presence: short disconnects are not absences, and a restart checks who is missing."""

from contextlib import asynccontextmanager

from pickomino import PickominoError
from pickomino.rooms import Join, OpenSeat, PersonSeat, Start
from pickomino.rooms.presence import RECONNECT_SECONDS, RETURN_SECONDS, PresenceTracker
from support.room_harness import ManualClock, idle, practice_room, room_service


class Room:
    """A room in which Ann and Ben play."""

    def __init__(self, clock, service, code, tokens):
        self.clock = clock
        self.service = service
        self.code = code
        self.ann, self.ben = tokens
        self.presence = PresenceTracker(service)

    async def connect(self, token):
        await self.presence.on_connect(self.code, token)

    async def disconnect(self, token):
        self.presence.on_disconnect(self.code, token)
        await idle()

    async def absences(self):
        return [seat.is_absent for seat in (await self.service.view(self.code)).room.seats]


@asynccontextmanager
async def room_of_two():
    clock = ManualClock()
    async with room_service(clock=clock) as service:
        code, ann = await practice_room(service, PersonSeat("Ann"), OpenSeat(), start=False)
        ben = (await service.command(code, None, Join("Ben"))).token
        await service.command(code, ann, Start(), 2)
        room = Room(clock, service, code, (ann, ben))
        yield room
        await room.presence.close()


async def test_short_disconnects_are_not_absences():
    async with room_of_two() as room:
        before = (await room.service.view(room.code)).version
        await room.connect(room.ann)
        await room.disconnect(room.ann)
        await room.clock.advance(RECONNECT_SECONDS / 2)
        await room.connect(room.ann)
        await room.clock.advance(10 * RECONNECT_SECONDS)
        reported = [(await room.service.view(room.code)).version - before]
        await room.connect(room.ann)
        await room.disconnect(room.ann)
        await room.clock.advance(2 * RECONNECT_SECONDS)
        reported.append(await room.absences())
        assert room.presence.connections_of(room.code, room.ann) == 1
        await room.disconnect(room.ann)
        await room.clock.advance(RECONNECT_SECONDS)
        reported.append(await room.absences())
        await room.connect(room.ann)
        reported.append(await room.absences())
    assert reported == [0, [False, False], [True, False], [False, False]]


async def test_presence_is_reported_after_a_storage_failure(monkeypatch):
    none, ann = [False, False], [True, False]
    async with room_of_two() as room:
        set_presence = room.service.set_presence

        async def fail(*_, **__):
            raise PickominoError("store_failed", reason="full")

        for token in (room.ann, room.ben):
            await room.connect(token)
        monkeypatch.setattr(room.service, "set_presence", fail)
        await room.disconnect(room.ann)
        await room.clock.advance(RECONNECT_SECONDS)
        monkeypatch.setattr(room.service, "set_presence", set_presence)
        before = await room.absences()
        await room.clock.advance(RECONNECT_SECONDS)
        gone = await room.absences()
        monkeypatch.setattr(room.service, "set_presence", fail)
        await room.connect(room.ann)
        await idle()
        monkeypatch.setattr(room.service, "set_presence", set_presence)
        await room.clock.advance(RECONNECT_SECONDS)
        assert (before, gone, await room.absences()) == (none, ann, none)


async def test_players_missing_after_a_restart_are_absent():
    async with room_of_two() as room:
        room.presence.check_absences_later([room.code, "AAAAAAAA"])
        await room.connect(room.ben)
        await idle()
        await room.clock.advance(RETURN_SECONDS - 1)
        early = await room.absences()
        await room.clock.advance(1)
        assert (early, await room.absences()) == ([False, False], [True, False])


async def test_stopping_cancels_pending_absences():
    async with room_of_two() as room:
        await room.connect(room.ann)
        await room.disconnect(room.ann)
        await room.presence.close()
        await room.clock.advance(10 * RECONNECT_SECONDS)
        assert (await room.absences()) == [False, False]


async def test_disconnects_after_a_stop_are_not_absences():
    async with room_of_two() as room:
        await room.connect(room.ann)
        await room.presence.close()
        room.presence.on_disconnect(room.code, room.ann)
        await room.connect(room.ben)
        await idle()
        await room.clock.advance(10 * RETURN_SECONDS)
        assert (await room.absences()) == [False, False]


async def test_first_connection_after_a_restart_checks_absences():
    async with room_of_two() as room:
        room.clock.time += 1_000_000
        room.presence = PresenceTracker(room.service)
        await room.clock.advance(10 * RETURN_SECONDS)
        await room.connect(room.ben)
        await idle()
        reported = [await room.absences()]
        await room.clock.advance(RETURN_SECONDS)
        reported.append(await room.absences())
        await room.connect(room.ann)
        assert [*reported, await room.absences()] == [[False, False], [True, False], [False, False]]
