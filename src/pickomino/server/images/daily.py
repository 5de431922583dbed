"""The image of a day's five puzzles, shown as the preview of the link that players share."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import Response, get

from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, texts_in
from pickomino.puzzles.packs import PUZZLES_PER_DAY
from pickomino.server.http.image_links import parse_day_query
from pickomino.server.http.locale import chosen_language
from pickomino.server.images.renderer import EMBER, WIDTH, Picture, picture_response
from pickomino.server.images.stroke_font import IVORY, Pen, shorten
from pickomino.server.state import AnyRequest

COLOURS: Final = ("#5fae3a", "#e8c33a", "#e8842a", "#c93a2b")
"""The colours of the marks, the best one first."""
_DICE: Final = (1, 3, 5, 6, 6)
_SIDE: Final = 150
_STEP: Final = 190


@get("/daily/result.png", include_in_schema=False)
async def daily_picture(request: AnyRequest) -> Response[bytes]:
    """Return the image of the day and marks in the query; raises `no_such_page`."""
    day, marks = parse_day_query(request)
    if request.query_params.get("date", "") != day:
        raise PickominoError("no_such_page")
    texts = texts_in(chosen_language(request))

    async def draw() -> Picture:
        return await asyncio.to_thread(lambda: draw_day(day, marks, texts))

    return await picture_response(request, f"daily {day} {marks}", draw)


def draw_day(day: str, marks: str, texts: Texts) -> Picture:
    """Draw five squares in the colours of the marks, or five dice if there are no marks."""
    gettext = texts.gettext
    title = gettext("The five for {date}").format(date=day) if day else gettext("Today’s five")
    picture = Picture().text(
        shorten(title, 52, WIDTH - 120), (WIDTH / 2, 130), Pen(52, EMBER, 4, "middle")
    )
    for place in range(PUZZLES_PER_DAY):
        x = WIDTH / 2 + (place - (PUZZLES_PER_DAY - 1) / 2) * _STEP - _SIDE / 2
        if marks:
            colour = COLOURS[int(marks[place])]
            picture.panel((x, 210, _SIDE, _SIDE), fill=colour, edge=IVORY)
        else:
            picture.art(f"die-{_DICE[place]}", x, 210, _SIDE)
    subtitle = gettext("Five decisions, the same for everybody, and new ones every day.")
    picture.text(shorten(subtitle, 22, WIDTH - 100), (WIDTH / 2, 440), Pen(22, anchor="middle"))
    return picture.art("chicken-0-happy", 60, 470, 140).art("chicken-4-happy", 1000, 470, 140)
