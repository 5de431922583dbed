"""One turn solved in plain Python: the specification of the solver.

Values may be floats or fractions. A full turn of eight dice takes only about 20 ms, because all
faces already set aside are treated as one face, and faces that were not rolled are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, inf
from operator import mul
from typing import Final, NamedTuple

from pickomino.core.roll import FACES
from pickomino.solver.shape import DiceChoice, DiceState, TurnShape, golden_chances, open_faces

Number = float | Fraction
Vector = tuple[Number, ...]
"""One value per channel. Decisions maximise the first channel, the aim of the player whose turn it
is; the other channels, such as the values for rivals, are computed for the same decisions."""

NO_CHOICE: Final = -inf
"""Lower than the value of any choice."""
TIE: Final = 1e-12
"""Choices whose aims are this close count as equal: the first of them is taken."""


def first_best(values: Sequence[Number], tie: float = TIE) -> int:
    """Return the index of the greatest value, or of the first one if several are equal.

    >>> first_best([0.1, 0.5, 0.5 + 1e-15])
    1
    """
    best = 0
    for index, value in enumerate(values):
        if value > values[best] + tie:
            best = index
    return best


class Stakes(NamedTuple):
    """The values of the results of a turn, first without and then with a Bratwurm gained."""

    stop: tuple[tuple[Vector | None, ...], ...]
    """The value of the best claim for each total from 0 to 45; None if there is no claim."""
    failure: tuple[Vector, ...]

    def claim(self, shape: TurnShape, state: DiceState) -> Vector | None:
        """Return the value of the best claim; None if there is no claim."""
        total = state.total(shape)
        return None if total is None else self.stop[state.bratwurm][total]


class RollClass(NamedTuple):
    """All rolls that show the same new symbols in the same numbers.

    A class extends a smaller class by one symbol, so the best choice of the smaller class is reused
    by all classes that extend it. The smallest class, number 0, has no new symbol and
    is not listed.
    """

    weight: int
    """The number of rolls in the class; 0 if it exists only for larger classes to extend."""
    smaller: int
    """The number of the class that this one extends by its last symbol."""
    choice: int
    """The index of the choice to set aside all dice that show the last symbol."""


class Rolls(NamedTuple):
    """All rolls from a state: the possible choices, and the classes of rolls that offer them."""

    choices: tuple[DiceChoice, ...]
    classes: tuple[RollClass, ...]
    bust_weight: int
    """The number of rolls that show no new symbol."""
    total_weight: int
    """The number of possible rolls: 6 to the power of the number of dice."""


class Reference:
    """The values of every state of a turn, computed on demand."""

    def __init__(self, shape: TurnShape, stakes: Stakes, tie: float = TIE) -> None:
        self.shape = shape
        self.stakes = stakes
        self.tie = tie
        self._deciding: dict[DiceState, Vector] = {}
        self._rolling: dict[DiceState, Vector] = {}

    def deciding(self, state: DiceState) -> Vector:
        """Return the value after setting dice aside: the better of stopping and rolling on."""
        known = self._deciding.get(state)
        if known is None:
            known = self._deciding[state] = self._decide(state)
        return known

    def rolling(self, state: DiceState) -> Vector:
        """Return the value of rolling all dice that are left."""
        known = self._rolling.get(state)
        if known is None:
            known = self._rolling[state] = self._expect(state)
        return known

    def _decide(self, state: DiceState) -> Vector:
        """Return the best value; on ties, claiming beats rolling on, which beats giving up."""
        claim, failure = self.stakes.claim(self.shape, state), self.stakes.failure[state.bratwurm]
        if not state.can_roll(self.shape):
            return failure if claim is None else claim
        rolling = self.rolling(state)
        first, second = (rolling, failure) if claim is None else (claim, rolling)
        return second if second[0] > first[0] + self.tie else first

    def _expect(self, state: DiceState) -> Vector:
        """Return the average, over all rolls, of the value of the best choice."""
        shape, bust = self.shape, self.stakes.failure[state.bratwurm]
        rolls = rolls_from(shape, state)
        values = [self.deciding(state.after(shape, choice)) for choice in rolls.choices]
        ways = self._count_best(rolls, values)
        if state.weasel:
            # Re-rolling is the last choice of every roll.
            again = self.rolling(state._replace(weasel=False))
            values = [again if again[0] > value[0] + self.tie else value for value in values]
            bust = again if shape.weasel_saves_bust else bust
        ways.append(rolls.bust_weight)
        values.append(bust)
        return tuple(
            sum(map(mul, ways, channel)) / rolls.total_weight
            for channel in zip(*values, strict=True)
        )

    def _count_best(self, rolls: Rolls, values: list[Vector]) -> list[int]:
        aims = [value[0] for value in values]
        # The last entry, index -1, stands for no choice yet.
        bars = [*(aim + self.tie for aim in aims), NO_CHOICE]
        ways = [0] * len(aims)
        bests = [-1]
        for weight, smaller, choice in rolls.classes:
            best = bests[smaller]
            if aims[choice] > bars[best]:
                best = choice
            bests.append(best)
            ways[best] += weight
        return ways


def rolls_from(shape: TurnShape, state: DiceState) -> Rolls:
    """Return every roll from a state.

    >>> rolls = rolls_from(TurnShape(), DiceState(symbols=0b001111, dice=2))
    >>> [(choice.face, choice.dice) for choice in rolls.choices]
    [(5, 1), (5, 2), (6, 1), (6, 2)]
    >>> rolls.bust_weight, [tuple(roll_class) for roll_class in rolls.classes]
    (16, [(8, 0, 0), (2, 1, 2), (1, 0, 1), (8, 0, 2), (1, 0, 3)])
    """
    return _rolls(state.symbols, state.dice, shape.golden if state.golden else "")


@cache
def _rolls(symbols: int, dice: int, golden: str) -> Rolls:
    faces = open_faces(symbols)
    chances = golden_chances(TurnShape(golden))
    choices = _choices(faces, dice, tuple(chances))
    # Faces are replaced by their index, so that sets with the same number of symbols share a table.
    golden_faces = tuple((faces.index(f) if f in faces else None, c) for f, c in chances.items())
    bust_weight, classes = _classes(len(faces), dice, golden_faces or ((None, 1),))
    return Rolls(choices, classes, bust_weight, 6 ** (dice + bool(golden)))


GoldenFaces = tuple[tuple[int | None, int], ...]
"""Each face of the golden die with its count; a face is given by its index among the open faces, or
by None if it is not open."""


@cache
def _classes(faces: int, dice: int, golden: GoldenFaces) -> tuple[int, tuple[RollClass, ...]]:
    """Return the number of rolls that bust, and the classes of all other rolls."""
    choices = _choices(tuple(range(faces)), dice, tuple(face for face, _ in golden))
    index_of = {choice: index for index, choice in enumerate(choices)}
    weights: dict[tuple[int, ...], int] = {}
    for counts, (golden_face, chance) in product(_counts(faces, dice), golden):
        shown = tuple(
            index_of[DiceChoice(face, count, face == golden_face)]
            for face, count in enumerate(counts)
            if count or face == golden_face
        )
        for length in range(len(shown)):
            weights.setdefault(shown[:length], 0)
        ways = _ways(counts, dice, len(FACES) - faces)
        weights[shown] = weights.get(shown, 0) + ways * chance
    ordered = sorted(weights)
    numbers = {shown: number for number, shown in enumerate(ordered)}
    classes = (RollClass(weights[s], numbers[s[:-1]], s[-1]) for s in ordered[1:])
    return weights[()], tuple(classes)


def _choices(
    faces: tuple[int, ...], dice: int, golden: tuple[int | None, ...]
) -> tuple[DiceChoice, ...]:
    """Return a choice for every face and number of dice, with and without the golden die."""
    return tuple(
        DiceChoice(face, count, with_golden)
        for face in faces
        for with_golden in ((False, True) if face in golden else (False,))
        for count in range(not with_golden, dice + 1)
    )


def _counts(faces: int, dice: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to distribute at most this many dice among the faces."""
    if faces == 0:
        yield ()
        return
    for first in range(dice + 1):
        for rest in _counts(faces - 1, dice - first):
            yield first, *rest


def _ways(counts: tuple[int, ...], dice: int, used: int) -> int:
    """Return how many rolls show these counts of open faces, and used faces on all other dice."""
    ways, left = 1, dice
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways * used**left
