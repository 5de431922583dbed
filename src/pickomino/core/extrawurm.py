"""The Extrawurm expansion: its state, and every rule it adds or changes (section 6 of the rules).

The engine calls in here at the few places where the expansion matters; a game without it never
does.
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
"""The place of a specialist that stands beside the grill."""
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
        """Write an expression that gives the same specialist."""
        return f"Specialist.{self.name}"


START_TILES: Final = (11, 21, 23, 25, 27)


class Extrawurm(NamedTuple):
    """What the expansion adds to a position.

    >>> new_extrawurm(2)
    Extrawurm(specialists=(11, 21, 23, 25, 27), bratwurms=(0, 0), weasel_used=False)
    """

    specialists: tuple[int, ...]
    """Where each specialist is: a tile on the grill, the seat that holds it, or WAITING."""
    bratwurms: tuple[int, ...]
    """The Bratwurms of each seat; the rest of the seven is the supply."""
    weasel_used: bool = False
    """Whether the Weasel re-rolled in this turn."""

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

    def moved(self, specialist: Specialist, place: int) -> Extrawurm:
        """Put a specialist somewhere else."""
        places = list(self.specialists)
        places[specialist] = place
        return self._replace(specialists=tuple(places))

    def sent_away(self, seat: int) -> Extrawurm:
        """Take from a seat the specialist it holds, if any; it waits to be placed."""
        held = self.held_by(seat)
        return self if held is None else self.moved(held, WAITING)

    def gained(self, seat: int, specialist: Specialist) -> Extrawurm:
        """Hand a seat a specialist; the one it held is sent back."""
        return self.sent_away(seat).moved(specialist, seat)

    def with_bratwurms(self, seat: int, change: int) -> Extrawurm:
        """Change the Bratwurms of a seat."""
        counts = list(self.bratwurms)
        counts[seat] += change
        return self._replace(bratwurms=tuple(counts))

    def placed(self, grill: tuple[int, ...]) -> Extrawurm:
        """Place every homeless specialist, in order, on the lowest free face-up tile.

        Homeless are those that wait, and those on a tile that is no longer face up.
        """
        places = [
            WAITING if place >= EXTRA_TILES[0] and place not in grill else place
            for place in self.specialists
        ]
        free = iter([tile for tile in grill if tile not in places])
        return self._replace(
            specialists=tuple(next(free, WAITING) if p == WAITING else p for p in places),
            weasel_used=False,
        )


def new_extrawurm(players: int) -> Extrawurm:
    """Return the expansion's state at the start of a game."""
    return Extrawurm(START_TILES, (0,) * players)


# Looked up once: members of an enum are slow to find in Python 3.11.
_CANNED_WORM, _HEN, _RAVEN, _WEASEL, _GOLDEN_DIE = Specialist


# Dice


def golden_kind(position: Position, extrawurm: Extrawurm) -> str:
    """Return the kind of the golden die to roll now, or none if it is not held or is set aside."""
    held = extrawurm.holds(position.seat, _GOLDEN_DIE)
    return position.rules.golden if held and not position.turn.set_aside.golden else NO_GOLDEN


def golden_fits(kind: str, roll: Roll) -> bool:
    """Return whether a roll has just the golden die that is to be rolled."""
    return roll.golden in GOLDEN_FACES[kind] if kind else not roll.golden


def can_use_weasel(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether the Weasel is held and was not used in this turn."""
    return extrawurm.holds(position.seat, _WEASEL) and not extrawurm.weasel_used


def rescued_by_weasel(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether a roll without a legal choice may still be re-rolled (option `weaselbust`)."""
    return position.rules.weaselbust == "yes" and can_use_weasel(position, extrawurm)


def bratwurm_for_ones(extrawurm: Extrawurm, seat: int, ones: int) -> Extrawurm:
    """Return a Bratwurm for two or more ones set aside in one choice, if the supply has one."""
    return extrawurm.with_bratwurms(seat, 1) if ones > 1 and extrawurm.supply else extrawurm


# Claims


def canned_worm_counts(position: Position, extrawurm: Extrawurm) -> bool:
    """Return whether the Canned Worm stands in for a worm: it is held and no worm is set aside."""
    no_worm = not position.turn.set_aside.symbols & WORM_BIT
    return no_worm and extrawurm.holds(position.seat, _CANNED_WORM)


def takes_extra_tile(position: Position, total: int) -> tuple[Action, ...]:
    """Return the claim of 11 or 13 by an exact total."""
    if total not in EXTRA_TILES or total not in position.grill:
        return ()
    if position.rules.bothextra == "no" and any(
        tile in EXTRA_TILES for tile in position.stacks[position.seat]
    ):
        return ()
    return (TAKE[total],)


def hen_guards(position: Position, extrawurm: Extrawurm, seat: int) -> bool:
    """Return whether the Hen guards a top tile: the seat holds her and the tile is 21 to 36."""
    stack = position.stacks[seat]
    return extrawurm.holds(seat, _HEN) and bool(stack) and stack[-1] >= LOWEST_TILE


# What claims and failures do to the specialists, before placing


def after_taking(extrawurm: Extrawurm, seat: int, tile: int) -> Extrawurm:
    """Gain what stands on a tile taken from the grill; the Raven is used at once."""
    if tile not in extrawurm.specialists:
        return extrawurm
    specialist = Specialist(extrawurm.specialists.index(tile))
    if specialist is not _RAVEN:
        return extrawurm.gained(seat, specialist)
    used = extrawurm.moved(_RAVEN, WAITING)
    return used.with_bratwurms(seat, 1) if used.supply else used


def raven_must_choose(extrawurm: Extrawurm, seat: int, tile: int) -> bool:
    """Return whether the Raven on a tile being taken finds the supply empty and a rival to rob."""
    return (
        extrawurm.specialists[_RAVEN] == tile
        and not extrawurm.supply
        and bool(raven_choices(extrawurm, seat))
    )


def raven_choices(extrawurm: Extrawurm, seat: int) -> tuple[Action, ...]:
    """Return the opponents whose Bratwurm the Raven may take."""
    return tuple(
        BRATWURM[rival]
        for rival, count in enumerate(extrawurm.bratwurms)
        if count and rival != seat
    )


def after_raven_choice(extrawurm: Extrawurm, seat: int, rival: int) -> Extrawurm:
    """Move a Bratwurm from the chosen opponent."""
    return extrawurm.with_bratwurms(rival, -1).with_bratwurms(seat, 1)


def after_stealing(extrawurm: Extrawurm, thief: int, owner: int) -> Extrawurm:
    """Take along the specialist that stands on a stolen tile's stack."""
    held = extrawurm.held_by(owner)
    return extrawurm if held is None else extrawurm.gained(thief, held)
