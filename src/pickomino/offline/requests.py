"""Answers the requests that pages send to a server's HTTP API.

A page may request what one device can answer; requests about other players get `no_such_page`.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec.structs import replace

from pickomino.api.finished_games import UPLOADED, FinishedGame, FinishedGameList, Tokens
from pickomino.api.profiles import entry_of
from pickomino.api.puzzle_views import puzzle_file, puzzle_view
from pickomino.api.reviews import (
    VERSION,
    Reviewing,
    Upload,
    parse_upload,
    review_log,
    review_record,
)
from pickomino.api.uploads import position_view, replay_record, uploaded_game
from pickomino.core.errors import PickominoError
from pickomino.core.position import OVER, Position
from pickomino.core.rules import Rules
from pickomino.offline.bots import Prepare, load
from pickomino.offline.browser_store import BrowserStore, StoredGame
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.record.game import Game
from pickomino.record.json_record import to_json
from pickomino.rooms.domain.past_games import LATEST, record_of
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.events import redact_log
from pickomino.rooms.protocol.messages import (
    decode_create,
    decode_message,
    decode_request,
    encode,
    refusal,
)
from pickomino.rooms.service import RoomService
from pickomino.rooms.views.lessons import tutorial_steps
from pickomino.rooms.views.replay import replay

_log = logging.getLogger(__name__)
_tokens: Final = msgspec.json.Decoder(Tokens)
_upload: Final = msgspec.json.Decoder(Upload)
OnProgress = Callable[[float], None]


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request."""

    status: int
    body: str


@dataclass(frozen=True)
class ApiCall:
    """A request of a page: its body, its seat token and the fields of its query."""

    body: bytes
    token: str | None
    query: dict[str, str]
    on_progress: OnProgress


class Api:
    """The HTTP API on this device."""

    def __init__(self, service: RoomService, store: BrowserStore, prepare: Prepare) -> None:
        self._service = service
        self._store = store
        self._prepare = prepare
        self._routes: list[tuple[str, re.Pattern[str], Callable[..., Awaitable[object]]]] = [
            (method, re.compile(path), handler)
            for method, path, handler in (
                ("POST", "/api/rooms", self._create_room),
                ("GET", "/api/rooms/([^/]+)", self._show_room),
                ("POST", "/api/rooms/([^/]+)/commands", self._command_room),
                ("GET", "/api/rooms/([^/]+)/coach", self._ask_coach),
                ("GET", "/api/rooms/([^/]+)/record", self._record),
                ("GET", "/api/rooms/([^/]+)/games/([^/]+)", self._show_game),
                ("POST", "/api/games", self._upload_game),
                ("POST", "/api/games/mine", self._list_games),
                ("GET", "/api/games/all", self._all_records),
                ("DELETE", "/api/games/([^/]+)", self._delete_game),
                ("POST", "/api/games/([^/]+)/review", self._review_game),
                ("GET", "/api/games/([^/]+)/profile", self._profile_entry),
                ("GET", "/api/tutorial", self._tutorial),
                ("GET", "/api/position", self._show_position),
                ("GET", "/api/puzzle", self._show_puzzle),
                ("GET", r"/puzzles/([a-z0-9-]+)\.json", self._puzzle_file),
            )
        ]

    async def answer(
        self, method: str, address: str, token: str | None, body: str, on_progress: OnProgress
    ) -> Answer:
        """Return the answer to a request; errors are answered too."""
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        call = ApiCall(body.encode(), token, query, on_progress)
        try:
            return Answer(HTTPStatus.OK, _text_of(await self._handle(method, parts.path, call)))
        except PickominoError as error:
            return _refuse(HTTPStatus.BAD_REQUEST, error)
        except Exception:  # noqa: BLE001 - a page would wait for ever
            _log.exception("failed to answer %s %s", method, parts.path)
            return _refuse(HTTPStatus.INTERNAL_SERVER_ERROR, PickominoError("server_failed"))

    async def _handle(self, method: str, path: str, call: ApiCall) -> object:
        for allowed, pattern, handler in self._routes:
            match = pattern.fullmatch(path)
            if allowed == method and match is not None:
                return await handler(call, *match.groups())
        raise PickominoError("no_such_page")

    # Rooms

    async def _create_room(self, call: ApiCall) -> object:
        return await self._service.create(decode_create(call.body))

    async def _show_room(self, call: ApiCall, code: str) -> object:
        since = call.query.get("since")
        return await self._service.view(code, call.token, None if since is None else int(since))

    async def _command_room(self, call: ApiCall, code: str) -> object:
        request = decode_request(call.body)
        done = await self._service.command(code, call.token, request.command, request.expected)
        return replace(done, id=request.id)

    async def _ask_coach(self, call: ApiCall, code: str) -> object:
        return await self._service.coach(code, call.token)

    async def _record(self, call: ApiCall, code: str) -> object:
        game_id = call.query.get("game", LATEST)
        if code != UPLOADED and await self._service.is_unfinished(code, game_id):
            text = await self._service.record(code)
        else:
            text = _record_of(await self._store.game(game_id, code))
        return to_json(Game.from_wgn(text)) if call.query.get("format") == "json" else text

    async def _show_game(self, call: ApiCall, code: str, game_id: str) -> object:
        del call
        if code != UPLOADED and await self._service.is_unfinished(code, game_id):
            return replay(await self._service.log(code), game_id)
        game = await self._store.game(game_id, code)
        if game.record:
            return replay_record(game.record, game_id)
        return replay(redact_log(game.log), game_id)

    # Finished games

    async def _upload_game(self, call: ApiCall) -> object:
        parsed = parse_upload(decode_message(_upload, call.body).record)
        summary = uploaded_game(parsed, time.time())
        await self._store.put_game(StoredGame(summary.id, summary, record=parsed.wgn))
        return summary

    async def _list_games(self, call: ApiCall) -> object:
        holders = {hash_token(token) for token in decode_message(_tokens, call.body).tokens}
        summaries = (_with_seats(game, holders) for game in await self._store.games())
        return FinishedGameList(tuple(summary for summary in summaries if summary.seats))

    async def _all_records(self, call: ApiCall) -> object:
        """Return the games played on this device, the unfinished ones last."""
        del call
        # Uploaded games are files already, and games that a link held are other players'.
        played = [game for game in await self._store.games() if not game.record]
        records = [_record_of(game) for game in reversed(played)]
        for code in await self._store.codes():
            # A damaged room must not keep the others from being saved.
            with suppress(PickominoError):
                if (await self._service.view(code, None)).phase == "playing":
                    records.append(await self._service.record(code))
        return "\n".join(records)

    async def _delete_game(self, call: ApiCall, game_id: str) -> object:
        if not _with_seats(await self._store.game(game_id), {hash_token(call.token or "")}).seats:
            raise PickominoError("bad_token")
        await self._store.delete_game(game_id)
        return {}

    async def _review_game(self, call: ApiCall, game_id: str) -> object:
        game = await self._store.game(game_id)
        summary = _with_seats(game, {hash_token(call.token or "")})
        rules = Rules.parse(summary.rules)
        judge = f"{VERSION} {await load(self._prepare, len(summary.names), rules)}"
        if game.judge == judge:
            return Reviewing(summary, game.review, 1.0)
        review = (
            review_record(game.record, call.on_progress)
            if game.record
            else review_log(game.log, call.on_progress)
        )
        game = replace(game, judge=judge, review=msgspec.Raw(review))
        await self._store.put_game(game)
        return Reviewing(summary, game.review, 1.0)

    async def _profile_entry(self, call: ApiCall, game_id: str) -> object:
        game = await self._store.game(game_id)
        summary = _with_seats(game, {hash_token(call.token or "")})
        if len(summary.seats) != 1:
            raise PickominoError("bad_token")
        return entry_of(summary, game.log, game.review if game.judge else None)

    # Lessons, positions and puzzles

    async def _tutorial(self, call: ApiCall) -> object:
        del call
        return {"steps": tutorial_steps()}

    async def _show_position(self, call: ApiCall) -> object:
        position = Position.from_wfen(call.query.get("wfen", ""))
        if position.to_act == OVER:
            return position_view(position, None)
        return position_view(position, await self._service.bots.advise(position))

    async def _show_puzzle(self, call: ApiCall) -> object:
        return puzzle_view(parse_puzzle(call.query.get("line", "")))

    async def _puzzle_file(self, call: ApiCall, name: str) -> object:
        del call
        content = puzzle_file(name)
        if content is None:
            raise PickominoError("no_such_page")
        return content


def _refuse(status: HTTPStatus, error: PickominoError) -> Answer:
    return Answer(status, encode(refusal(error)).decode())


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    return (content if isinstance(content, bytes) else encode(content)).decode()


def _record_of(game: StoredGame) -> str:
    return game.record or record_of(game.log, game.id)


def _with_seats(game: StoredGame, holders: set[str]) -> FinishedGame:
    """Return a game's summary with the seats of the holders of these token hashes."""
    seats = tuple(seat for seat, holder in sorted(game.players.items()) if holder in holders)
    return replace(game.summary, seats=seats)
