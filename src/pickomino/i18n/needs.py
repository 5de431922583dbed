"""What the sum of a turn still lacks, in a line."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.goals import Aim, aims
from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims
from pickomino.core.position import Phase, Position
from pickomino.core.turns import has_worm, owner_of_top, total
from pickomino.i18n.words import Speaker

NEAR: Final = 10
"""A steal that is farther away is no aim yet."""


def need_said(position: Position, speaker: Speaker) -> str:
    """Return what the sum of a turn still lacks; nothing when no turn is played.

    >>> from pickomino.i18n import texts_in
    >>> speaker = Speaker(texts_in("en"), ("Ann", "Ben"))
    >>> need_said(Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -"), speaker)
    '1 more for 21 · 25 takes Ben’s tile'
    """
    if position.turn.phase not in (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE):
        return ""
    gettext, found, points = speaker.texts.gettext, aims(position), total(position)
    can_stop = position.turn.phase is Phase.DECIDE and bool(claims(position))
    if not found:
        text = gettext("stop with {total}") if can_stop else gettext("no tile is in reach")
        return text.format(total=points)
    if not position.turn.set_aside.size and not has_worm(position):
        return gettext("Needed: {total} and a worm").format(total=found[0].total)
    first, *others = aims_said(position, speaker)
    if can_stop and found[0].claim.kind == "s":
        first = gettext("{goal}, or stop with {total}").format(goal=first, total=points)
    elif can_stop:
        text = gettext("{goal} or stop with {total}")
        first = text.format(goal=found[0].total, total=points)
    return " · ".join([first, *others])


def aims_said(position: Position, speaker: Speaker) -> list[str]:
    """Return what higher sums would win, the nearest first."""
    first, *others = aims(position) or (None,)
    if first is None:
        return []
    near = [aim for aim in others if aim.total - total(position) <= NEAR]
    return [
        _first_said(first, position, speaker),
        *(_steal_said(a, position, speaker) for a in near),
    ]


def _first_said(aim: Aim, position: Position, speaker: Speaker) -> str:
    gettext, count = speaker.texts.gettext, aim.total - total(position)
    if not count:
        return gettext("{total}, but no worm yet").format(total=aim.total)
    if aim.claim.kind == "s":
        return _steal_said(aim, position, speaker)
    if has_worm(position):
        return gettext("{count} more for {total}").format(count=count, total=aim.total)
    text = gettext("{count} more for {total}, and a worm")
    return text.format(count=count, total=aim.total)


def _steal_said(aim: Aim, position: Position, speaker: Speaker) -> str:
    owner = owner_of_top(position, aim.claim.value)
    if position.extrawurm is not None and position.extrawurm.holds(owner, Specialist.HEN):
        text = speaker.texts.gettext("{total} takes {name}’s Sitting Hen")
    else:
        text = speaker.texts.gettext("{total} takes {name}’s tile")
    return text.format(total=aim.total, name=speaker.names[owner])
