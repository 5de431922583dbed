"""What a player loses, exactly, against an opponent who knows it and answers perfectly."""

from __future__ import annotations

import torch
from torch import Tensor

from training.end_chances import end_chances
from training.small_games import CHUNK, ROUGHLY, SmallGame, stakes, turn_values

PRECISION = 1e-8
"""When no chance changes by more, a layer is solved: a loss is told to six digits."""
ROUNDS = 2000
"""Two bad players may never end a game; then this many rounds are enough to see it."""


def best_response(
    game: SmallGame, judged: Tensor, answered: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Solve the game where one seat is the judge's and the other one's play is perfect.

    `judged` is the judge's chance of the seat to roll, for every table. Return the chance of the
    perfect player where that player is to roll, and where the judge is. With `answered`, the
    chance of the other player where the judge is to roll, that player decides by it instead.
    """
    over = ~game.final.isnan()
    # What the judge believes is close to the truth, and saves rounds.
    mine = torch.where(over, game.final, judged)
    theirs = torch.where(over, 1 - game.final, 1 - judged)
    for layer in game.layer.unique().flip(0).tolist():
        numbers = ((game.layer == layer) & ~over).nonzero()[:, 0]
        parts = numbers.split(CHUNK)
        # The judge decides by its own values, whatever the perfect player gets of it.
        chances = _end_chances(game, parts, 1 - judged)
        answers = None if answered is None else _end_chances(game, parts, answered)
        links = game.next_tables[numbers].clamp(min=0)
        change, rounds = 1.0, 0
        while len(numbers) and change > PRECISION and rounds < ROUNDS:
            rounds += 1
            if answers is None:
                floats = torch.float if change > ROUGHLY else torch.double
                found = [turn_values(game, part, theirs, floats) for part in parts]
                to_me = torch.cat(found).double()
            else:
                to_me = (answers * theirs[links]).sum(dim=1)
            change = float((to_me - mine[numbers]).abs().max())
            mine[numbers] = to_me
            theirs[numbers] = (chances * mine[links]).sum(dim=1)
    return mine, theirs


def _end_chances(game: SmallGame, parts: tuple[Tensor, ...], after: Tensor) -> Tensor:
    """Return how often turns end in each way if the roller decides by `after`."""
    return torch.cat([end_chances(*stakes(game, part, after)) for part in parts])


def looking_ahead(game: SmallGame, judged: Tensor, ahead: Tensor) -> Tensor:
    """Return a response's chance where the judge is to roll, `ahead` turns ahead by table."""
    is_open = game.final.isnan()
    numbers = is_open.nonzero()[:, 0]
    parts = numbers.split(CHUNK)
    links = game.next_tables[numbers].clamp(min=0)
    chances = _end_chances(game, parts, 1 - judged)
    mine = torch.where(is_open, judged, game.final)
    theirs = 1 - mine
    found = theirs.clone()
    for turns in range(1, int(ahead.max()) + 1):
        own = torch.cat([turn_values(game, part, theirs) for part in parts])
        theirs[numbers] = (chances * mine[links]).sum(dim=1)
        mine[numbers] = own
        found = torch.where(ahead == turns, theirs, found)
    return found


def loss(game: SmallGame, judged: Tensor, answered: Tensor | None = None) -> float:
    """Return what the judge loses against perfect play, in chance to win, the mean of both seats.

    Two perfect players share one game won in two, whoever begins: the rest is lost. With
    `answered` (see `best_response`), what it loses against that answer.
    """
    mine, theirs = best_response(game, judged, answered)
    judge_first, judge_second = 1 - float(theirs[game.start]), 1 - float(mine[game.start])
    return (1 - judge_first - judge_second) / 2
