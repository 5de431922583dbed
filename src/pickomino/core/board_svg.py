"""A position as an SVG picture for notebooks, with the drawings of the browser client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from pickomino.core.artwork import draw
from pickomino.core.board_text import draw_text
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Phase, Position, scores, seat_letter, tiles_of
from pickomino.core.roll import SYMBOLS, Roll
from pickomino.core.turns import total

WIDTH: Final = 640
_MARGIN: Final = 10
_TILE: Final = 48
_TILE_PITCH: Final = 56
_ROW: Final = 80
_GRILL_HEIGHT: Final = 2 * _ROW + 4
_SEAT_HEIGHT: Final = 108
_DIE: Final = 38
_DICE_HEIGHT: Final = 60
_MAX_SHOWN_NAME: Final = 12

_NIGHT: Final = "#181322"
_PANEL: Final = "#2a2030"
_IRON: Final = "#120e18"
_EMBER: Final = "#ffb03a"
_IVORY: Final = "#f8efdb"


def draw_svg(position: Position, names: Sequence[str] = ()) -> str:
    """Return a picture of a position: grill, stacks and dice; a frame marks whose turn it is.

    >>> position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    >>> draw_svg(position)[:65]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 376" wid'
    """
    names = names or [seat_letter(seat) for seat in range(position.players)]
    seats_top = _MARGIN + _GRILL_HEIGHT + _MARGIN
    dice_top = seats_top + _SEAT_HEIGHT + _MARGIN
    height = dice_top + _DICE_HEIGHT + _MARGIN + 4
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif">',
        f"<title>{escape(draw_text(position))}</title>",
        _box(0, 0, WIDTH, height, _NIGHT),
        *_grill(position, _MARGIN),
        *_seats(position, names, seats_top),
        *_dice(position, dice_top),
        "</svg>",
    ]
    return "".join(parts)


def _grill(position: Position, top: float) -> Iterator[str]:
    yield _box(_MARGIN, top, WIDTH - 2 * _MARGIN, _GRILL_HEIGHT, _IRON, _EMBER)
    tiles = tiles_of(position.rules)
    columns = -(-len(tiles) // 2)
    left = (WIDTH - columns * _TILE_PITCH + _TILE_PITCH - _TILE) / 2
    for index, tile in enumerate(tiles):
        x, y = left + index % columns * _TILE_PITCH, top + 6 + index // columns * _ROW
        if tile in position.grill:
            yield draw(f"tile-{tile}", x, y, _TILE)
            yield from _specialist_on(position, tile, x + _TILE - 16, y - 4)
        elif tile in position.face_down:
            yield draw(f"back-{tile}", x, y, _TILE)
        else:
            yield _text(str(tile), x + _TILE / 2, y + 42, 15, "#8a7f94", "middle")


def _specialist_on(position: Position, place: int, x: float, y: float) -> Iterator[str]:
    """Yield the specialist on a tile or held by a seat, if any."""
    if position.extrawurm is not None and place in position.extrawurm.specialists:
        specialist = Specialist(position.extrawurm.specialists.index(place))
        yield draw(f"specialist-{specialist:d}", x, y, 24)


def _seats(position: Position, names: Sequence[str], top: float) -> Iterator[str]:
    pitch = (WIDTH - _MARGIN) / position.players
    width = pitch - _MARGIN
    for seat, score in enumerate(scores(position)):
        left = _MARGIN + seat * pitch
        edge = _EMBER if seat == position.seat else ""
        yield _box(left, top, width, _SEAT_HEIGHT, _PANEL, edge)
        yield draw(f"chicken-{seat}", left + 4, top + 4, 34)
        yield _text(_shorten(names[seat], width), left + 42, top + 17, 13, _IVORY)
        yield _text(str(score), left + 42, top + 36, 15, _EMBER)
        yield draw("worm", left + 48 + 9 * len(str(score)), top + 23, 15)
        yield from _stack(position.stacks[seat], left + 8, top + 42)
        yield from _specialist_on(position, seat, left + 52, top + 46)
        if position.extrawurm is not None:
            for bratwurm in range(position.extrawurm.bratwurms[seat]):
                yield draw("bratwurm", left + 50 + 9 * bratwurm, top + 78, 20)


def _stack(stack: tuple[int, ...], x: float, y: float) -> Iterator[str]:
    """Yield the top tile, above the edges of the tiles below it."""
    for tile in stack[-4:]:
        yield draw(f"tile-{tile}", x, y, 36)
        x, y = x + 3, y + 2


def _dice(position: Position, top: float) -> Iterator[str]:
    phase, set_aside, rolled = position.turn
    yield _box(_MARGIN, top, WIDTH - 2 * _MARGIN, _DICE_HEIGHT, _IRON)
    if phase in (Phase.OVER, Phase.RAVEN):
        return
    y = top + (_DICE_HEIGHT - _DIE) / 2
    x = 24.0
    for die in _drawings_of(set_aside):
        yield draw(die, x, y, _DIE)
        x += _DIE + 4
    yield _text(f"= {total(position)}", x + 4, y + 27, 20, _EMBER)
    x += 70
    for die in _drawings_of(rolled):
        yield draw(die, x, y, _DIE)
        x += _DIE + 4


def _drawings_of(roll: Roll) -> list[str]:
    ordinary = [f"die-{SYMBOLS.index(symbol) + 1}" for symbol in roll.ordinary]
    return [*ordinary, f"golden-{roll.golden_face}"] if roll.golden else ordinary


def _shorten(name: str, width: float) -> str:
    longest = min(_MAX_SHOWN_NAME, int((width - 44) / 7.5))
    return name if len(name) <= longest else name[: max(1, longest - 1)] + "…"


def _box(  # noqa: PLR0913, PLR0917 - position, size and look
    x: float, y: float, width: float, height: float, fill: str, edge: str = ""
) -> str:
    line = f' stroke="{edge}" stroke-width="3"' if edge else ""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="10" fill="{fill}"{line}/>'


def _text(  # noqa: PLR0913, PLR0917 - position and look
    text: str, x: float, y: float, size: int, fill: str, anchor: str = "start"
) -> str:
    look = f'font-size="{size}" font-weight="600" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(text)}</text>'
