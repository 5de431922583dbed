"""HTML pages, rendered from templates in the language of the request."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Final

from litestar import MediaType, Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from pickomino.core.errors import PickominoError
from pickomino.i18n import LANGUAGES
from pickomino.puzzles.packs import packs
from pickomino.rooms import RoomView
from pickomino.server.http.image_links import (
    daily_image_url,
    preview_image_url,
    result_image_url,
    review_image_url,
)
from pickomino.server.http.locale import (
    COOKIE,
    catalog_url,
    chosen_language,
    language_tag,
)
from pickomino.server.http.rendering import ServerAddresses, load_templates, render
from pickomino.server.http.static_files import client_files
from pickomino.server.state import AnyRequest, state_of

_ROBOTS: Final = (
    # These fetch link previews.
    "User-agent: Twitterbot\nUser-agent: facebookexternalhit\nUser-agent: LinkedInBot\n"
    "User-agent: Slackbot-LinkExpanding\nUser-agent: Discordbot\nUser-agent: WhatsApp\n"
    "User-agent: TelegramBot\nDisallow: /api/\n\n"
    "User-agent: *\nDisallow: /table/\nDisallow: /game/\nDisallow: /review/\nDisallow: /api/\n"
)
_YEAR: Final = 365 * 24 * 3600
_BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def warm() -> None:
    load_templates()
    client_files()
    for language in LANGUAGES:
        catalog_url(language)


def page(
    request: AnyRequest, template: str, status: int = HTTPStatus.OK, **values: object
) -> Response[str]:
    """Render a template in the request's language; a language in the query is kept for a year."""
    language = chosen_language(request)
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": language_tag(language),
        "Vary": "Accept-Language, Cookie",
    }
    cookies: list[Cookie] = []
    if request.query_params.get("language") in LANGUAGES:
        cookies = [Cookie(COOKIE, "/", language, max_age=_YEAR, samesite="lax")]
    return Response(
        _render(request, template, **values),
        status_code=status,
        media_type=MediaType.HTML,
        headers=headers,
        cookies=cookies,
    )


def _render(request: AnyRequest, template: str, **values: object) -> str:
    public_url = state_of(request).settings.public_url.rstrip("/")
    preview = {
        "base_url": state_of(request).base_url(request),
        "has_offline_site": bool(state_of(request).settings.site),
        "picture": values.get("picture") or preview_image_url(request),
    }
    items = tuple((values | preview).items())
    return _render_cached(template, chosen_language(request), request.url.path, public_url, items)


@lru_cache(maxsize=256)
def _render_cached(
    template: str,
    language: str,
    path: str,
    public_url: str,
    values: tuple[tuple[str, object], ...],
) -> str:
    """Render a page; cached, so that a flood of requests costs little."""
    return render(
        template, language, path, ServerAddresses(), public_url=public_url, **dict(values)
    )


def error_page(request: AnyRequest, status: int, problem: str = "") -> Response[str]:
    """Return a page that explains an error; `problem` is the cause, if known."""
    if not problem:
        is_missing = status == HTTPStatus.NOT_FOUND
        problem = "missing" if is_missing else "busy" if status in _BUSY else "failed"
    return page(request, "error.html", status, problem=problem)


@get(["/", "/rules", "/tutorial", "/practice", "/profile", "/position"], sync_to_thread=False)
def simple_page(request: AnyRequest) -> Response[str]:
    """Return a page that needs no data; its template is named after its path."""
    return page(request, f"{request.url.path.strip('/') or 'home'}.html")


@get("/privacy", sync_to_thread=False)
def privacy(request: AnyRequest) -> Response[str]:
    return page(request, "privacy.html", settings=state_of(request).settings)


@get("/daily", sync_to_thread=False)
def daily(request: AnyRequest) -> Response[str]:
    """Return the page of the daily puzzles."""
    first = packs()[0].starts.isoformat()
    return page(request, "daily.html", first=first, picture=daily_image_url(request))


@get("/table/{code:str}")
async def table(request: AnyRequest, code: FromPath[str]) -> Response[str] | Redirect:
    """Return the page of a room."""
    if code != code.upper():
        return Redirect(f"/table/{code.upper()}")
    view = await _view(request, code)
    if view is None:
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_room")
    picture = _image_url(request, code, _finished_game_id(view))
    return page(request, "table.html", code=code, picture=picture, inviter=_inviter(view))


@get("/game/{code:str}/{game_id:str}")
async def replay(request: AnyRequest, code: FromPath[str], game_id: FromPath[str]) -> Response[str]:
    """Return the page that replays a game, whose room may have been deleted."""
    state = state_of(request)
    has_table = await _view(request, code) is not None
    has_game = await state.store.finished_games.has_game(code, game_id)
    if not has_game and not await state.service.is_unfinished(code, game_id):
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_room")
    picture = _image_url(request, code, game_id)
    values = {"game_id": game_id, "has_table": has_table, "picture": picture}
    return page(request, "replay.html", HTTPStatus.OK, code=code, **values)


@get("/review", sync_to_thread=False)
def upload_page(request: AnyRequest) -> Response[str]:
    """Return the page where records can be uploaded for a review."""
    settings = state_of(request).settings
    return page(request, "upload.html", days=min(settings.over_days, settings.finished_days))


@get("/review/{game_id:str}")
async def review(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    return await _game_page(request, "review.html", game_id)


@get("/review/{game_id:str}/try")
async def try_again(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """Return the page where players retry the costly decisions of a finished game."""
    return await _game_page(request, "try.html", game_id)


@get("/manifest.webmanifest", sync_to_thread=False)
def manifest(request: AnyRequest) -> Response[str]:
    """Return the manifest, so that browsers can install the game.

    There is no service worker: browsers no longer require one, a game needs its server anyway, and
    the cache of a service worker could return a stale page or game state.
    """
    content = _render(request, "manifest.webmanifest", scope="/")
    return Response(content, media_type="application/manifest+json")


@get("/robots.txt", sync_to_thread=False, media_type=MediaType.TEXT)
def robots() -> str:
    """Return the rules that keep search engines out of games."""
    return _ROBOTS


PAGE_HANDLERS: Final = [
    simple_page,
    privacy,
    daily,
    table,
    replay,
    review,
    try_again,
    upload_page,
    manifest,
    robots,
]


async def _game_page(request: AnyRequest, template: str, game_id: str) -> Response[str]:
    try:
        game = await state_of(request).store.finished_games.summary(game_id)
    except PickominoError as error:
        if error.code != "unknown_game":
            raise
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_game")
    picture = review_image_url(request, game_id)
    return page(request, template, code=game.code, game_id=game_id, picture=picture)


def _image_url(request: AnyRequest, code: str, game_id: str) -> str:
    return result_image_url(request, code, game_id) if game_id else ""


async def _view(request: AnyRequest, code: str) -> RoomView | None:
    """Return the view of a room for spectators, or None if there is no such room."""
    try:
        return await state_of(request).service.view(code)
    except PickominoError as error:
        if error.code != "unknown_room":
            raise
        return None


def _finished_game_id(view: RoomView) -> str:
    """Return the id of a room's last game if it is over, or else ""."""
    return view.room.game_id if view.phase == "over" else ""


def _inviter(view: RoomView) -> str:
    """Return the name of the host of a room that waits for players, or ""."""
    hosts = (seat.name for seat in view.room.seats if seat.is_host and seat.kind == "person")
    return next(hosts, "") if view.phase == "lobby" else ""
