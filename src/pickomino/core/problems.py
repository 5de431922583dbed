"""Defects that make a position impossible, each with its code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import Problem
from pickomino.core.extrawurm import (
    SUPPLY,
    WAITING,
    Extrawurm,
    Specialist,
    golden_die_matches,
    raven_choices,
)
from pickomino.core.play import can_roll_on, dice_to_roll, legal_actions
from pickomino.core.position import OVER, Phase, Position, check_position, tiles_of
from pickomino.core.roll import GOLDEN_FACES, NO_DICE, ORDINARY_DICE
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS


def problems(position: Position) -> tuple[Problem, ...]:
    """Return everything that is wrong with a position; whether play can reach it is not checked.

    >>> from pickomino import Rules, start
    >>> problems(start(Rules.preset("standard"), 2))
    ()
    """
    check_position(position)
    if not (position.seat == OVER or 0 <= position.seat < position.players):
        return (Problem("seat_range", {"seat": position.seat, "players": position.players}),)
    if not MIN_PLAYERS <= position.players <= MAX_PLAYERS:
        return (Problem("bad_players", {"players": position.players}),)
    if not _matches_extrawurm(position):
        return (Problem("extrawurm_state"),)
    defects = [*_tile_problems(position), *_end_problems(position)]
    if position.extrawurm is not None:
        defects += _extrawurm_problems(position, position.extrawurm)
    # The dice can be checked only if everything else is sound.
    return tuple(defects or _dice_problems(position))


def _matches_extrawurm(position: Position) -> bool:
    extrawurm = position.extrawurm
    if extrawurm is None:
        return not position.rules.extrawurm
    return (
        position.rules.extrawurm
        and len(extrawurm.specialists) == len(Specialist)
        and len(extrawurm.bratwurms) == position.players
    )


def _tile_problems(position: Position) -> Iterator[Problem]:
    places = Counter(position.grill + position.face_down + sum(position.stacks, ()))
    for tile in tiles_of(position.rules):
        if not places[tile]:
            yield Problem("tile_missing", {"tile": tile})
        elif places[tile] > 1:
            yield Problem("tile_repeated", {"tile": tile, "count": places[tile]})
    for row in (position.grill, position.face_down):
        if list(row) != sorted(row):
            yield Problem("tiles_unsorted", {"tiles": ", ".join(map(str, row))})
    for tile in places.keys() - set(tiles_of(position.rules)):
        yield Problem("unknown_tile", {"tile": tile})


def _end_problems(position: Position) -> Iterator[Problem]:
    phase = position.turn.phase
    if position.seat == OVER:
        if position.grill:
            yield Problem("over_with_tiles", {"tile": position.grill[0]})
        if phase is not Phase.OVER or position.turn.set_aside is not NO_DICE:
            yield Problem("over_with_dice")
    elif not position.grill and phase is not Phase.RAVEN:
        yield Problem("not_over")


def _extrawurm_problems(position: Position, extrawurm: Extrawurm) -> Iterator[Problem]:
    for specialist, place in zip(Specialist, extrawurm.specialists, strict=True):
        if place >= position.players and place not in position.grill:
            name = Problem(f"specialist_{specialist.name.lower()}")
            yield Problem("specialist_tile", {"specialist": name, "tile": place})
    for place, count in Counter(extrawurm.specialists).items():
        if count > 1 and place != WAITING:
            letter = SEAT_LETTERS[place] if place < position.players else place
            yield Problem("specialists_together", {"place": letter})
    if 0 <= extrawurm.specialists[Specialist.RAVEN] < position.players:
        yield Problem("raven_held")
    if extrawurm.supply < 0:
        yield Problem("too_many_bratwurms", {"count": SUPPLY - extrawurm.supply})
    if extrawurm.weasel_used and not extrawurm.holds(position.seat, Specialist.WEASEL):
        yield Problem("weasel_not_held")


def _dice_problems(position: Position) -> Iterator[Problem]:
    phase, set_aside, rolled = position.turn
    if phase is not Phase.CHOOSE and rolled is not NO_DICE:
        yield Problem("dice_out_of_place", {"dice": rolled})
    elif phase is Phase.RAVEN:
        yield from _raven_problems(position)
    elif set_aside.golden and not _is_golden_die_in_play(position):
        yield Problem("golden_die", {"found": set_aside.golden})
    elif phase is Phase.ROLL and not can_roll_on(position):
        yield Problem("nothing_to_roll")
    elif phase is Phase.CHOOSE:
        yield from _roll_problems(position)
    elif phase is Phase.DECIDE and set_aside is NO_DICE:
        yield Problem("nothing_set_aside")
    elif phase is Phase.DECIDE and not legal_actions(position):
        yield Problem("turn_has_failed")


def _is_golden_die_in_play(position: Position) -> bool:
    extrawurm = position.extrawurm
    return (
        extrawurm is not None
        and extrawurm.holds(position.seat, Specialist.GOLDEN_DIE)
        and position.turn.set_aside.golden in GOLDEN_FACES[position.rules.golden]
    )


def _roll_problems(position: Position) -> Iterator[Problem]:
    rolled = position.turn.rolled
    ordinary, golden = dice_to_roll(position)
    if len(rolled.ordinary) != ordinary:
        yield _dice_count(position)
    elif not golden_die_matches(golden, rolled):
        yield Problem("golden_die", {"found": rolled.golden or "-"})
    elif not can_roll_on(position) or not legal_actions(position):
        yield Problem("no_choice")


def _dice_count(position: Position) -> Problem:
    turn = position.turn
    count = len(turn.set_aside.ordinary) + len(turn.rolled.ordinary)
    return Problem("dice_count", {"found": count, "expected": ORDINARY_DICE})


def _raven_problems(position: Position) -> Iterator[Problem]:
    extrawurm, seat = position.extrawurm, position.seat
    if (
        extrawurm is None
        or extrawurm.supply
        or not raven_choices(extrawurm, seat)
        or not position.stacks[seat]
        or position.turn.set_aside is not NO_DICE
        or extrawurm.specialists[Specialist.RAVEN] != WAITING
    ):
        yield Problem("raven_choice")
