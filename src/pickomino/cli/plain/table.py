"""A position described in lines: grill, stacks, specialists, ranking."""

from __future__ import annotations

from collections.abc import Iterable

from pickomino.core.extrawurm import WAITING, Extrawurm, Specialist
from pickomino.core.position import Position, scores
from pickomino.i18n.words import Speaker


def table_lines(position: Position, speaker: Speaker) -> list[str]:
    """Describe the whole table."""
    lines = [_grill_line(position, speaker)]
    gettext = speaker.texts.gettext
    if position.face_down:
        lines.append(gettext("Face down: {tiles}.").format(tiles=_listed(position.face_down)))
    lines += [_stack_line(position, speaker, seat) for seat in range(position.players)]
    if position.extrawurm is not None:
        lines += _supply_lines(position.extrawurm, speaker)
    return lines


def _grill_line(position: Position, speaker: Speaker) -> str:
    gettext = speaker.texts.gettext
    if not position.grill:
        return gettext("Grill: no tile is face up.")
    tiles = [_tile(position.extrawurm, speaker, tile) for tile in position.grill]
    return gettext("Grill: {tiles}.").format(tiles=_listed(tiles))


def _tile(extrawurm: Extrawurm | None, speaker: Speaker, tile: int) -> str:
    if extrawurm is None or tile not in extrawurm.specialists:
        return str(tile)
    name = speaker.specialist(Specialist(extrawurm.specialists.index(tile)))
    return f"{tile} ({name})"


def _stack_line(position: Position, speaker: Speaker, seat: int) -> str:
    gettext = speaker.texts.gettext
    stack, name = position.stacks[seat], speaker.names[seat]
    worms = speaker.worms(scores(position)[seat])
    if stack:
        # i18n: tiles are listed from the bottom of the stack to its top.
        line = gettext("{name}: {worms}; tiles {tiles}; on top {top}.").format(
            name=name, worms=worms, tiles=_listed(stack), top=stack[-1]
        )
    else:
        line = gettext("{name}: {worms}; no tiles.").format(name=name, worms=worms)
    if position.extrawurm is None:
        return line
    return " ".join([line, *_holdings(position.extrawurm, speaker, seat)])


def _holdings(extrawurm: Extrawurm, speaker: Speaker, seat: int) -> list[str]:
    gettext = speaker.texts.gettext
    held, bratwurms = extrawurm.held_by(seat), extrawurm.bratwurms[seat]
    parts: list[str] = []
    if held is not None:
        parts.append(gettext("Holds: {specialist}.").format(specialist=speaker.specialist(held)))
    if bratwurms:
        # i18n: the worms counted before include the Bratwurms.
        parts.append(
            gettext("That includes {bratwurms}.").format(bratwurms=speaker.bratwurms(bratwurms))
        )
    return parts


def _supply_lines(extrawurm: Extrawurm, speaker: Speaker) -> list[str]:
    gettext = speaker.texts.gettext
    lines = [gettext("Supply: {bratwurms}.").format(bratwurms=speaker.bratwurms(extrawurm.supply))]
    waiting = [
        speaker.specialist(specialist)
        for specialist in Specialist
        if extrawurm.specialists[specialist] == WAITING
    ]
    if waiting:
        lines.append(gettext("Beside the grill: {names}.").format(names=_listed(waiting)))
    return lines


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
