"""How the bots of `pickomino.bots` choose their actions, as compiled functions on one game."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.bots.family import DARE, DIE_COST, POOR_CHOICE, SLIP, WORM_BONUS
from pickomino.envs.vector.chance import WORM_FACE, int64
from pickomino.envs.vector.extrawurm import (
    HIGHEST_EXTRA,
    LOWEST_EXTRA,
    can_use_weasel,
    has_canned_worm,
    hen_guards,
    rolls_golden,
)
from pickomino.envs.vector.layout import (
    ALL_SYMBOLS,
    CANNED_WORM_POINTS,
    CHOOSE,
    DICE,
    DRAWN_BITS,
    EXTRAS,
    FIRST_RAVEN,
    FIRST_STEAL,
    FIRST_TAKE,
    GOLDEN_AT,
    GOLDEN_PLAIN,
    RAVENS_CHOICE,
    RE_ROLL,
    ROLL_ON,
    STOP,
    SYMBOL_COUNT,
    SYMBOLS_AT,
    WORM_BIT,
)
from pickomino.envs.vector.rules import claims, may_roll
from pickomino.envs.vector.stacks import (
    BASE,
    PackedRules,
    PackedTable,
    PackedTurn,
    as_set,
    owner_of,
    rank,
    top_of,
    worms_of,
)
from pickomino.solver.compiling import compiled, inlined
from pickomino.solver.reference import TIE
from pickomino.solver.rows import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW
from pickomino.solver.shape import TOTALS

RANDOM, BEGINNER, FAMILY, EXPERT = 0, 1, 2, 3
KINDS: Final = {"random": RANDOM, "beginner": BEGINNER, "family": FAMILY, "expert": EXPERT}
"""The numbers of the bots available here, keyed by name."""

DARE_FOR_ONE, DARE_FOR_TWO = DARE[1], DARE[2]
TWO_WORMS = 2
NO_CHOICE = -1e30
POINT_TOTALS = 46
"""The number of possible point totals: nine dice show at most 45."""
PRIORITY = 1000.0
"""Larger than any number of points."""


# ---------------------------------------------------------------- rules of thumb


@inlined
def claimed_tile(action: int) -> int:
    """Return the number of the tile that an action claims."""
    return action - FIRST_TAKE + 1 if action < FIRST_STEAL else action - FIRST_STEAL + EXTRAS + 1


@compiled
def best_claim(mask: int) -> int:
    """Return the action that claims the highest tile, or that rolls on if there is no claim."""
    best, highest = ROLL_ON, 0
    for action in range(FIRST_TAKE, RE_ROLL):
        if (mask >> action) & 1 and claimed_tile(action) > highest:
            best, highest = action, claimed_tile(action)
    return best


@compiled
def raven_target(rule: PackedRules, table: PackedTable, mask: int) -> int:
    """Return the Raven's choice, the same for all bots: rob the rival with the most worms."""
    best, choice = -1, 0
    for rival in range(rule.players):
        if (mask >> (FIRST_RAVEN + rival)) & 1 and rank(table, rival) // 32 > best:
            best, choice = rank(table, rival) // 32, FIRST_RAVEN + rival
    return choice


@compiled
def appeal(table: PackedTable, turn: PackedTurn, kind: int, face: int) -> float:
    """Return how much setting aside a symbol appeals to the bot."""
    count = (turn.rolled >> 4 * face) & 15
    points, is_worm = count * min(face + 1, 5), face == WORM_FACE
    if len(table) != BASE and table.face_up == 0:
        # Only 11 and 13 are left: do not exceed them, prefer worms, then few points.
        highest = HIGHEST_EXTRA if table.extra_tiles & 2 else LOWEST_EXTRA
        return 2 * PRIORITY * (turn.points + points <= highest) + PRIORITY * is_worm - points
    if kind == BEGINNER:
        return PRIORITY * is_worm + points
    return points - DIE_COST * count + WORM_BONUS * is_worm


@compiled
def preferred_symbol(table: PackedTable, turn: PackedTurn, kind: int, bits: np.uint64) -> int:
    """Return the most appealing symbol or RE_ROLL; the family player may take the runner-up."""
    best, second = -1, -1
    most, next_most = NO_CHOICE, NO_CHOICE
    for face in range(WORM_FACE + 1):
        if not (turn.mask >> face) & 1:
            continue
        here = appeal(table, turn, kind, face)
        if here > most:
            best, second, most, next_most = face, best, here, most
        elif here > next_most:
            second, next_most = face, here
    has_habits = follows_habits(table, kind)
    is_poor = has_habits and most < POOR_CHOICE
    if (turn.mask >> RE_ROLL) & 1 and (best < 0 or is_poor):
        return RE_ROLL
    fraction = int64(bits >> np.uint64(64 - DRAWN_BITS)) / (1 << DRAWN_BITS)
    slips = has_habits and second >= 0 and fraction < SLIP
    return second if slips else best


@inlined
def follows_habits(table: PackedTable, kind: int) -> bool:
    """Return whether this is the family player, and other tiles than 11 and 13 are left."""
    return kind == FAMILY and table.face_up != 0


@compiled
def dares(turn: PackedTurn, claim: int) -> bool:
    """Return whether the family player rolls on although it could claim a tile."""
    worms = worms_of(claimed_tile(claim))
    dare = DARE_FOR_ONE if worms == 1 else DARE_FOR_TWO if worms == TWO_WORMS else 0.0
    used = SYMBOL_COUNT[(turn.set_aside >> SYMBOLS_AT) & ALL_SYMBOLS]
    return (turn.mask >> ROLL_ON) & 1 != 0 and (used / 6) ** turn.dice_left < dare


@compiled
def choose_by_habit(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, kind: int, bits: np.uint64
) -> int:
    """Return the action of the beginner or the family player, given random bits."""
    if turn.phase == CHOOSE:
        return preferred_symbol(table, turn, kind, bits)
    if turn.phase == RAVENS_CHOICE:
        return raven_target(rule, table, turn.mask)
    claim = best_claim(turn.mask)
    if claim != ROLL_ON and follows_habits(table, kind) and dares(turn, claim):
        return ROLL_ON
    return claim


# ---------------------------------------------------------------- the expert


Floats = NDArray[np.floating[Any]]
Places = NDArray[np.int16]


class ValueLayout(NamedTuple):
    """Which rows hold the values of which states; see `pickomino.solver.program`."""

    places: Places
    """Each state's number in the program, indexed by `state_index`; -1 where there is no state."""
    states: int


@inlined
def state_index(symbols: int, dice: int, points: int, golden: int, weasel: int) -> int:
    """Return the index of a state in `ValueLayout.places`.

    `dice` does not count a golden die with special faces.
    """
    return (
        ((2 * weasel + golden) * (DICE + 2) + dice) * (ALL_SYMBOLS + 1) + symbols
    ) * POINT_TOTALS + points


@compiled
def claim_worth(rule: PackedRules, table: PackedTable, seat: int, action: int) -> float:
    """Return what a claim is worth to the expert, in worms; stealing the Hen is worth nothing."""
    number = claimed_tile(action)
    if action < FIRST_STEAL:
        return worms_of(number) * 1.0
    if len(table) != BASE and hen_guards(table, owner_of(table, seat, rule.players, number)):
        return 0.0
    return worms_of(number) * (1 + 1 / (rule.players - 1))


@compiled
def best_claim_worth(
    rule: PackedRules, table: PackedTable, seat: int, mask: int
) -> tuple[float, int]:
    """Return the value of the best claim, and the claim: the first one if several are equal."""
    best, claim = NO_CHOICE, 0
    for action in range(FIRST_TAKE, RE_ROLL):
        if (mask >> action) & 1:
            worth = claim_worth(rule, table, seat, action)
            if worth > best + TIE:
                best, claim = worth, action
    return best, claim


@compiled
def write_turn_payoffs(
    rule: PackedRules, table: PackedTable, seat: int, stop: Floats, failure: Floats
) -> None:
    """Write what a turn's outcomes are worth to the expert, without and with a new Bratwurm."""
    own = top_of(table.tops, seat)
    failure[:] = -worms_of(own) if as_set(own) else 0
    if len(table) != BASE and hen_guards(table, seat):
        failure[:] = 0
    for total in range(stop.shape[1]):
        mask = claims(table, seat, rule.options, total)
        best, claim = best_claim_worth(rule, table, seat, mask)
        stop[:, total] = best if claim else np.nan


@compiled
def state_number(
    solved: ValueLayout, rule: PackedRules, turn: PackedTurn, golden: int, weasel: int
) -> int:
    """Return the program's number for the state of a turn in which dice have been set aside."""
    symbols = (turn.set_aside >> SYMBOLS_AT) & ALL_SYMBOLS
    special = golden if not rule.options & GOLDEN_PLAIN else 0
    return solved.places[
        state_index(symbols, turn.dice_left - special, turn.points, special, weasel)
    ]


@compiled
def value_after_setting_aside(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    rule: PackedRules,
    table: PackedTable,
    turn: PackedTurn,
    solved: ValueLayout,
    values: Floats,
    face: int,
) -> float:
    """Return the value of the turn after a symbol is set aside."""
    count = (turn.rolled >> 4 * face) & 15
    aside = turn.set_aside | 1 << (SYMBOLS_AT + face)
    left = turn.dice_left - count
    points = turn.points + count * min(face + 1, 5)
    symbols = (aside >> SYMBOLS_AT) & ALL_SYMBOLS
    if left > 0 and may_roll(rule, symbols):
        golden_face = turn.rolled >> GOLDEN_AT
        golden = 1 if golden_face and golden_face != face + 1 else 0
        weasel = has_weasel(table, turn.seat)
        after = PackedTurn(turn.number, turn.seat, turn.phase, aside, points, left, 0, 0)
        return values[FIRST_STATE_ROW + state_number(solved, rule, after, golden, weasel)]
    if symbols & WORM_BIT:
        return values[STOP_ROW + points]
    if len(table) != BASE and has_canned_worm(table, turn.seat):
        return values[STOP_ROW + min(points + CANNED_WORM_POINTS, TOTALS - 1)]
    return values[FAILURE_ROW]


@compiled
def has_weasel(table: PackedTable, seat: int) -> int:
    """Return 1 if the Weasel may still re-roll, else 0."""
    if len(table) == BASE:
        return 0
    return 1 if can_use_weasel(table.specialists, seat) else 0


@compiled
def has_golden(table: PackedTable, turn: PackedTurn) -> int:
    """Return 1 if the next roll includes the golden die, else 0."""
    if len(table) == BASE:
        return 0
    return 1 if rolls_golden(table, turn) else 0


@compiled
def rolling(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    rule: PackedRules,
    table: PackedTable,
    turn: PackedTurn,
    solved: ValueLayout,
    values: Floats,
    weasel: int,
) -> float:
    """Return the value of rolling; `weasel` is 1 if the Weasel may still re-roll, else 0."""
    row = FIRST_STATE_ROW + solved.states
    return values[row + state_number(solved, rule, turn, has_golden(table, turn), weasel)]


@compiled
def choose_as_expert(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, solved: ValueLayout, values: Floats
) -> int:
    """Return the best action, or the first of several equal ones; `values` is indexed by row."""
    if turn.phase == RAVENS_CHOICE:
        return raven_target(rule, table, turn.mask)
    if turn.phase == CHOOSE:
        return best_symbol(rule, table, turn, solved, values)
    best, action = best_claim_worth(rule, table, turn.seat, turn.mask)
    if (turn.mask >> ROLL_ON) & 1:
        weasel = has_weasel(table, turn.seat)
        value = rolling(rule, table, turn, solved, values, weasel)
        if value > best + TIE:
            best, action = value, ROLL_ON
    if (turn.mask >> STOP) & 1 and values[FAILURE_ROW] > best + TIE:
        action = STOP
    return action


@compiled
def best_symbol(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, solved: ValueLayout, values: Floats
) -> int:
    """Return the best symbol to set aside, or the Weasel's re-roll."""
    best, action = NO_CHOICE, 0
    for face in range(WORM_FACE + 1):
        if (turn.mask >> face) & 1:
            value = value_after_setting_aside(rule, table, turn, solved, values, face)
            if value > best + TIE:
                best, action = value, face
    if (turn.mask >> RE_ROLL) & 1:
        value = rolling(rule, table, turn, solved, values, 0)
        if value > best + TIE:
            action = RE_ROLL
    return action
