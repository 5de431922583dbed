"""The HTTP API for reviews, which are created on request and stored with their games."""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from importlib.util import find_spec
from typing import Final

from litestar import post
from litestar.params import FromPath

from pickomino.api.finished_games import UPLOADED, FinishedGame
from pickomino.api.reviews import VERSION, Reviewing
from pickomino.evaluation.network_files import network_file
from pickomino.server.http.api import token_of
from pickomino.server.http.openapi import TOKEN, error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.worker import ReviewRequest, ReviewResponse
from pickomino.server.state import AnyRequest, ServerState, caller_of, state_of
from pickomino.server.work_queue import Caller


@post(
    "/api/games/{game_id:str}/review",
    guards=[guard_origin],
    responses=error_specs(403, 404),
    security=TOKEN,
    status_code=HTTPStatus.OK,
)
async def review_game(request: AnyRequest, game_id: FromPath[str]) -> Reviewing:
    """Return the review of a finished game, or how far its creation has progressed."""
    state = state_of(request)
    game = await state.store.finished_games.summary(game_id, token_of(request) or "")
    judge = judge_version(len(game.names))
    review = await state.store.finished_games.review(game_id, judge)
    if review is not None:
        return Reviewing(game, review, 1.0)
    return await _request_review(state, game, judge, caller_of(request))


async def _request_review(
    state: ServerState, game: FinishedGame, judge: str, caller: Caller
) -> Reviewing:
    games = state.store.finished_games
    state.require_space(caller.address)

    async def load() -> ReviewRequest:
        if game.code == UPLOADED:
            return ReviewRequest(record=await games.record(game.id))
        return ReviewRequest(await games.log(game.code, game.id))

    async def store(response: ReviewResponse) -> None:
        size = await games.store_review(game.id, judge, response.review)
        state.quota.charge(caller.address, size)

    job = await state.reviews.request(game.id, caller, load, store)
    if job.done.done():
        return Reviewing(game, job.done.result().review, 1.0)
    return Reviewing(game, None, job.progress, state.reviews.jobs_ahead(job))


@cache
def judge_version(players: int) -> str:
    """Return the judge's version for this many players; it changes with the judge's network.

    It is computed from the file, because a loaded network would take megabytes in this process.
    """
    if find_spec("numpy") is None:
        return f"{VERSION} formula"
    data = network_file(players).read_bytes()
    return f"{VERSION} {hashlib.sha256(data).hexdigest()[:16]}"


REVIEW_HANDLERS: Final = [review_game]
