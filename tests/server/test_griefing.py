"""Nobody can keep others from public rooms."""

import asyncio

import pytest

from pickomino import PickominoError
from pickomino.rooms import CreateRoom, Join, OpenSeat, PersonSeat, Settings
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots

PUBLIC = CreateRoom((PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True))


def with_state(tmp_path, work, **settings):
    async def run():
        chosen = ServerSettings(database=str(tmp_path / "x.db"), **settings)
        state = ServerState(chosen, InstantBots())
        await state.open()
        try:
            return await work(state)
        finally:
            await state.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "addresses",
    [["10.0.0.1"] * 60, [f"2001:db8:0:{number:x}::/64" for number in range(60)]],
    ids=["one address", "one site"],
)
def test_nobody_pushes_the_rooms_of_others_off_the_list(tmp_path, addresses):
    async def work(state):
        other = await state.create(PUBLIC, "10.0.0.2")
        for address in addresses:
            await state.create(PUBLIC, address)
        return other.code, (await state.public_rooms()).rooms

    other, rooms = with_state(tmp_path, work, max_listed_per_address=5)
    assert other in {room.code for room in rooms}
    assert len(rooms) == 6


def test_one_address_takes_only_a_few_seats_of_a_public_room(tmp_path):
    async def work(state):
        public, private = (
            await state.create(PUBLIC, "10.0.0.1"),
            await state.create(CreateRoom(PUBLIC.seats), "10.0.0.1"),
        )
        for _ in range(3):
            await state.rate_limit_join(Join("Ben"), public.code, "10.0.0.2")
        with pytest.raises(PickominoError) as refused:
            await state.rate_limit_join(Join("Ben"), public.code, "10.0.0.2")
        assert refused.value.code == "too_fast"
        await state.rate_limit_join(Join("Eve"), public.code, "10.0.0.3")
        for _ in range(7):
            await state.rate_limit_join(Join("Ben"), private.code, "10.0.0.2")

    with_state(tmp_path, work)
