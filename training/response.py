"""What a player loses, exactly, against an opponent who knows it and answers perfectly."""

from __future__ import annotations

import torch
from torch import Tensor

from training.end_chances import end_chances
from training.small_games import CHUNK, PRECISION, SmallGame, stakes, turn_values


def best_response(game: SmallGame, judged: Tensor) -> tuple[Tensor, Tensor]:
    """Solve the game where one seat is the judge's and the other one's play is perfect.

    `judged` is the judge's chance of the seat to roll, for every table. Return the chance of the
    perfect player where that player is to roll, and where the judge is.
    """
    over = ~game.final.isnan()
    # What the judge believes is close to the truth, and saves rounds.
    mine = torch.where(over, game.final, judged)
    theirs = torch.where(over, 1 - game.final, 1 - judged)
    for layer in sorted(set(game.layer.tolist()), reverse=True):
        numbers = ((game.layer == layer) & ~over).nonzero()[:, 0]
        parts = numbers.split(CHUNK)
        # The judge decides by its own values, whatever the perfect player gets of it.
        chances = torch.cat([end_chances(*stakes(game, part, 1 - judged)) for part in parts])
        links = game.next_tables[numbers].clamp(min=0)
        change = 1.0
        while len(numbers) and change > PRECISION:
            to_me = torch.cat([turn_values(game, part, theirs) for part in parts])
            change = float((to_me - mine[numbers]).abs().max())
            mine[numbers] = to_me
            theirs[numbers] = (chances * mine[links]).sum(dim=1)
    return mine, theirs


def loss(game: SmallGame, judged: Tensor) -> float:
    """Return what the judge loses against perfect play, in chance to win, the mean of both seats.

    Two perfect players share one game won in two, whoever begins: the rest is lost.
    """
    mine, theirs = best_response(game, judged)
    judge_first, judge_second = 1 - float(theirs[game.start]), 1 - float(mine[game.start])
    return (1 - judge_first - judge_second) / 2
