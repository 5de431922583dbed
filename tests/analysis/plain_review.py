"""The definitions of docs/review.md a second time: straight on the rules, every roll, no solver."""

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


def judgement(evaluator, position: Position) -> tuple[float, ...]:
    """E: the result itself at the end of the game, otherwise what the evaluator says."""
    if position.to_act == OVER:
        won = winners(position)
        return tuple((seat in won) / len(won) for seat in range(position.players))
    (chances,) = evaluator.evaluate([position])
    return tuple(chance / sum(chances) for chance in chances)


def values(evaluator, turn_start: Position):
    """V at every position of a turn, as a function."""
    seat = turn_start.seat

    @cache
    def value(position: Position) -> tuple[float, ...]:
        if position.seat != seat or position.turn.phase is Phase.OVER:
            return judgement(evaluator, position)
        if position.turn.phase is Phase.ROLL:
            rolls = chance_outcomes(position)
            whole = sum(weight for _, weight in rolls)
            sums = [0.0] * position.players
            for roll, weight in rolls:
                for other, chance in enumerate(value(apply_roll(position, roll))):
                    sums[other] += weight * chance
            return tuple(each / whole for each in sums)
        best = None
        for action in legal_actions(position):
            after = value(apply(position, action))
            if best is None or after[seat] > best[seat] + TIE:
                best = after
        return best

    return value


class PlainTurn(NamedTuple):
    """One turn: the chances at its start and end, and what its events did, by their places."""

    before: tuple[float, ...]
    after: tuple[float, ...]
    luck: dict[int, tuple[float, ...]]
    changes: dict[int, tuple[float, ...]]
    """By decision: how it moved the chances of every seat, down from those of the best choice."""


def plain_turn(game: Game, turn: int, evaluator) -> PlainTurn:
    value = values(evaluator, game.position_at(turn))
    before = now = value(game.position_at(turn))
    first = sum(len(game.steps_of(earlier)) for earlier in range(turn))
    luck, changes = {}, {}
    for place, (event, after) in enumerate(game.steps_of(turn), first):
        if not isinstance(event, TurnEnd):
            moved = luck if isinstance(event, RollEvent) else changes
            moved[place] = less(value(after), now)
            now = value(after)
    return PlainTurn(before, now, luck, changes)


def less(after, before):
    return tuple(new - old for new, old in zip(after, before, strict=True))


class BadEvaluator:
    """Judges by the look of a position's text: any chances, the same on every run."""

    def evaluate(self, positions):
        return [self._chances(position) for position in positions]

    def _chances(self, position):
        generator = random.Random(zlib.crc32(position.wfen().encode()))
        shares = [generator.random() + 1e-3 for _ in position.stacks]
        return tuple(share / sum(shares) for share in shares)
