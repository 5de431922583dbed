"""The totals worth aiming for in the current turn, in one line."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.winning_sums import WinningSum, winning_sums
from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims
from pickomino.core.position import Phase, Position
from pickomino.core.turns import has_worm, owner_of_top, total
from pickomino.i18n.narrator import Narrator

NEAR: Final = 10
"""Steals that are more than this many points away are not mentioned."""


def describe_targets(position: Position, narrator: Narrator) -> str:
    """Return the totals worth aiming for; empty when no turn is being played.

    >>> from pickomino.i18n import texts_in
    >>> narrator = Narrator(texts_in("en"), ("Ann", "Ben"))
    >>> describe_targets(Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -"), narrator)
    '1 more for 21 · 25 takes Ben’s tile'
    """
    if position.turn.phase not in (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE):
        return ""
    gettext, targets, points = narrator.texts.gettext, winning_sums(position), total(position)
    can_stop = position.turn.phase is Phase.DECIDE and bool(claims(position))
    if not targets:
        text = gettext("stop with {total}") if can_stop else gettext("no tile is in reach")
        return text.format(total=points)
    if not position.turn.set_aside.size and not has_worm(position):
        return gettext("Needed: {total} and a worm").format(total=targets[0].total)
    first, *others = describe_aims(position, narrator)
    if can_stop and targets[0].claim.kind == "s":
        first = gettext("{goal}, or stop with {total}").format(goal=first, total=points)
    elif can_stop:
        text = gettext("{goal} or stop with {total}")
        first = text.format(goal=targets[0].total, total=points)
    return " · ".join([first, *others])


def describe_aims(position: Position, narrator: Narrator) -> list[str]:
    """Return what each higher total would win, starting with the lowest total."""
    first, *others = winning_sums(position) or (None,)
    if first is None:
        return []
    near = [aim for aim in others if aim.total - total(position) <= NEAR]
    return [
        _describe_first(first, position, narrator),
        *(_describe_steal(a, position, narrator) for a in near),
    ]


def _describe_first(aim: WinningSum, position: Position, narrator: Narrator) -> str:
    gettext, count = narrator.texts.gettext, aim.total - total(position)
    if not count:
        return gettext("{total}, but no worm yet").format(total=aim.total)
    if aim.claim.kind == "s":
        return _describe_steal(aim, position, narrator)
    if has_worm(position):
        return gettext("{count} more for {total}").format(count=count, total=aim.total)
    text = gettext("{count} more for {total}, and a worm")
    return text.format(count=count, total=aim.total)


def _describe_steal(aim: WinningSum, position: Position, narrator: Narrator) -> str:
    owner = owner_of_top(position, aim.claim.value)
    if position.extrawurm is not None and position.extrawurm.holds(owner, Specialist.HEN):
        text = narrator.texts.gettext("{total} takes {name}’s Sitting Hen")
    else:
        text = narrator.texts.gettext("{total} takes {name}’s tile")
    return text.format(total=aim.total, name=narrator.names[owner])
