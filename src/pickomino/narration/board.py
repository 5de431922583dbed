"""The board in lines, for plain text and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.core.extrawurm import WAITING, Extrawurm, Specialist
from pickomino.core.position import Position, scores
from pickomino.core.turns import total
from pickomino.narration.line import Line, line


def board_rows(position: Position) -> Iterator[tuple[Line, ...]]:
    """Yield the lines about the grill, each player and the supply, one row after another."""
    extrawurm = position.extrawurm
    yield (_grill_line(position),)
    if position.face_down:
        tiles = tuple(line("tile", tile=tile) for tile in position.face_down)
        yield (line("face_down", tiles=tiles),)
    for seat in range(position.players):
        holdings = () if extrawurm is None else _holdings(extrawurm, seat)
        yield (_stack_line(position, seat), *holdings)
    if extrawurm is not None:
        yield from _supply_rows(extrawurm)


def dice_lines(position: Position) -> Iterator[Line]:
    """Yield the lines about the dice on the table."""
    if position.turn.set_aside.size:
        yield line("dice_set_aside", dice=position.turn.set_aside.text)
        yield line("total", total=total(position))
    if position.turn.rolled.size:
        yield line("dice", dice=position.turn.rolled.text)


def _grill_line(position: Position) -> Line:
    if not position.grill:
        return line("grill_empty")
    extrawurm = position.extrawurm
    return line("grill", tiles=tuple(_tile(extrawurm, tile) for tile in position.grill))


def _tile(extrawurm: Extrawurm | None, tile: int) -> Line:
    if extrawurm is None or tile not in extrawurm.specialists:
        return line("tile", tile=tile)
    return line("tile_with", tile=tile, specialist=extrawurm.specialists.index(tile))


def _stack_line(position: Position, seat: int) -> Line:
    stack, worms = position.stacks[seat], line("worms", count=scores(position)[seat])
    if not stack:
        return line("stack_empty", name=seat, worms=worms)
    tiles = tuple(line("tile", tile=tile) for tile in stack)
    return line("stack", name=seat, worms=worms, tiles=tiles, top=stack[-1])


def _holdings(extrawurm: Extrawurm, seat: int) -> Iterator[Line]:
    held, bratwurms = extrawurm.held_by(seat), extrawurm.bratwurms[seat]
    if held is not None:
        yield line("holds", specialist=int(held))
    if bratwurms:
        yield line("bratwurms_included", bratwurms=line("bratwurms", count=bratwurms))


def _supply_rows(extrawurm: Extrawurm) -> Iterator[tuple[Line, ...]]:
    yield (line("supply", bratwurms=line("bratwurms", count=extrawurm.supply)),)
    waiting = tuple(
        line("specialist", specialist=int(specialist))
        for specialist in Specialist
        if extrawurm.specialists[specialist] == WAITING
    )
    if waiting:
        yield (line("beside", names=waiting),)
