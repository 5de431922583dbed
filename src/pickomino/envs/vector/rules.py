"""The rules of one game as compiled functions from a table and a turn to a table and a turn.

Both are kept in registers while a game is played. Functions check for Extrawurm only where it
matters.
"""

from __future__ import annotations

import numpy as np

from pickomino.envs.vector.chance import throw_dice, with_golden
from pickomino.envs.vector.extrawurm import (
    after_taking,
    can_use_weasel,
    claims_extra,
    first_roll_dice,
    has_canned_worm,
    has_supply,
    hen_guards,
    one_bratwurm,
    place_specialists,
    release_specialist,
    rolls_golden,
    transfer_specialist,
    with_specialists,
)
from pickomino.envs.vector.layout import (
    ALL_SYMBOLS,
    ALLSYMBOLS_ROLLS,
    CANNED_WORM_POINTS,
    CHOOSE,
    CLAIM_ANY,
    DECIDE,
    DICE,
    EMPTYFLIP,
    EXTRAS,
    EXTRAS_UP,
    FIRST_RAVEN,
    FIRST_STEAL,
    FIRST_TAKE,
    GOLDEN_AT,
    GOLDEN_PLAIN,
    OVER_PHASE,
    OVER_SEAT,
    RAVENS_CHOICE,
    RE_ROLL,
    ROLL,
    ROLL_ON,
    SEATS_AT,
    STEAL_OPTIONAL,
    STOP,
    SYMBOLS_AT,
    TAKE_21,
    WEASEL_USED,
    WEASELBUST,
    WORM_BIT,
)
from pickomino.envs.vector.stacks import (
    BASE,
    PackedRules,
    PackedTable,
    PackedTurn,
    as_set,
    flip_highest,
    highest,
    owner_of,
    pop_tile,
    push_tile,
    return_tile,
    take_tile,
    top_of,
)
from pickomino.solver.compiling import compiled, inlined

LOWEST = 21
HIGHEST = 36
FAILED = 5
"""A phase that exists only inside a kernel: the turn has failed."""

# ---------------------------------------------------------------- dice and claims


@inlined
def roll_dice(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, one: np.uint64, two: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Throw the dice of a turn, including the golden die."""
    if len(table) == BASE or not rolls_golden(table, turn):
        return throw_dice(turn.dice_left, one, two)
    rolled, one, two = throw_dice(turn.dice_left - 1, one, two)
    return with_golden(rolled, rule.options & GOLDEN_PLAIN, one, two)


@inlined
def claims(table: PackedTable, seat: int, options: int, total: int) -> int:
    """Return the claims that a total with a worm allows, as action bits (rules, section 4)."""
    if total < LOWEST:
        if len(table) == BASE:
            return 0
        return claims_extra(table, seat, options, total)
    index = min(total, HIGHEST) - LOWEST
    takes = table.face_up & ((2 << index) - 1)
    if not options & CLAIM_ANY:
        takes = highest(takes)
    own = as_set(top_of(table.tops, seat))
    steal = table.shown & ~own & (1 << index) if total <= HIGHEST else 0
    if steal and not options & STEAL_OPTIONAL:
        takes = 0
    return (takes << TAKE_21) | (steal << FIRST_STEAL)


@inlined
def may_roll(rule: PackedRules, symbols: int) -> bool:
    """Return whether the player may roll the dice that are left, given the symbols set aside."""
    return symbols != ALL_SYMBOLS or rule.options & ALLSYMBOLS_ROLLS != 0


@inlined
def set_aside(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, face: int
) -> tuple[PackedTable, PackedTurn]:
    """Set aside all dice that show a face; the turn may fail as a result."""
    count = (turn.rolled >> 4 * face) & 15
    dice = (turn.set_aside | 1 << (SYMBOLS_AT + face)) + (count << 4 * face)
    points = turn.points + count * min(face + 1, 5)
    symbols = (dice >> SYMBOLS_AT) & ALL_SYMBOLS
    total = points if symbols & WORM_BIT else 0
    if len(table) == BASE:
        return table, turn_after_setting_aside(rule, table, turn, dice, count, points, total)
    if turn.rolled >> GOLDEN_AT == face + 1:
        dice |= (face + 1) << GOLDEN_AT
    if total == 0 and has_canned_worm(table, turn.seat):
        total = points + CANNED_WORM_POINTS
    after = turn_after_setting_aside(rule, table, turn, dice, count, points, total)
    if face == 0 and count > 1 and has_supply(table.specialists, rule.players):
        return with_specialists(table, table.specialists + one_bratwurm(turn.seat)), after
    return table, after


@inlined
def turn_after_setting_aside(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    rule: PackedRules,
    table: PackedTable,
    turn: PackedTurn,
    dice: int,
    count: int,
    points: int,
    total: int,
) -> PackedTurn:
    """Return the turn after dice were set aside; a total of 0 means no worm."""
    left = turn.dice_left - count
    mask = claims(table, turn.seat, rule.options, total) if total else 0
    if left > 0 and may_roll(rule, (dice >> SYMBOLS_AT) & ALL_SYMBOLS):
        mask |= 1 << ROLL_ON if mask else (1 << ROLL_ON) | (1 << STOP)
    phase = DECIDE if mask else FAILED
    return PackedTurn(turn.number, turn.seat, phase, dice, points, left, 0, mask)


# ---------------------------------------------------------------- the end of a turn


@inlined
def fail_turn(table: PackedTable, seat: int, options: int) -> PackedTable:
    """Release a seat's specialist, return the seat's top tile and flip tiles (rules, section 3)."""
    if len(table) == BASE:
        return return_or_flip(table, seat, options)
    released = with_specialists(table, release_specialist(table.specialists, seat))
    return released if hen_guards(table, seat) else return_or_flip(released, seat, options)


@inlined
def return_or_flip(table: PackedTable, seat: int, options: int) -> PackedTable:
    """Put back a seat's top tile; if there is none and EMPTYFLIP is set, flip the highest tile."""
    if as_set(top_of(table.tops, seat)):
        return return_tile(table, seat, options)
    return flip_highest(table) if options & EMPTYFLIP else table


@inlined
def steal_tile(rule: PackedRules, table: PackedTable, seat: int, number: int) -> PackedTable:
    """Steal an opponent's top tile, or the Hen that guards it."""
    owner = owner_of(table, seat, rule.players, number)
    if len(table) == BASE:
        return push_tile(pop_tile(table, owner), seat, number)
    specialists = transfer_specialist(table.specialists, seat, SEATS_AT + owner)
    moved = with_specialists(table, specialists)
    return moved if hen_guards(table, owner) else push_tile(pop_tile(moved, owner), seat, number)


@inlined
def next_turn(
    rule: PackedRules, table: PackedTable, turn: PackedTurn
) -> tuple[PackedTable, PackedTurn]:
    """Place the specialists and start the next turn, or end the game if no tile is face up."""
    number, seat = turn.number + 1, turn.seat + 1
    if seat == rule.players:
        seat = 0
    if len(table) == BASE:
        if table.face_up == 0:
            return table, PackedTurn(number, OVER_SEAT, OVER_PHASE, 0, 0, DICE, 0, 0)
        return table, PackedTurn(number, seat, ROLL, 0, 0, DICE, 0, 0)
    after = place_specialists(table)
    if table.face_up == 0 and table.extra_tiles & EXTRAS_UP == 0:
        return after, PackedTurn(number, OVER_SEAT, OVER_PHASE, 0, 0, DICE, 0, 0)
    return after, PackedTurn(
        number, seat, ROLL, 0, 0, first_roll_dice(after.specialists, seat), 0, 0
    )


# ---------------------------------------------------------------- a turn


@inlined
def after_roll(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, rolled: int
) -> tuple[PackedTable, PackedTurn]:
    """Apply a roll; without a new symbol the turn fails."""
    number, seat, _, aside, points, left, _, _ = turn
    choices = ((rolled & ~aside) >> SYMBOLS_AT) & ALL_SYMBOLS
    if len(table) != BASE:
        rescued = choices or rule.options & WEASELBUST
        if rescued and can_use_weasel(table.specialists, seat):
            choices |= 1 << RE_ROLL
    if choices:
        return table, PackedTurn(number, seat, CHOOSE, aside, points, left, rolled, choices)
    return next_turn(rule, fail_turn(table, seat, rule.options), turn)


@compiled
def after_action(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, action: int
) -> tuple[PackedTable, PackedTurn]:
    """Apply a legal action."""
    number, seat, _, aside, points, left, _, _ = turn
    if action < ROLL_ON:
        kept, after = set_aside(rule, table, turn, action)
        if after.phase != FAILED:
            return kept, after
        moved = fail_turn(kept, seat, rule.options)
    elif action == ROLL_ON:
        return table, PackedTurn(number, seat, ROLL, aside, points, left, 0, 0)
    elif action == STOP:
        moved = fail_turn(table, seat, rule.options)
    elif len(table) != BASE:
        return after_extrawurm_action(rule, table, turn, action)
    elif action < FIRST_STEAL:
        moved = take_tile(table, seat, action - FIRST_TAKE + 1)
    else:
        moved = steal_tile(rule, table, seat, action - FIRST_STEAL + EXTRAS + 1)
    return next_turn(rule, moved, turn)


@compiled
def after_extrawurm_action(
    rule: PackedRules, table: PackedTable, turn: PackedTurn, action: int
) -> tuple[PackedTable, PackedTurn]:
    """Apply an action that the expansion affects or adds: claims, re-rolls and Raven's choices."""
    number, seat, _, aside, points, left, _, _ = turn
    if action == RE_ROLL:
        used = with_specialists(table, table.specialists | WEASEL_USED)
        return used, PackedTurn(number, seat, ROLL, aside, points, left, 0, 0)
    if action < FIRST_STEAL:
        tile = action - FIRST_TAKE + 1
        moved, after = after_taking(take_tile(table, seat, tile), turn, rule.players, tile)
        if after.phase == RAVENS_CHOICE:
            return moved, after
    elif action < RE_ROLL:
        moved = steal_tile(rule, table, seat, action - FIRST_STEAL + EXTRAS + 1)
    else:
        change = one_bratwurm(seat) - one_bratwurm(action - FIRST_RAVEN)
        moved = with_specialists(table, table.specialists + change)
    return next_turn(rule, moved, turn)
