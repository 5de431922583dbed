"""What a player loses, exactly, against an opponent who knows it and answers perfectly."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from training.solving.end_chances import end_chances
from training.solving.small_games import (
    CHUNK,
    PLAYERS,
    ROUGHLY,
    Progress,
    SmallGame,
    layers,
    parts_of,
    silent,
    stakes,
    told,
    turn_values,
)

PRECISION = 1e-7
"""When no chance changes by more, a layer is solved: a loss is told to a millionth."""
SPREAD_ROUNDS = 20
"""If so many rounds do not settle a table, the judge is bad: it begins anew, with nothing won."""
ROUNDS = 500
"""Two bad players may never end a game; then this many rounds are enough to see it."""
SPREADS = 50
PART_OF_ERROR = 0.01
"""How often at most an error is spread, and which part of it need not be spread any more."""

Turns = Callable[[Tensor, torch.dtype], Tensor]
"""Judges the turns of the judge's opponent on some tables."""


class _Duel(NamedTuple):
    """A judge and its opponent; the opponent's chances are improved in place."""

    game: SmallGame
    chances: Tensor
    """How often the judge's turns end in each way, by table."""
    mine: Tensor
    """The opponent's chance where the opponent is to roll, by table."""
    theirs: Tensor
    """The opponent's chance where the judge is to roll."""


def best_response(
    game: SmallGame, judged: Tensor, answered: Tensor | None = None, progress: Progress = silent
) -> tuple[Tensor, Tensor]:
    """Solve the game where one seat is the judge's and the other one's play is perfect.

    `judged` is the judge's chance of the seat to roll, for every table. Return the chance of the
    perfect player where that player is to roll, and where the judge is. With `answered`, the
    chance of the other player where the judge is to roll, that player decides by it instead.
    """
    # What the judge believes is close to the truth, and saves rounds.
    mine = torch.where(game.final.isnan(), judged, game.final)
    # The judge decides by its own values, whatever the perfect player gets of it.
    duel = _Duel(game, _end_chances(game, 1 - judged), mine, 1 - mine)
    answers = None if answered is None else _end_chances(game, answered)

    def turns(part: Tensor, dtype: torch.dtype) -> Tensor:
        if answers is None:
            return turn_values(game, part, duel.theirs, dtype)
        return _expected(game, part, answers, duel.theirs)

    for layer in layers(game):
        parts = parts_of(game, layer)
        progress(told(layer, parts, *_settle(duel, parts, turns)))
    return duel.mine, duel.theirs


def _settle(duel: _Duel, parts: list[Tensor], turns: Turns) -> tuple[int, float]:
    """Improve the chances of a layer until they agree; return rounds and last change.

    A turn is solved again only if a chance that it leads to has moved since.
    """
    rounds, change = 0, 0.0
    for dtype, precision in ((torch.float, ROUGHLY), (torch.double, PRECISION)):
        used, unsettled = duel.theirs.clone(), parts
        while unsettled and rounds < ROUNDS:
            rounds += 1
            error = torch.zeros_like(duel.mine)
            for part in unsettled:
                error[part] = turns(part, dtype) - duel.mine[part]
            change = float(error.abs().max())
            if rounds == SPREAD_ROUNDS:
                duel.mine[torch.cat(unsettled)] = 0
            else:
                duel.mine.add_(_spread(duel, parts, error) if rounds < SPREAD_ROUNDS else error)
            duel.mine.clamp_(0, 1)
            for part in parts:
                duel.theirs[part] = _expected(duel.game, part, duel.chances, duel.mine)
            has_moved = (duel.theirs - used).abs() > precision
            used[has_moved] = duel.theirs[has_moved]
            unsettled = _leading_to(duel.game, parts, has_moved)
    return rounds, change


def _leading_to(game: SmallGame, parts: list[Tensor], some: Tensor) -> list[Tensor]:
    """Return the tables, some at a time, from which a turn can lead to some of all tables."""
    found = [part[some[game.next_tables[part].clamp(min=0)].any(dim=1)] for part in parts]
    numbers = torch.cat(found)
    return list(numbers.split(CHUNK)) if len(numbers) else []


def _spread(duel: _Duel, parts: list[Tensor], error: Tensor) -> Tensor:
    """Return the errors of a layer with those that they cause on other tables of it.

    As if the judge were on both seats: a good one plays nearly as the perfect player does. Without
    this, more than twice as many turns must be solved, which takes far longer.
    """
    step, caused = error.clone(), error
    enough = PART_OF_ERROR * float(error.abs().max())
    for _ in range(SPREADS):
        for _ in range(PLAYERS):
            effect = torch.zeros_like(caused)
            for part in parts:
                effect[part] = _expected(duel.game, part, duel.chances, caused)
            caused = effect
        step += caused
        if float(caused.abs().max()) <= enough:
            break
    return step


def _end_chances(game: SmallGame, after: Tensor) -> Tensor:
    """Return how often each table's turn ends in each way if the roller decides by `after`.

    As 32-bit floats, which take half the memory and change a loss by less than a millionth.
    """
    chances = torch.zeros(game.next_tables.shape, device=after.device)
    for layer in layers(game):
        for part in parts_of(game, layer):
            stops, worth = stakes(game, part, after)
            chances[part] = end_chances(stops, worth.float())
    return chances


def _expected(game: SmallGame, part: Tensor, chances: Tensor, after: Tensor) -> Tensor:
    """Return what the turns of some tables lead to on average."""
    links = game.next_tables[part].clamp(min=0)
    return (chances[part] * after[links]).sum(dim=1)


def looking_ahead(game: SmallGame, judged: Tensor, ahead: Tensor) -> Tensor:
    """Return a response's chance where the judge is to roll, `ahead` turns ahead by table."""
    is_open = game.final.isnan()
    numbers = is_open.nonzero()[:, 0]
    parts = numbers.split(CHUNK)
    chances = _end_chances(game, 1 - judged)
    mine = torch.where(is_open, judged, game.final)
    theirs = 1 - mine
    found = theirs.clone()
    for turns in range(1, int(ahead.max()) + 1):
        own = torch.cat([turn_values(game, part, theirs) for part in parts])
        theirs[numbers] = torch.cat([_expected(game, part, chances, mine) for part in parts])
        mine[numbers] = own
        found = torch.where(ahead == turns, theirs, found)
    return found


def loss(
    game: SmallGame, judged: Tensor, answered: Tensor | None = None, progress: Progress = silent
) -> float:
    """Return what the judge loses against perfect play, in chance to win, the mean of both seats.

    Two perfect players share one game won in two, whoever begins: the rest is lost. With
    `answered` (see `best_response`), what it loses against that answer.
    """
    mine, theirs = best_response(game, judged, answered, progress)
    judge_first, judge_second = 1 - float(theirs[game.start]), 1 - float(mine[game.start])
    return (1 - judge_first - judge_second) / 2
