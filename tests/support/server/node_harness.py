"""Several nodes on one database, in this process."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

from pickomino.rooms import BotSeat, CreateRoom, OpenSeat, PersonSeat, Settings
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots

TIMEOUT = 60
PRIVATE = CreateRoom((PersonSeat("Ann"), OpenSeat()), Settings())
PUBLIC = CreateRoom((PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True))
PRACTICE = CreateRoom((BotSeat("random"), BotSeat("random")), Settings(practice=True, turn_limit=9))


@asynccontextmanager
async def open_node(address, redis="", **more):
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


def run_nodes(address, count, work, redis="", **more):
    """Run work with several open nodes."""

    async def run():
        async with AsyncExitStack() as stack:
            nodes = [
                await stack.enter_async_context(open_node(address, redis, **more))
                for _ in range(count)
            ]
            return await work(*nodes)

    return asyncio.run(run())


async def wait_until(condition):
    async with asyncio.timeout(TIMEOUT):
        while not (result := await condition()):  # noqa: ASYNC110 - a database has no events
            await asyncio.sleep(0.02)
    return result


def stop_heartbeat(state):
    """Stop the heartbeat of a node, as if its process were frozen."""

    state._node._heartbeat = do_nothing


async def do_nothing():
    pass


async def fetch(state, sql, *parameters):
    return await state.store.database.fetch(sql, parameters)


async def wait_for_update(subscription, version):
    """Wait until a subscription gets the update of a version; return it."""
    async with asyncio.timeout(TIMEOUT):
        while (update := await subscription.next()).version < version:
            pass
    return update
