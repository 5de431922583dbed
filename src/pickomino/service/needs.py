"""What a sum still lacks, and what it would be after each choice: shown beside the dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from pickomino.core.actions import Action
from pickomino.core.play import can_roll_on, claims, claims_of_total, dice_left, legal_actions, step
from pickomino.core.position import NEW_TURN, Phase, Position, tiles_of
from pickomino.core.turns import has_worm, total

MOST_POINTS: Final = 5
"""Of one die."""
HIGHEST_SUM: Final = MOST_POINTS * 10
"""Of eight dice, the golden one and the canned worm."""


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
    won = _won_by_total(position._replace(turn=NEW_TURN))
    first = points + 1 if has_worm(position) else points
    known = won[points] if first > points else ()
    sums = range(max(first, tiles_of(position.rules)[0]), points + reach + 1)
    claims_by_sum = ((each, _news(won[each], known)) for each in sums)
    new = next(((each, claim) for each, claim in claims_by_sum if claim), None)
    steal = next(((each, won[each][-1]) for each in sums if _is_steal(won[each])), None)
    return tuple(
        Goal(each, str(claim)) for each, claim in dict.fromkeys(filter(None, (new, steal)))
    )


@lru_cache(maxsize=1024)
def _won_by_total(board: Position) -> tuple[tuple[Action, ...], ...]:
    """Return what every sum with a worm would win: the same throughout a turn."""
    return tuple(claims_of_total(board, each) for each in range(HIGHEST_SUM + 1))


def _is_steal(won: tuple[Action, ...]) -> bool:
    """Return whether a sum steals, which stands last among what it wins."""
    return bool(won) and won[-1].kind == "s"


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
