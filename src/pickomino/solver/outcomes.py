"""Outcomes of a turn: every position in which it can end, and the claims that each total allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pickomino.core import turns
from pickomino.core.actions import Action
from pickomino.core.play import claims_for_total, dice_to_roll
from pickomino.core.position import Phase, Position
from pickomino.core.roll import POINTS
from pickomino.solver.reference import TIE, Number, Stakes, Vector, first_best
from pickomino.solver.shape import TOTALS, TurnShape

OutcomeValues = Sequence[Number] | Sequence[Sequence[Number]]
"""The value of each outcome: one number, or several numbers of which one decides the play."""
TurnResult = tuple[Action | None, bool]
"""A claim, or None for a failure, and whether a Bratwurm for ones was gained."""
ValueMap = Callable[[TurnResult, Vector], Vector]
Claims = tuple[tuple[tuple[Action, Vector], ...], ...]


class Payoff(NamedTuple):
    """The value of each result of a turn for the player whose turn it is.

    >>> position = Position.from_wfen("standard xxxxxxxxxxxxxooo -/- a 55ww -")
    >>> payoff = turn_outcomes(position).payoff([0, 4, 4, 4])
    >>> [str(claim) for claim, has_bratwurm in payoff.results() if claim and not has_bratwurm]
    ['t34', 't35', 't36']
    """

    stakes: Stakes
    claims: tuple[Claims, ...]
    """Every claim with its value, indexed by Bratwurm (0 or 1) and total, in legal-action order."""

    @staticmethod
    def from_claims(
        claims: tuple[Claims, ...], failure: tuple[Vector, ...], tie: float = TIE
    ) -> Payoff:
        """Create a payoff in which the value of a total is the value of its best claim."""
        stop = tuple(tuple(_best(options, tie) for options in by_total) for by_total in claims)
        return Payoff(Stakes(stop, failure), claims)

    def map_values(self, change: ValueMap, tie: float = TIE) -> Payoff:
        """Return the payoff with a function applied to the value of each result."""
        claims = tuple(
            tuple(
                tuple((claim, change((claim, gained), value)) for claim, value in options)
                for options in by_total
            )
            for gained, by_total in zip((False, True), self.claims, strict=True)
        )
        without, with_bratwurm = self.stakes.failure
        failure = change((None, False), without), change((None, True), with_bratwurm)
        return Payoff.from_claims(claims, failure, tie)

    def results(self) -> list[TurnResult]:
        """Return every possible result of the turn, the failures first."""
        claimed = {
            (claim, gained): None
            for gained, by_total in zip((False, True), self.claims, strict=True)
            for options in by_total
            for claim, _ in options
        }
        return [(None, False), (None, True), *claimed]


def _best(claims: Sequence[tuple[Action, Vector]], tie: float) -> Vector | None:
    return claims[first_best([value[0] for _, value in claims], tie)][1] if claims else None


class TurnOutcomes(NamedTuple):
    """Every position in which a turn can end.

    If a Bratwurm for ones can still be gained, each position occurs twice: without and with it. A
    take that requires the Raven's choice ends in the position before that choice.
    """

    position: Position
    shape: TurnShape
    positions: tuple[Position, ...]
    labels: tuple[Action | None, ...]
    """The claim that leads to each position; None for a failure."""
    failure: tuple[int, ...]
    """The index of the failure without a Bratwurm, and of the failure with one."""
    claims: tuple[tuple[tuple[int, ...], ...], ...]
    """The indices of the claims for each total, first without and then with a Bratwurm."""

    def payoff(self, values: OutcomeValues, aim: int = 0) -> Payoff:
        """Return the payoff, given the value of each position.

        If a value is several numbers, the one at index `aim` decides.

        >>> from pickomino import Rules, start
        >>> outcomes = turn_outcomes(start(Rules.preset("standard"), 2))
        >>> payoff = outcomes.payoff(range(17))
        >>> payoff.stakes.stop[0][20:24], payoff.stakes.failure
        ((None, (1,), (2,), (3,)), ((0,), (0,)))
        """
        if len(values) != len(self.positions):
            raise ValueError(f"{len(self.positions)} values needed, got {len(values)}")
        vectors = [_vector(value, aim) for value in values]
        claims = tuple(
            tuple(tuple(self._claim(index, vectors) for index in indices) for indices in by_total)
            for by_total in self.claims
        )
        return Payoff.from_claims(claims, tuple(vectors[index] for index in self.failure))

    def _claim(self, index: int, vectors: Sequence[Vector]) -> tuple[Action, Vector]:
        claim = self.labels[index]
        assert claim is not None, "a failure is not a claim"  # noqa: S101
        return claim, vectors[index]


def _vector(value: Number | Sequence[Number], aim: int) -> Vector:
    """Return the number at index `aim`, by which choices are compared, then the others."""
    if isinstance(value, Sequence):
        return value[aim], *value[:aim], *value[aim + 1 :]
    return (value,)


def turn_outcomes(position: Position) -> TurnOutcomes:
    """Return every outcome that the turn can still have from a position.

    >>> from pickomino import Rules, start
    >>> outcomes = turn_outcomes(start(Rules.preset("standard"), 2))
    >>> len(outcomes.positions), str(outcomes.labels[1]), outcomes.labels[0]
    (17, 't21', None)
    """
    check_in_turn(position)
    shape = TurnShape.from_position(position)
    claims = claims_by_total(position)
    labels = (None, *dict.fromkeys(claim for options in claims for claim in options))
    index_of = {label: index for index, label in enumerate(labels)}
    indices = tuple(tuple(index_of[claim] for claim in options) for options in claims)
    positions = _after(position, labels)
    if not shape.bratwurm:
        return TurnOutcomes(position, shape, positions, labels, (0, 0), (indices, indices))
    shift = len(labels)
    shifted = tuple(tuple(index + shift for index in options) for options in indices)
    positions += _after(_with_bratwurm(position), labels)
    return TurnOutcomes(position, shape, positions, labels * 2, (0, shift), (indices, shifted))


def claims_by_total(position: Position) -> tuple[tuple[Action, ...], ...]:
    """Return the claims that each total allows; none for totals that can no longer be reached.

    >>> claims = claims_by_total(Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -"))
    >>> [str(action) for action in claims[25]]
    ['t24', 's25']
    """
    points = position.turn.set_aside.points
    ordinary, golden = dice_to_roll(position)
    dice = ordinary + bool(golden)
    # One more die for the Canned Worm.
    reach = range(points, points + max(POINTS) * (dice + 1) + 1)
    return tuple(
        claims_for_total(position, total) if total in reach else () for total in range(TOTALS)
    )


def check_in_turn(position: Position) -> None:
    """Raise ValueError if no dice are in play.

    >>> check_in_turn(Position.from_wfen("standard oooooooooooooooo -/- a - ~"))
    """
    if position.turn.phase in (Phase.RAVEN, Phase.OVER):
        raise ValueError(f"no dice are in play: {position.wfen()}")


def _after(position: Position, labels: Sequence[Action | None]) -> tuple[Position, ...]:
    return tuple(_after_one(position, label) for label in labels)


def _after_one(position: Position, label: Action | None) -> Position:
    if label is None:
        return turns.fail(position, "no_new_symbol")[0]
    end = turns.take if label.kind == "t" else turns.steal
    return end(position, label.value)[0]


def _with_bratwurm(position: Position) -> Position:
    assert position.extrawurm is not None, "only Extrawurm has Bratwurms"  # noqa: S101
    return position._replace(extrawurm=position.extrawurm.with_bratwurms(position.seat, 1))
