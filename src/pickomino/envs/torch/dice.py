"""The dice of a turn in many games: what has been set aside and rolled, and the dice to roll."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.extrawurm import CANNED_WORM_POINTS, Specialist
from pickomino.core.roll import ORDINARY_DICE, POINTS, WORM
from pickomino.envs.torch.tables import supply
from pickomino.evaluation.features import FIRST_HOLDER, TRAINED_VALUES, TableArrays

FACES = len(POINTS)
_OPTIONS = tuple(TRAINED_VALUES)
_GOLDEN, _WEASELBUST = _OPTIONS.index("golden"), _OPTIONS.index("weaselbust")


class TurnDice(NamedTuple):
    """The dice of the turns; golden dice are included in the counts."""

    set_aside: Tensor
    """The number of dice set aside, indexed by game and face."""
    rolled: Tensor
    """The number of dice that show each face, indexed by game and face; 0 except to choose."""
    golden_set_aside: Tensor
    """Whether the Golden Die is set aside."""
    golden_rolled: Tensor
    """The face that the Golden Die shows, from 1; 0 if it was not rolled."""
    weasel_used: Tensor

    @staticmethod
    def none(count: int, device: torch.device) -> TurnDice:
        """Return the dice before the first roll."""
        faces = torch.zeros(count, FACES, dtype=torch.int8, device=device)
        no = torch.zeros(count, dtype=torch.bool, device=device)
        return TurnDice(faces, faces, no, torch.zeros_like(no, dtype=torch.int8), no)

    @property
    def points(self) -> Tensor:
        """The points set aside."""
        points = torch.tensor(POINTS, device=self.set_aside.device)
        return (self.set_aside * points).sum(dim=1)

    @property
    def open_faces(self) -> Tensor:
        """Whether a face is not set aside, indexed by game and face."""
        return self.set_aside == 0


def holds(arrays: TableArrays, specialist: Specialist) -> Tensor:
    """Return whether the player whose turn it is holds a specialist."""
    return arrays.specialists[:, specialist] == FIRST_HOLDER


def rolls_golden(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether the Golden Die is held and not set aside."""
    return holds(arrays, Specialist.GOLDEN_DIE) & ~dice.golden_set_aside


def ordinary_left(dice: TurnDice) -> Tensor:
    """Return how many ordinary dice are not set aside."""
    aside = dice.set_aside.sum(dim=1) - dice.golden_set_aside.long()
    return ORDINARY_DICE - aside


def dice_left(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return how many dice are not set aside."""
    return ordinary_left(dice) + rolls_golden(arrays, dice).long()


def can_roll(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether a die and a face are left."""
    return (dice_left(arrays, dice) > 0) & dice.open_faces.any(dim=1)


def can_use_weasel(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether the Weasel is held and has not re-rolled in this turn."""
    return holds(arrays, Specialist.WEASEL) & ~dice.weasel_used


def weasel_saves_bust(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether the Weasel may re-roll a roll without a legal choice."""
    return arrays.options[:, _WEASELBUST].bool() & can_use_weasel(arrays, dice)


def canned_worm_counts(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether the Canned Worm counts: it is held and no worm is set aside."""
    return holds(arrays, Specialist.CANNED_WORM) & dice.open_faces[:, WORM - 1]


def total(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return the sum that counts for claims."""
    return dice.points + CANNED_WORM_POINTS * canned_worm_counts(arrays, dice).long()


def has_worm(arrays: TableArrays, dice: TurnDice) -> Tensor:
    """Return whether a worm is set aside, or the Canned Worm counts as one."""
    return ~dice.open_faces[:, WORM - 1] | canned_worm_counts(arrays, dice)


def throw(
    arrays: TableArrays, dice: TurnDice, generator: torch.Generator | None
) -> tuple[Tensor, Tensor]:
    """Throw the dice that are left; return the count of each face, and the Golden Die's face."""
    device = dice.set_aside.device
    count = len(dice.set_aside)
    faces = torch.randint(
        FACES, (count, ORDINARY_DICE), device=device, generator=generator, dtype=torch.int8
    )
    is_rolled = torch.arange(ORDINARY_DICE, device=device) < ordinary_left(dice)[:, None]
    shown = faces[..., None] == torch.arange(FACES, device=device)
    counts = (shown & is_rolled[..., None]).sum(dim=1)
    if not bool(arrays.options[0, -1]):
        return counts.to(torch.int8), torch.zeros_like(dice.golden_rolled)
    any_face = torch.randint(FACES, (count,), device=device, generator=generator)
    is_plain = arrays.options[:, _GOLDEN].bool()
    # The special die has three ones and three worms.
    face = torch.where(is_plain, any_face, (any_face % 2) * (WORM - 1)) + 1
    golden = torch.where(rolls_golden(arrays, dice), face, 0)
    counts += golden[:, None] == torch.arange(1, FACES + 1, device=device)
    return counts.to(torch.int8), golden.to(torch.int8)


def set_face_aside(
    arrays: TableArrays, dice: TurnDice, face: Tensor
) -> tuple[TableArrays, TurnDice]:
    """Set all dice that show a face aside; two ones or more gain a Bratwurm."""
    chosen = torch.arange(FACES, device=face.device) == face[:, None]
    moved = dice.rolled * chosen
    gains = (moved[:, 0] > 1) & (supply(arrays) > 0)
    bratwurms = arrays.bratwurms.clone()
    bratwurms[:, 0] += gains.to(bratwurms.dtype)
    golden = (dice.golden_rolled > 0) & (dice.golden_rolled == face + 1)
    after = TurnDice(
        dice.set_aside + moved,
        torch.zeros_like(dice.rolled),
        dice.golden_set_aside | golden,
        torch.zeros_like(dice.golden_rolled),
        dice.weasel_used,
    )
    return arrays._replace(bratwurms=bratwurms), after
