"""What a sum still lacks, and what it would be after each choice: shown beside the dice."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pickomino.core.actions import Action
from pickomino.core.play import can_roll_on, claims, claims_of_total, dice_left, legal_actions, step
from pickomino.core.position import Phase, Position, tiles_of
from pickomino.core.turns import has_worm, total

MOST_POINTS: Final = 5
"""Of one die."""


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
    first = points + 1 if has_worm(position) else points
    known = claims_of_total(position, points) if first > points else ()
    found = list[Goal]()
    lowest = tiles_of(position.rules)[0]
    for each in range(max(first, lowest), points + reach + 1):
        claim = _news(claims_of_total(position, each), known)
        if claim is not None and (not found or claim.kind == "s"):
            found.append(Goal(each, str(claim)))
            if claim.kind == "s":
                break
    return tuple(found)


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
