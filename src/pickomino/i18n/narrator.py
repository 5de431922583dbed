"""`Narrator`: dice, tiles, specialists and actions in words, in one language."""

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
from pickomino.i18n import Texts, describe_problem

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
    """Puts dice, tiles and actions into words, in one language and with the players' names."""

    texts: Texts
    names: Sequence[str]

    def symbol(self, face: int) -> str:
        """Return the name of a die's face."""
        return self.texts.gettext("worm") if face == WORM else str(face)

    def dice(self, roll: Roll) -> str:
        """Return the faces of a roll as a list in words, with the golden die last and labelled."""
        faces = [self.symbol(_face(symbol)) for symbol in roll.ordinary]
        if roll.golden:
            symbol = self.symbol(roll.golden_face)
            faces.append(self.texts.gettext("golden {symbol}").format(symbol=symbol))
        return ", ".join(faces)

    def specialist(self, specialist: Specialist) -> str:
        return describe_problem(self.texts, Problem(f"specialist_{specialist.name.lower()}"))

    def worms(self, count: int) -> str:
        return self.texts.ngettext("{count} worm", "{count} worms", count).format(count=count)

    def bratwurms(self, count: int) -> str:
        text = self.texts.ngettext("{count} Bratwurm", "{count} Bratwurms", count)
        return text.format(count=count)

    def place(self, place: int) -> str:
        """Return where a specialist is now, given as a seat, a tile number or WAITING."""
        gettext = self.texts.gettext
        if place == WAITING:
            return gettext("beside the grill")
        if place < len(self.names):
            return gettext("with {name}").format(name=self.names[place])
        return gettext("on tile {tile}").format(tile=place)

    def choice(self, position: Position, action: Action) -> str:
        """Return what a legal action does."""
        match action.kind:
            case "k":
                return self.setting_aside(position.turn.rolled.count(action.value), action.value)
            case "r":
                return self.rolling_on(position)
            case "s":
                return self.claim(position, action)
            case _:
                return self.action(action)

    def action(self, action: Action) -> str:  # noqa: PLR0911 - one return per kind
        """Return an action in words that fit any position."""
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
        """Return how many dice are set aside, and with which symbol."""
        if face == WORM:
            text = self.texts.ngettext("{count} worm", "{count} worms", count)
        else:
            # i18n: dice that show a number; keep it short.
            text = self.texts.ngettext(
                "{count} die with {symbol}", "{count} dice with {symbol}", count
            )
        return text.format(count=count, symbol=face)

    def rolling_on(self, position: Position) -> str:
        """Return how many dice would be rolled."""
        count = dice_left(position)
        text = self.texts.ngettext("roll {count} die", "roll {count} dice", count)
        return text.format(count=count)

    def short_claim(self, position: Position, action: Action) -> str:
        """Return the tile that a claim would win and, for a steal, its owner."""
        if action.kind == "t":
            return str(action.value)
        return f"{action.value} ← {self.names[owner_of_top(position, action.value)]}"

    def claim(self, position: Position, action: Action) -> str:
        """Return in words what a claim would win."""
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
