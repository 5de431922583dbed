"""The usual figures of a turn: the chance of each total, and the expected worms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pickomino.core import extrawurm as expansion
from pickomino.core.position import Position, Turn
from pickomino.core.tiles import EXTRA_TILES, LOWEST_TILE, TILES, worms
from pickomino.solver.best_play import value_at
from pickomino.solver.outcomes import check_in_turn, claims_by_total
from pickomino.solver.reference import Stakes
from pickomino.solver.shape import TOTALS, DiceState, TurnShape, state_of
from pickomino.solver.solution import solve_shape

_REMEMBERED: Final = 256


class TurnOdds(NamedTuple):
    """Chances from a point inside a turn, each under the play that makes it greatest.

    >>> from pickomino import Position
    >>> odds = turn_odds(Position.from_wfen("standard oooooooooooooooo -/- a 555wwww -"))
    >>> round(odds.at_least[36], 3), round(odds.exactly[36], 3), odds.expected_worms
    (0.667, 0.167, 4.0)
    """

    at_least: dict[int, float]
    """The chance to stop with a worm and this total or more, whatever lies on the grill."""
    exactly: dict[int, float]
    expected_worms: float
    """Worms of the tile taken from the grill, less those returned by a failure; no steals."""


def turn_odds(position: Position, *, fast: bool = False) -> TurnOdds:
    """Return the usual figures for a position inside a turn, in about a second at its start."""
    check_in_turn(position)
    # Bratwurms count for none of the figures.
    shape = TurnShape.of(position)._replace(bratwurm=False)
    state = state_of(shape, position)
    totals = (*EXTRA_TILES, *TILES) if position.extrawurm else TILES
    at_least, exactly = _total_chances(shape, position.turn, state, totals, fast=fast)
    return TurnOdds(
        dict(zip(totals, at_least, strict=True)),
        dict(zip(totals, exactly, strict=True)),
        *_values(shape, position.turn, state, [_worm_stakes(position)], fast=fast),
    )


@lru_cache(_REMEMBERED)
def _total_chances(
    shape: TurnShape, turn: Turn, state: DiceState, totals: tuple[int, ...], *, fast: bool
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    reached = [total.__le__ for total in totals] + [total.__eq__ for total in totals]
    found = _values(shape, turn, state, [_chance_stakes(each) for each in reached], fast=fast)
    return tuple(found[: len(totals)]), tuple(found[len(totals) :])


def _chance_stakes(is_reached: Callable[[int], bool]) -> Stakes:
    stop = tuple((float(is_reached(total)),) for total in range(TOTALS))
    return Stakes((stop, stop), ((0.0,), (0.0,)))


def _values(
    shape: TurnShape, turn: Turn, state: DiceState, stakes: Sequence[Stakes], *, fast: bool
) -> list[float]:
    """Return the value of a point inside a turn for several aims."""
    solved = solve_shape(shape, stakes, fast=fast)
    return [float(value_at(values, turn, state)[0]) for values in solved]


def _worm_stakes(position: Position) -> Stakes:
    # Without the stacks of others there is nothing to steal, forced or not.
    own_only = tuple(
        stack if seat == position.seat else () for seat, stack in enumerate(position.stacks)
    )
    claims = claims_by_total(position._replace(stacks=own_only))
    stop = tuple(
        max(((float(worms(claim.value)),) for claim in each), default=None) for each in claims
    )
    failure = (-float(_worms_at_risk(position)),)
    return Stakes((stop, stop), (failure, failure))


def _worms_at_risk(position: Position) -> int:
    """Count the worms of the tile that a failure returns."""
    stack, extrawurm = position.stacks[position.seat], position.extrawurm
    if not stack or stack[-1] < LOWEST_TILE:
        return 0
    if extrawurm is not None and expansion.hen_guards(position, extrawurm, position.seat):
        return 0
    return worms(stack[-1])
