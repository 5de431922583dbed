"""Rankings and winners in sentences."""

from __future__ import annotations

from pickomino.core.position import Position, ranks, scores, winners
from pickomino.i18n.narrator import Narrator


def ranking_lines(position: Position, narrator: Narrator) -> list[str]:
    """Return one line per player, ranked by worms, then by the highest tile."""
    counted, ranked = scores(position), ranks(position)
    seats = sorted(range(position.players), key=ranked.__getitem__, reverse=True)
    text = narrator.texts.gettext("{name}: {worms}.")
    return [
        text.format(name=narrator.names[seat], worms=narrator.worms(counted[seat]))
        for seat in seats
    ]


def winner_line(position: Position, narrator: Narrator) -> str:
    """Return who wins, with the tie-break explained."""
    gettext = narrator.texts.gettext
    counted = scores(position)
    first, *others = winners(position)
    if others:
        names = ", ".join(narrator.names[seat] for seat in (first, *others))
        return gettext("Shared win: {names}.").format(names=names)
    name = narrator.names[first]
    if counted.count(counted[first]) > 1:
        text = gettext("{name} wins the tie with the highest tile, {tile}.")
        return text.format(name=name, tile=max(position.stacks[first]))
    return gettext("{name} wins.").format(name=name)
