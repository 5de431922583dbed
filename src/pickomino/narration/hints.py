"""Lines that explain a first game while it is played: what to do, and why a turn ended so.

A user interface shows the lines of an event only if one of their keys is new in this game.
"""

from __future__ import annotations

from pickomino.analysis.winning_sums import winning_sums
from pickomino.core.play import can_roll_on, claims
from pickomino.core.position import Phase, Position
from pickomino.core.turns import TurnEnd, has_worm
from pickomino.narration.line import Line, line


def goal_hints(rival: int) -> tuple[Line, ...]:
    """Return what a game is about, and that the rival's first turns are arranged."""
    return line("hint_goal"), line("hint_arranged", name=rival)


def choice_hints(position: Position) -> tuple[Line, ...]:
    """Return what the player to act may do now.

    >>> choice_hints(Position.from_wfen("standard oooooooooooooooo -/- a 5ww 11234"))
    (Line(key='hint_symbol_once', args={}),)
    """
    phase, set_aside, _ = position.turn
    if phase is Phase.CHOOSE:
        return (line("hint_symbol_once" if set_aside.size else "hint_choose"),)
    return _decision_hints(position) if phase is Phase.DECIDE else ()


def _decision_hints(position: Position) -> tuple[Line, ...]:
    possible = claims(position)
    if not possible:
        return _missing_hints(position)
    steals = tuple(claim for claim in possible if claim.kind == "s")
    if steals:
        return (line("hint_can_steal", tile=steals[0].value),)
    return (line("hint_stop_or_roll"),) if can_roll_on(position) else ()


def _missing_hints(position: Position) -> tuple[Line, ...]:
    sums = winning_sums(position)
    if not sums or not can_roll_on(position):
        return ()
    key = "hint_needs_total" if has_worm(position) else "hint_needs_total_and_worm"
    return (line(key, total=sums[0].total),)


def turn_end_hints(ended: TurnEnd, before: Position, *, is_rival: bool) -> tuple[Line, ...]:
    """Return why a turn ended as it did, and what that means for the player.

    >>> before = Position.from_wfen("standard oooooooooooooooo -/- a 55 ~")
    >>> ended = TurnEnd(0, "failed", "no_new_symbol", 10)
    >>> [line.key for line in turn_end_hints(ended, before, is_rival=False)]
    ['hint_no_new_symbol', 'hint_loses_nothing']
    """
    if ended.result == "failed":
        return _failure_hints(ended, before, is_rival=is_rival)
    if ended.tile is None:
        return ()
    if is_rival:
        key = "hint_rival_takes" if ended.robbed is None else "hint_rival_steals"
        return (line(key, name=ended.seat, tile=ended.tile),)
    if ended.robbed is None:
        return (line("hint_you_take"),)
    return (line("hint_you_steal", tile=ended.tile, robbed=ended.robbed),)


def _failure_hints(ended: TurnEnd, before: Position, *, is_rival: bool) -> tuple[Line, ...]:
    """Return the reason of a failure, and what it costs: nothing if the stack is empty."""
    whose = "hint_rival" if is_rival else "hint"
    reason = line(f"{whose}_{ended.reason}", name=ended.seat, total=ended.total or 0)
    turned = () if ended.turned is None else (line("hint_turned", tile=ended.turned),)
    if ended.also_turned is not None:
        turned = (*turned, line("turned", tile=ended.also_turned))
    if ended.returned is not None:
        return reason, line(f"{whose}_loses", tile=ended.returned), *turned
    lost = () if before.stacks[ended.seat] else (line(f"{whose}_loses_nothing"),)
    return reason, *lost, *turned
