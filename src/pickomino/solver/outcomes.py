"""How a turn can end: every position after it, and what each total may claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pickomino.core import turns
from pickomino.core.actions import Action
from pickomino.core.play import claims_of_total, dice_to_roll
from pickomino.core.position import Phase, Position
from pickomino.core.roll import POINTS
from pickomino.solver.reference import TIE, Number, Stakes, Vector
from pickomino.solver.shape import TOTALS, TurnShape

Worth = Sequence[Number] | Sequence[Sequence[Number]]
"""What each result of a turn is worth: a number, or several of which one decides."""
Result = tuple[Action | None, bool]
"""A claim, or None for a failure, and whether a Bratwurm for ones was gained."""
Change = Callable[[Result, Vector], Vector]
Claims = tuple[tuple[tuple[Action, Vector], ...], ...]


class Payoff(NamedTuple):
    """What each result of a turn is worth to the player whose turn it is."""

    stakes: Stakes
    claims: tuple[Claims, ...]
    """Every claim with its value, by Bratwurm and total, in the order of the legal actions."""

    @staticmethod
    def of(claims: tuple[Claims, ...], failure: tuple[Vector, ...], tie: float = TIE) -> Payoff:
        """Value a total by the best of its claims, the first of equals."""
        stop = tuple(tuple(_best(each, tie) for each in by_total) for by_total in claims)
        return Payoff(Stakes(stop, failure), claims)

    def mapped(self, change: Change, tie: float = TIE) -> Payoff:
        """Change what each result is worth."""
        claims = tuple(
            tuple(
                tuple((claim, change((claim, gained), value)) for claim, value in each)
                for each in by
            )
            for gained, by in zip((False, True), self.claims, strict=True)
        )
        without, with_bratwurm = self.stakes.failure
        failure = change((None, False), without), change((None, True), with_bratwurm)
        return Payoff.of(claims, failure, tie)

    def results(self) -> list[Result]:
        """Return everything that the turn can come to, the failures first."""
        claimed = {
            (claim, gained): None
            for gained, by_total in zip((False, True), self.claims, strict=True)
            for each in by_total
            for claim, _ in each
        }
        return [(None, False), (None, True), *claimed]


def _best(claims: Sequence[tuple[Action, Vector]], tie: float) -> Vector | None:
    best = None
    for _, value in claims:
        if best is None or value[0] > best[0] + tie:
            best = value
    return best


class TurnOutcomes(NamedTuple):
    """Every position that a turn can end in.

    Where a Bratwurm for ones can still be gained, each comes twice, without it and with it. After
    a take that opens the Raven's choice, the position waits for that choice.
    """

    position: Position
    shape: TurnShape
    positions: tuple[Position, ...]
    labels: tuple[Action | None, ...]
    """The claim that leads to each position; None for a failure."""
    failure: tuple[int, ...]
    """The place of the failure, without and with a Bratwurm."""
    claims: tuple[tuple[tuple[int, ...], ...], ...]
    """The places of the claims, by Bratwurm and total."""

    def payoff(self, worth: Worth, aim: int = 0) -> Payoff:
        """Say what each position is worth; of several numbers, the one at `aim` decides.

        >>> from pickomino import Rules, start
        >>> outcomes = turn_outcomes(start(Rules.preset("standard"), 2))
        >>> payoff = outcomes.payoff(range(17))
        >>> payoff.stakes.stop[0][20:24], payoff.stakes.failure
        ((None, (1,), (2,), (3,)), ((0,), (0,)))
        """
        if len(worth) != len(self.positions):
            raise ValueError(f"{len(self.positions)} values needed, got {len(worth)}")
        values = [_vector(each, aim) for each in worth]
        claims = tuple(
            tuple(tuple(self._claim(place, values) for place in places) for places in by_total)
            for by_total in self.claims
        )
        return Payoff.of(claims, tuple(values[place] for place in self.failure))

    def _claim(self, place: int, values: Sequence[Vector]) -> tuple[Action, Vector]:
        claim = self.labels[place]
        assert claim is not None, "a failure is no claim"  # noqa: S101
        return claim, values[place]


def _vector(worth: Number | Sequence[Number], aim: int) -> Vector:
    """Put the number that decides first."""
    if isinstance(worth, Sequence):
        return worth[aim], *worth[:aim], *worth[aim + 1 :]
    return (worth,)


def turn_outcomes(position: Position) -> TurnOutcomes:
    """Return everything that the turn of a position can come to from there on.

    >>> from pickomino import Rules, start
    >>> outcomes = turn_outcomes(start(Rules.preset("standard"), 2))
    >>> len(outcomes.positions), str(outcomes.labels[1]), outcomes.labels[0]
    (17, 't21', None)
    """
    check_in_turn(position)
    shape = TurnShape.of(position)
    claims = claims_by_total(position)
    labels = (None, *dict.fromkeys(claim for each in claims for claim in each))
    places = {label: place for place, label in enumerate(labels)}
    found = tuple(tuple(places[claim] for claim in each) for each in claims)
    positions = _after(position, labels)
    if not shape.bratwurm:
        return TurnOutcomes(position, shape, positions, labels, (0, 0), (found, found))
    shift = len(labels)
    shifted = tuple(tuple(place + shift for place in each) for each in found)
    positions += _after(_with_bratwurm(position), labels)
    return TurnOutcomes(position, shape, positions, labels * 2, (0, shift), (found, shifted))


def claims_by_total(position: Position) -> tuple[tuple[Action, ...], ...]:
    """Return the claims of every total that the turn can still reach, none for the others."""
    points = position.turn.set_aside.points
    ordinary, golden = dice_to_roll(position)
    dice = ordinary + bool(golden)
    # One more for the Canned Worm.
    reach = range(points, points + max(POINTS) * (dice + 1) + 1)
    return tuple(
        claims_of_total(position, total) if total in reach else () for total in range(TOTALS)
    )


def check_in_turn(position: Position) -> None:
    """Refuse a position that is not inside a turn."""
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
