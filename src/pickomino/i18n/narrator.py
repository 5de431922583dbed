"""`Narrator`: lines, dice and actions in words, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from pickomino.bots.registry import BOTS
from pickomino.core.actions import Action
from pickomino.core.errors import Problem, message
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Position
from pickomino.core.roll import SYMBOLS, Roll
from pickomino.i18n import Texts, describe_problem
from pickomino.i18n.lines import LINES, SHARES
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.i18n.options import REACTION_TEXTS
from pickomino.narration.choices import choice_line, plain_action_line
from pickomino.narration.line import Line

FAULTS: Final[Mapping[str, str]] = {
    "crash": message("crashed"),
    "timeout": message("too slow"),
    "illegal": message("illegal answer"),
}
"""What can go wrong in an external bot program."""


def describe_faults(bot: str, faults: Mapping[str, int], texts: Texts) -> str:
    """Return how often a bot program crashed, timed out or gave an illegal answer."""
    counts = [
        f"{texts.gettext(FAULTS.get(fault, fault))} {count}" for fault, count in faults.items()
    ]
    text = texts.gettext("Faults of {bot}: {faults}")
    return text.format(bot=bot, faults=", ".join(counts))


class Narrator(NamedTuple):
    """Puts lines into words, in one language and with the players' names."""

    texts: Texts
    names: Sequence[str]

    def render(self, line: Line) -> str:
        """Return a line in words.

        >>> from pickomino.i18n import texts_in
        >>> rolls = Line("rolls", {"name": 0, "dice": "1wW"})
        >>> Narrator(texts_in("en"), ("Ann",)).render(rolls)
        'Ann rolls 1, worm, golden worm.'
        """
        text, count = LINES[line.key], line.args.get("count", 0)
        if isinstance(text, str):
            pattern = self.texts.gettext(text)
        else:
            pattern = self.texts.ngettext(*text, count if isinstance(count, int) else 0)
        return pattern.format(
            **{name: self._format(name, value) for name, value in line.args.items()}
        )

    def render_all(self, lines: Iterable[Line]) -> list[str]:
        return [self.render(line) for line in lines]

    def _format(self, name: str, value: float | str | tuple[Line, ...]) -> str:  # noqa: PLR0911
        gettext = self.texts.gettext
        match name, value:
            case _, tuple():
                separator = self.render(Line("or")) if name == "claims" else ", "
                return separator.join(self.render_all(value))
            case "name" | "robbed" | "other", int():
                return self.names[value] if value < len(self.names) else "?"
            case "dice", str():
                return self.dice(Roll.parse(value))
            case "symbol", str():
                return self._symbol(value)
            case "specialist", int():
                return self.specialist(Specialist(value))
            case "bot", str():
                return gettext(BOTS[value.partition(":")[0]].title)
            case "text", str():
                return gettext(REACTION_TEXTS.get(value, value))
            case "percent" | "about", int() | float():
                pattern = percent_pattern(is_estimate=name == "about")
                return format_percent(value, self.texts, pattern)
            case _, int() | float() if name in SHARES and value <= 1:
                return format_percent(value, self.texts)
            case _:
                return str(value)

    def _symbol(self, symbol: str) -> str:
        return self.texts.gettext("worm") if symbol == "w" else symbol

    def dice(self, roll: Roll) -> str:
        """Return the faces of a roll as a list in words, with the golden die last and labelled."""
        faces = [self._symbol(symbol) for symbol in roll.ordinary]
        if roll.golden:
            symbol = self._symbol(SYMBOLS[roll.golden_face - 1])
            faces.append(self.texts.gettext("golden {symbol}").format(symbol=symbol))
        return ", ".join(faces)

    def specialist(self, specialist: Specialist) -> str:
        return describe_problem(self.texts, Problem(f"specialist_{specialist.name.lower()}"))

    def worms(self, count: int) -> str:
        return self.render(Line("worms", {"count": count}))

    def bratwurms(self, count: int) -> str:
        return self.render(Line("bratwurms", {"count": count}))

    def choice(self, position: Position, action: Action) -> str:
        return self.render(choice_line(position, action))

    def action(self, action: Action) -> str:
        """Return an action in words that fit any position."""
        return self.render(plain_action_line(action))
