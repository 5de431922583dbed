"""A position described in lines: grill, stacks, specialists, ranking."""

from __future__ import annotations

from collections.abc import Iterable

from pickomino.core.position import Position
from pickomino.i18n.narrator import Narrator
from pickomino.narration.board import board_rows


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def table_lines(position: Position, narrator: Narrator) -> list[str]:
    return [" ".join(narrator.render_all(row)) for row in board_rows(position)]
