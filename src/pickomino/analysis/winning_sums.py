"""The next sums in a turn that would win a tile."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.play import can_roll_on, claims_for_total, dice_left
from pickomino.core.position import NEW_TURN, Phase, Position, tiles_of
from pickomino.core.turns import has_worm, total

MAX_DIE_POINTS: Final = 5
"""The most points that one die can show."""
HIGHEST_SUM: Final = MAX_DIE_POINTS * 10
"""The sum of eight dice, the golden die and the Canned Worm, five points each."""
NO_SUM: Final = HIGHEST_SUM + 1
"""Higher than any sum."""
# Calling a named tuple's class takes twice as long.
_new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_IN_TURN: Final = (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE)
_DECIDE: Final = Phase.DECIDE


class WinningSum(NamedTuple):
    """A sum that, with a worm, would win a tile that no lower sum wins."""

    total: int
    claim: Action
    """The claim that this sum allows and lower sums do not."""


def winning_sums(position: Position) -> tuple[WinningSum, ...]:
    """Return the lowest reachable sum that allows a new claim, and the lowest that steals.

    The current sum is included if only a worm is missing.

    >>> position = Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -")
    >>> [(total, str(claim)) for total, claim in winning_sums(position)]
    [(21, 't21'), (25, 's25')]
    """
    rules, grill, face_down, stacks, seat, turn, extrawurm = position
    phase = turn.phase
    if phase not in _IN_TURN:
        return ()
    points, reach = total(position), MAX_DIE_POINTS * dice_left(position)
    if phase is _DECIDE and not can_roll_on(position):
        reach = 0  # all six symbols may be set aside with a die left
    board = _new(Position, (rules, grill, face_down, stacks, seat, NEW_TURN, extrawurm))
    return _find_sums(board, points, points + reach, has_worm(position))


# Cached: called when a choice is offered, when it is made, and after the next roll.
@lru_cache(maxsize=2048)
def _find_sums(
    board: Position,
    points: int,
    highest: int,
    has_worm: bool,  # noqa: FBT001 - part of the cache key
) -> tuple[WinningSum, ...]:
    won, first_steals = _claims_by_sum(board)
    lowest = points
    known: tuple[Action, ...] = ()
    if has_worm:
        lowest, known = points + 1, won[points]
    sums: list[WinningSum] = []
    for total_ in range(max(lowest, tiles_of(board.rules)[0]), highest + 1):
        if won[total_] != known and (claim := _best_new_claim(won[total_], known)):
            sums.append(WinningSum(total_, claim))
            break
    steal = first_steals[lowest]
    if steal <= highest and (first := WinningSum(steal, won[steal][-1])) not in sums:
        sums.append(first)
    return tuple(sums)


class _ClaimsBySum(NamedTuple):
    """The claims that each sum allows if there is a worm; they stay the same throughout a turn."""

    won: tuple[tuple[Action, ...], ...]
    """The claims, indexed by sum."""
    first_steals: tuple[int, ...]
    """For each sum, the lowest sum at or above it that steals; NO_SUM if there is none."""


@lru_cache(maxsize=1024)
def _claims_by_sum(board: Position) -> _ClaimsBySum:
    won = tuple(claims_for_total(board, points) for points in range(HIGHEST_SUM + 1))
    first, first_steals = NO_SUM, [NO_SUM]
    for points in range(HIGHEST_SUM, -1, -1):
        if won[points] and won[points][-1].kind == "s":  # a steal is always last
            first = points
        first_steals.append(first)
    return _ClaimsBySum(won, tuple(reversed(first_steals)))


def _best_new_claim(won: tuple[Action, ...], known: tuple[Action, ...]) -> Action | None:
    """Return the best claim that is not in `known`: a steal, or else the highest tile."""
    new = [action for action in won if action not in known]
    return new[-1] if new else None
