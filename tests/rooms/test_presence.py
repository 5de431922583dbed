"""Who is here: reloads are no absence, and a restart asks who has stayed away."""

import asyncio
from contextlib import asynccontextmanager

from pickomino import PickominoError
from pickomino.rooms import Join, OpenSeat, PersonSeat, Start
from pickomino.rooms.presence import RECONNECT_SECONDS, RETURN_SECONDS, PresenceTracker
from support.room_harness import HandClock, idle, practice_room, room_service


class Room:
    """A room where Ann and Ben play: their tokens, and who is missed."""

    def __init__(self, clock, service, code, tokens):
        self.clock = clock
        self.service = service
        self.code = code
        self.ann, self.ben = tokens
        self.presence = PresenceTracker(service)

    async def came(self, token):
        await self.presence.on_connect(self.code, token)

    async def went(self, token):
        self.presence.on_disconnect(self.code, token)
        await idle()

    async def absences(self):
        return [seat.is_absent for seat in (await self.service.view(self.code)).room.seats]


@asynccontextmanager
async def room_of_two():
    clock = HandClock()
    async with room_service(clock=clock) as service:
        code, ann = await practice_room(service, PersonSeat("Ann"), OpenSeat(), start=False)
        ben = (await service.command(code, None, Join("Ben"))).token
        await service.command(code, ann, Start(), 2)
        room = Room(clock, service, code, (ann, ben))
        yield room
        await room.presence.close()


def test_only_a_lasting_absence_is_told():
    async def play():
        async with room_of_two() as room:
            before = (await room.service.view(room.code)).version
            await room.came(room.ann)
            await room.went(room.ann)
            await room.clock.advance(RECONNECT_SECONDS / 2)
            await room.came(room.ann)
            await room.clock.advance(10 * RECONNECT_SECONDS)
            told = [(await room.service.view(room.code)).version - before]
            await room.came(room.ann)
            await room.went(room.ann)
            await room.clock.advance(2 * RECONNECT_SECONDS)
            told.append(await room.absences())
            assert room.presence.connections_of(room.code, room.ann) == 1
            await room.went(room.ann)
            await room.clock.advance(RECONNECT_SECONDS)
            told.append(await room.absences())
            await room.came(room.ann)
            told.append(await room.absences())
        return told

    assert asyncio.run(play()) == [0, [False, False], [True, False], [False, False]]


def test_who_came_or_went_while_nothing_could_be_stored_is_told_later(monkeypatch):
    async def play():
        async with room_of_two() as room:
            set_presence = room.service.set_presence

            async def fail(*_, **__):
                raise PickominoError("store_failed", reason="full")

            for token in (room.ann, room.ben):
                await room.came(token)
            monkeypatch.setattr(room.service, "set_presence", fail)
            await room.went(room.ann)
            await room.clock.advance(RECONNECT_SECONDS)
            monkeypatch.setattr(room.service, "set_presence", set_presence)
            before = await room.absences()
            await room.clock.advance(RECONNECT_SECONDS)
            gone = await room.absences()
            monkeypatch.setattr(room.service, "set_presence", fail)
            await room.came(room.ann)
            await idle()
            monkeypatch.setattr(room.service, "set_presence", set_presence)
            await room.clock.advance(RECONNECT_SECONDS)
            return before, gone, await room.absences()

    nobody, ann = [False, False], [True, False]
    assert asyncio.run(play()) == (nobody, ann, nobody)


def test_those_who_do_not_come_back_after_a_restart_are_absent():
    async def play():
        async with room_of_two() as room:
            room.presence.check_absences_later([room.code, "AAAAAAAA"])
            await room.came(room.ben)
            await idle()
            await room.clock.advance(RETURN_SECONDS - 1)
            early = await room.absences()
            await room.clock.advance(1)
            return early, await room.absences()

    assert asyncio.run(play()) == ([False, False], [True, False])


def test_a_server_that_stops_makes_nobody_absent():
    async def play():
        async with room_of_two() as room:
            await room.came(room.ann)
            await room.went(room.ann)
            await room.presence.close()
            await room.clock.advance(10 * RECONNECT_SECONDS)
            return await room.absences()

    assert asyncio.run(play()) == [False, False]


def test_nobody_goes_absent_when_connections_are_cut_by_a_stop():
    async def play():
        async with room_of_two() as room:
            await room.came(room.ann)
            await room.presence.close()
            room.presence.on_disconnect(room.code, room.ann)
            await room.came(room.ben)
            await idle()
            await room.clock.advance(10 * RETURN_SECONDS)
            return await room.absences()

    assert asyncio.run(play()) == [False, False]


def test_the_first_to_come_long_after_a_restart_does_not_wait_for_ghosts():
    async def play():
        async with room_of_two() as room:
            room.clock.time += 1_000_000
            room.presence = PresenceTracker(room.service)
            await room.clock.advance(10 * RETURN_SECONDS)
            await room.came(room.ben)
            await idle()
            told = [await room.absences()]
            await room.clock.advance(RETURN_SECONDS)
            told.append(await room.absences())
            await room.came(room.ann)
            return [*told, await room.absences()]

    assert asyncio.run(play()) == [[False, False], [True, False], [False, False]]
