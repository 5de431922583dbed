"""Whether a server is ready for players: it can write, decrypt, and start a game."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms import BotSeat, CreateRoom, Start
from pickomino.rooms.domain import lobby
from pickomino.rooms.domain.decide import decide
from pickomino.rooms.domain.decision import RequestContext
from pickomino.rooms.domain.tokens import hash_token, new_token
from pickomino.rooms.protocol.log_chain import UNKNOWN_HEAD
from pickomino.server.storage.sql_store import SqlStore

_CODE: Final = "READY222"
"""The code of the room in memory; rooms of players have random codes in other memory."""


async def check_readiness(store: SqlStore, now: float) -> None:
    """Raise `store_failed`, `bad_key` or `server_failed` if the server cannot serve players."""
    await store.probe()
    await store.check_key()
    await asyncio.to_thread(_start_game, store, now)


def _start_game(store: SqlStore, now: float) -> None:
    """Start a game of two bots in memory; encrypt and decrypt its log, but store nothing."""
    token = hash_token(new_token(secrets.token_bytes))
    context = RequestContext(token, now, secrets.token_bytes)
    created = lobby.create(CreateRoom((BotSeat("beginner"), BotSeat("beginner"))), _CODE, context)
    started = decide(created.state, Start(), context, created.state.version)
    log = (*created.log, *started.log)
    batch = store.batch(_CODE, UNKNOWN_HEAD, log)
    decoded = store.decode_tail(_CODE, batch.rows, batch.after).log
    if started.state.phase != "playing" or decoded != log:
        raise PickominoError("server_failed")
