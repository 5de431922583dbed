"""Tiles: a number above one to four worms, in three sizes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from pickomino.core.tiles import worms
from pickomino.tui.drawing.blocks import Block, centre, clickable, fit, glyphs, row
from pickomino.tui.drawing.palette import Palette

_DIGITS: Final = glyphs(
    " 0123456789",
    "   |█▀█|▀█ |▀▀█|▀▀█|█ █|█▀▀|█▀▀|▀▀█|█▀█|█▀█",
    "   |█ █| █ |█▀▀| ▀█|▀▀█|▀▀█|█▀█|  █|█▀█|▀▀█",
    "   |▀▀▀|▀▀▀|▀▀▀|▀▀▀|  ▀|▀▀▀|▀▀▀|  ▀|▀▀▀|▀▀▀",
)
LARGE_WIDTH: Final = 9
LARGE_HEIGHT: Final = 6
MIDDLE_WIDTH: Final = 7
FOUR_WORMS: Final = 4


class TileState(Enum):
    """How a tile lies on the grill."""

    FACE_UP = "face up"
    FACE_DOWN = "face down"
    GONE = "gone"


class Tile(NamedTuple):
    """A tile to draw."""

    number: int
    state: TileState = TileState.FACE_UP
    is_claimable: bool = False
    """Whether stopping now would win the tile."""
    specialist: str = ""
    """The name of the specialist on the tile."""
    action: str = ""
    """The action that a click runs."""


def small_tile(tile: Tile, width: int, palette: Palette) -> Block:
    """Draw a tile of 2 to 4 columns and three rows; the last row holds the pointer, if any."""
    body = clickable(_body(tile, palette), tile.action)
    under = clickable(_mark(palette), tile.action)
    if tile.state is TileState.GONE:
        faint = palette.style("faint")
        return [row((centre("··", width), faint)), row(" " * width), row(" " * width)]
    if tile.state is TileState.FACE_DOWN:
        return [row(("░" * width, body)), row(("░" * width, body)), row(" " * width)]
    number = f"▸{tile.number}◂" if tile.is_claimable and width == FOUR_WORMS else str(tile.number)
    count = worms(tile.number)
    worm_text = "~" * count if width == FOUR_WORMS else f"{count}~"
    ink = body if tile.is_claimable else body + palette.style("worm", bold=True)
    below = (_pointer(tile) + tile.specialist)[:width]
    return [
        row((centre(number, width), body)),
        row((centre(worm_text, width), ink)),
        row((centre(below, width), under)),
    ]


def large_tile(tile: Tile, palette: Palette) -> Block:
    """Draw a tile with a big number, nine columns by six rows; the last row holds any pointer."""
    under = row((centre(_pointer(tile), LARGE_WIDTH), _mark(palette)))
    if tile.state is TileState.GONE:
        return [*_hollow(tile, palette), row(" " * LARGE_WIDTH)]
    body = clickable(_body(tile, palette), tile.action)
    if tile.state is TileState.FACE_DOWN:
        return [row(("░" * LARGE_WIDTH, body))] * (LARGE_HEIGHT - 1) + [under]
    left, right = (_DIGITS[digit] for digit in str(tile.number))
    lines = [f" {a} {b} " for a, b in zip(left, right, strict=True)]
    ink = body if tile.is_claimable else body + palette.style("worm", bold=True)
    worm_text = centre(" ".join("~" * worms(tile.number)), LARGE_WIDTH)
    top = "▸       ◂" if tile.is_claimable else "         "
    return [
        row((top, body)),
        *(row((line, body)) for line in lines),
        row((worm_text, ink)),
        under,
    ]


def middle_tile(tile: Tile, palette: Palette) -> Block:
    """Draw a tile of seven columns and four rows; the last row holds the pointer, if any."""
    under = row((centre(_pointer(tile), MIDDLE_WIDTH), _mark(palette)))
    if tile.state is TileState.GONE:
        number = row((centre(f"· {tile.number} ·", MIDDLE_WIDTH), palette.style("faint")))
        blank = row(" " * MIDDLE_WIDTH)
        return [blank, number, blank, blank]
    body = clickable(_body(tile, palette), tile.action)
    if tile.state is TileState.FACE_DOWN:
        return [row(("░" * MIDDLE_WIDTH, body))] * 3 + [under]
    ink = body if tile.is_claimable else body + palette.style("worm", bold=True)
    number = f"▸  {tile.number} ◂" if tile.is_claimable else str(tile.number)
    return [
        row((centre(number, MIDDLE_WIDTH), body)),
        row((centre("─────", MIDDLE_WIDTH), body)),
        row((centre("~" * worms(tile.number), MIDDLE_WIDTH), ink)),
        under,
    ]


def specialists_row(tiles: Sequence[Tile], width: int, gap: int, palette: Palette) -> Content:
    """Return the names of the specialists on a row of tiles, to be shown below it.

    A long name may extend below the next tile if no specialist is there.
    """
    pitch, line = width + gap, ""
    whole = len(tiles) * pitch - gap
    for place, tile in enumerate(tiles):
        if not tile.specialist:
            continue
        neighbour = tiles[place + 1 if place + 1 < len(tiles) else place - 1]
        room = width if neighbour.specialist else width + pitch
        name = fit(
            tile.specialist, min(cell_len(tile.specialist), room, whole - cell_len(line) - 1)
        )
        start = place * pitch + max(0, (width - cell_len(name)) // 2)
        line += " " * (min(start, whole - cell_len(name)) - cell_len(line)) + name
    return row((fit(line, whole), _mark(palette)))


def big_number(number: int, style: Style) -> Block:
    """Draw a number of up to two digits, three rows high."""
    digits = [_DIGITS[digit] for digit in f"{number:2d}"]
    return [row((" ".join(digit[line] for digit in digits), style)) for line in range(3)]


def chip(number: int, palette: Palette, *, is_claimable: bool = False) -> tuple[str, Style]:
    """Return the text and style of a tile drawn in a single row."""
    if is_claimable:
        return f"▸{number}◂", palette.style("on_glow", "glow", bold=True)
    return f" {number} ", palette.style("on_tile", "tile", bold=True)


def _hollow(tile: Tile, palette: Palette) -> Block:
    faint = palette.style("faint")
    blank = row(" " * LARGE_WIDTH)
    return [blank, blank, row((centre(f"· {tile.number} ·", LARGE_WIDTH), faint)), blank, blank]


def _body(tile: Tile, palette: Palette) -> Style:
    if tile.state is TileState.FACE_DOWN:
        return palette.style("on_hidden", "hidden")
    if tile.is_claimable:
        return palette.style("on_glow", "glow", bold=True)
    return palette.style("on_tile", "tile", bold=True)


def _pointer(tile: Tile) -> str:
    return "▲" if tile.is_claimable else ""


def _mark(palette: Palette) -> Style:
    return palette.style("glow", bold=True)
