"""What the bots of `pickomino.bots` choose, as compiled functions over one game.

What they weigh and dare is an argument, taken from the bots themselves: compiled code on disk
does not follow another folder.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.bots import family
from pickomino.envs.vector.compiling import compiled
from pickomino.envs.vector.rules import Rule, Table, Turn, claims, nth_action, top_of, whole
from pickomino.envs.vector.tables import (
    ALL_SYMBOLS,
    CHOOSE,
    DRAWN_BITS,
    FIRST_STEAL,
    FIRST_TAKE,
    ROLL_ON,
    STOP,
    SYMBOL_COUNT,
    SYMBOLS_AT,
    WORM_BIT,
    Int8s,
)
from pickomino.solver.program import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW
from pickomino.solver.reference import TIE
from pickomino.solver.shape import TOTALS

RANDOM, BEGINNER, FAMILY, EXPERT = 0, 1, 2, 3
KINDS: Final = {"random": RANDOM, "beginner": BEGINNER, "family": FAMILY, "expert": EXPERT}
"""The bots that play here, by their names."""

WORM_FACE = 5
TWO = 2
NO_CHOICE = -1e30
CLAIMS = -1 << FIRST_TAKE
"""The actions that take or steal a tile, as bits."""


class Habits(NamedTuple):
    """What the family player goes by; see `pickomino.bots.family`."""

    slip: float
    dare_for_one: float
    dare_for_two: float
    die_cost: float
    worm_bonus: float


HABITS: Final = Habits(
    family.SLIP, family.DARE[1], family.DARE[2], family.DIE_COST, family.WORM_BONUS
)


class Opponents(NamedTuple):
    """Who plays the seats that are not the agent's, in their order."""

    kinds: Int8s
    habits: Habits


# ---------------------------------------------------------------- rules of thumb


@compiled
def worms_of(number: int) -> int:
    """Return the worms of a tile."""
    return (number + 3) // 4


@compiled
def number_of(action: int) -> int:
    """Return the number of the tile that a claim is about."""
    return action + 1 - (FIRST_TAKE if action < FIRST_STEAL else FIRST_STEAL)


@compiled
def best_claim(mask: int) -> int:
    """Return the claim of the highest tile, or to roll on where there is no claim."""
    best, highest = ROLL_ON, 0
    for action in range(FIRST_TAKE, 64):
        if (mask >> action) & 1 and number_of(action) > highest:
            best, highest = action, number_of(action)
    return best


@compiled
def appeal(turn: Turn, kind: int, habits: Habits, face: int) -> float:
    """Weigh a symbol that may be set aside."""
    count = (turn.rolled >> 4 * face) & 15
    points = min(face + 1, 5)
    if kind == BEGINNER:
        return count * points + (1000.0 if face == WORM_FACE else 0.0)
    worth = count * (points - habits.die_cost)
    return worth + habits.worm_bonus if face == WORM_FACE else worth


@compiled
def liked_symbol(turn: Turn, kind: int, habits: Habits, bits: np.uint64) -> int:
    """Return the symbol that appeals most; the family player sometimes slips to the second."""
    best, second = -1, -1
    for face in range(WORM_FACE + 1):
        if not (turn.mask >> face) & 1:
            continue
        here = appeal(turn, kind, habits, face)
        if best < 0 or here > appeal(turn, kind, habits, best):
            best, second = face, best
        elif second < 0 or here > appeal(turn, kind, habits, second):
            second = face
    fraction = whole(bits >> np.uint64(64 - DRAWN_BITS)) / (1 << DRAWN_BITS)
    slips = kind == FAMILY and second >= 0 and fraction < habits.slip
    return second if slips else best


@compiled
def dares(turn: Turn, habits: Habits, claim: int) -> bool:
    """Return whether the family player rolls on with a tile in hand."""
    worms = worms_of(number_of(claim))
    dare = habits.dare_for_one if worms == 1 else habits.dare_for_two if worms == TWO else 0.0
    used = SYMBOL_COUNT[turn.set_aside >> SYMBOLS_AT]
    return (turn.mask >> ROLL_ON) & 1 != 0 and (used / 6) ** turn.dice_left < dare


@compiled
def chosen_by_habit(turn: Turn, kind: int, habits: Habits, bits: np.uint64) -> int:
    """Return what any bot but the expert does; the bits are its chance."""
    if kind == RANDOM:
        return nth_action(turn.mask, bits)
    if turn.phase == CHOOSE:
        return liked_symbol(turn, kind, habits, bits)
    claim = best_claim(turn.mask)
    if kind == FAMILY and claim != ROLL_ON and dares(turn, habits, claim):
        return ROLL_ON
    return claim


# ---------------------------------------------------------------- the expert


Floats = NDArray[np.floating[Any]]
Places = NDArray[np.int16]


class Solved(NamedTuple):
    """Where the solver's values are: for the rows see `pickomino.solver.program`."""

    places: Places
    """The number of a state in the program, at what `place_of` says; -1 where there is none."""
    states: int
    tie: float
    totals: int
    failure_row: int
    stop_row: int
    first_state_row: int


def solved_rows(places: Places, states: int) -> Solved:
    """Return where the values of a program's states are."""
    return Solved(places, states, TIE, TOTALS, FAILURE_ROW, STOP_ROW, FIRST_STATE_ROW)


@compiled
def place_of(symbols: int, dice: int, points: int, totals: int) -> int:
    """Return where the number of a state stands."""
    return (dice * (ALL_SYMBOLS + 1) + symbols) * totals + points


@compiled
def claim_worth(rule: Rule, action: int) -> float:
    """Return the worms that a claim is worth to the expert."""
    worms = worms_of(number_of(action))
    return worms * (1 + 1 / (rule.players - 1)) if action >= FIRST_STEAL else worms * 1.0


@compiled
def most_worms(rule: Rule, mask: int, tie: float) -> tuple[float, int]:
    """Return the best claim among the actions, the first of equals, after what it is worth."""
    best, found = NO_CHOICE, 0
    for action in range(FIRST_TAKE, 64):
        if (mask >> action) & 1 and claim_worth(rule, action) > best + tie:
            best, found = claim_worth(rule, action), action
    return best, found


@compiled
def put_stakes(  # noqa: PLR0913, PLR0917 - what a kernel needs
    rule: Rule, table: Table, turn: Turn, stop: Floats, failure: Floats, tie: float
) -> None:
    """Write what a turn's results are worth to the expert, without a Bratwurm and with one."""
    failure[:] = -worms_of(top_of(table.tops, turn.seat))
    for total in range(stop.shape[1]):
        best, found = most_worms(rule, claims(table, turn, rule.options, total), tie)
        stop[:, total] = best if found else np.nan


@compiled
def after_setting_aside(solved: Solved, turn: Turn, face: int, values: Floats) -> float:
    """Return what the turn is worth once a symbol is set aside."""
    count = (turn.rolled >> 4 * face) & 15
    symbols = (turn.set_aside >> SYMBOLS_AT) | 1 << face
    dice = turn.dice_left - count
    points = turn.points + count * min(face + 1, 5)
    if symbols != ALL_SYMBOLS and dice > 0:
        row = solved.first_state_row + solved.places[place_of(symbols, dice, points, solved.totals)]
    elif symbols & WORM_BIT:
        row = solved.stop_row + points
    else:
        row = solved.failure_row
    return values[row]


@compiled
def chosen_by_expert(rule: Rule, turn: Turn, solved: Solved, values: Floats) -> int:
    """Return the action that is worth most, the first of equals; values are by row."""
    best, found = NO_CHOICE, 0
    if turn.phase == CHOOSE:
        for face in range(WORM_FACE + 1):
            if (turn.mask >> face) & 1:
                value = after_setting_aside(solved, turn, face, values)
                if value > best + solved.tie:
                    best, found = value, face
        return found
    best, found = most_worms(rule, turn.mask, solved.tie)
    if (turn.mask >> ROLL_ON) & 1:
        symbols = turn.set_aside >> SYMBOLS_AT
        place = place_of(symbols, turn.dice_left, turn.points, solved.totals)
        value = values[solved.first_state_row + solved.states + solved.places[place]]
        if value > best + solved.tie:
            best, found = value, ROLL_ON
    if (turn.mask >> STOP) & 1 and values[solved.failure_row] > best + solved.tie:
        found = STOP
    return found
