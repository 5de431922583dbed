"""Legal actions of a position, and the positions that follow from actions and rolls."""

from __future__ import annotations

from typing import Final

from pickomino.core import extrawurm as expansion
from pickomino.core import turns
from pickomino.core.actions import ROLL_ON, SET_ASIDE, STEAL, STOP, TAKE, WEASEL, Action, has_token
from pickomino.core.errors import IllegalAction, Problem, quote
from pickomino.core.position import FIELD_ERRORS, Phase, Position, Turn, check_position
from pickomino.core.roll import (
    ALL_SYMBOLS,
    FACES,
    NO_DICE,
    NO_GOLDEN,
    ORDINARY_DICE,
    Roll,
    outcomes,
)
from pickomino.core.tiles import LOWEST_TILE
from pickomino.core.turns import Step

# Looking up a member of an enum takes 0.1 us in Python 3.11, so the hot path uses these names.
_ROLL, _CHOOSE, _DECIDE, _RAVEN = Phase.ROLL, Phase.CHOOSE, Phase.DECIDE, Phase.RAVEN
# Calling the class of a named tuple takes twice as long.
_new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

# Actions that set aside a symbol, keyed by the bits of the open symbols, for the hot path.
_CHOICES: Final = tuple(
    tuple(SET_ASIDE[face - 1] for face in FACES if symbols >> (face - 1) & 1)
    for symbols in range(ALL_SYMBOLS + 1)
)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action; none when dice are to be rolled or the game is over.

    >>> position = Position.from_wfen("classic ooo.oooooooooooo 24/- b 55ww 1134")
    >>> [str(action) for action in legal_actions(position)]
    ['k1', 'k3', 'k4']
    """
    try:
        phase = position.turn.phase
        if phase is _CHOOSE:
            return _choices(position)
        if phase is _DECIDE:
            claims = _claims(position)
            if not can_roll_on(position):
                return claims
            return (*claims, ROLL_ON) if claims else (ROLL_ON, STOP)
        if phase is _RAVEN and position.extrawurm is not None:
            return expansion.raven_choices(position.extrawurm, position.seat)
    except FIELD_ERRORS:  # costs nothing unless it happens
        check_position(position)
        raise
    return ()


def claims(position: Position) -> tuple[Action, ...]:
    """Return the claims that stopping now allows: tiles to take and a tile to steal.

    >>> position = Position.from_wfen("classic oooo.ooooooooooo -/25 a 5wwww -")
    >>> [str(action) for action in claims(position)]
    ['t24', 's25']
    """
    try:
        return _claims(position) if position.turn.phase is _DECIDE else ()
    except FIELD_ERRORS:
        check_position(position)
        raise


def chance_outcomes(position: Position) -> tuple[tuple[Roll, int], ...]:
    """Return every distinct roll with its weight out of 6^n; none unless dice are to be rolled.

    >>> from pickomino import Rules, start
    >>> len(chance_outcomes(start(Rules.preset("standard"), 2)))
    1287
    """
    try:
        if position.turn.phase is not _ROLL:
            return ()
    except AttributeError:
        check_position(position)
        raise
    return outcomes(*dice_to_roll(position))


def dice_to_roll(position: Position) -> tuple[int, str]:
    """Return how many ordinary dice are to be rolled, and the kind of golden die, if any.

    >>> dice_to_roll(Position.from_wfen("classic ooo.oooooooooooo 24/- b 55ww 1134"))
    (4, '')
    """
    try:
        ordinary = ORDINARY_DICE - len(position.turn.set_aside.ordinary)
        extrawurm = position.extrawurm
        golden = NO_GOLDEN if extrawurm is None else expansion.golden_kind(position, extrawurm)
    except FIELD_ERRORS:
        check_position(position)
        raise
    return ordinary, golden


def dice_left(position: Position) -> int:
    """Return how many dice the next roll of this turn has."""
    ordinary, golden = dice_to_roll(position)
    return ordinary + (golden != NO_GOLDEN)


def can_roll_on(position: Position) -> bool:
    """Return whether a die is left and the rules allow rolling it (`allsymbols`)."""
    set_aside = position.turn.set_aside
    if set_aside.symbols == ALL_SYMBOLS and not position.rules.rolls_with_all_symbols:
        return False
    if len(set_aside.ordinary) < ORDINARY_DICE:
        return True
    return dice_to_roll(position)[1] != NO_GOLDEN


def apply(position: Position, action: Action) -> Position:
    """Return the position after a legal action; raise IllegalAction for any other.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - 12345www")
    >>> apply(position, Action.parse("kw")).wfen()
    'standard oooooooooooooooo -/- a www -'
    """
    return step(position, action)[0]


def apply_roll(position: Position, roll: Roll) -> Position:
    """Return the position after a roll; a roll without a new symbol fails the turn.

    >>> from pickomino import Rules, start
    >>> apply_roll(start(Rules.preset("standard"), 2), Roll.parse("12345www")).to_act
    0
    """
    return step_roll(position, roll)[0]


def step(position: Position, action: Action) -> Step:  # noqa: PLR0911 - one for each kind of action
    """Return the position after a legal action and, if the turn ended, how it ended.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 355www -")
    >>> step(position, Action.parse("t28"))[1].tile
    28
    """
    if type(action) is not Action or action not in legal_actions(position):
        check_position(position)
        legal = _describe_legal(position)
        raise IllegalAction(
            "illegal_action", action=_describe(action), wfen=position.wfen(), legal=legal
        )
    kind, value = action
    try:
        match kind:
            case "k":
                return _set_aside(position, value)
            case "r":
                return _advance_turn(position, _ROLL, position.turn.set_aside), None
            case "t":
                return turns.take(position, value)
            case "s":
                return turns.steal(position, value)
            case "q":
                return turns.fail_after_choice(position)
            case "z":
                return _use_weasel(position), None
            case "b":
                return turns.choose_for_raven(position, value)
    except FIELD_ERRORS:
        check_position(position)
        raise


def step_roll(position: Position, roll: Roll) -> Step:
    """Return the position after a roll and, if the turn ended, how it ended.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 555555w ~")
    >>> step_roll(position, Roll.parse("5"))[1].reason
    'no_new_symbol'
    """
    try:
        _check_roll(position, roll)
        extrawurm = position.extrawurm
        set_aside = position.turn.set_aside
        if roll.symbols & ~set_aside.symbols or (
            extrawurm is not None and expansion.weasel_saves_bust(position, extrawurm)
        ):
            return _advance_turn(position, _CHOOSE, set_aside, roll), None
        return turns.fail(position, "no_new_symbol")
    except FIELD_ERRORS:
        check_position(position)
        raise


def _choices(position: Position) -> tuple[Action, ...]:
    _, set_aside, rolled = position.turn
    choices = _CHOICES[rolled.symbols & ~set_aside.symbols]
    extrawurm = position.extrawurm
    if extrawurm is None or not expansion.can_use_weasel(position, extrawurm):
        return choices
    if not choices and not expansion.weasel_saves_bust(position, extrawurm):
        return ()
    return (*choices, WEASEL)


def claims_for_total(position: Position, total: int) -> tuple[Action, ...]:
    """Return the claims that a total with a worm allows: grill tiles and a steal (section 4).

    >>> position = Position.from_wfen("classic oooo.ooooooooooo -/25 a - ~")
    >>> [str(action) for action in claims_for_total(position, 25)]
    ['t24', 's25']
    """
    if total < LOWEST_TILE:
        return expansion.extra_tile_claims(position, total) if position.extrawurm else ()
    steals = _steals(position, total)
    if steals and position.rules.steal == "forced":
        return steals
    return _takes(position, total) + steals


def _claims(position: Position) -> tuple[Action, ...]:
    if not turns.has_worm(position):
        return ()
    return claims_for_total(position, turns.total(position))


def _steals(position: Position, total: int) -> tuple[Action, ...]:
    seat = position.seat
    for owner, stack in enumerate(position.stacks):
        if stack and stack[-1] == total and owner != seat:
            return (STEAL[total],)
    return ()


def _takes(position: Position, total: int) -> tuple[Action, ...]:
    reached = [tile for tile in position.grill if LOWEST_TILE <= tile <= total]
    if position.rules.claim == "any":
        return tuple(TAKE[tile] for tile in reached)
    return (TAKE[reached[-1]],) if reached else ()


def _set_aside(position: Position, face: int) -> Step:
    _, set_aside, rolled = position.turn
    after = _advance_turn(position, _DECIDE, set_aside.with_symbol(rolled, face))
    extrawurm = position.extrawurm
    if extrawurm is not None and face == 1:
        rewarded = expansion.bratwurm_for_ones(extrawurm, position.seat, rolled.count(1))
        after = after._replace(extrawurm=rewarded)
    if can_roll_on(after) or _claims(after):
        return after, None
    return turns.fail_after_choice(after)


def _use_weasel(position: Position) -> Position:
    assert position.extrawurm is not None, "only Extrawurm has a Weasel"  # noqa: S101
    return position._replace(
        turn=Turn(_ROLL, position.turn.set_aside),
        extrawurm=position.extrawurm._replace(weasel_used=True),
    )


def _advance_turn(
    position: Position, phase: Phase, set_aside: Roll, rolled: Roll = NO_DICE
) -> Position:
    """Return the position with a new `turn`; this is on the hot path and faster than `_replace`."""
    rules, grill, face_down, stacks, seat, _, extrawurm = position
    turn = _new(Turn, (phase, set_aside, rolled))
    return _new(Position, (rules, grill, face_down, stacks, seat, turn, extrawurm))


def _check_roll(position: Position, roll: Roll) -> None:
    if position.turn.phase is _ROLL and type(roll) is Roll:
        missing = ORDINARY_DICE - len(position.turn.set_aside.ordinary)
        if len(roll.ordinary) == missing and (
            not roll.golden
            if position.extrawurm is None
            else expansion.golden_die_matches(
                expansion.golden_kind(position, position.extrawurm), roll
            )
        ):
            return
    legal = _describe_legal(position)
    raise IllegalAction("illegal_roll", roll=_describe(roll), wfen=position.wfen(), legal=legal)


def _describe(value: object) -> str:
    known = isinstance(value, Roll) or (isinstance(value, Action) and has_token(value))
    return str(value) if known else quote(repr(value))


def _describe_legal(position: Position) -> str | Problem:
    if position.turn.phase is _ROLL:
        ordinary, golden = dice_to_roll(position)
        return Problem("legal_golden_roll" if golden else "legal_roll", {"count": ordinary})
    return " ".join(map(str, legal_actions(position))) or Problem("nothing_legal")
