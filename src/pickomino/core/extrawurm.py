"""The Extrawurm expansion: its state, and every rule it adds or changes (section 6 of the rules).

The engine calls this module only where the expansion matters, and never in a game without it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from pickomino.core.actions import BRATWURM, TAKE, Action
from pickomino.core.roll import GOLDEN_FACES, NO_GOLDEN, WORM_BIT, Roll
from pickomino.core.tiles import EXTRA_TILES, LOWEST_TILE

if TYPE_CHECKING:
    from pickomino.core.position import Position

SUPPLY: Final = 7
"""Bratwurms in the supply at the start."""
WAITING: Final = -1
"""The place of a specialist that waits beside the grill."""
CANNED_WORM_POINTS: Final = 5


class Specialist(IntEnum):
    """The five specialists, in the order in which they are placed.

    >>> new_extrawurm(2).specialists[Specialist.RAVEN]
    23
    """

    CANNED_WORM = 0
    HEN = 1
    RAVEN = 2
    WEASEL = 3
    GOLDEN_DIE = 4

    def __repr__(self) -> str:
        """Return an expression that evaluates to the same specialist."""
        return f"Specialist.{self.name}"


START_TILES: Final = (11, 21, 23, 25, 27)


class Extrawurm(NamedTuple):
    """The state that the expansion adds to a position.

    >>> new_extrawurm(2)
    Extrawurm(specialists=(11, 21, 23, 25, 27), bratwurms=(0, 0), weasel_used=False)
    >>> taken = new_extrawurm(2).give(0, Specialist.HEN).with_bratwurms(0, 2)
    >>> taken.holds(0, Specialist.HEN), taken.bratwurms, taken.supply
    (True, (2, 0), 5)
    >>> moved = taken.release(0).move(Specialist.WEASEL, 1)
    >>> moved.place_specialists((22, 23, 24, 27)).specialists
    (22, 24, 23, 1, 27)
    """

    specialists: tuple[int, ...]
    """The place of each specialist: a tile on the grill, the seat that holds it, or WAITING."""
    bratwurms: tuple[int, ...]
    """The Bratwurms of each seat; the rest of the seven are in the supply."""
    weasel_used: bool = False
    """Whether the Weasel has re-rolled in this turn."""

    @property
    def supply(self) -> int:
        """The Bratwurms left in the supply."""
        return SUPPLY - sum(self.bratwurms)

    def holds(self, seat: int, specialist: Specialist) -> bool:
        """Return whether a seat holds a specialist."""
        return self.specialists[specialist] == seat

    def held_by(self, seat: int) -> Specialist | None:
        """Return the specialist that a seat holds, if any.

        >>> Extrawurm((11, 1, 23, 25, 27), (0, 0)).held_by(1)
        Specialist.HEN
        """
        return Specialist(self.specialists.index(seat)) if seat in self.specialists else None

    def move(self, specialist: Specialist, place: int) -> Extrawurm:
        """Return the state with a specialist in another place."""
        places = list(self.specialists)
        places[specialist] = place
        return self._replace(specialists=tuple(places))

    def release(self, seat: int) -> Extrawurm:
        """Return the state in which the seat's specialist, if it has one, waits to be placed."""
        held = self.held_by(seat)
        return self if held is None else self.move(held, WAITING)

    def give(self, seat: int, specialist: Specialist) -> Extrawurm:
        """Return the state after a seat gets a specialist and releases any other that it held."""
        return self.release(seat).move(specialist, seat)

    def with_bratwurms(self, seat: int, change: int) -> Extrawurm:
        """Return the state with `change` added to the Bratwurms of a seat."""
        counts = list(self.bratwurms)
        counts[seat] += change
        return self._replace(bratwurms=tuple(counts))

    def place_specialists(self, grill: tuple[int, ...]) -> Extrawurm:
        """Place every waiting specialist, in order, on the lowest free face-up tile.

        Specialists on a tile that is no longer face up are placed as well.
        """
        places = [
            WAITING if place >= EXTRA_TILES[0] and place not in grill else place
            for place in self.specialists
        ]
        free = iter([tile for tile in grill if tile not in places])
        return self._replace(
            specialists=tuple(
                next(free, WAITING) if place == WAITING else place for place in places
            ),
            weasel_used=False,
        )


def new_extrawurm(players: int) -> Extrawurm:
    """Return the state of the expansion at the start of a game."""
    return Extrawurm(START_TILES, (0,) * players)


# Bound once: looking up a member of an enum is slow in Python 3.11.
_CANNED_WORM, _HEN, _RAVEN, _WEASEL, _GOLDEN_DIE = Specialist


# Dice


def golden_kind(position: Position, extrawurm: Extrawurm) -> str:
    """Return the kind of golden die to roll now; NO_GOLDEN if it is set aside or not held."""
    held = extrawurm.holds(position.seat, _GOLDEN_DIE)
    return position.rules.golden if held and not position.turn.set_aside.golden else NO_GOLDEN


def golden_die_matches(kind: str, roll: Roll) -> bool:
    """Return whether a roll has a golden die of this kind; for NO_GOLDEN, whether it has none."""
    return roll.golden in GOLDEN_FACES[kind] if kind else not roll.golden


def can_use_weasel(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether the seat to act holds the Weasel and has not used it in this turn."""
    return extrawurm.holds(position.seat, _WEASEL) and not extrawurm.weasel_used


def weasel_saves_bust(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether the Weasel may re-roll a roll without a legal choice."""
    return position.rules.weasel_saves_bust and can_use_weasel(position, extrawurm)


def bratwurm_for_ones(extrawurm: Extrawurm, seat: int, ones: int) -> Extrawurm:
    """Give a Bratwurm for two or more ones set aside in one choice, if the supply has one."""
    return extrawurm.with_bratwurms(seat, 1) if ones > 1 and extrawurm.supply else extrawurm


# Claims


def canned_worm_counts(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether the Canned Worm counts as a worm: it is held and no worm is set aside."""
    no_worm = not position.turn.set_aside.symbols & WORM_BIT
    return no_worm and extrawurm.holds(position.seat, _CANNED_WORM)


def extra_tile_claims(position: Position, total: int) -> tuple[Action, ...]:
    """Return the claim on tile 11 or 13 if the total equals that tile and the rules allow it."""
    if total not in EXTRA_TILES or total not in position.grill:
        return ()
    if not position.rules.both_extra_tiles and any(
        tile in EXTRA_TILES for tile in position.stacks[position.seat]
    ):
        return ()
    return (TAKE[total],)


def hen_guards(position: Position, extrawurm: Extrawurm, seat: int) -> bool:
    """Return whether a seat holds the Hen and has a top tile that the Hen guards: 21 to 36."""
    stack = position.stacks[seat]
    return extrawurm.holds(seat, _HEN) and bool(stack) and stack[-1] >= LOWEST_TILE


# How claims move specialists and Bratwurms, before specialists are placed


def after_taking(extrawurm: Extrawurm, seat: int, tile: int) -> Extrawurm:
    """Give the seat the specialist on the tile it takes; the Raven is used at once, not given."""
    if tile not in extrawurm.specialists:
        return extrawurm
    specialist = Specialist(extrawurm.specialists.index(tile))
    if specialist is not _RAVEN:
        return extrawurm.give(seat, specialist)
    used = extrawurm.move(_RAVEN, WAITING)
    return used.with_bratwurms(seat, 1) if used.supply else used


def raven_must_choose(extrawurm: Extrawurm, seat: int, tile: int) -> bool:
    """Return whether the Raven on a tile being taken must take a Bratwurm from a rival.

    The Raven must do so if the supply is empty and a rival has a Bratwurm.
    """
    return (
        extrawurm.specialists[_RAVEN] == tile
        and not extrawurm.supply
        and bool(raven_choices(extrawurm, seat))
    )


def raven_choices(extrawurm: Extrawurm, seat: int) -> tuple[Action, ...]:
    """Return one action for each opponent from whom the Raven may take a Bratwurm."""
    return tuple(
        BRATWURM[rival]
        for rival, count in enumerate(extrawurm.bratwurms)
        if count and rival != seat
    )


def after_stealing(extrawurm: Extrawurm, thief: int, owner: int) -> Extrawurm:
    """Give the thief the specialist that the owner of the stolen tile holds, if any."""
    held = extrawurm.held_by(owner)
    return extrawurm if held is None else extrawurm.give(thief, held)
