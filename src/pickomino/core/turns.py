"""The end of a turn: a tile is taken or stolen, or the turn fails."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pickomino.core import extrawurm as expansion
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import (
    FIELD_ERRORS,
    NEW_TURN,
    NO_TURN,
    OVER,
    Phase,
    Position,
    Turn,
    check_position,
)
from pickomino.core.roll import WORM_BIT
from pickomino.core.tiles import LOWEST_TILE

EndKind = Literal["took", "stole", "failed"]
FailureReason = Literal["no_new_symbol", "no_worm", "nothing_to_claim"]


class SpecialistMove(NamedTuple):
    """Extrawurm: a specialist that moved when a turn ended.

    >>> SpecialistMove(Specialist.HEN, before=21, after=0).after
    0
    """

    specialist: Specialist
    before: int
    after: int


class TurnEnd(NamedTuple):
    """The result of a turn: everything that changed, so that no user interface has to work it out.

    >>> from pickomino import Action, Position, step
    >>> before = Position.from_wfen("standard .oooooooooooooo. 21/36 b 11223344 -")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidPosition: nothing can be claimed or rolled, so ...
    >>> before = Position.from_wfen("standard .oooooooooooooo. 21/36 b 1122334 -")
    >>> step(before, Action.parse("q"))[1]
    TurnEnd(seat=1, result='failed', reason='no_worm', total=16, tile=None, robbed=None,
    returned=36, turned=None, also_turned=None, specialists=(), bratwurms=())
    """

    seat: int
    result: EndKind
    reason: FailureReason | None = None
    """Why a turn failed."""
    total: int | None = None
    """The total that counted; None if the game started at the Raven's choice."""
    tile: int | None = None
    """The tile gained; None after a failure, or if the Hen was stolen instead of a tile."""
    robbed: int | None = None
    """The seat that lost a tile or the Hen."""
    returned: int | None = None
    turned: int | None = None
    """The tile turned face down."""
    also_turned: int | None = None
    """The returned tile, if it goes face down and a higher tile is turned as well."""
    specialists: tuple[SpecialistMove, ...] = ()
    """Extrawurm: every specialist that moved."""
    bratwurms: tuple[int, ...] = ()
    """Extrawurm: how each seat's Bratwurms changed at the end of the turn; empty if none did."""


Step = tuple[Position, TurnEnd | None]


def total(position: Position) -> int:
    """Return the sum that counts for claims, including 5 for the Canned Worm if it counts.

    >>> total(Position.from_wfen("classic oooooooooooooooo -/- a 55ww -"))
    20
    """
    try:
        points = position.turn.set_aside.points
        extrawurm = position.extrawurm
        if extrawurm is not None and expansion.canned_worm_counts(position, extrawurm):
            return points + expansion.CANNED_WORM_POINTS
    except FIELD_ERRORS:
        check_position(position)
        raise
    return points


def has_worm(position: Position) -> bool:
    """Return whether a worm is set aside or the Canned Worm counts as one."""
    if position.turn.set_aside.symbols & WORM_BIT:
        return True
    extrawurm = position.extrawurm
    return extrawurm is not None and expansion.canned_worm_counts(position, extrawurm)


def take(position: Position, tile: int) -> Step:
    """Move a grill tile to the player's stack; if the Raven is on the tile, a choice may follow."""
    seat, extrawurm = position.seat, position.extrawurm
    raven_chooses = False
    if extrawurm is not None:
        raven_chooses = expansion.raven_must_choose(extrawurm, seat, tile)
        extrawurm = expansion.after_taking(extrawurm, seat, tile)
    moved = position._replace(
        grill=tuple(other for other in position.grill if other != tile),
        stacks=_with_top(position.stacks, seat, tile),
        extrawurm=extrawurm,
    )
    if raven_chooses:
        return moved._replace(turn=Turn(Phase.RAVEN)), None
    return _end_turn(position, moved, TurnEnd(seat, "took", total=total(position), tile=tile))


def choose_for_raven(position: Position, rival: int) -> Step:
    """Take a Bratwurm from an opponent; this completes the take of the Raven's tile."""
    assert position.extrawurm is not None, "only Extrawurm has a Raven"  # noqa: S101
    seat = position.seat
    extrawurm = position.extrawurm.with_bratwurms(rival, -1).with_bratwurms(seat, 1)
    taken = position.stacks[seat][-1]
    moved = position._replace(extrawurm=extrawurm)
    # The Raven left its tile when the tile was taken, but only the end of the turn reports it.
    before = position._replace(extrawurm=position.extrawurm.move(Specialist.RAVEN, taken))
    return _end_turn(before, moved, TurnEnd(seat, "took", tile=taken))


def steal(position: Position, tile: int) -> Step:
    """Take an opponent's top tile, or the Hen that guards it."""
    seat, extrawurm = position.seat, position.extrawurm
    owner = owner_of_top(position, tile)
    end = TurnEnd(seat, "stole", total=total(position), robbed=owner)
    if extrawurm is not None and expansion.hen_guards(position, extrawurm, owner):
        moved = position._replace(extrawurm=extrawurm.give(seat, Specialist.HEN))
        return _end_turn(position, moved, end)
    if extrawurm is not None:
        extrawurm = expansion.after_stealing(extrawurm, seat, owner)
    stacks = _with_top(_without_top(position.stacks, owner), seat, tile)
    moved = position._replace(stacks=stacks, extrawurm=extrawurm)
    return _end_turn(position, moved, end._replace(tile=tile))


def fail(position: Position, reason: FailureReason) -> Step:
    """End a failed turn: return the top tile, then turn the highest tile face down (section 3)."""
    seat, extrawurm = position.seat, position.extrawurm
    end = TurnEnd(seat, "failed", reason, total(position))
    if extrawurm is not None:
        if expansion.hen_guards(position, extrawurm, seat):
            moved = position._replace(extrawurm=extrawurm.release(seat))
            return _end_turn(position, moved, end)
        extrawurm = extrawurm.release(seat)
    stack = position.stacks[seat]
    # 11 and 13 are never returned, so a stack with one of them on top counts as empty here.
    returned = stack[-1] if stack and stack[-1] >= LOWEST_TILE else None
    turned = _tile_to_turn(position, returned)
    is_also_down = position.rules.returned == "down" and turned != returned is not None
    gone = {tile for tile in (turned, returned if is_also_down else None) if tile is not None}
    up = position.grill if returned is None else (*position.grill, returned)
    moved = position._replace(
        grill=tuple(sorted(tile for tile in up if tile not in gone)),
        face_down=tuple(sorted((*position.face_down, *gone))),
        stacks=position.stacks if returned is None else _without_top(position.stacks, seat),
        extrawurm=extrawurm,
    )
    also_turned = returned if is_also_down else None
    end = end._replace(returned=returned, turned=turned, also_turned=also_turned)
    return _end_turn(position, moved, end)


def fail_after_choice(position: Position) -> Step:
    """End a turn in which nothing can be claimed after setting dice aside."""
    return fail(position, "nothing_to_claim" if has_worm(position) else "no_worm")


def owner_of_top(position: Position, tile: int) -> int:
    """Return the opponent whose top tile this is."""
    return next(
        seat
        for seat, stack in enumerate(position.stacks)
        if stack and stack[-1] == tile and seat != position.seat
    )


def _tile_to_turn(position: Position, returned: int | None) -> int | None:
    highest = position.grill[-1]
    if returned is None:
        return highest if position.rules.flip_when_empty else None
    if returned < highest:
        return highest
    return None if position.rules.returned == "stays" else returned


def _with_top(
    stacks: tuple[tuple[int, ...], ...], seat: int, tile: int
) -> tuple[tuple[int, ...], ...]:
    return (*stacks[:seat], (*stacks[seat], tile), *stacks[seat + 1 :])


def _without_top(stacks: tuple[tuple[int, ...], ...], seat: int) -> tuple[tuple[int, ...], ...]:
    return (*stacks[:seat], stacks[seat][:-1], *stacks[seat + 1 :])


def _end_turn(before: Position, moved: Position, end: TurnEnd) -> Step:
    """Place the specialists, then pass the turn, or end the game if no tile is face up."""
    extrawurm = moved.extrawurm
    if extrawurm is not None:
        extrawurm = extrawurm.place_specialists(moved.grill)
        end = _with_extrawurm_changes(before, extrawurm, end)
    if moved.grill:
        seat, turn = (moved.seat + 1) % len(moved.stacks), NEW_TURN
    else:
        seat, turn = OVER, NO_TURN
    rules, grill, face_down, stacks, *_ = moved
    return Position(rules, grill, face_down, stacks, seat, turn, extrawurm), end


def _with_extrawurm_changes(before: Position, after: expansion.Extrawurm, end: TurnEnd) -> TurnEnd:
    assert before.extrawurm is not None, "a game has Extrawurm from start to end"  # noqa: S101
    places = zip(Specialist, before.extrawurm.specialists, after.specialists, strict=True)
    counts = zip(before.extrawurm.bratwurms, after.bratwurms, strict=True)
    changes = tuple(new - old for old, new in counts)
    return end._replace(
        specialists=tuple(SpecialistMove(*place) for place in places if place[1] != place[2]),
        bratwurms=changes if any(changes) else (),
    )
