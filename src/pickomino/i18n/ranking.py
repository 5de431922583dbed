"""The end of a game in sentences: how it ended, ranking and winners."""

from __future__ import annotations

from pickomino.core.position import OVER, Position, ranks, scores
from pickomino.i18n import Texts
from pickomino.i18n.narrator import Narrator
from pickomino.narration import events
from pickomino.narration.line import line


def end_line(position: Position, turn_limit: int, texts: Texts) -> str:
    """Return a line that says whether the game is over or was stopped at its turn limit."""
    if position.to_act == OVER:
        return texts.gettext("The game is over.")
    text = texts.ngettext(
        "The game was stopped after {count} turn. As it stands:",
        "The game was stopped after {count} turns. As it stands:",
        turn_limit,
    )
    return text.format(count=turn_limit)


def ranking_lines(position: Position, narrator: Narrator) -> list[str]:
    """Return one line per player, ranked by worms, then by the highest tile."""
    counted, ranked = scores(position), ranks(position)
    seats = sorted(range(position.players), key=ranked.__getitem__, reverse=True)
    counts = [(seat, line("worms", count=counted[seat])) for seat in seats]
    return [narrator.render(line("score", name=seat, worms=count)) for seat, count in counts]


def winner_line(position: Position, narrator: Narrator) -> str:
    """Return who wins, with the tie-break explained."""
    return narrator.render(events.winner_line(position))
