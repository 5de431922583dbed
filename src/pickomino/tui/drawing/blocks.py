"""Blocks of rows of equal width, to be placed side by side or above each other."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.style import Style

Block = list[Content]
"""Rows of the same width in cells."""


def fit(text: str, width: int) -> str:
    """Cut a text to a width in cells, with an ellipsis, or pad it with spaces.

    >>> fit("Professor", 6), fit("Ann", 6)
    ('Profe…', 'Ann   ')
    """
    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    return set_cell_size(text, width - 1) + "…" if width > 0 else ""


def fit_name(name: str, width: int) -> str:
    """Cut or pad a name, but keep a number at its end, which makes the name unique.

    >>> fit_name("Queen Henrietta 2", 9), fit_name("Ann", 5)
    ('Queen … 2', 'Ann  ')
    """
    start, _, number = name.rpartition(" ")
    if cell_len(name) <= width or not number.isdigit():
        return fit(name, width)
    return f"{fit(start, width - len(number) - 1)} {number}"


def centre(text: str, width: int) -> str:
    """Centre a text in a width in cells; cut it if it is too long."""
    if cell_len(text) > width:
        return fit(text, width)
    left = (width - cell_len(text)) // 2
    return fit(" " * left + text, width)


def row(*parts: tuple[str, Style] | str | Content) -> Content:
    return Content.assemble(*parts)


def clickable(style: Style, action: str) -> Style:
    """Return a style whose text runs an action when clicked."""
    return style + Style.from_meta({"@click": action}) if action else style


def join_blocks(blocks: Sequence[Block], gap: str = " ") -> Block:
    """Place blocks of the same height side by side."""
    if not blocks:
        return []
    return [
        Content(gap).join([block[index] for block in blocks]) for index in range(len(blocks[0]))
    ]


def join_rows(rows: Sequence[Content]) -> Content:
    return Content("\n").join(rows)


def centre_block(block: Block, width: int, total: int) -> Block:
    """Centre a block of the given width in the total width."""
    left = max(0, (total - width) // 2)
    return [Content(" " * left) + line for line in block]


def glyphs(characters: str, *rows: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of each character, given rows that show all characters side by side.

    >>> glyphs("17", "▀█ |▀▀█", " █ |  █", "▀▀▀|  ▀")["7"]
    ('▀▀█', '  █', '  ▀')
    """
    drawn = zip(*(line.split("|") for line in rows), strict=True)
    return dict(zip(characters, drawn, strict=True))
