"""Dice with drawn faces."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from textual.content import Content
from textual.style import Style

from pickomino.core.roll import SYMBOLS, WORM, Roll
from pickomino.tui.drawing.blocks import Block, clickable, row
from pickomino.tui.drawing.palette import Palette

_PIPS: Final = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    WORM: ("╭─╮ ●", "│ │ │", "╯ ╰─╯"),
}
_UNKNOWN: Final = ("     ", "  ?  ", "     ")


class Die(NamedTuple):
    """A die to draw; face 0 stands for a die that has not been rolled yet."""

    face: int
    is_golden: bool = False
    action: str = ""
    """The action that a click runs."""
    look: str = "die"
    """`die`, or `faint` for a die that cannot be chosen, or `bad` for a failed roll."""


class DieSize(Enum):
    """The size of a die: three rows without a border, or five rows with one."""

    SMALL = (5, 3)
    LARGE = (9, 5)

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height


def faces_of(roll: Roll) -> list[tuple[int, bool]]:
    """Return the face of each die of a roll, and whether it is the golden die."""
    faces = [(SYMBOLS.index(symbol) + 1, False) for symbol in roll.ordinary]
    if roll.golden:
        faces.append((roll.golden_face, True))
    return faces


def die_block(die: Die, size: DieSize, palette: Palette) -> Block:
    body, edge = _styles(die, palette)
    ink = palette.style("worm", bold=True) if die.face == WORM else Style(bold=True)
    if die.look == "bad":
        ink = Style(bold=True)
    mark = clickable(body + ink, die.action)
    pips = _PIPS.get(die.face, _UNKNOWN)
    if size is DieSize.SMALL:
        if die.face != WORM:
            # Every other column of the pattern: five columns by three rows look about square.
            pips = [f" {line[::2]} " for line in pips]
        return [row((line, mark)) for line in pips]
    frame = clickable(body + edge, die.action)
    top, bottom = row(("╭───────╮", frame)), row(("╰───────╯", frame))
    middle = [row(("│ ", frame), (line, mark), (" │", frame)) for line in pips]
    return [top, *middle, bottom]


def chips(roll: Roll, palette: Palette) -> Content:
    """Draw dice in one row, each as a small ivory square with its symbol."""
    parts: list[tuple[str, Style] | str] = []
    for face, is_golden in faces_of(roll):
        parts += [(f" {_symbol(face)} ", _chip_style(face, palette, is_golden=is_golden)), " "]
    return row(*parts)


def strip(roll: Roll, palette: Palette) -> Content:
    """Draw dice in one row without gaps, for small terminals."""
    parts = [(" ", palette.style("on_tile", "tile"))] if roll.size else []
    for face, is_golden in faces_of(roll):
        parts.append((f"{_symbol(face)} ", _chip_style(face, palette, is_golden=is_golden)))
    return row(*parts, "  " if parts else "")


def _chip_style(face: int, palette: Palette, *, is_golden: bool) -> Style:
    ink = "worm" if face == WORM else "on_tile"
    return palette.style(ink, "gold" if is_golden else "tile", bold=True)


def _symbol(face: int) -> str:
    return "~" if face == WORM else str(face)


def _styles(die: Die, palette: Palette) -> tuple[Style, Style]:
    if die.look == "bad":
        return palette.style("on_bad", "bad"), palette.style("on_bad", "bad")
    if die.is_golden:
        return palette.style("on_tile", "gold"), palette.style("tile_edge", "gold")
    ground = "tile_edge" if die.look == "faint" else "tile"
    return palette.style("on_tile", ground), palette.style("tile_edge", ground)
