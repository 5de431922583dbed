"""Lines about what happens in a game: rolls, actions, how turns end, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.core.extrawurm import WAITING, Specialist
from pickomino.core.position import Position, scores, winners
from pickomino.core.roll import SYMBOLS
from pickomino.core.tiles import EXTRA_TILES, worms
from pickomino.core.turns import TurnEnd
from pickomino.narration.line import Line, line
from pickomino.record.state import ActionEvent, GameEvent, RollEvent


def event_lines(event: GameEvent, before: Position, after: Position) -> tuple[Line, ...]:
    """Return the lines about one event.

    Rolling on and claims have no lines: what follows at once, the roll or the end of the turn, has
    its own lines.
    """
    if isinstance(event, RollEvent):
        return (line("rolls", name=event.seat, dice=event.roll.text),)
    if isinstance(event, ActionEvent):
        return tuple(_action_lines(event, before, after))
    return turn_end_lines(event)


def _action_lines(event: ActionEvent, before: Position, after: Position) -> Iterator[Line]:
    name = event.seat
    kind, face = event.action
    if kind == "k":
        dice = SYMBOLS[face - 1] * before.turn.rolled.count(face)
        yield line("sets_aside", name=name, dice=dice)
        yield from gain_lines(name, before, after)
    elif kind == "z":
        yield line("rerolls", name=name)
    elif kind == "q":
        yield line("stops", name=name)


def gain_lines(seat: int, before: Position, after: Position) -> tuple[Line, ...]:
    """Return the line about a Bratwurm that a seat has gained for ones, if it has gained one."""
    if before.extrawurm is None or after.extrawurm is None:
        return ()
    gained = after.extrawurm.bratwurms[seat] > before.extrawurm.bratwurms[seat]
    return (line("ones", name=seat),) if gained else ()


def turn_end_lines(ended: TurnEnd) -> tuple[Line, ...]:
    """Return what a turn won or why it failed, and what moved."""
    lines = _failure_lines(ended) if ended.result == "failed" else _success_lines(ended)
    moved = [
        line("moves", specialist=int(specialist), place=place_line(after))
        for specialist, _, after in ended.specialists
    ]
    changes = [
        line("gains_bratwurm" if change > 0 else "loses_bratwurm", name=seat)
        for seat, change in enumerate(ended.bratwurms)
        if change
    ]
    return (*lines, *moved, *changes)


def place_line(place: int) -> Line:
    """Return the line that says where a specialist is; `place` is a seat, a tile or WAITING."""
    if place == WAITING:
        return line("beside_grill")
    if place < EXTRA_TILES[0]:
        return line("with_player", name=place)
    return line("on_tile", tile=place)


def _success_lines(ended: TurnEnd) -> Iterator[Line]:
    name, tile, robbed = ended.seat, ended.tile, ended.robbed
    if tile is None:
        if robbed is not None:
            yield line("takes_hen", name=name, robbed=robbed)
        return
    count = line("worms", count=worms(tile))
    if robbed is None:
        yield line("takes", name=name, tile=tile, worms=count)
    else:
        yield line("steals", name=name, tile=tile, robbed=robbed, worms=count)


def _failure_lines(ended: TurnEnd) -> Iterator[Line]:
    name = ended.seat
    if ended.reason == "nothing_to_claim":
        yield line("nothing_to_claim", name=name, total=ended.total or 0)
    else:
        yield line(ended.reason or "fails", name=name)
    if ended.returned is not None:
        yield line("goes_back", tile=ended.returned)
    elif any(m.specialist is Specialist.HEN and m.before == name for m in ended.specialists):
        yield line("loses_hen", name=name)
    else:
        yield line("none_back")
    if ended.turned is None:
        yield line("none_turned")
    for tile in (ended.turned, ended.also_turned):
        if tile is not None:
            yield line("turned", tile=tile)


def winner_line(position: Position) -> Line:
    """Return who wins, with the tie-break explained."""
    counted = scores(position)
    first, *others = winners(position)
    if others:
        names = tuple(line("player", name=seat) for seat in (first, *others))
        return line("shared_win", names=names)
    if counted.count(counted[first]) > 1:
        return line("wins_tie", name=first, tile=max(position.stacks[first]))
    return line("wins", name=first)


def tie_line(position: Position) -> Line | None:
    """Return how a tie for the win was decided; None without a tie."""
    counted = scores(position)
    most = max(counted)
    if counted.count(most) == 1:
        return None
    if len(winners(position)) > 1:
        return line("tie_shared")
    return line("tie_decided", worms=line("worms", count=most))
