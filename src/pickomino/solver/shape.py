"""The shape of a turn, and the states of its dice."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.core import extrawurm as expansion
from pickomino.core.extrawurm import CANNED_WORM_POINTS, Specialist
from pickomino.core.position import Position
from pickomino.core.roll import (
    ALL_SYMBOLS,
    FACES,
    GOLDEN_FACES,
    NO_GOLDEN,
    ORDINARY_DICE,
    POINTS,
    WORM_BIT,
    Roll,
    intern_roll,
)

MAX_TOTAL: Final = 45
"""Five points each for eight dice and either the Golden Die or the Canned Worm.

No seat holds both.
"""
TOTALS: Final = MAX_TOTAL + 1


class TurnShape(NamedTuple):
    """Everything that the course of a turn depends on, except the values of its results.

    >>> from pickomino import Rules, start
    >>> TurnShape.from_position(start(Rules.preset("classic"), 2)) == BASE
    True
    """

    golden: str = NO_GOLDEN
    """The kind of Golden Die that is held; empty if it is not held."""
    weasel: bool = False
    """Whether the Weasel is held and not used yet."""
    weasel_saves_bust: bool = False
    """Whether the Weasel may also re-roll a roll without a legal choice."""
    canned_worm: bool = False
    bratwurm: bool = False
    """Whether a Bratwurm can still be gained for ones."""
    rolls_with_all_symbols: bool = False
    """Whether a player with all six symbols set aside may roll on."""

    @staticmethod
    def from_position(position: Position) -> TurnShape:
        """Return the shape of the rest of the turn from a position."""
        extrawurm, seat = position.extrawurm, position.seat
        rolls_with_all_symbols = position.rules.rolls_with_all_symbols
        if extrawurm is None:
            return TurnShape(rolls_with_all_symbols=True) if rolls_with_all_symbols else BASE
        weasel = expansion.can_use_weasel(position, extrawurm)
        ones_set_aside = position.turn.set_aside.has(1)
        return TurnShape(
            golden=position.rules.golden if extrawurm.holds(seat, Specialist.GOLDEN_DIE) else "",
            weasel=weasel,
            weasel_saves_bust=weasel and position.rules.weasel_saves_bust,
            canned_worm=extrawurm.holds(seat, Specialist.CANNED_WORM),
            bratwurm=extrawurm.supply > 0 and not ones_set_aside,
            rolls_with_all_symbols=rolls_with_all_symbols,
        )


BASE: Final = TurnShape()
"""The shape of a turn in the base game: eight dice, and six symbols end the turn."""


class DiceChoice(NamedTuple):
    """Dice of one symbol to set aside: ordinary dice, and perhaps the golden die.

    >>> DiceChoice(face=6, dice=3)
    DiceChoice(face=6, dice=3, golden=False)
    """

    face: int
    dice: int
    golden: bool = False


class DiceState(NamedTuple):
    """The state of the dice between two rolls: everything that the rest of the turn depends on.

    A golden die with ordinary faces counts as a ninth die.
    """

    symbols: int = 0
    """The symbols set aside, as bits."""
    dice: int = ORDINARY_DICE
    """The number of dice not set aside, not counting a golden die with special faces."""
    golden: bool = False
    """Whether a golden die with special faces is still to be rolled."""
    points: int = 0
    bratwurm: bool = False
    """Whether a Bratwurm was gained for ones since the solved position."""
    weasel: bool = False
    """Whether the Weasel may still re-roll."""

    def can_roll(self, shape: TurnShape) -> bool:
        """Return whether a die is left and the rules allow rolling it.

        >>> state = DiceState(symbols=0b111111, dice=1, points=25)
        >>> state.can_roll(BASE), state.can_roll(TurnShape(rolls_with_all_symbols=True))
        (False, True)
        """
        if self.symbols == ALL_SYMBOLS and not shape.rolls_with_all_symbols:
            return False
        return self.dice > 0 or self.golden

    def total(self, shape: TurnShape) -> int | None:
        """Return the sum that counts for claims; None without a worm.

        >>> DiceState(symbols=0b10001, dice=6, points=6).total(TurnShape(canned_worm=True))
        11
        """
        if self.symbols & WORM_BIT:
            return self.points
        return min(self.points + CANNED_WORM_POINTS, MAX_TOTAL) if shape.canned_worm else None

    def after(self, shape: TurnShape, choice: DiceChoice) -> DiceState:
        """Return the state after setting dice aside."""
        face, dice, golden = choice
        shown = dice + golden
        return DiceState(
            self.symbols | 1 << (face - 1),
            self.dice - dice,
            self.golden and not golden,
            self.points + shown * POINTS[face - 1],
            self.bratwurm or (shape.bratwurm and face == 1 and shown > 1),
            self.weasel,
        )


def first_state(shape: TurnShape) -> DiceState:
    """Return the state before the first roll.

    >>> first_state(TurnShape("plain")).dice
    9
    """
    plain = shape.golden == "plain"
    golden = shape.golden != NO_GOLDEN and not plain
    return DiceState(dice=ORDINARY_DICE + plain, golden=golden, weasel=shape.weasel)


def dice_state(shape: TurnShape, position: Position, *, bratwurm: bool = False) -> DiceState:
    """Return the dice state of a position.

    `bratwurm` tells whether a Bratwurm was gained for ones since the solved position.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55www -")
    >>> state = dice_state(TurnShape.from_position(position), position)
    >>> state.dice, state.points
    (3, 25)
    """
    first = first_state(shape)
    set_aside, extrawurm = position.turn.set_aside, position.extrawurm
    golden_left = shape.golden != NO_GOLDEN and not set_aside.golden
    return DiceState(
        set_aside.symbols,
        ORDINARY_DICE - len(set_aside.ordinary) + (golden_left and not first.golden),
        golden_left and first.golden,
        set_aside.points,
        bratwurm,
        extrawurm is not None and expansion.can_use_weasel(position, extrawurm),
    )


def dice_choice(shape: TurnShape, rolled: Roll, face: int) -> DiceChoice:
    """Return the dice that are set aside by choosing a face of a roll.

    >>> dice_choice(TurnShape("111www"), Roll.parse("15wwW"), 6)
    DiceChoice(face=6, dice=2, golden=True)
    """
    if not rolled.golden or not first_state(shape).golden:
        return DiceChoice(face, rolled.count(face))
    golden = rolled.golden_face == face
    return DiceChoice(face, rolled.count(face) - golden, golden)


def golden_chances(shape: TurnShape) -> dict[int, int]:
    """Return how many of the six sides of a golden die with special faces show each face.

    >>> golden_chances(TurnShape("111www"))
    {1: 3, 6: 3}
    """
    symbols = GOLDEN_FACES[shape.golden] if first_state(shape).golden else ()
    faces = [intern_roll("", symbol).golden_face for symbol in symbols]
    return {face: faces.count(face) for face in dict.fromkeys(faces)}


def open_faces(symbols: int) -> tuple[int, ...]:
    """Return the faces that are not set aside.

    >>> open_faces(0b100110)
    (1, 4, 5)
    """
    return tuple(face for face in FACES if not symbols >> (face - 1) & 1)
