"""The name of the game, as a row of domino tiles."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from pickomino.tui.drawing.blocks import Block, glyphs, join_blocks, join_rows, row
from pickomino.tui.drawing.palette import Palette

_LETTERS: Final = glyphs(
    "PICKOMNHERGW",
    "█▀▄|▀█▀|█▀▀|█ █|█▀█|█▄ ▄█|█▄ █|█ █|█▀▀|█▀▄|█▀▀▀|█   █",
    "█▀ | █ |█  |█▀▄|█ █|█ ▀ █|█ ▀█|█▀█|█▀ |█▀▄|█ ▀█|█ ▄ █",
    "▀  |▀▀▀|▀▀▀|▀ ▀|▀▀▀|▀   ▀|▀  ▀|▀ ▀|▀▀▀|▀ ▀|▀▀▀▀|▀▀ ▀▀",
)


def logo(name: str, width: int, palette: Palette) -> Content:
    """Draw the first word of the game's name on tiles.

    A word that does not fit, or that has a letter without a glyph, is written in one line.
    """
    letters = name.split(maxsplit=1)[0].upper()
    if width < 8 * len(letters) - 1 or not _LETTERS.keys() >= set(letters):
        return row((f" {' '.join(letters)} ", palette.style("on_tile", "tile", bold=True)), "\n")
    tiles = [_tile(letter, place, palette) for place, letter in enumerate(letters)]
    return join_rows(join_blocks(tiles))


def _tile(letter: str, place: int, palette: Palette) -> Block:
    body = palette.style("on_tile", "tile", bold=True)
    worm = palette.style("worm", "tile", bold=True)
    worms = "~" * (1 + place % 4)
    return [
        row(("       ", body)),
        *(row((line.center(7), body)) for line in _LETTERS[letter]),
        row((worms.center(7), worm)),
    ]
