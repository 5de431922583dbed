"""Dice as text, for many rolls at once: every handful of up to eight dice has a number."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import torch
from torch import Tensor

from pickomino.core.roll import SYMBOLS
from training.games.base_turns import DICE

BASE = DICE + 1


@cache
def texts() -> tuple[str, ...]:
    """Return every handful as text.

    >>> texts()[0], texts()[1], texts()[-1], len(texts())
    ('', '1', 'wwwwwwww', 3003)
    """
    return tuple(
        "".join(dice)
        for count in range(DICE + 1)
        for dice in combinations_with_replacement(SYMBOLS, count)
    )


@cache
def _numbers(device: torch.device) -> Tensor:
    found = torch.zeros(BASE ** len(SYMBOLS), dtype=torch.long)
    for number, text in enumerate(texts()):
        code = sum(text.count(symbol) * BASE**place for place, symbol in enumerate(SYMBOLS))
        found[code] = number
    return found.to(device)


def numbers_of(counts: Tensor) -> Tensor:
    """Return the place in `texts` of handfuls, from the count of each symbol."""
    weights = BASE ** torch.arange(len(SYMBOLS), device=counts.device)
    return _numbers(counts.device)[(counts * weights).sum(dim=1)]
