"""Who is here: reloads are no absence, and a restart asks who has stayed away."""

import asyncio

from pickomino.service import Join, OpenSeat, PersonSeat, Start
from pickomino.service.presence import PAUSE, RETURN_SECONDS, Attendance
from service.room_harness import HandClock, idle, practice_room, room_service


async def room_of_two(service):
    """Return a room where Ann and Ben play, and their tokens."""
    seats = PersonSeat("Ann"), OpenSeat()
    code, ann = await practice_room(service, *seats, start=False)
    ben = (await service.command(code, None, Join("Ben"))).token
    await service.command(code, ann, Start(), 2)
    return code, ann, ben


def absences(view):
    return [seat.is_absent for seat in view.room.seats]


def test_only_a_lasting_absence_is_told():
    async def play():
        clock, told = HandClock(), []
        async with room_service(clock=clock) as service:
            code, ann, _ = await room_of_two(service)
            attendance = Attendance(service)
            before = (await service.view(code)).version
            await attendance.came(code, ann)
            attendance.went(code, ann)
            await idle()
            await clock.advance(PAUSE / 2)
            await attendance.came(code, ann)
            await clock.advance(10 * PAUSE)
            told.append((await service.view(code)).version - before)
            await attendance.came(code, ann)
            attendance.went(code, ann)
            await idle()
            await clock.advance(2 * PAUSE)
            told.append(absences(await service.view(code)))
            assert attendance.connections_of(code, ann) == 1
            attendance.went(code, ann)
            await idle()
            await clock.advance(PAUSE)
            told.append(absences(await service.view(code)))
            await attendance.came(code, ann)
            told.append(absences(await service.view(code)))
            await attendance.close()
        return told

    assert asyncio.run(play()) == [0, [False, False], [True, False], [False, False]]


def test_those_who_do_not_come_back_after_a_restart_are_absent():
    async def play():
        clock = HandClock()
        async with room_service(clock=clock) as service:
            code, _, ben = await room_of_two(service)
            attendance = Attendance(service)
            attendance.call_later([code, "AAAAAAAA"])
            await attendance.came(code, ben)
            await idle()
            await clock.advance(RETURN_SECONDS - 1)
            early = absences(await service.view(code))
            await clock.advance(1)
            late = absences(await service.view(code))
            await attendance.close()
        return early, late

    assert asyncio.run(play()) == ([False, False], [True, False])


def test_a_server_that_stops_makes_nobody_absent():
    async def play():
        clock = HandClock()
        async with room_service(clock=clock) as service:
            code, ann, _ = await room_of_two(service)
            attendance = Attendance(service)
            await attendance.came(code, ann)
            attendance.went(code, ann)
            await idle()
            await attendance.close()
            await clock.advance(10 * PAUSE)
            return absences(await service.view(code))

    assert asyncio.run(play()) == [False, False]


def test_nobody_goes_absent_when_connections_are_cut_by_a_stop():
    async def play():
        clock = HandClock()
        async with room_service(clock=clock) as service:
            code, ann, ben = await room_of_two(service)
            attendance = Attendance(service)
            await attendance.came(code, ann)
            await attendance.close()
            attendance.went(code, ann)
            await attendance.came(code, ben)
            await idle()
            await clock.advance(10 * RETURN_SECONDS)
            return absences(await service.view(code))

    assert asyncio.run(play()) == [False, False]


def test_the_first_to_come_long_after_a_restart_does_not_wait_for_ghosts():
    async def play():
        clock = HandClock()
        async with room_service(clock=clock) as service:
            code, ann, ben = await room_of_two(service)
            clock.time += 1_000_000
            attendance = Attendance(service)
            await clock.advance(10 * RETURN_SECONDS)
            await attendance.came(code, ben)
            await idle()
            early = absences(await service.view(code))
            await clock.advance(RETURN_SECONDS)
            late = absences(await service.view(code))
            await attendance.came(code, ann)
            back = absences(await service.view(code))
            await attendance.close()
        return early, late, back

    assert asyncio.run(play()) == ([False, False], [True, False], [False, False])
