"""The HTTP API of reviews: made when they are asked for, and kept with their games."""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

import msgspec
from litestar import delete, post
from litestar.params import FromPath

from pickomino.rooms.protocol.messages import encode
from pickomino.server.http.api import token_of
from pickomino.server.http.openapi import TOKEN, refusals
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.process import Answer, Question
from pickomino.server.reviews.view import Reviewing, ReviewView
from pickomino.server.state import AnyRequest, ServerState, address_of, state_of
from pickomino.server.storage.archive import UPLOADED, FinishedGame

VERSION: Final = 2
"""Of how a review is made and what it holds: those of another version are made anew."""
_reviews: Final = msgspec.json.Decoder(ReviewView)


@post(
    "/api/games/{game_id:str}/review",
    guards=[guard_origin],
    responses=refusals(403, 404),
    security=TOKEN,
    status_code=HTTPStatus.OK,
)
async def review_game(request: AnyRequest, game_id: FromPath[str]) -> Reviewing:
    """Review a finished game, or tell how far its review has come."""
    state = state_of(request)
    game = await state.store.finished.summary(game_id, token_of(request) or "")
    judge = judge_of(len(game.names))
    kept = await state.store.finished.review(game_id, judge)
    if kept is not None:
        return Reviewing(game, _reviews.decode(zlib.decompress(kept)), 1.0)
    return await _asked(state, game, judge, address_of(request))


@delete(
    "/api/games/{game_id:str}/review",
    guards=[guard_origin],
    responses=refusals(403, 404),
)
async def cancel_review(request: AnyRequest, game_id: FromPath[str]) -> None:
    """Give up a review that is being made."""
    state_of(request).reviews.cancel(game_id, address_of(request))


async def _asked(state: ServerState, game: FinishedGame, judge: str, address: str) -> Reviewing:
    finished = state.store.finished

    async def load() -> Question:
        if game.code == UPLOADED:
            return Question(record=await finished.record(game.id))
        return Question(await finished.log(game.code, game.id))

    async def keep(answer: Answer) -> None:
        await finished.keep_review(game.id, judge, zlib.compress(encode(answer.review)))

    job = await state.reviews.ask(game.id, address, load, keep)
    if job.answer is not None:
        return Reviewing(game, job.answer.review, 1.0)
    return Reviewing(game, None, job.share, state.reviews.place(job))


@cache
def judge_of(players: int) -> str:
    """Name the judge of games of so many; another network, or another form, has another name.

    The networks themselves are the worker's business: they would take megabytes here.
    """
    if find_spec("numpy") is None:
        return f"{VERSION} formula"
    nets = files("pickomino.evaluation") / "nets"
    both = (nets / f"{players}.npz").read_bytes() + (nets / f"{players}-full.npz").read_bytes()
    return f"{VERSION} {hashlib.sha256(both).hexdigest()[:16]}"


REVIEW_HANDLERS: Final = [review_game, cancel_review]
