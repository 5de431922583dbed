"""A position as lines of text that people can read; WFEN is the notation for programs."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Phase, Position, scores, seat_letter, tiles_of
from pickomino.core.turns import total


def draw_text(position: Position, viewer: int | None = None, names: Sequence[str] = ()) -> str:
    """Return a position as lines of text.

    `*` marks the seat whose turn it is, and `<` marks the viewer's seat.

    >>> position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    >>> print(draw_text(position, viewer=0))
    classic
    grill  21  .  23  .  25 26 27 28 29 30  .  32 33 34 35 ##
     a <    4  24 31
    *b      0  -
     c      1  22
    dice   55ww = 20, rolled 1134
    """
    width = max(map(len, names), default=0)
    rows = [str(position.rules), "grill  " + " ".join(_describe_grill(position))]
    for seat, (stack, score) in enumerate(zip(position.stacks, scores(position), strict=True)):
        turn = "*" if seat == position.seat else " "
        name = f"{names[seat]:{width}}" if names else "<" if seat == viewer else " "
        tiles = " ".join(map(str, stack)) or "-"
        extras = _describe_extras(position, seat)
        rows.append(f"{turn}{seat_letter(seat)} {name}  {score:3}  {tiles}{extras}")
    rows.append(_describe_dice(position))
    return "\n".join(rows)


def _describe_grill(position: Position) -> list[str]:
    face_up = {tile: str(tile) for tile in position.grill}
    if position.extrawurm is not None:
        for specialist, place in zip(Specialist, position.extrawurm.specialists, strict=True):
            if place in face_up:
                face_up[place] += f"({_name(specialist)})"
    tiles = face_up | dict.fromkeys(position.face_down, "##")
    return [tiles.get(tile, " . ").ljust(2) for tile in tiles_of(position.rules)]


def _describe_extras(position: Position, seat: int) -> str:
    if position.extrawurm is None:
        return ""
    held = position.extrawurm.held_by(seat)
    count = position.extrawurm.bratwurms[seat]
    return (f"  {_name(held)}" if held is not None else "") + (
        f"  Bratwurms: {count}" if count else ""
    )


def _name(specialist: Specialist) -> str:
    return specialist.name.replace("_", " ").title()


def _describe_dice(position: Position) -> str:
    phase, set_aside, rolled = position.turn
    if phase is Phase.OVER:
        return "over"
    if phase is Phase.RAVEN:
        return "the Raven takes a Bratwurm"
    kept = f"dice   {set_aside.text or '-'} = {total(position)}"
    return f"{kept}, rolled {rolled}" if phase is Phase.CHOOSE else kept
