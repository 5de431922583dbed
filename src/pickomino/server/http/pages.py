"""Pages for people: rendered here in their language; what moves on them is the client's."""

from __future__ import annotations

import json
from functools import cache, lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from pickomino.core.errors import PickominoError
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.puzzles.packs import pack_files, parse_pack
from pickomino.server.http.image_links import daily_address, result_address, review_address
from pickomino.server.http.locale import (
    COOKIE,
    catalog_address,
    chosen_language,
    language_tag,
)
from pickomino.server.http.rule_examples import example
from pickomino.server.http.static_files import client_files
from pickomino.server.state import AnyRequest, state_of

TEMPLATES: Final = Path(__file__).parent / "templates"
_ROBOTS: Final = (
    # These show a link that somebody sent, with its picture.
    "User-agent: Twitterbot\nUser-agent: facebookexternalhit\nUser-agent: LinkedInBot\n"
    "User-agent: Slackbot-LinkExpanding\nUser-agent: Discordbot\nDisallow: /api/\n\n"
    "User-agent: *\nDisallow: /table/\nDisallow: /game/\nDisallow: /review/\nDisallow: /api/\n"
)
_YEAR: Final = 365 * 24 * 3600
_THEME_COLORS: Final = {"dusk": "#181322", "daylight": "#bfe2f2"}
_PARTS: Final = {
    **dict.fromkeys(("review.html", "try.html", "bring.html", "position.html"), "review"),
    "tutorial.html": "tutorial",
    **dict.fromkeys(("daily.html", "practice.html"), "daily"),
    "profile.html": "profile",
}
"""Templates of pages with texts that no other page needs."""
_BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def warm() -> None:
    """Read templates, files and texts."""
    for name in _environment().list_templates():
        _environment().get_template(name)
    client_files()
    for language in LANGUAGES:
        catalog_address(language)


def page(
    request: AnyRequest, template: str, status: int = HTTPStatus.OK, **values: object
) -> Response[str]:
    """Render a template in the language that the request asks for; one in the address is kept."""
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
        _rendered(request, template, **values),
        status_code=status,
        media_type=MediaType.HTML,
        headers=headers,
        cookies=cookies,
    )


def _rendered(request: AnyRequest, template: str, **values: object) -> str:
    public_url = state_of(request).settings.public_url.rstrip("/")
    about = tuple(values.items())
    return _text(template, chosen_language(request), request.url.path, public_url, about)


@lru_cache(maxsize=256)
def _text(
    template: str,
    language: str,
    path: str,
    public_url: str,
    values: tuple[tuple[str, object], ...],
) -> str:
    """Render a page, or remember it: a flood of requests must not be work."""
    texts = texts_in(language)
    files = client_files()
    return (
        _environment()
        .get_template(template)
        .render(
            _=texts.gettext,
            ngettext=texts.ngettext,
            language=language,
            lang=language_tag(language),
            languages=LANGUAGE_NAMES,
            client=files.address,
            stylesheet=files.stylesheet,
            scripts=files.scripts,
            texts_address=catalog_address(language, _PARTS.get(template, "")),
            public_url=public_url,
            theme_colors=_THEME_COLORS,
            path=path,
            example=partial(example, texts),
            **dict(values),
        )
    )


def error_page(request: AnyRequest, status: int, problem: str = "") -> Response[str]:
    """Say in friendly words what is wrong, with a way on; `problem` names the cause if known."""
    if not problem:
        is_missing = status == HTTPStatus.NOT_FOUND
        problem = "missing" if is_missing else "busy" if status in _BUSY else "failed"
    return page(request, "error.html", status, problem=problem)


@get(["/", "/rules", "/tutorial", "/profile", "/position"], sync_to_thread=False)
def plain(request: AnyRequest) -> Response[str]:
    """A page that needs to know nothing of the server; its template has its name."""
    return page(request, f"{request.url.path.strip('/') or 'home'}.html")


@get("/privacy", sync_to_thread=False)
def privacy(request: AnyRequest) -> Response[str]:
    """What is stored, and for how long."""
    return page(request, "privacy.html", settings=state_of(request).settings)


@get("/daily", sync_to_thread=False)
def daily(request: AnyRequest) -> Response[str]:
    """The five puzzles of today, or of the date in the address; the page chooses them itself."""
    return page(request, "daily.html", packs=_packs(), picture=daily_address(request))


@get("/practice", sync_to_thread=False)
def practice(request: AnyRequest) -> Response[str]:
    """Puzzles without end; the page chooses them itself."""
    return page(request, "practice.html", packs=_packs())


@cache
def _packs() -> str:
    """Return where the page finds each pack of puzzles, and from which date on it counts."""
    address = client_files().address
    found = [
        {"starts": parse_pack(text).starts.isoformat(), "address": address(f"puzzles/{name}")}
        for name, text in pack_files().items()
    ]
    return json.dumps(sorted(found, key=lambda each: each["starts"]))


@get("/table/{code:str}")
async def table(request: AnyRequest, code: FromPath[str]) -> Response[str] | Redirect:
    """A room: its lobby, its table and its end."""
    if code != code.upper():
        return Redirect(f"/table/{code.upper()}")
    game_id = await _last_game(request, code)
    if game_id is None:
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_room")
    return page(request, "table.html", code=code, picture=_picture(request, code, game_id))


@get("/game/{code:str}/{game_id:str}")
async def replay(request: AnyRequest, code: FromPath[str], game_id: FromPath[str]) -> Response[str]:
    """A game to look at again, step by step; its room may be gone."""
    state = state_of(request)
    has_table = await _last_game(request, code) is not None
    if not has_table and not await state.store.finished.knows(code, game_id):
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_room")
    picture = _picture(request, code, game_id)
    values = {"game_id": game_id, "has_table": has_table, "picture": picture}
    return page(request, "replay.html", HTTPStatus.OK, code=code, **values)


@get("/review", sync_to_thread=False)
def bring(request: AnyRequest) -> Response[str]:
    """Where a record of any game is brought to be reviewed."""
    settings = state_of(request).settings
    return page(request, "bring.html", days=min(settings.over_days, settings.finished_days))


@get("/review/{game_id:str}")
async def review(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """A finished game with its luck apart from its decisions."""
    return await _page_of_game(request, "review.html", game_id)


@get("/review/{game_id:str}/try")
async def try_again(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """The costly decisions of a finished game as questions."""
    return await _page_of_game(request, "try.html", game_id)


@get("/manifest.webmanifest", sync_to_thread=False)
def manifest(request: AnyRequest) -> Response[str]:
    """Let browsers install the game.

    There is no service worker: browsers ask for none any more, a game needs its server anyway,
    and so no stale page or game state can ever come from a cache of ours.
    """
    content = _rendered(request, "manifest.webmanifest")
    return Response(content, media_type="application/manifest+json")


@get("/robots.txt", sync_to_thread=False, media_type=MediaType.TEXT)
def robots() -> str:
    """Keep search engines out of people's games."""
    return _ROBOTS


PAGE_HANDLERS: Final = [
    *(plain, privacy, daily, practice, table, replay, review, try_again, bring, manifest, robots),
]


async def _page_of_game(request: AnyRequest, template: str, game_id: str) -> Response[str]:
    try:
        game = await state_of(request).store.finished.summary(game_id)
    except PickominoError as error:
        if error.code != "unknown_game":
            raise
        return error_page(request, HTTPStatus.NOT_FOUND, "missing_game")
    picture = review_address(request, game_id)
    return page(request, template, code=game.code, game_id=game_id, picture=picture)


def _picture(request: AnyRequest, code: str, game_id: str) -> str:
    """Return the whole address of the picture of a finished game, or nothing without one."""
    return result_address(request, code, game_id) if game_id else ""


async def _last_game(request: AnyRequest, code: str) -> str | None:
    """Return the game of a room if it is over, or nothing; None where there is no room."""
    try:
        view = await state_of(request).service.view(code)
    except PickominoError as error:
        if error.code != "unknown_room":
            raise
        return None
    return view.room.game_id if view.phase == "over" else ""
