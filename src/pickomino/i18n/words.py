"""The names of dice, tiles and specialists in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.errors import Problem, message
from pickomino.core.extrawurm import WAITING, Specialist
from pickomino.core.play import dice_left
from pickomino.core.position import Position
from pickomino.core.roll import WORM, Roll
from pickomino.core.turns import owner_of_top
from pickomino.i18n import Texts, said

FAULTS: Final[Mapping[str, str]] = {
    "crash": message("crashed"),
    "timeout": message("too slow"),
    "illegal": message("illegal answer"),
}
"""What a program that plays as a bot can do wrong."""


def faults_said(bot: str, faults: Mapping[str, int], texts: Texts) -> str:
    """Return how often a program crashed, hung or answered nonsense."""
    counts = [
        f"{texts.gettext(FAULTS.get(fault, fault))} {count}" for fault, count in faults.items()
    ]
    text = texts.gettext("Faults of {bot}: {faults}")
    return text.format(bot=bot, faults=", ".join(counts))


class Speaker(NamedTuple):
    """A language and the names of the players by seat."""

    texts: Texts
    names: Sequence[str]

    def symbol(self, face: int) -> str:
        """Name a face of a die."""
        return self.texts.gettext("worm") if face == WORM else str(face)

    def dice(self, roll: Roll) -> str:
        """List the faces of dice, the golden die last and named."""
        faces = [self.symbol(_face(symbol)) for symbol in roll.ordinary]
        if roll.golden:
            symbol = self.symbol(roll.golden_face)
            faces.append(self.texts.gettext("golden {symbol}").format(symbol=symbol))
        return ", ".join(faces)

    def specialist(self, specialist: Specialist) -> str:
        """Name a specialist of Extrawurm."""
        return said(self.texts, Problem(f"specialist_{specialist.name.lower()}"))

    def worms(self, count: int) -> str:
        """Count worms."""
        return self.texts.ngettext("{count} worm", "{count} worms", count).format(count=count)

    def bratwurms(self, count: int) -> str:
        """Count Bratwurms."""
        text = self.texts.ngettext("{count} Bratwurm", "{count} Bratwurms", count)
        return text.format(count=count)

    def place(self, place: int) -> str:
        """Say where a specialist now is."""
        gettext = self.texts.gettext
        if place == WAITING:
            return gettext("beside the grill")
        if place < len(self.names):
            return gettext("with {name}").format(name=self.names[place])
        return gettext("on tile {tile}").format(tile=place)

    def choice(self, position: Position, action: Action) -> str:
        """Say what a legal action does."""
        match action.kind:
            case "k":
                return self.setting_aside(position.turn.rolled.count(action.value), action.value)
            case "r":
                return self.rolling_on(position)
            case "s":
                return self.claim(position, action)
            case _:
                return self.action(action)

    def action(self, action: Action) -> str:  # noqa: PLR0911 - one a kind
        """Say an action in words, whatever the position."""
        gettext = self.texts.gettext
        kind, value = action
        match kind:
            case "k":
                if value == WORM:
                    return gettext("set aside the worms")
                return gettext("set aside {symbol}").format(symbol=value)
            case "r":
                return gettext("roll on")
            case "t":
                return gettext("take tile {tile}").format(tile=value)
            case "s":
                return gettext("steal tile {tile}").format(tile=value)
            case "q":
                return gettext("stop with nothing")
            case "z":
                return gettext("Weasel: roll these dice again")
            case "b":
                return gettext("take a Bratwurm from {name}").format(name=self.names[value])

    def setting_aside(self, count: int, face: int) -> str:
        """Count the dice that are set aside with a symbol."""
        if face == WORM:
            text = self.texts.ngettext("{count} worm", "{count} worms", count)
        else:
            # i18n: dice that show a number; keep it short.
            text = self.texts.ngettext(
                "{count} die with {symbol}", "{count} dice with {symbol}", count
            )
        return text.format(count=count, symbol=face)

    def rolling_on(self, position: Position) -> str:
        """Say how many dice would be rolled."""
        count = dice_left(position)
        text = self.texts.ngettext("roll {count} die", "roll {count} dice", count)
        return text.format(count=count)

    def short_claim(self, position: Position, action: Action) -> str:
        """Name the tile that a claim would win, and who loses it."""
        if action.kind == "t":
            return str(action.value)
        return f"{action.value} ← {self.names[owner_of_top(position, action.value)]}"

    def claim(self, position: Position, action: Action) -> str:
        """Say what a claim would win."""
        gettext = self.texts.gettext
        if action.kind == "t":
            return self.action(action)
        owner = owner_of_top(position, action.value)
        if position.extrawurm is not None and position.extrawurm.holds(owner, Specialist.HEN):
            return gettext("take the Sitting Hen from {name}").format(name=self.names[owner])
        return gettext("steal tile {tile} from {name}").format(
            tile=action.value, name=self.names[owner]
        )


def _face(symbol: str) -> int:
    return WORM if symbol == "w" else int(symbol)
