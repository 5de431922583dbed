"""What a sum still lacks, and what it would be after each choice: shown beside the dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from pickomino.core.actions import Action
from pickomino.core.play import can_roll_on, claims, claims_of_total, dice_left, legal_actions, step
from pickomino.core.position import NEW_TURN, Phase, Position, tiles_of
from pickomino.core.turns import has_worm, total

MOST_POINTS: Final = 5
"""Of one die."""
HIGHEST_SUM: Final = MOST_POINTS * 10
"""Of eight dice, the golden one and the canned worm."""
NO_SUM: Final = HIGHEST_SUM + 1
"""Out of reach."""


class Goal(Struct, frozen=True):
    """A sum that would win something, with a worm."""

    total: int
    claim: str
    """What it would win that a lower sum does not: `t25`, or `s26` to steal."""


class Preview(Struct, frozen=True, omit_defaults=True):
    """The sum after a choice that may be made now."""

    action: str
    total: int
    has_worm: bool = False
    claims: tuple[str, ...] = ()
    """What stopping would win then."""
    goals: tuple[Goal, ...] = ()
    is_failure: bool = False
    """Whether the turn would fail at once."""


def goals(position: Position) -> tuple[Goal, ...]:
    """Return the lowest sum in reach that wins something new, and the lowest that steals.

    Without a worm the present sum is among them where a worm alone is missing.

    >>> position = Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -")
    >>> [(goal.total, goal.claim) for goal in goals(position)]
    [(21, 't21'), (25, 's25')]
    """
    if position.turn.phase not in (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE):
        return ()
    points, reach = total(position), MOST_POINTS * dice_left(position)
    if position.turn.phase is Phase.DECIDE and not can_roll_on(position):
        reach = 0  # all six symbols may be set aside with a die left
    won, first_steals = _sums(position._replace(turn=NEW_TURN))
    lowest, highest = points, points + reach
    known: tuple[Action, ...] = ()
    if has_worm(position):
        lowest, known = points + 1, won[points]
    found: list[Goal] = []
    for each in range(max(lowest, tiles_of(position.rules)[0]), highest + 1):
        if won[each] != known and (claim := _news(won[each], known)):
            found.append(Goal(each, str(claim)))
            break
    steal = first_steals[lowest]
    if steal <= highest and (goal := Goal(steal, str(won[steal][-1]))) not in found:
        found.append(goal)
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


def previews(position: Position) -> tuple[Preview, ...]:
    """Return the sum after each symbol that may be set aside.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55ww 1145")
    >>> [(each.action, each.total, each.claims) for each in previews(position)]
    [('k1', 22, ('t22',)), ('k4', 24, ('t24',))]
    """
    actions = (action for action in legal_actions(position) if action.kind == "k")
    return tuple(_preview(position, action) for action in actions)


def _preview(position: Position, action: Action) -> Preview:
    after, ended = step(position, action)
    if ended is not None:
        return Preview(
            str(action), ended.total or 0, _keeps_worm(position, action), is_failure=True
        )
    won = tuple(map(str, claims(after)))
    return Preview(str(action), total(after), has_worm(after), won, goals(after))


def _keeps_worm(position: Position, action: Action) -> bool:
    turn = position.turn
    kept = turn.set_aside.with_symbol(turn.rolled, action.value)
    return has_worm(position._replace(turn=turn._replace(phase=Phase.DECIDE, set_aside=kept)))


def _news(found: tuple[Action, ...], known: tuple[Action, ...]) -> Action | None:
    """Return the best of what is won and was not before: a steal, or the highest tile."""
    new = [action for action in found if action not in known]
    return max(new, key=lambda action: (action.kind == "s", action.value), default=None)
