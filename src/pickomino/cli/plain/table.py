"""A position described in lines: grill, stacks, specialists, ranking."""

from __future__ import annotations

from collections.abc import Iterable

from pickomino.core.extrawurm import WAITING, Extrawurm, Specialist
from pickomino.core.position import Position, scores
from pickomino.i18n.narrator import Narrator


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def table_lines(position: Position, narrator: Narrator) -> list[str]:
    lines = [_grill_line(position, narrator)]
    gettext = narrator.texts.gettext
    if position.face_down:
        lines.append(gettext("Face down: {tiles}.").format(tiles=_join(position.face_down)))
    lines += [_stack_line(position, narrator, seat) for seat in range(position.players)]
    if position.extrawurm is not None:
        lines += _supply_lines(position.extrawurm, narrator)
    return lines


def _grill_line(position: Position, narrator: Narrator) -> str:
    gettext = narrator.texts.gettext
    if not position.grill:
        return gettext("Grill: no tile is face up.")
    tiles = [_tile(position.extrawurm, narrator, tile) for tile in position.grill]
    return gettext("Grill: {tiles}.").format(tiles=_join(tiles))


def _tile(extrawurm: Extrawurm | None, narrator: Narrator, tile: int) -> str:
    if extrawurm is None or tile not in extrawurm.specialists:
        return str(tile)
    name = narrator.specialist(Specialist(extrawurm.specialists.index(tile)))
    return f"{tile} ({name})"


def _stack_line(position: Position, narrator: Narrator, seat: int) -> str:
    gettext = narrator.texts.gettext
    stack, name = position.stacks[seat], narrator.names[seat]
    worms = narrator.worms(scores(position)[seat])
    if stack:
        # i18n: tiles are listed from the bottom of the stack to its top.
        line = gettext("{name}: {worms}; tiles {tiles}; on top {top}.").format(
            name=name, worms=worms, tiles=_join(stack), top=stack[-1]
        )
    else:
        line = gettext("{name}: {worms}; no tiles.").format(name=name, worms=worms)
    if position.extrawurm is None:
        return line
    return " ".join([line, *_holdings(position.extrawurm, narrator, seat)])


def _holdings(extrawurm: Extrawurm, narrator: Narrator, seat: int) -> list[str]:
    gettext = narrator.texts.gettext
    held, bratwurms = extrawurm.held_by(seat), extrawurm.bratwurms[seat]
    parts: list[str] = []
    if held is not None:
        parts.append(gettext("Holds: {specialist}.").format(specialist=narrator.specialist(held)))
    if bratwurms:
        # i18n: the worms counted before include the Bratwurms.
        parts.append(
            gettext("That includes {bratwurms}.").format(bratwurms=narrator.bratwurms(bratwurms))
        )
    return parts


def _supply_lines(extrawurm: Extrawurm, narrator: Narrator) -> list[str]:
    gettext = narrator.texts.gettext
    lines = [gettext("Supply: {bratwurms}.").format(bratwurms=narrator.bratwurms(extrawurm.supply))]
    waiting = [
        narrator.specialist(specialist)
        for specialist in Specialist
        if extrawurm.specialists[specialist] == WAITING
    ]
    if waiting:
        lines.append(gettext("Beside the grill: {names}.").format(names=_join(waiting)))
    return lines


def _join(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
