"""What the coach says, in lines without pictures."""

from __future__ import annotations

from pickomino.analysis.advice import WIN, advise
from pickomino.core.position import Position
from pickomino.i18n.numbers import percent
from pickomino.i18n.words import Speaker


def coach_lines(position: Position, speaker: Speaker) -> list[str]:
    """Say what to do, how sure that is, and what every choice is worth."""
    gettext, texts = speaker.texts.gettext, speaker.texts
    advice = advise(position, WIN)
    if advice.best is None:
        return []
    text = gettext("Coach: {best}. Chance to win {value}, risk of failing {failure}.")
    values = sorted(advice.choices.items(), key=lambda choice: -choice[1])
    return [
        text.format(
            best=f"{advice.best} {speaker.choice(position, advice.best)}",
            value=percent(advice.value, texts),
            failure=percent(advice.failure, texts),
        ),
        "; ".join(f"{action} {percent(value, texts)}" for action, value in values),
    ]
