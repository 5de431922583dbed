"""Common figures of a turn: the chance of each total, and the expected worms."""

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
from pickomino.solver.shape import TOTALS, DiceState, TurnShape, dice_state
from pickomino.solver.solution import solve_shape

_CACHE_SIZE: Final = 256


class TurnOdds(NamedTuple):
    """Chances from a point in a turn, each under the play that maximises that chance.

    >>> from pickomino import Position
    >>> odds = turn_odds(Position.from_wfen("standard oooooooooooooooo -/- a 555wwww -"))
    >>> round(odds.at_least[36], 3), round(odds.exactly[36], 3), odds.expected_worms
    (0.667, 0.167, 4.0)
    """

    at_least: dict[int, float]
    """The chance of stopping with a worm and at least this total, regardless of the grill."""
    exactly: dict[int, float]
    expected_worms: float
    """Expected worms taken from the grill, minus worms lost by a failure; steals are ignored."""


def turn_odds(position: Position, *, fast: bool = False) -> TurnOdds:
    """Return the odds from a position in a turn.

    Before the first roll, this takes about a second.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55www 445")
    >>> turn_odds(position).at_least[29]
    1.0
    """
    check_in_turn(position)
    # None of these figures counts Bratwurms.
    shape = TurnShape.from_position(position)._replace(bratwurm=False)
    state = dice_state(shape, position)
    totals = (*EXTRA_TILES, *TILES) if position.extrawurm else TILES
    at_least, exactly = _total_chances(shape, position.turn, state, totals, fast=fast)
    return TurnOdds(
        dict(zip(totals, at_least, strict=True)),
        dict(zip(totals, exactly, strict=True)),
        *_values(shape, position.turn, state, [_worm_stakes(position)], fast=fast),
    )


@lru_cache(_CACHE_SIZE)
def _total_chances(
    shape: TurnShape, turn: Turn, state: DiceState, totals: tuple[int, ...], *, fast: bool
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    conditions = [total.__le__ for total in totals] + [total.__eq__ for total in totals]
    stakes = [_chance_stakes(is_reached) for is_reached in conditions]
    chances = _values(shape, turn, state, stakes, fast=fast)
    return tuple(chances[: len(totals)]), tuple(chances[len(totals) :])


def _chance_stakes(is_reached: Callable[[int], bool]) -> Stakes:
    stop = tuple((float(is_reached(total)),) for total in range(TOTALS))
    return Stakes((stop, stop), ((0.0,), (0.0,)))


def _values(
    shape: TurnShape, turn: Turn, state: DiceState, stakes: Sequence[Stakes], *, fast: bool
) -> list[float]:
    solved = solve_shape(shape, stakes, fast=fast)
    return [float(value_at(values, turn, state)[0]) for values in solved]


def _worm_stakes(position: Position) -> Stakes:
    # Without the stacks of rivals nothing can be stolen, not even by a forced steal.
    own_only = tuple(
        stack if seat == position.seat else () for seat, stack in enumerate(position.stacks)
    )
    stop = tuple(
        max(((float(worms(claim.value)),) for claim in claims), default=None)
        for claims in claims_by_total(position._replace(stacks=own_only))
    )
    failure = (-float(_worms_at_risk(position)),)
    return Stakes((stop, stop), (failure, failure))


def _worms_at_risk(position: Position) -> int:
    """Return the worms of the tile that a failure would return."""
    stack, extrawurm = position.stacks[position.seat], position.extrawurm
    if not stack or stack[-1] < LOWEST_TILE:
        return 0
    if extrawurm is not None and expansion.hen_guards(position, extrawurm, position.seat):
        return 0
    return worms(stack[-1])
