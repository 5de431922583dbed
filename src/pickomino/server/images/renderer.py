"""Draws images on the server, for sharing and for link previews.

A `Picture` is composed of our own drawings and letters, and a `Renderer` turns it into a PNG.
Rendering reads no font, file or URL, and user input becomes part of the SVG only as strokes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from litestar import Response

from pickomino.core import artwork
from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, texts_in
from pickomino.server.http.image_links import site_address
from pickomino.server.http.locale import chosen_language
from pickomino.server.images.stroke_font import Pen, shorten, text_svg
from pickomino.server.state import AnyRequest, caller_of, state_of
from pickomino.server.work_queue import Job
from pickomino.worker_process import WorkerFailed, WorkerProcess

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The width and height at which other sites show link previews uncropped."""
EMBER: Final = "#ffb03a"
SOFT: Final = "#d9c4b0"
PANEL: Final = "#181322"
PREVIEW_HEADERS: Final = {
    "Cache-Control": "public, max-age=3600",  # games can be deleted
    "Vary": "Accept-Language, Cookie",
    "Cross-Origin-Resource-Policy": "cross-origin",  # other sites show it next to the link
}
"""Response headers of link previews."""
_BACKGROUND: Final = (
    '<defs><linearGradient id="embers" x1="0" y1="0" x2="0" y2="1">'
    '<stop offset="0" stop-color="#181322"/><stop offset=".55" stop-color="#3a1d26"/>'
    '<stop offset=".85" stop-color="#8f3218"/><stop offset="1" stop-color="#e5701f"/>'
    '</linearGradient></defs><rect width="100%" height="100%" fill="url(#embers)"/>'
)
_WORKER: Final = "pickomino.server.images.worker"
_MAX_SECONDS: Final = 30.0

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


class Picture:
    """An SVG image on a background of glowing embers, drawn from back to front.

    >>> Picture().panel((40, 40, 300, 200)).text("21", (60, 120), Pen(40)).svg()[:25]
    '<svg xmlns="http://www.w3'
    """

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self._head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        self._parts = [_BACKGROUND]

    def panel(self, place: Box, *, fill: str = PANEL, edge: str = "") -> Picture:
        """Add a box with rounded corners and optionally an edge in another colour."""
        line = f' stroke="{edge}" stroke-width="4"' if edge else ' fill-opacity=".72"'
        self._parts.append(f'<rect {_box(place)} rx="18" fill="{fill}"{line}/>')
        return self

    def art(self, name: str, x: float, y: float, width: float) -> Picture:
        """Add a drawing of the game: `tile-21`, `die-5`, `chicken-0-happy`, `worm`, ..."""
        self._parts.append(artwork.draw(name, x, y, width))
        return self

    def text(self, text: str, place: tuple[float, float], pen: Pen) -> Picture:
        """Add text with its baseline at `place`."""
        self._parts.append(text_svg(text, place, pen))
        return self

    def sign(self, address: str, texts: Texts) -> Picture:
        """Add the name of the game and its address at the top."""
        title = texts.gettext("Pickomino")
        line = f"{title} · {address}"
        pen = Pen(16, SOFT, 3, "middle")
        return self.text(shorten(line, pen.size, WIDTH - 120), (WIDTH / 2, 34), pen)

    def svg(self) -> str:
        return f"{self._head}{''.join(self._parts)}</svg>"


class Renderer:
    """Renders one image at a time.

    Each image is rendered in a separate process: a thread would delay every table by a quarter of a
    second, and a crash of the renderer would take the server down.
    """

    def __init__(self) -> None:
        self._worker = WorkerProcess(_WORKER, bytes)

    async def png(self, picture: Picture) -> bytes:
        """Return a picture as PNG; raises `server_failed`."""
        try:
            return await self._worker.ask(picture.svg(), _MAX_SECONDS)
        except WorkerFailed as error:
            raise PickominoError("server_failed") from error
        finally:
            await self._worker.stop()


async def picture_response(
    request: AnyRequest, key: str, draw: Callable[[], Awaitable[Picture]]
) -> Response[bytes]:
    """Return a signed picture in the language of the request; `key` names what it shows.

    Callers check first that what it shows exists.
    """
    renderer: Renderer = request.app.state.renderer
    language, site = chosen_language(request), site_address(request)

    async def render(_job: Job[bytes]) -> bytes:
        return await renderer.png((await draw()).sign(site, texts_in(language)))

    key = f"{key} {language} {site}"
    png = await state_of(request).queues.pictures.result(caller_of(request), key, render)
    return Response(png, media_type="image/png", headers=PREVIEW_HEADERS)


def _box(place: Box) -> str:
    x, y, width, height = place
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
