"""A position as a picture of pixels, and the render modes of the environments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Final

from pickomino.core.board_text import draw_text
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Phase, Position, scores, seat_letter, tiles_of
from pickomino.core.roll import SYMBOLS, Roll
from pickomino.core.tiles import worms
from pickomino.core.turns import total
from pickomino.envs.drawing import WORM, Canvas, Colour, Pixels

WIDTH: Final = 720
HEIGHT: Final = 460
_TILE: Final = (56, 70)
_GAP: Final = 8
_DIE: Final = 40

_DUSK: Final = (52, 40, 46)
_NIGHT: Final = (24, 22, 28)
_IRON: Final = (20, 18, 22)
_EMBER: Final = (226, 112, 40)
_IVORY: Final = (244, 236, 214)
_SHADE: Final = (196, 182, 150)
_INK: Final = (48, 36, 30)
_WORM_COLOUR: Final = (176, 62, 52)
_BACK: Final = (96, 72, 60)
_GOLD: Final = (238, 190, 62)
_SEAT_COLOURS: Final[tuple[Colour, ...]] = (
    (214, 84, 70),
    (74, 138, 206),
    (96, 168, 84),
    (222, 170, 60),
    (156, 104, 192),
    (64, 176, 170),
    (206, 120, 160),
)
_BADGES: Final = {
    Specialist.CANNED_WORM: "c",
    Specialist.HEN: "h",
    Specialist.RAVEN: "r",
    Specialist.WEASEL: "w",
    Specialist.GOLDEN_DIE: "g",
}
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}


def picture(position: Position, seat: int | None = None) -> Pixels:
    """Return a picture of a position: grill, stacks and dice; a bar marks the viewer's seat.

    >>> position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    >>> picture(position).shape
    (460, 720, 3)
    """
    canvas = Canvas(WIDTH, HEIGHT, _DUSK, _NIGHT)
    _draw_grill(canvas, position)
    for other in range(position.players):
        _draw_seat(canvas, position, other, is_viewer=other == seat)
    _draw_dice(canvas, position)
    return canvas.picture


def _draw_grill(canvas: Canvas, position: Position) -> None:
    canvas.box(12, 12, WIDTH - 24, 176, _EMBER, 12)
    canvas.box(15, 15, WIDTH - 30, 170, _IRON, 10)
    for y in range(24, 180, 14):
        canvas.box(20, y, WIDTH - 40, 3, _DUSK)
    tiles = tiles_of(position.rules)
    row = -(-len(tiles) // 2)
    left = (WIDTH - row * (_TILE[0] + _GAP) + _GAP) // 2
    for place, tile in enumerate(tiles):
        x = left + place % row * (_TILE[0] + _GAP)
        y = 24 + place // row * (_TILE[1] + _GAP + 4)
        if tile in position.grill:
            _draw_tile(canvas, x, y, tile)
            _draw_badge(canvas, x + _TILE[0] - 2, y + 3, _specialist_on(position, tile))
        elif tile in position.face_down:
            canvas.box(x, y, *_TILE, _BACK, 6)
            canvas.write("x", x + _TILE[0] // 2, y + _TILE[1] // 2, 5, _DUSK)


def _draw_tile(canvas: Canvas, x: int, y: int, tile: int) -> None:
    width, height = _TILE
    canvas.box(x, y, width, height, _SHADE, 6)
    canvas.box(x, y, width, height - 3, _IVORY, 6)
    canvas.write(str(tile), x + width // 2, y + 19, 3, _INK)
    count = worms(tile)
    for worm in range(count):
        side = 0 if worm == count - 1 and count % 2 else 13 if worm % 2 else -13
        canvas.stamp(WORM, x + width // 2 + side, y + 43 + worm // 2 * 14, 2, _WORM_COLOUR)


def _draw_badge(canvas: Canvas, x: int, y: int, specialist: Specialist | None) -> None:
    if specialist is not None:
        canvas.disc(x, y, 10, _INK)
        canvas.disc(x, y, 9, _GOLD)
        canvas.write(_BADGES[specialist], x, y, 2, _INK)


def _draw_seat(canvas: Canvas, position: Position, seat: int, *, is_viewer: bool) -> None:
    pitch = (WIDTH - 24) // position.players
    width, y = min(pitch - 8, 180), 204
    x = 12 + seat * pitch + (pitch - width) // 2
    stack = position.stacks[seat]
    if seat == position.seat:
        canvas.box(x - 3, y - 3, width + 6, 156, _EMBER, 10)
    canvas.box(x, y, width, 150, _IRON, 8)
    if is_viewer:
        canvas.box(x + 14, y + 142, width - 28, 4, _IVORY, 2)
    canvas.disc(x + 18, y + 18, 12, _SEAT_COLOURS[seat])
    canvas.write(seat_letter(seat), x + 18, y + 18, 2, _IVORY)
    canvas.write(str(scores(position)[seat]), x + width // 2 + 8, y + 18, 3, _IVORY)
    canvas.stamp(WORM, x + width - 14, y + 18, 2, _WORM_COLOUR)
    left = x + (width - _TILE[0]) // 2
    if stack:
        for under in range(min(len(stack) - 1, 6), 0, -1):
            canvas.box(left + 2 * under, y + 44 + 3 * under, *_TILE, _SHADE, 6)
            canvas.box(left + 2 * under - 1, y + 43 + 3 * under, *_TILE, _INK, 6)
        _draw_tile(canvas, left, y + 42, stack[-1])
    if position.extrawurm is not None:
        _draw_badge(canvas, left + 2, y + 44, position.extrawurm.held_by(seat))
        for bratwurm in range(position.extrawurm.bratwurms[seat]):
            canvas.box(x + 6, y + 132 - 9 * bratwurm, 12, 5, _WORM_COLOUR, 2)


def _draw_dice(canvas: Canvas, position: Position) -> None:
    phase, set_aside, rolled = position.turn
    if phase is Phase.OVER or phase is Phase.RAVEN:
        return
    y = HEIGHT - 30 - _DIE
    canvas.box(12, y - 14, WIDTH - 24, _DIE + 28, _IRON, 8)
    x = _draw_roll(canvas, set_aside, 28, y)
    canvas.write(f"={total(position)}", x + 26, y + _DIE // 2, 3, _IVORY)
    canvas.box(x + 60, y - 4, 3, _DIE + 8, _EMBER)
    _draw_roll(canvas, rolled, x + 76, y)


def _draw_roll(canvas: Canvas, roll: Roll, x: int, y: int) -> int:
    """Draw dice and return the x coordinate after the last die."""
    for symbol in roll.ordinary:
        _draw_die(canvas, x, y, SYMBOLS.index(symbol) + 1, _IVORY)
        x += _DIE + 6
    if roll.golden:
        _draw_die(canvas, x, y, roll.golden_face, _GOLD)
        x += _DIE + 6
    return x


def _draw_die(canvas: Canvas, x: int, y: int, face: int, colour: Colour) -> None:
    canvas.box(x, y, _DIE, _DIE, _SHADE, 8)
    canvas.box(x, y, _DIE, _DIE - 3, colour, 8)
    middle_x, middle_y = x + _DIE // 2, y + _DIE // 2 - 1
    if face not in _PIPS:
        canvas.stamp(WORM, middle_x, middle_y, 3, _WORM_COLOUR)
        return
    for across, down in _PIPS[face]:
        canvas.disc(middle_x + 10 * across, middle_y + 10 * down, 4, _INK)


def _specialist_on(position: Position, tile: int) -> Specialist | None:
    extrawurm = position.extrawurm
    if extrawurm is None or tile not in extrawurm.specialists:
        return None
    return Specialist(extrawurm.specialists.index(tile))


def show(position: Position, seat: int | None = None) -> None:
    """Print a position as text, for the render mode `human`."""
    sys.stdout.write(f"{draw_text(position, seat)}\n\n")


HUMAN: Final = "human"
"""The mode in which an environment shows every position by itself."""
MODES: Final[Mapping[str, Callable[[Position, int | None], str | Pixels | None]]] = {
    HUMAN: show,
    "ansi": draw_text,
    "rgb_array": picture,
}
"""The render functions, keyed by Gymnasium's name for each mode."""
