"""The HTTP API for finished games: list a player's games, and delete one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from litestar import delete, post
from litestar.params import FromPath

from pickomino.server.http.api import ApiRequest, token_of
from pickomino.server.http.openapi import TOKEN, error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.state import AnyRequest, state_of
from pickomino.server.storage.finished_games import FinishedGameList, Tokens


@post(
    "/api/games/mine",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=error_specs(403, 413),
    status_code=HTTPStatus.OK,
)
async def list_games(request: AnyRequest, data: Tokens) -> FinishedGameList:
    """List the finished games that the holders of these tokens played."""
    return FinishedGameList(
        tuple(await state_of(request).store.finished_games.list_for(data.tokens))
    )


@delete(
    "/api/games/{game_id:str}",
    guards=[guard_origin],
    responses=error_specs(403, 404),
    security=TOKEN,
)
async def delete_game(request: AnyRequest, game_id: FromPath[str]) -> None:
    """Delete a finished game and its review; only its players may do so."""
    await state_of(request).store.finished_games.delete(game_id, token_of(request))


GAME_HANDLERS: Final = [list_games, delete_game]
