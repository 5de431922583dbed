"""Rolls: dice and the faces they show, and the probability of each roll."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, final

from pickomino.core.errors import InvalidNotation, check_type, quote, require_text

FACES: Final = (1, 2, 3, 4, 5, 6)
WORM: Final = 6
"""The face number of the worm, which is worth 5 points but is a different symbol from 5."""

SYMBOLS: Final = "12345w"
"""The notation of each face, in the order of FACES."""

POINTS: Final = (1, 2, 3, 4, 5, 5)
WORM_BIT: Final = 1 << (WORM - 1)
ALL_SYMBOLS: Final = 0b111111

ORDINARY_DICE: Final = 8

NO_GOLDEN: Final = ""
GOLDEN_FACES: Final[dict[str, tuple[str, ...]]] = {
    "111www": ("I", "I", "I", "W", "W", "W"),
    "plain": ("g1", "g2", "g3", "g4", "g5", "gw"),
}
"""The six faces of each kind of Golden Die; the keys are the values of the rule option `golden`."""

_GOLDEN_FACE: Final = {"I": 1, "W": WORM} | {f"g{s}": f for f, s in enumerate(SYMBOLS, 1)}
_PATTERN = re.compile(r"([1-5w]*)(I|W|g[1-5w])?")


@final
class Roll:
    """Dice and the faces they show: a roll, or the dice set aside. Equal rolls are the same object.

    >>> roll = Roll.parse("w1431w")
    >>> str(roll), roll.size, roll.points, roll.counts
    ('1134ww', 6, 19, (2, 0, 1, 1, 0, 2))
    >>> roll.count(6), roll.has(5)
    (2, False)
    """

    __slots__ = (
        "counts",
        "golden",
        "golden_face",
        "ordinary",
        "points",
        "size",
        "symbols",
        "text",
    )

    text: str
    ordinary: str
    """The faces of the ordinary dice, sorted."""
    golden: str
    """The symbol that the golden die shows; empty without a golden die."""
    golden_face: int
    """The face number of the golden die; 0 without a golden die."""
    counts: tuple[int, ...]
    """How many dice show each face, the golden die included."""
    symbols: int
    """The symbols shown, as bits: bit 0 for ones up to bit 5 for worms."""
    size: int
    points: int

    def __init__(self, ordinary: str, golden: str) -> None:
        """Private: use `Roll.parse`, which returns the shared object."""
        check_type(ordinary, str, 'dice made by Roll.parse, such as Roll.parse("1134ww")')
        counts = [ordinary.count(symbol) for symbol in SYMBOLS]
        golden_face = _GOLDEN_FACE.get(golden, 0)
        if golden_face:
            counts[golden_face - 1] += 1
        values = {
            "ordinary": ordinary,
            "golden": golden,
            "golden_face": golden_face,
            "text": ordinary + golden,
            "counts": tuple(counts),
            "symbols": sum(1 << face for face, count in enumerate(counts) if count),
            "size": sum(counts),
            "points": sum(count * point for count, point in zip(counts, POINTS, strict=True)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Raise: equal rolls share one object, so a roll must not change."""
        raise AttributeError(f"a roll cannot change: {name}")

    @staticmethod
    def parse(text: str) -> Roll:
        """Parse dice in any order, except that a golden die comes last.

        >>> Roll.parse("w51I")
        Roll.parse('15wI')
        """
        known = _known.get(require_text(text))
        if known is not None:
            return known
        match = _PATTERN.fullmatch(text)
        if match is None:
            raise InvalidNotation("bad_dice", text=quote(text))
        dice = len(match[1])
        if dice > ORDINARY_DICE:
            raise InvalidNotation(
                "too_many_dice", text=quote(text), found=dice, limit=ORDINARY_DICE
            )
        return intern_roll("".join(sorted(match[1])), match[2] or NO_GOLDEN)

    def count(self, face: int) -> int:
        """Return how many dice show a face."""
        return self.counts[face - 1]

    def has(self, face: int) -> bool:
        """Return whether a die shows a face."""
        return self.counts[face - 1] > 0

    def with_symbol(self, rolled: Roll, face: int) -> Roll:
        """Return these dice plus all dice of another roll that show a face.

        >>> Roll.parse("22").with_symbol(Roll.parse("135wwW"), WORM)
        Roll.parse('22wwW')
        """
        golden = rolled.golden if rolled.golden_face == face else NO_GOLDEN
        return _add_dice(self, face, rolled.counts[face - 1] - (golden != NO_GOLDEN), golden)

    def __str__(self) -> str:
        """Return the sorted faces."""
        return self.text

    def __repr__(self) -> str:
        """Return an expression that evaluates to the same roll."""
        return f"Roll.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling without creating a second object for the same roll."""
        return (Roll.parse, (self.text,))


_known: dict[str, Roll] = {}


def intern_roll(ordinary: str, golden: str = NO_GOLDEN) -> Roll:
    """Return the shared Roll object with these faces; they must be sorted."""
    text = ordinary + golden
    known = _known.get(text)
    if known is None:
        known = _known.setdefault(text, Roll(ordinary, golden))
    return known


NO_DICE: Final = intern_roll("")


@cache
def _add_dice(kept: Roll, face: int, ordinary: int, golden: str) -> Roll:
    faces = sorted(kept.ordinary + SYMBOLS[face - 1] * ordinary)
    return intern_roll("".join(faces), golden or kept.golden)


@cache
def outcomes(dice: int, golden: str = NO_GOLDEN) -> tuple[tuple[Roll, int], ...]:
    """Return every distinct roll of the ordinary dice and the golden die, if any, with its weight.

    The weights add up to 6^n for n dice.

    >>> outcomes(1)[5]
    (Roll.parse('w'), 1)
    >>> sum(weight for roll, weight in outcomes(8, "111www")) == 6**9
    True
    """
    return tuple(
        (intern_roll("".join(faces), last), _arrangements(faces) * weight)
        for faces in combinations_with_replacement(SYMBOLS, dice)
        for last, weight in _golden_outcomes(golden)
    )


def _golden_outcomes(golden: str) -> tuple[tuple[str, int], ...]:
    if golden == NO_GOLDEN:
        return ((NO_GOLDEN, 1),)
    faces = GOLDEN_FACES[golden]
    return tuple((face, faces.count(face)) for face in dict.fromkeys(faces))


def _arrangements(faces: tuple[str, ...]) -> int:
    return factorial(len(faces)) // prod(factorial(faces.count(symbol)) for symbol in SYMBOLS)
