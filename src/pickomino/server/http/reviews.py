"""The HTTP API for reviews, which are created on request and stored with their games."""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from litestar import delete, post
from litestar.params import FromPath

from pickomino.server.http.api import token_of
from pickomino.server.http.openapi import TOKEN, error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.view import Reviewing
from pickomino.server.reviews.worker import ReviewRequest, ReviewResponse
from pickomino.server.state import AnyRequest, ServerState, address_of, state_of
from pickomino.server.storage.finished_games import UPLOADED, FinishedGame

VERSION: Final = 2
"""The version of reviews; stored reviews of another version are replaced when requested again."""


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
    return await _request_review(state, game, judge, address_of(request))


@delete(
    "/api/games/{game_id:str}/review",
    guards=[guard_origin],
    responses=error_specs(403, 404),
)
async def cancel_review(request: AnyRequest, game_id: FromPath[str]) -> None:
    """Cancel a review in progress."""
    state_of(request).reviews.cancel(game_id, address_of(request))


async def _request_review(
    state: ServerState, game: FinishedGame, judge: str, address: str
) -> Reviewing:
    games = state.store.finished_games

    async def load() -> ReviewRequest:
        if game.code == UPLOADED:
            return ReviewRequest(record=await games.record(game.id))
        return ReviewRequest(await games.log(game.code, game.id))

    async def store(response: ReviewResponse) -> None:
        await games.store_review(game.id, judge, response.review)

    job = await state.reviews.request(game.id, address, load, store)
    if job.response is not None:
        return Reviewing(game, job.response.review, 1.0)
    return Reviewing(game, None, job.progress, state.reviews.jobs_ahead(job))


@cache
def judge_version(players: int) -> str:
    """Return the judge's version for this many players; it changes with the judge's networks.

    It is computed from the files, because loaded networks would take megabytes in this process.
    """
    if find_spec("numpy") is None:
        return f"{VERSION} formula"
    nets = files("pickomino.evaluation") / "nets"
    data = (nets / f"{players}.npz").read_bytes() + (nets / f"{players}-full.npz").read_bytes()
    return f"{VERSION} {hashlib.sha256(data).hexdigest()[:16]}"


REVIEW_HANDLERS: Final = [review_game, cancel_review]
