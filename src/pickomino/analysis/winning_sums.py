"""Which sums would win something: what a turn still lacks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.play import can_roll_on, claims_of_total, dice_left
from pickomino.core.position import NEW_TURN, Phase, Position, tiles_of
from pickomino.core.turns import has_worm, total

MAX_DIE_POINTS: Final = 5
"""Of one die."""
HIGHEST_SUM: Final = MAX_DIE_POINTS * 10
"""Of eight dice, the golden one and the canned worm."""
NO_SUM: Final = HIGHEST_SUM + 1
"""Out of reach."""
# Calling the class of a named tuple takes twice as long.
_new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_IN_TURN: Final = (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE)
_DECIDE: Final = Phase.DECIDE


class WinningSum(NamedTuple):
    """A sum that would win something, with a worm."""

    total: int
    claim: Action
    """What it would win that a lower sum does not."""


def winning_sums(position: Position) -> tuple[WinningSum, ...]:
    """Return the lowest sum in reach that wins something new, and the lowest that steals.

    Without a worm the present sum is among them where a worm alone is missing.

    >>> position = Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -")
    >>> [(aim.total, str(aim.claim)) for aim in winning_sums(position)]
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
    return _aims(board, points, points + reach, has_worm(position))


# Asked for when a choice is shown, when it is made, and after the next roll.
@lru_cache(maxsize=2048)
def _aims(board: Position, points: int, highest: int, has_worm: bool) -> tuple[WinningSum, ...]:  # noqa: FBT001 - a key
    won, first_steals = _sums(board)
    lowest = points
    known: tuple[Action, ...] = ()
    if has_worm:
        lowest, known = points + 1, won[points]
    found: list[WinningSum] = []
    for each in range(max(lowest, tiles_of(board.rules)[0]), highest + 1):
        if won[each] != known and (claim := _news(won[each], known)):
            found.append(WinningSum(each, claim))
            break
    steal = first_steals[lowest]
    if steal <= highest and (aim := WinningSum(steal, won[steal][-1])) not in found:
        found.append(aim)
    return tuple(found)


class _Sums(NamedTuple):
    """What sums with a worm win on a board: the same throughout a turn."""

    won: tuple[tuple[Action, ...], ...]
    """By sum."""
    first_steals: tuple[int, ...]
    """By sum: the lowest that steals, from this one on."""


@lru_cache(maxsize=1024)
def _sums(board: Position) -> _Sums:
    won = tuple(claims_of_total(board, each) for each in range(HIGHEST_SUM + 1))
    first, first_steals = NO_SUM, [NO_SUM]
    for each in range(HIGHEST_SUM, -1, -1):
        if won[each] and won[each][-1].kind == "s":  # a steal stands last
            first = each
        first_steals.append(first)
    return _Sums(won, tuple(reversed(first_steals)))


def _news(found: tuple[Action, ...], known: tuple[Action, ...]) -> Action | None:
    """Return the best of what is won and was not before: a steal, or the highest tile."""
    new = [action for action in found if action not in known]
    return new[-1] if new else None
