"""The HTTP API for profiles, which are stored only on the players' devices."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from pickomino.api.profiles import entry_of
from pickomino.api.puzzle_views import PuzzleView, puzzle_view
from pickomino.core.errors import PickominoError
from pickomino.profile.entry import ProfileEntry
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.rooms.protocol.messages import encode
from pickomino.server.http.api import token_of
from pickomino.server.http.compressed import IS_COMPRESSED, compress, compressed_response
from pickomino.server.http.openapi import TOKEN, error_specs
from pickomino.server.http.reviews import judge_version
from pickomino.server.state import AnyRequest, caller_of, rate_limit, state_of
from pickomino.server.work_queue import Job

_Line = Annotated[str, QueryParameter(description="A puzzle as a line of a pack.")]


@get(
    "/api/games/{game_id:str}/profile",
    opt=IS_COMPRESSED,
    responses=error_specs(403, 404) | {200: ResponseSpec(ProfileEntry, generate_examples=False)},
    security=TOKEN,
)
async def show_profile_entry(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    """Return what a device stores about a finished game in which its player had one seat."""
    state = state_of(request)
    games = state.store.finished_games
    game = await games.summary(game_id, token_of(request) or "")
    if len(game.seats) != 1:
        raise PickominoError("bad_token")
    review = await games.review(game_id, judge_version(len(game.names)))

    async def build(_job: Job[bytes]) -> bytes:
        log = await games.log(game.code, game_id)
        return await asyncio.to_thread(lambda: compress(encode(entry_of(game, log, review))))

    stored = await games.find_key(game.code, game_id)
    key = f"profile {stored} {game.seats[0]} {review is not None}"
    body = await state.queues.replays.result(caller_of(request), key, build)
    return await compressed_response(request, body)


@get("/api/puzzle", responses=error_specs(), sync_to_thread=False)
def show_puzzle(request: AnyRequest, line: _Line) -> PuzzleView:
    """Return a puzzle from the practice log of a device, ready to be shown."""
    rate_limit(request, state_of(request).position_throttle)
    return puzzle_view(parse_puzzle(line))


PROFILE_HANDLERS: Final = [show_profile_entry, show_puzzle]
