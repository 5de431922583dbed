"""Idle rooms are archived and in the end deleted; those in use are not."""

import asyncio
import time

from pickomino.server.housekeeping import DAY, HOUR, Housekeeper
from pickomino.server.settings import ServerSettings
from pickomino.server.sql_store import SqlStore
from pickomino.service import PersonSeat
from service.house import HandClock, code_of, house, play_to_the_end, practice_room

PEOPLE = PersonSeat("Ann"), PersonSeat("Ben")


def test_rooms_are_put_away_by_age_and_stage(tmp_path):
    async def work():
        store = SqlStore(str(tmp_path / "x.db"))
        await store.open()
        now = time.time()
        async with house(store, clock=HandClock(now)) as service:
            lobby, _ = await practice_room(service, *PEOPLE, start=False)
            playing, _ = await practice_room(service, *PEOPLE)
            over, token = await practice_room(service, *PEOPLE)
            await play_to_the_end(service, over, token)
            keeper = Housekeeper(store, service, ServerSettings())
            rounds = []
            for later in (HOUR, 3 * HOUR, 8 * DAY, 31 * DAY, 62 * DAY):
                tidied = await keeper.tidy(now + later)
                rounds.append((*tidied, set(await store.codes()), keeper.live_rooms))
            gone = await code_of(service.view(lobby))
        await store.close()
        return lobby, playing, over, rounds, gone

    lobby, playing, over, rounds, gone = asyncio.run(work())
    assert rounds == [
        (0, 0, {lobby, playing, over}, 3),
        (1, 0, {playing, over}, 2),
        (1, 0, {playing}, 1),
        (1, 3, set(), 0),
        (0, 0, set(), 0),
    ]
    assert gone == "unknown_room"
