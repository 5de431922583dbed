"""A second implementation of docs/review.md: the plain rules, every roll, no solver."""

from __future__ import annotations

import random
import zlib
from functools import cache
from typing import NamedTuple

from pickomino import (
    OVER,
    Game,
    Phase,
    Position,
    RollEvent,
    TurnEnd,
    apply,
    apply_roll,
    chance_outcomes,
    legal_actions,
    winners,
)

TIE = 1e-12


def evaluate(evaluator, position: Position) -> tuple[float, ...]:
    """Return E: the result of a finished game, otherwise the evaluator's chances."""
    if position.to_act == OVER:
        won = winners(position)
        return tuple((seat in won) / len(won) for seat in range(position.players))
    (chances,) = evaluator.evaluate([position])
    return tuple(chance / sum(chances) for chance in chances)


def values(evaluator, turn_start: Position):
    """Return V as a function of the positions of a turn."""
    seat = turn_start.seat

    @cache
    def value(position: Position) -> tuple[float, ...]:
        if position.seat != seat or position.turn.phase is Phase.OVER:
            return evaluate(evaluator, position)
        if position.turn.phase is Phase.ROLL:
            rolls = chance_outcomes(position)
            total = sum(weight for _, weight in rolls)
            sums = [0.0] * position.players
            for roll, weight in rolls:
                for other, chance in enumerate(value(apply_roll(position, roll))):
                    sums[other] += weight * chance
            return tuple(chance / total for chance in sums)
        best = None
        for action in legal_actions(position):
            after = value(apply(position, action))
            if best is None or after[seat] > best[seat] + TIE:
                best = after
        return best

    return value


class PlainTurn(NamedTuple):
    """A turn: the chances at its start and end, and the effects of its events by their numbers."""

    before: tuple[float, ...]
    after: tuple[float, ...]
    luck: dict[int, tuple[float, ...]]
    changes: dict[int, tuple[float, ...]]
    """By decision: the change of every seat's chances compared with the best choice."""


def plain_turn(game: Game, turn: int, evaluator) -> PlainTurn:
    value = values(evaluator, game.position_at(turn))
    before = now = value(game.position_at(turn))
    first = sum(len(game.steps_in_turn(earlier)) for earlier in range(turn))
    luck, changes = {}, {}
    for place, (event, after) in enumerate(game.steps_in_turn(turn), first):
        if not isinstance(event, TurnEnd):
            effects = luck if isinstance(event, RollEvent) else changes
            effects[place] = difference(value(after), now)
            now = value(after)
    return PlainTurn(before, now, luck, changes)


def difference(after, before):
    return tuple(new - old for new, old in zip(after, before, strict=True))


class BadEvaluator:
    """Returns arbitrary chances that depend on the position's text, the same on every run."""

    def evaluate(self, positions):
        return [self._chances(position) for position in positions]

    def _chances(self, position):
        generator = random.Random(zlib.crc32(position.wfen().encode()))
        shares = [generator.random() + 1e-3 for _ in position.stacks]
        return tuple(share / sum(shares) for share in shares)
