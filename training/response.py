"""What a player loses, exactly, against an opponent who knows it and answers perfectly."""

from __future__ import annotations

import torch
from torch import Tensor

from training.small_games import CHUNK, PRECISION, SmallGame, turn_values


def best_response(game: SmallGame, judged: Tensor) -> tuple[Tensor, Tensor]:
    """Solve the game where one seat is the judge's and the other one's play is perfect.

    `judged` is the judge's chance of the seat to roll, for every table. Gives the chance of the
    perfect player where that player is to roll, and where the judge is.
    """
    over = ~game.final.isnan()
    mine = torch.where(over, game.final, 0.5)
    theirs = torch.where(over, 1 - game.final, 0.5)
    for layer in sorted(set(game.layer.tolist()), reverse=True):
        numbers = ((game.layer == layer) & ~over).nonzero()[:, 0]
        change = 1.0
        while len(numbers) and change > PRECISION:
            parts = numbers.split(CHUNK)
            to_me = torch.cat([turn_values(game, part, theirs[:, None])[:, 0] for part in parts])
            # The judge decides by its own values; what the perfect player gets is carried along.
            both = torch.stack([1 - judged, mine], dim=1)
            to_them = torch.cat([turn_values(game, part, both)[:, 1] for part in parts])
            change = max(
                float((to_me - mine[numbers]).abs().max()),
                float((to_them - theirs[numbers]).abs().max()),
            )
            mine[numbers], theirs[numbers] = to_me, to_them
    return mine, theirs


def loss(game: SmallGame, values: Tensor, judged: Tensor) -> float:
    """Give what the judge loses against perfect play, in chance to win, the mean of both seats.

    `values` are those of the solved game.
    """
    mine, theirs = best_response(game, judged)
    first = float(values[game.start])
    judge_first = 1 - float(theirs[game.start])
    judge_second = 1 - float(mine[game.start])
    return ((first - judge_first) + (1 - first - judge_second)) / 2
