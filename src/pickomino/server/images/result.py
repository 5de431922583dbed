"""The image of a finished game's result, for sharing and for its link preview."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.params import FromPath

from pickomino.api.reviews import player_names
from pickomino.core.position import Position, places, scores, winners
from pickomino.i18n import Texts, texts_in
from pickomino.i18n.names import display_names
from pickomino.i18n.numbers import format_percent
from pickomino.record.game import Game
from pickomino.rooms.protocol.highlights import compute_highlights
from pickomino.server.http.exports import find_game, game_chickens, record_text
from pickomino.server.http.locale import chosen_language
from pickomino.server.images.renderer import (
    EMBER,
    SOFT,
    WIDTH,
    Picture,
    picture_response,
)
from pickomino.server.images.stroke_font import Pen, can_draw, shorten
from pickomino.server.state import AnyRequest, state_of

_FLOOR: Final = 478
_BLOCKS: Final = ((0, 140, 200), (-225, 112, 160), (225, 92, 160))
"""For each of the three places on the podium: the block's offset from the middle, its height, and
the width of the chicken."""
_ON_PODIUM: Final = len(_BLOCKS)
_BLOCK_WIDTH: Final = 212


class _Player(NamedTuple):
    """How a player is drawn."""

    name: str
    art: str


@get("/game/{code:str}/{game_id:str}/result.png", include_in_schema=False)
async def result_picture(
    request: AnyRequest, code: FromPath[str], game_id: FromPath[str]
) -> Response[bytes]:
    """Return the image of a result; raises an error if there is no such game."""
    state = state_of(request)
    game_key = await find_game(state, code, game_id)
    texts = texts_in(chosen_language(request))

    async def draw() -> Picture:
        record = await record_text(state, code, game_id)
        chickens = await game_chickens(state, code, game_id)
        return await asyncio.to_thread(lambda: draw_result(Game.from_wgn(record), chickens, texts))

    response = await picture_response(request, f"result {game_key.text}", draw)
    if not game_key.is_over:
        response.headers["Cache-Control"] = "no-store"
    return response


def draw_result(game: Game, chickens: Sequence[int], texts: Texts) -> Picture:
    """Draw the podium with the seats' chickens, the other players, and four statistics."""
    end = game.position
    names = drawable_names(display_names(player_names(game), texts), texts)
    ranks = places(end)
    order = sorted(range(end.players), key=lambda seat: ranks[seat])
    picture = Picture()
    headline = shorten(_headline(end, names, texts), 46, WIDTH - 120)
    picture.text(headline, (WIDTH / 2, 92), Pen(46, EMBER, 4, "middle"))
    middle = WIDTH / 2 if end.players <= _ON_PODIUM else 395
    players = [
        _Player(name, f"chicken-{chicken}") for name, chicken in zip(names, chickens, strict=False)
    ]
    for seat, block in zip(order, _BLOCKS, strict=False):
        place = middle + block[0], *block[1:]
        _draw_place(picture, end, seat, players[seat], place)
    _draw_others(picture, end, order[_ON_PODIUM:], players)
    _draw_statistics(picture, game, names, texts)
    return picture


def _headline(end: Position, names: Sequence[str], texts: Texts) -> str:
    first = [names[seat] for seat in winners(end)]
    if len(first) == 1:
        return texts.gettext("{name} wins.").format(name=first[0])
    return texts.gettext("Shared win: {names}.").format(names=", ".join(first))


def _draw_place(
    picture: Picture,
    end: Position,
    seat: int,
    player: _Player,
    block: tuple[float, float, float],
) -> None:
    middle, height, chicken_width = block
    top = _FLOOR - height
    is_winner = seat in winners(end)
    edge = EMBER if is_winner else ""
    picture.panel((middle - _BLOCK_WIDTH / 2, top, _BLOCK_WIDTH, height), edge=edge)
    mood = "-happy" if is_winner else ""
    picture.art(
        player.art + mood, middle - chicken_width / 2, top - chicken_width + 3, chicken_width
    )
    shown = shorten(player.name, 22, _BLOCK_WIDTH - 24)
    picture.text(shown, (middle, top + 40), Pen(22, weight=3.6, anchor="middle"))
    worms = str(scores(end)[seat])
    picture.text(worms, (middle - 4, top + 78), Pen(22, EMBER, 4, "end"))
    picture.art("worm", middle + 4, top + 54, 30)


def _draw_others(
    picture: Picture, end: Position, seats: Sequence[int], players: Sequence[_Player]
) -> None:
    """Draw the players who are not on the podium, one per row."""
    for row, seat in enumerate(seats):
        y = 200 + 74 * row
        picture.panel((780, y, 370, 62))
        picture.text(f"{places(end)[seat]}.", (798, y + 41), Pen(20, SOFT))
        picture.art(players[seat].art, 836, y + 5, 52)
        picture.text(shorten(players[seat].name, 20, 160), (902, y + 41), Pen(20))
        picture.text(str(scores(end)[seat]), (1106, y + 41), Pen(20, EMBER, 4, "end"))
        picture.art("worm", 1112, y + 18, 28)


def _draw_statistics(picture: Picture, game: Game, names: Sequence[str], texts: Texts) -> None:
    highlights = compute_highlights(game.start, game.steps)
    boldest = highlights.boldest
    bold = f"{format_percent(boldest.risk, texts, '0')} {names[boldest.seat]}" if boldest else "–"
    statistics = (
        (texts.gettext("Steals"), str(highlights.steals)),
        (texts.gettext("Busts"), str(highlights.failures)),
        (texts.gettext("Boldest roll"), bold),
        (texts.gettext("Lead changes"), str(highlights.leads)),
    )
    for place, (title, value) in enumerate(statistics):
        x = 50 + 280 * place
        picture.panel((x, 508, 260, 96))
        picture.text(shorten(title, 16, 230), (x + 130, 540), Pen(16, SOFT, 3, "middle"))
        picture.text(shorten(value, 26, 230), (x + 130, 586), Pen(26, weight=3.6, anchor="middle"))


def drawable_names(names: Sequence[str], texts: Texts) -> list[str]:
    """Replace names that are blank or cannot be drawn with "Player" and a number."""
    player = texts.gettext("Player {number}")
    return [
        name if name.strip() and can_draw(name) else player.format(number=number)
        for number, name in enumerate(names, 1)
    ]
