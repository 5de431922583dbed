"""The image for the link preview of a review: the luck and skill of each seat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from pickomino.i18n import Texts, texts_in
from pickomino.i18n.names import display_names
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.review_text import format_signed_percent
from pickomino.server.http.exports import game_chickens
from pickomino.server.http.image_links import result_image_url
from pickomino.server.http.locale import chosen_language
from pickomino.server.http.reviews import judge_version
from pickomino.server.images.renderer import (
    EMBER,
    SOFT,
    WIDTH,
    Picture,
    picture_response,
)
from pickomino.server.images.result import drawable_names
from pickomino.server.images.stroke_font import Pen, shorten
from pickomino.server.state import AnyRequest, state_of

_TOP: Final = 180
_ROWS_HEIGHT: Final = 420
_MAX_ROW_HEIGHT: Final = 110
_COLUMNS: Final = (800, 1120)


class _Review(msgspec.Struct):
    """The part of a stored review that the image shows."""

    seats: tuple[dict[str, float], ...]


_reviews: Final = msgspec.json.Decoder(_Review)


@get("/review/{game_id:str}/review.png", include_in_schema=False)
async def review_picture(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Return the image of a review, or of the result if there is none; raises `unknown_game`."""
    state = state_of(request)
    game = await state.store.finished_games.summary(game_id)
    review = await state.store.finished_games.review(game_id, judge_version(len(game.names)))
    if review is None:
        return Redirect(result_image_url(request, game.code, game_id))
    texts = texts_in(chosen_language(request))

    def draw_seats(chickens: Sequence[int]) -> Picture:
        names = drawable_names(display_names(game.names, texts), texts)
        return draw_review(names, chickens, _reviews.decode(review).seats, texts)

    async def draw() -> Picture:
        chickens = await game_chickens(state, game.code, game_id)
        return await asyncio.to_thread(draw_seats, chickens)

    return await picture_response(request, f"review {game_id}", draw)


def draw_review(
    names: Sequence[str],
    chickens: Sequence[int],
    seats: Sequence[dict[str, float]],
    texts: Texts,
) -> Picture:
    """Draw a row for each seat: chicken, the player's name, the chances given away, and luck."""
    gettext = texts.gettext
    picture = Picture().text(
        shorten(gettext("Luck and skill"), 46, WIDTH - 120), (60, 92), Pen(46, EMBER, 4)
    )
    for x, title in zip(_COLUMNS, (gettext("Given away"), gettext("Luck")), strict=True):
        picture.text(shorten(title, 20, 290), (x, 156), Pen(20, SOFT, 3, "end"))
    height = min(_MAX_ROW_HEIGHT, _ROWS_HEIGHT / len(seats))
    for seat, sums in enumerate(seats):
        y, line = _TOP + seat * height, _TOP + seat * height + height / 2 + 8
        size = min(30, height / 3)
        picture.panel((40, y, WIDTH - 80, height - 8))
        picture.art(f"chicken-{chickens[seat]}", 60, y + 4, height - 16)
        picture.text(shorten(names[seat], size, 400), (80 + height, line), Pen(size))
        figures = (
            format_percent(sums["given_away"], texts),
            format_signed_percent(sums["own_luck"] + sums["rivals_luck"], texts),
        )
        for x, figure in zip(_COLUMNS, figures, strict=True):
            picture.text(figure, (x, line), Pen(size, EMBER, 3.6, "end"))
    return picture
