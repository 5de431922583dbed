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
MIDDLE_WIDTH: Final = 7
FOUR_WORMS: Final = 4


class TileState(Enum):
    FACE_UP = "face up"
    FACE_DOWN = "face down"
    GONE = "gone"


class Tile(NamedTuple):
    number: int
    state: TileState = TileState.FACE_UP
    is_claimable: bool = False
    """Whether stopping now would win the tile."""
    specialist: str = ""
    """The name of the specialist on the tile."""
    action: str = ""
    """The action that a click runs."""


def small_tile(tile: Tile, width: int, palette: Palette) -> Block:
    """Draw a tile of 2 to 4 columns and three rows."""
    number, count = str(tile.number), worms(tile.number)
    if width == FOUR_WORMS:
        face = [f"▸{number}◂" if tile.is_claimable else number, "~" * count]
    else:
        face = [number, f"{count}~"]
    block = _tile(tile, width, face, ["··", ""], palette)
    return block if tile.state is not TileState.FACE_DOWN else [*block[:-1], row(" " * width)]


def large_tile(tile: Tile, palette: Palette) -> Block:
    """Draw a tile with a big number, nine columns by six rows."""
    left, right = (_DIGITS[digit] for digit in str(tile.number))
    digits = [f" {a} {b} " for a, b in zip(left, right, strict=True)]
    top = "▸       ◂" if tile.is_claimable else ""
    face = [top, *digits, " ".join("~" * worms(tile.number))]
    gone = ["", "", f"· {tile.number} ·", "", ""]
    return _tile(tile._replace(specialist=""), LARGE_WIDTH, face, gone, palette)


def middle_tile(tile: Tile, palette: Palette) -> Block:
    """Draw a tile of seven columns and four rows."""
    number = f"▸  {tile.number} ◂" if tile.is_claimable else str(tile.number)
    face = [number, "─────", "~" * worms(tile.number)]
    gone = ["", f"· {tile.number} ·", ""]
    return _tile(tile._replace(specialist=""), MIDDLE_WIDTH, face, gone, palette)


def _tile(
    tile: Tile, width: int, face: Sequence[str], gone: Sequence[str], palette: Palette
) -> Block:
    """Draw a tile, whose worms are in the last line of its face, above a row for the pointer."""
    if tile.state is TileState.GONE:
        faint = palette.style("faint")
        return [row((centre(text, width), faint) if text else " " * width) for text in (*gone, "")]
    body = clickable(_body(tile, palette), tile.action)
    below = (("▲" if tile.is_claimable else "") + tile.specialist)[:width]
    under = row((centre(below, width), clickable(_mark(palette), tile.action)))
    if tile.state is TileState.FACE_DOWN:
        return [row(("░" * width, body))] * len(face) + [under]
    ink = body if tile.is_claimable else body + palette.style("worm", bold=True)
    styles = [*[body] * (len(face) - 1), ink]
    return [
        *(row((centre(line, width), style)) for line, style in zip(face, styles, strict=True)),
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


def _body(tile: Tile, palette: Palette) -> Style:
    if tile.state is TileState.FACE_DOWN:
        return palette.style("on_hidden", "hidden")
    if tile.is_claimable:
        return palette.style("on_glow", "glow", bold=True)
    return palette.style("on_tile", "tile", bold=True)


def _mark(palette: Palette) -> Style:
    return palette.style("glow", bold=True)
