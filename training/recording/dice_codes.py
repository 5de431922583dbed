"""Numbers for sets of up to eight dice, to store many rolls compactly."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import torch
from torch import Tensor

from pickomino.core.roll import SYMBOLS
from training.games.turns import DICE

_RADIX = DICE + 1


@cache
def dice_texts() -> tuple[str, ...]:
    """Return every set of dice as text, in numerical order.

    >>> dice_texts()[0], dice_texts()[1], dice_texts()[-1], len(dice_texts())
    ('', '1', 'wwwwwwww', 3003)
    """
    return tuple(
        "".join(dice)
        for count in range(DICE + 1)
        for dice in combinations_with_replacement(SYMBOLS, count)
    )


@cache
def _numbers_by_counts(device: torch.device) -> Tensor:
    numbers = torch.zeros(_RADIX ** len(SYMBOLS), dtype=torch.long)
    for number, text in enumerate(dice_texts()):
        code = sum(text.count(symbol) * _RADIX**index for index, symbol in enumerate(SYMBOLS))
        numbers[code] = number
    return numbers.to(device)


def dice_numbers(counts: Tensor) -> Tensor:
    """Return the number for the dice in each row, given the count of each symbol."""
    weights = _RADIX ** torch.arange(len(SYMBOLS), device=counts.device)
    return _numbers_by_counts(counts.device)[(counts * weights).sum(dim=1)]
