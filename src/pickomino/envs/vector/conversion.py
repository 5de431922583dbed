"""One game of the arrays as a position of the readable engine, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pickomino.core.errors import InvalidPosition, PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import OVER, Phase, Position, Turn
from pickomino.core.problems import problems
from pickomino.core.roll import SYMBOLS, Roll, roll_of
from pickomino.core.rules import Rules
from pickomino.core.tiles import LOWEST_TILE
from pickomino.envs.actions import index_of
from pickomino.envs.vector.tables import (
    CHOOSE,
    DECIDE,
    DICE,
    OVER_PHASE,
    ROLL,
    SYMBOLS_AT,
    TILES,
    Arrays,
)

_PHASES: Final = {
    ROLL: Phase.ROLL,
    CHOOSE: Phase.CHOOSE,
    DECIDE: Phase.DECIDE,
    OVER_PHASE: Phase.OVER,
}
_NUMBERS: Final = {phase: number for number, phase in _PHASES.items()}


def check_rules(rules: Rules) -> None:
    """Refuse Extrawurm, which the vectorised engine does not play yet."""
    if rules.extrawurm:
        allowed = "no (the vectorised engine plays the base game only)"
        raise PickominoError("bad_option_value", option="extrawurm", value="yes", allowed=allowed)


def position_of(arrays: Arrays, game: int, rules: Rules, players: int) -> Position:
    """Return one game as a position."""
    turn = Turn(
        _PHASES[int(arrays.phase[game])],
        _roll(int(arrays.set_aside[game])),
        _roll(int(arrays.rolled[game])),
    )
    seat = int(arrays.seat[game])
    tops, below = int(arrays.tops[game]), int(arrays.below[game])
    return Position(
        rules,
        _tiles(int(arrays.face_up[game])),
        _tiles(int(arrays.face_down[game])),
        tuple(_stack(tops >> 8 * owner & 255, below) for owner in range(players)),
        OVER if turn.phase is Phase.OVER else seat,
        turn,
    )


def put_position(arrays: Arrays, game: int, position: Position) -> None:
    """Set a game to a position, which is checked; its generator stays as it is."""
    found = problems(position)
    if found:
        raise InvalidPosition(found)
    phase, set_aside, rolled = position.turn
    below, tops, shown = _packed_stacks(position.stacks)
    arrays.face_up[game] = _bits(position.grill)
    arrays.face_down[game] = _bits(position.face_down)
    arrays.below.view("uint64")[game] = below
    arrays.tops[game] = tops
    arrays.shown[game] = shown
    arrays.seat[game] = position.seat
    arrays.phase[game] = _NUMBERS[phase]
    arrays.set_aside[game] = packed(set_aside.counts)
    arrays.points[game] = set_aside.points
    arrays.dice_left[game] = DICE - set_aside.size
    arrays.rolled[game] = packed(rolled.counts)
    arrays.mask[game] = sum(1 << index_of(action) for action in legal_actions(position))
    arrays.turns[game] = 0


def packed(counts: Iterable[int]) -> int:
    """Write dice by their faces as the arrays hold them."""
    return sum(
        count << 4 * face | (count > 0) << SYMBOLS_AT + face for face, count in enumerate(counts)
    )


def roll_from(counts: Iterable[int]) -> Roll:
    """Return the roll of counts by face."""
    pairs = zip(SYMBOLS, counts, strict=True)
    return roll_of("".join(symbol * count for symbol, count in pairs))


def _roll(dice: int) -> Roll:
    return roll_from(dice >> 4 * face & 15 for face in range(len(SYMBOLS)))


def _tiles(bits: int) -> tuple[int, ...]:
    return tuple(LOWEST_TILE + index for index in range(TILES) if bits >> index & 1)


def _bits(tiles: Iterable[int]) -> int:
    return sum(1 << (tile - LOWEST_TILE) for tile in tiles)


def _stack(number: int, below: int) -> tuple[int, ...]:
    found: list[int] = []
    while number:
        found.append(LOWEST_TILE - 1 + number)
        beneath = below >> 4 * (number - 1) & 15
        number = 0 if beneath == number - 1 else beneath + 1
    return tuple(reversed(found))


def _packed_stacks(stacks: tuple[tuple[int, ...], ...]) -> tuple[int, int, int]:
    """Return `below`, `tops` and `shown` of the arrays."""
    below = tops = shown = 0
    for seat, stack in enumerate(stacks):
        beneath = stack[:1]
        for tile in stack:
            below |= (beneath[0] - LOWEST_TILE) << 4 * (tile - LOWEST_TILE)
            beneath = (tile,)
        if stack:
            tops |= (stack[-1] - LOWEST_TILE + 1) << 8 * seat
            shown |= 1 << (stack[-1] - LOWEST_TILE)
    return below, tops, shown
