"""Goals and previews: the next sums that win something, and the sum after each choice."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from pickomino.analysis.winning_sums import WinningSum, winning_sums
from pickomino.core.actions import Action
from pickomino.core.play import claims, legal_actions, step
from pickomino.core.position import Phase, Position
from pickomino.core.turns import has_worm, total


class Goal(Struct, frozen=True):
    """A sum that would claim something, provided that a worm is set aside."""

    total: int
    claim: str
    """What this sum would claim that no lower sum does: `t25`, or `s26` for a steal."""


class Preview(Struct, frozen=True, omit_defaults=True):
    """What setting aside a symbol would lead to."""

    action: str
    total: int
    has_worm: bool = False
    claims: tuple[str, ...] = ()
    """The claims that would be possible if the player then stopped."""
    goals: tuple[Goal, ...] = ()
    is_failure: bool = False
    """Whether the turn would fail at once."""


def goals(position: Position) -> tuple[Goal, ...]:
    """Return the lowest reachable sum that claims something new, and the lowest that steals.

    >>> goals(Position.from_wfen("standard oooooooooooooooo -/- a 5www -"))
    (Goal(total=21, claim='t21'),)
    """
    return tuple(map(_goal, winning_sums(position)))


@cache
def _goal(sum_: WinningSum) -> Goal:
    return Goal(sum_.total, str(sum_.claim))


def previews(position: Position) -> tuple[Preview, ...]:
    """Return a preview for each symbol that may be set aside.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55ww 1145")
    >>> [(preview.action, preview.total, preview.claims) for preview in previews(position)]
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
