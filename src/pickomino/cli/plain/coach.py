"""The coach's advice in plain text."""

from __future__ import annotations

from pickomino.analysis.advice import WIN, advise
from pickomino.core.position import Position
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent


def coach_lines(position: Position, narrator: Narrator) -> list[str]:
    """Return the best choice, its chances, and the value of every choice."""
    gettext, texts = narrator.texts.gettext, narrator.texts
    advice = advise(position, WIN)
    if advice.best is None:
        return []
    text = gettext("Coach: {best}. Chance to win {value}, risk of failing {failure}.")
    values = sorted(advice.choices.items(), key=lambda choice: -choice[1])
    return [
        text.format(
            best=f"{advice.best} {narrator.choice(position, advice.best)}",
            value=format_percent(advice.value, texts),
            failure=format_percent(advice.failure, texts),
        ),
        "; ".join(f"{action} {format_percent(value, texts)}" for action, value in values),
    ]
