"""The four figures shown when a game is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from pickomino.core.play import dice_left, dice_to_roll
from pickomino.core.position import Phase, Position, scores
from pickomino.core.roll import FACES, GOLDEN_FACES, NO_GOLDEN, intern_roll
from pickomino.core.turns import TurnEnd
from pickomino.record.state import GameState, GameStep, RollEvent


class BoldRoll(Struct, frozen=True):
    """The riskiest roll of a game."""

    seat: int
    risk: float
    """The chance that the roll would fail."""
    dice: int
    """The number of dice rolled."""


class Highlights(Struct, frozen=True):
    """A game in four figures."""

    steals: int = 0
    failures: int = 0
    leads: int = 0
    """How often the sole leader changed from one player to another."""
    boldest: BoldRoll | None = None
    """None if no roll could fail."""
    failures_by_seat: tuple[int, ...] = ()


def compute_highlights(start: Position, steps: Iterable[GameStep]) -> Highlights:
    """Return the figures of a game.

    >>> from pickomino import Game, Rules
    >>> game = Game(Rules.preset("mini"), 2)
    >>> compute_highlights(game.start, game.steps)
    Highlights(steals=0, failures=0, leads=0, boldest=None, failures_by_seat=(0, 0))
    """
    steps = tuple(steps)
    ends = [event for event, _ in steps if isinstance(event, TurnEnd)]
    failed = [end.seat for end in ends if end.result == "failed"]
    return Highlights(
        steals=sum(end.robbed is not None for end in ends),
        failures=len(failed),
        leads=_count_lead_changes(scores(position) for _, position in steps),
        boldest=max(_rolls(start, steps), key=lambda roll: roll.risk, default=None),
        failures_by_seat=tuple(map(failed.count, range(start.players))),
    )


@lru_cache(maxsize=64)
def cached_highlights(game: GameState) -> Highlights:
    """Return the figures of a room's game, computed once for all clients."""
    return compute_highlights(game.start, game.steps)


def _count_lead_changes(scores_by_step: Iterable[tuple[int, ...]]) -> int:
    """Count how often one sole leader replaced another; the first leader replaces none."""
    changes, leader = 0, None
    for worms in scores_by_step:
        first = [seat for seat, count in enumerate(worms) if count == max(worms)]
        if len(first) == 1 and first[0] != leader:
            changes += leader is not None
            leader = first[0]
    return changes


def _rolls(start: Position, steps: tuple[GameStep, ...]) -> Iterator[BoldRoll]:
    before = start
    for event, position in steps:
        if isinstance(event, RollEvent) and (risk := _risk(before)):
            yield BoldRoll(event.seat, risk, dice_left(before))
        before = position


def _risk(position: Position) -> float:
    """Return the chance that the next roll shows no new symbol."""
    assert position.turn.phase is Phase.ROLL, "dice are about to be rolled"  # noqa: S101
    used = [face for face in FACES if position.turn.set_aside.has(face)]
    ordinary, golden = dice_to_roll(position)
    risk = (len(used) / len(FACES)) ** ordinary
    if golden == NO_GOLDEN:
        return risk
    faces = [intern_roll("", face).golden_face for face in GOLDEN_FACES[golden]]
    return risk * sum(face in used for face in faces) / len(faces)
