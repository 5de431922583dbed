"""Servers and rooms in this process, without a network."""

from contextlib import asynccontextmanager

import httpx
import pytest

from pickomino.rooms import BotSeat, PersonSeat, Settings
from pickomino.server.app import create_app
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import (
    InstantBots,
    ManualClock,
    play_to_the_end,
    practice_room,
    room_service,
)
from support.server.stores import managed

LITESTAR_WARNING = "ignore::litestar.exceptions.base_exceptions.LitestarDeprecationWarning"
ignore_litestar_warning = pytest.mark.filterwarnings(LITESTAR_WARNING)
SHORT = Settings(practice=True, turn_limit=2)
SEATS = PersonSeat("Ann"), BotSeat("random")


@asynccontextmanager
async def open_rooms(path, now=1000.0):
    """Open a database; yield its store and a service of its rooms."""
    async with (
        managed(SqlStore(str(path))) as store,
        room_service(store, clock=ManualClock(now)) as service,
    ):
        yield store, service


@asynccontextmanager
async def open_app(path):
    """Open a server; yield its state and an HTTP client."""
    settings = ServerSettings(database=str(path))
    async with managed(ServerState(settings, InstantBots())) as state:
        transport = httpx.ASGITransport(create_app(state), client=("10.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://games") as http:
            yield state, http


async def play_game(service, *seats):
    """Play a short game; return the code of the room and the host's token."""
    code, token = await practice_room(service, *(seats or SEATS), settings=SHORT)
    await play_to_the_end(service, code, token)
    return code, token
