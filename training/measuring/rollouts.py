"""Judges puzzles by games: from each choice on, champions play to the end, many games at once.

The networks that know every rule play for everybody. From what was won in a game its luck is taken:
what each turn brought by the network's judgement beyond what it was worth before, which has mean
zero. So the games decide, and where the network is wrong, that costs only precision.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from pickomino.core.actions import Action
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.full_features import FullArrays, full_arrays_of
from pickomino.evaluation.network import network_for
from pickomino.puzzles.puzzle import Puzzle, parse_puzzle
from pickomino.solver.shape import State, TurnShape, state_of
from training.games import extrawurm_tables, extrawurm_turns
from training.games.extrawurm_turns import Dice, Judge
from training.games.variants import FULL
from training.players.network import Network, judge, loaded

TURN_LIMIT = 400
USUAL_CHOICES = 3


class Start(NamedTuple):
    """Where the games of one choice begin."""

    table: Position
    """At the start of a turn: of the one that goes on, or if it has ended, of the next."""
    state: State | None
    """How far the turn has come that goes on."""
    may_stop: bool = False


class Worth(NamedTuple):
    """What the games of one choice came to for who chose."""

    action: Action
    chance: float
    error: float
    """The standard error of the chance."""


def judge_pack(
    lines: Sequence[str], device: torch.device, games: int, at_once: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Judge puzzles by so many games from each choice on; yield a line for each, for logs."""
    torch.backends.cuda.matmul.allow_tf32 = True
    generator = torch.Generator(device).manual_seed(seed)
    by_players: defaultdict[int, list[tuple[str, Puzzle]]] = defaultdict(list)
    for line in lines:
        puzzle = parse_puzzle(line)
        by_players[puzzle.position.players].append((line, puzzle))
    size = max(1, at_once // (USUAL_CHOICES * games))
    for players, given in sorted(by_players.items()):
        network = loaded(network_for(players, FULL.version), device)
        for first in range(0, len(given), size):
            part = given[first : first + size]
            found = judged([puzzle for _, puzzle in part], network, games, generator)
            for (line, puzzle), worths in zip(part, found, strict=True):
                yield _told(line, puzzle, worths, games)


def _told(line: str, puzzle: Puzzle, worths: Sequence[Worth], games: int) -> dict[str, Any]:
    """Return how much better than any other the best choice is, judged by the games."""
    best, *others = worths
    second = max(others, key=lambda worth: worth.chance)
    return {
        "puzzle": line.split(maxsplit=1)[0],
        "theme": puzzle.theme,
        "games": games,
        "margin": round(best.chance - second.chance, 5),
        "error": round(math.hypot(best.error, second.error), 5),
        "choices": {
            str(worth.action): [round(worth.chance, 5), round(worth.error, 5)] for worth in worths
        },
    }


def judged(
    puzzles: Sequence[Puzzle], network: Network, games: int, generator: torch.Generator
) -> list[tuple[Worth, ...]]:
    """Judge every choice of puzzles, all games at once; the network is for as many players."""
    actions = [(each.position, choice.action) for each in puzzles for choice in each.choices]
    starts = [start_of(position, action, network) for position, action in actions]
    results = iter(results_of(starts, network, games, generator))
    return [
        tuple(Worth(choice.action, *next(results)) for choice in puzzle.choices)
        for puzzle in puzzles
    ]


def start_of(position: Position, action: Action, network: Network) -> Start:
    """Return where games begin in which a player has chosen an action."""
    after = _after_raven(apply(position, action), network)
    if after.seat != position.seat:
        following = (position.seat + 1) % position.players
        return Start(after._replace(seat=following), None)
    has_bratwurm = _has_bratwurm_for_ones(after)
    state = state_of(TurnShape.of(after), after, bratwurm=has_bratwurm)
    return Start(
        _without_bratwurm(after) if has_bratwurm else after,
        state,
        may_stop=after.turn.phase is Phase.DECIDE,
    )


def _after_raven(position: Position, network: Network) -> Position:
    """Let the player choose whose Bratwurm the Raven takes."""
    if position.turn.phase is not Phase.RAVEN:
        return position
    following = (position.seat + 1) % position.players
    ends = [apply(position, action) for action in legal_actions(position)]
    found = tables([end._replace(seat=following) for end in ends], network)
    return ends[int(network.chances(found)[:, -1].argmax())]


def _has_bratwurm_for_ones(position: Position) -> bool:
    """Return whether the table can have been one without the Bratwurm when the turn began."""
    extrawurm = position.extrawurm
    has_ones = position.turn.set_aside.count(1) > 1
    return extrawurm is not None and has_ones and extrawurm.bratwurms[position.seat] > 0


def _without_bratwurm(position: Position) -> Position:
    assert position.extrawurm is not None  # noqa: S101 - only Extrawurm has Bratwurms
    return position._replace(extrawurm=position.extrawurm.with_bratwurms(position.seat, -1))


def _device(network: Network) -> torch.device:
    return next(network.parameters()).device


def tables(positions: Sequence[Position], network: Network) -> FullArrays:
    """Put positions where the network is."""
    arrays = full_arrays_of(positions)
    return FullArrays(*(torch.from_numpy(each).to(_device(network)) for each in arrays))


def results_of(
    starts: Sequence[Start], network: Network, games: int, generator: torch.Generator
) -> list[tuple[float, float]]:
    """Play games from each start; return the player's chance and its error."""
    each_start = tables([start.table for start in starts], network)
    arrays = FullArrays(*(each.repeat_interleave(games, dim=0) for each in each_start))
    luck = torch.zeros(len(arrays.place), dtype=torch.double, device=generator.device)
    begun = torch.tensor([start.state is not None for start in starts], device=generator.device)
    rows = begun.repeat_interleave(games).nonzero()[:, 0]
    if len(rows):
        after, luck[rows] = _turn_ended(starts, _part(arrays, rows), network, games, generator)
        pairs = zip(arrays, after, strict=True)
        arrays = FullArrays(*(old.index_copy(0, rows, new) for old, new in pairs))
    adjusted = (_won(arrays, network, generator) - luck).reshape(len(starts), games)
    errors = adjusted.std(dim=1) / math.sqrt(games)
    return list(zip(adjusted.mean(dim=1).tolist(), errors.tolist(), strict=True))


def _part(arrays: FullArrays, rows: Tensor) -> FullArrays:
    return FullArrays(*(each[rows] for each in arrays))


def _turn_ended(
    starts: Sequence[Start],
    arrays: FullArrays,
    network: Network,
    games: int,
    generator: torch.Generator,
) -> tuple[FullArrays, Tensor]:
    """Go on with the turns that have not ended; return the tables after them, and the luck."""
    dice, may_stop = dice_of(starts, games, generator.device)
    solved = extrawurm_turns.solve(arrays, network.players, judge_for(network, 0))
    end, before = extrawurm_turns.play_on(solved, dice, may_stop, generator)
    luck = _came(solved, end) - before[:, 1]
    return extrawurm_tables.picked(solved.ends.after, end), luck.double()


def dice_of(starts: Sequence[Start], games: int, device: torch.device) -> tuple[Dice, Tensor]:
    """Return how far the turns that go on have come, so many times each, and who may stop."""
    fields = [
        [start.may_stop, *(getattr(start.state, name) for name in Dice._fields)]
        for start in starts
        if start.state is not None
    ]
    given = torch.tensor(fields, dtype=torch.long, device=device).repeat_interleave(games, dim=0)
    return Dice(*given.T[1:]), given[:, 0].bool()


def judge_for(network: Network, seat: int) -> Judge:
    """Judge for the roller, who is seat 0, and carry along the chance of a seat."""
    judge_all = judge(network.chances, slice(None))

    def worth(arrays: FullArrays, ends: extrawurm_tables.Ends, players: int) -> Tensor:
        return judge_all(arrays, ends, players)[..., [0, seat]]

    return worth


def _came(solved: extrawurm_turns.Solved, end: Tensor) -> Tensor:
    """Return what the ends are worth to the seat whose chance is carried along."""
    return solved.worth[..., 1].flatten(1).gather(1, end[:, None])[:, 0]


def _won(arrays: FullArrays, network: Network, generator: torch.Generator) -> Tensor:
    """Play games of champions to the end; return what the last seat won, less its luck.

    A game of more turns than any has counts as it stands.
    """
    players, seat = network.players, network.players - 1
    won = torch.zeros(len(arrays.place), dtype=torch.double, device=generator.device)
    rows = torch.arange(len(won), device=generator.device)
    for turn in range(TURN_LIMIT):
        is_over = extrawurm_tables.is_over(arrays) | (turn == TURN_LIMIT - 1)
        final = extrawurm_tables.final_chances(_part(arrays, is_over), players)
        won[rows[is_over]] += final[:, seat]
        rows, arrays = rows[~is_over], _part(arrays, ~is_over)
        if not len(rows):
            break
        solved = extrawurm_turns.solve(arrays, players, judge_for(network, seat))
        end = extrawurm_turns.roll_out(solved, generator)
        won[rows] -= _came(solved, end) - solved.at_start[:, 1]
        arrays = extrawurm_tables.picked(solved.ends.after, end)
        seat = (seat - 1) % players
    return won
