"""Imports the unfinished game that an earlier version saved as a record."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from pickomino.bots.registry import BOTS
from pickomino.core.dice import BY_LOT
from pickomino.core.errors import PickominoError
from pickomino.record.files import read_text
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG
from pickomino.record.state import TURN_LIMIT, ActionEvent
from pickomino.rooms import CreateRoom, FileStore
from pickomino.rooms.domain import lobby
from pickomino.rooms.domain.decision import Decision, RequestContext
from pickomino.rooms.domain.tokens import hash_token, new_code
from pickomino.rooms.protocol.log_chain import first_head
from pickomino.rooms.protocol.score import parse_match_tags
from pickomino.tables.offline import seat_plan
from pickomino.tables.saved_games import device_token

FILE: Final = "plain.wgn"


def import_old_save(folder: Path) -> None:
    """Turn the record of an unfinished game into a saved room; an unreadable record is kept."""
    file, games = folder / FILE, folder / "games"
    if not file.exists():
        return
    with contextlib.suppress(PickominoError, KeyError, ValueError, OSError):
        game = Game.from_wgn(read_text(str(file)))
        decision = _replay(game, device_token(games), file.stat().st_mtime)
        code, store = decision.state.code, FileStore(games)
        store.append_now(code, store.batch(code, first_head(code), tuple(decision.log)))
        file.unlink()


def _replay(game: Game, token: str, now: float) -> Decision:
    """Return a room in which the same actions with the same dice led to the same position."""
    match, score = parse_match_tags(game.tags, game.start.players)
    settings = replace(
        match,
        rules=str(game.start.rules),
        practice=True,
        hints=True,
        turn_limit=min(game.state.turn_limit, TURN_LIMIT),
        starter="lot" if game.tags.get("Starter") == BY_LOT else "host",
    )
    context = RequestContext(hash_token(token), now, secrets.token_bytes, BOTS)
    creation = CreateRoom(tuple(map(seat_plan, game.names)), settings, game.start.seat)
    code, seed = new_code(secrets.token_bytes), int(game.tags["DiceSeed"])
    decision = lobby.create(creation, code, context, seed, score)
    lobby.start_game(decision)
    for event in game.events:
        if isinstance(event, ActionEvent):
            decision.act(event.action, by_bot=game.names[event.seat].startswith(BOT_TAG))
    if decision.game()[0].position != game.position:
        raise ValueError("the dice of the record are not those of its seed")
    return decision
