"""The image for the link preview of the home page, of invitations, and of all other pages."""

from __future__ import annotations

from typing import Final

from litestar import Response, get

from pickomino.i18n import Texts, texts_in
from pickomino.server.http.locale import chosen_language
from pickomino.server.images.renderer import EMBER, WIDTH, Picture, picture_response
from pickomino.server.images.stroke_font import Pen, shorten, width
from pickomino.server.state import AnyRequest

_TILES: Final = (21, 25, 29, 36)
_CHICKENS: Final = (0, 2, 4, 5)
_STEP: Final = 190


@get("/preview.png", include_in_schema=False)
async def preview_picture(request: AnyRequest) -> Response[bytes]:
    texts = texts_in(chosen_language(request))

    async def draw() -> Picture:
        return draw_preview(texts)

    return await picture_response(request, "preview", draw)


def draw_preview(texts: Texts) -> Picture:
    """Draw the name of the game above a few tiles and chickens."""
    title = texts.gettext("Pickomino")
    size = 72 * min(1.0, (WIDTH - 120) / width(title, 72))
    picture = Picture().text(title, (WIDTH / 2, 160), Pen(size, EMBER, 4, "middle"))
    line = texts.gettext("A dice game about worms on the grill, for 2 to 7 chickens.")
    picture.text(shorten(line, 22, WIDTH - 100), (WIDTH / 2, 220), Pen(22, anchor="middle"))
    for place, (tile, chicken) in enumerate(zip(_TILES, _CHICKENS, strict=True)):
        middle = WIDTH / 2 + (place - (len(_TILES) - 1) / 2) * _STEP
        picture.art(f"tile-{tile}", middle - 55, 260, 110)
        picture.art(f"chicken-{chicken}-happy", middle - 80, 460, 160)
    return picture
