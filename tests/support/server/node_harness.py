"""Nodes for tests: several servers of one database, in this process."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

from pickomino.rooms import BotSeat, CreateRoom, OpenSeat, PersonSeat, Settings
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots

SECONDS = 60
PRIVATE = CreateRoom((PersonSeat("Ann"), OpenSeat()), Settings())
PUBLIC = CreateRoom((PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True))
PRACTICE = CreateRoom((BotSeat("random"), BotSeat("random")), Settings(practice=True, turn_limit=9))


@asynccontextmanager
async def node(address, redis="", **more):
    state = ServerState(
        ServerSettings(
            database=address, key_file=address.key_file, redis=redis, bot_pause=0, **more
        ),
        InstantBots(),
    )
    await state.open()
    try:
        yield state
    finally:
        await state.close()


def among(address, count, work, redis="", **more):
    """Let several nodes work together in this process."""

    async def run():
        async with AsyncExitStack() as stack:
            nodes = [
                await stack.enter_async_context(node(address, redis, **more)) for _ in range(count)
            ]
            return await work(*nodes)

    return asyncio.run(run())


async def until(is_it):
    async with asyncio.timeout(SECONDS):
        while not (truth := await is_it()):  # noqa: ASYNC110 - a database has no events
            await asyncio.sleep(0.02)
    return truth


def die(state):
    """Let a node give no sign of life any more, as if its process were frozen."""

    state._node._heartbeat = nothing


async def nothing():
    pass


async def asked(state, sql, *parameters):
    return await state.store.database.fetch(sql, parameters)


async def told(subscription, version):
    """Wait for the news of a version."""
    async with asyncio.timeout(SECONDS):
        while (update := await subscription.next()).version < version:
            pass
    return update
