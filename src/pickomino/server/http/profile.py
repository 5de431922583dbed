"""The HTTP API for profiles, which are stored only on the players' devices."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Raw

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import PickominoError
from pickomino.profile.entry import ProfileEntry, profile_entry
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.rooms.protocol.events import Log
from pickomino.server.http.api import token_of
from pickomino.server.http.openapi import TOKEN, error_specs
from pickomino.server.http.puzzle_views import PuzzleView, puzzle_view
from pickomino.server.http.reviews import judge_version
from pickomino.server.reviews.worker import game_with_stand_ins
from pickomino.server.state import AnyRequest, rate_limit, state_of
from pickomino.server.storage.finished_games import FinishedGame

_Line = Annotated[str, QueryParameter(description="A puzzle as a line of a pack.")]


@get(
    "/api/games/{game_id:str}/profile",
    responses=error_specs(403, 404),
    security=TOKEN,
)
async def show_profile_entry(request: AnyRequest, game_id: FromPath[str]) -> ProfileEntry:
    """Return what a device stores about a finished game in which its player had one seat."""
    state = state_of(request)
    games = state.store.finished_games
    game = await games.summary(game_id, token_of(request) or "")
    if len(game.seats) != 1:
        raise PickominoError("bad_token")
    review = await games.review(game_id, judge_version(len(game.names)))
    async with state.replay_slots:
        log = await games.log(game.code, game_id)
        return await asyncio.to_thread(_profile_entry, game, log, review)


@get("/api/puzzle", responses=error_specs(), sync_to_thread=False)
def show_puzzle(request: AnyRequest, line: _Line) -> PuzzleView:
    """Return a puzzle from the practice log of a device, ready to be shown."""
    rate_limit(request, state_of(request).position_throttle)
    return puzzle_view(parse_puzzle(line))


def _profile_entry(summary: FinishedGame, log: Log, review: Raw | None) -> ProfileEntry:
    game, _ = game_with_stand_ins(log)
    game.tags |= dict(zip(SEAT_LETTERS, summary.names, strict=False))
    return profile_entry(game, summary.seats[0], int(summary.ended_at), review)


PROFILE_HANDLERS: Final = [show_profile_entry, show_puzzle]
