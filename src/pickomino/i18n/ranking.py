"""Who leads and who wins, in sentences."""

from __future__ import annotations

from pickomino.core.position import Position, ranks, scores, winners
from pickomino.i18n.words import Speaker


def ranking_lines(position: Position, speaker: Speaker) -> list[str]:
    """Rank the players as it stands: by worms, then by the highest tile."""
    counted, ranked = scores(position), ranks(position)
    seats = sorted(range(position.players), key=ranked.__getitem__, reverse=True)
    text = speaker.texts.gettext("{name}: {worms}.")
    return [
        text.format(name=speaker.names[seat], worms=speaker.worms(counted[seat])) for seat in seats
    ]


def winner_line(position: Position, speaker: Speaker) -> str:
    """Say who wins, and explain a tie-break."""
    gettext = speaker.texts.gettext
    counted = scores(position)
    first, *others = winners(position)
    if others:
        names = ", ".join(speaker.names[seat] for seat in (first, *others))
        return gettext("Shared win: {names}.").format(names=names)
    name = speaker.names[first]
    if counted.count(counted[first]) > 1:
        text = gettext("{name} wins the tie with the highest tile, {tile}.")
        return text.format(name=name, tile=max(position.stacks[first]))
    return gettext("{name} wins.").format(name=name)
