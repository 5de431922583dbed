"""Evaluation of puzzles by rollouts: after each choice, champions play many games to the end.

The networks play in all seats. The luck of every turn is subtracted from the
result of the game. It is the network's value after the turn minus the expected value before it, and
has mean zero. So the network's errors do not bias the results; they only cost precision.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from pickomino.core.actions import Action
from pickomino.core.play import apply
from pickomino.core.position import Phase, Position
from pickomino.envs.torch.tables import TurnEnds, final_chances, is_over, select_end
from pickomino.evaluation.features import TableArrays
from pickomino.evaluation.network import network_for
from pickomino.evaluation.outcome_values import raven_outcomes
from pickomino.puzzles.puzzle import Puzzle, parse_puzzle
from pickomino.solver.shape import DiceState, TurnShape, dice_state
from training.games.batches import tables_from_positions, take_rows
from training.games.turns import (
    EndEvaluator,
    SolvedTurns,
    TurnProgress,
    finish_turns,
    play_turns,
    solve_turns,
)
from training.players.network import ValueNetwork, end_evaluator, load_value_network

TURN_LIMIT = 400
USUAL_CHOICES = 3


class RolloutStart(NamedTuple):
    """Where the games after one choice start."""

    table: Position
    """The table at the start of the turn or, if the choice ended the turn, of the next turn."""
    state: DiceState | None
    """The state of the turn; None if the choice ended the turn."""
    may_stop: bool = False


class ChoiceValue(NamedTuple):
    """The value of one choice for the player who made it, estimated by rollouts."""

    action: Action
    chance: float
    error: float
    """The standard error of the chance."""


def evaluate_pack(
    lines: Sequence[str], device: torch.device, games: int, at_once: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Evaluate puzzles by playing `games` games after each choice; yield a log line per puzzle."""
    torch.backends.cuda.matmul.allow_tf32 = True
    generator = torch.Generator(device).manual_seed(seed)
    by_players: defaultdict[int, list[tuple[str, Puzzle]]] = defaultdict(list)
    for line in lines:
        puzzle = parse_puzzle(line)
        by_players[puzzle.position.players].append((line, puzzle))
    size = max(1, at_once // (USUAL_CHOICES * games))
    for players, puzzles in sorted(by_players.items()):
        network = load_value_network(network_for(players), device)
        for first in range(0, len(puzzles), size):
            part = puzzles[first : first + size]
            values = evaluate_puzzles([puzzle for _, puzzle in part], network, games, generator)
            for (line, puzzle), choices in zip(part, values, strict=True):
                yield _log_line(line, puzzle, choices, games)


def _log_line(
    line: str, puzzle: Puzzle, choices: Sequence[ChoiceValue], games: int
) -> dict[str, Any]:
    """Return a puzzle's log line, with the margin of its best choice over the second best."""
    best, *others = choices
    second = max(others, key=lambda choice: choice.chance)
    return {
        "puzzle": line.split(maxsplit=1)[0],
        "theme": puzzle.theme,
        "games": games,
        "margin": round(best.chance - second.chance, 5),
        "error": round(math.hypot(best.error, second.error), 5),
        "choices": {
            str(choice.action): [round(choice.chance, 5), round(choice.error, 5)]
            for choice in choices
        },
    }


def evaluate_puzzles(
    puzzles: Sequence[Puzzle], network: ValueNetwork, games: int, generator: torch.Generator
) -> list[tuple[ChoiceValue, ...]]:
    """Evaluate all choices of puzzles at once; the puzzles have as many players as the network."""
    choices = [(puzzle.position, choice.action) for puzzle in puzzles for choice in puzzle.choices]
    starts = [rollout_start(position, action, network) for position, action in choices]
    results = iter(play_rollouts(starts, network, games, generator))
    return [
        tuple(ChoiceValue(choice.action, *next(results)) for choice in puzzle.choices)
        for puzzle in puzzles
    ]


def rollout_start(position: Position, action: Action, network: ValueNetwork) -> RolloutStart:
    """Return where games start after a player has chosen an action."""
    after = _choose_raven_victim(apply(position, action), network)
    if after.seat != position.seat:
        next_seat = (position.seat + 1) % position.players
        return RolloutStart(after._replace(seat=next_seat), None)
    has_bratwurm = _has_bratwurm_for_ones(after)
    state = dice_state(TurnShape.from_position(after), after, bratwurm=has_bratwurm)
    return RolloutStart(
        _without_bratwurm(after) if has_bratwurm else after,
        state,
        may_stop=after.turn.phase is Phase.DECIDE,
    )


def _choose_raven_victim(position: Position, network: ValueNetwork) -> Position:
    """Let the player choose whom the Raven robs of a Bratwurm, if that is the next decision."""
    ends = raven_outcomes(position)
    if len(ends) == 1:
        return ends[0]
    next_seat = (position.seat + 1) % position.players
    tables = tables_from_positions([end._replace(seat=next_seat) for end in ends], network.device)
    return ends[int(network.chances(tables)[:, -1].argmax())]


def _has_bratwurm_for_ones(position: Position) -> bool:
    """Return whether the player may have gained a Bratwurm for ones in this turn."""
    extrawurm = position.extrawurm
    has_ones = position.turn.set_aside.count(1) > 1
    return extrawurm is not None and has_ones and extrawurm.bratwurms[position.seat] > 0


def _without_bratwurm(position: Position) -> Position:
    assert position.extrawurm is not None  # noqa: S101 - only Extrawurm has Bratwurms
    return position._replace(extrawurm=position.extrawurm.with_bratwurms(position.seat, -1))


def play_rollouts(
    starts: Sequence[RolloutStart], network: ValueNetwork, games: int, generator: torch.Generator
) -> list[tuple[float, float]]:
    """Play games; return the player's chance and its standard error for each start."""
    tables = tables_from_positions([start.table for start in starts], network.device)
    arrays = TableArrays._make(column.repeat_interleave(games, dim=0) for column in tables)
    luck = torch.zeros(len(arrays.place), dtype=torch.double, device=generator.device)
    is_mid_turn = torch.tensor(
        [start.state is not None for start in starts], device=generator.device
    )
    rows = is_mid_turn.repeat_interleave(games).nonzero()[:, 0]
    if len(rows):
        part = take_rows(arrays, rows)
        after, luck[rows] = _finish_turns(starts, part, network, games, generator)
        pairs = zip(arrays, after, strict=True)
        arrays = TableArrays._make(old.index_copy(0, rows, new) for old, new in pairs)
    adjusted = (_play_to_end(arrays, network, generator) - luck).reshape(len(starts), games)
    errors = adjusted.std(dim=1) / math.sqrt(games)
    return list(zip(adjusted.mean(dim=1).tolist(), errors.tolist(), strict=True))


def _finish_turns(
    starts: Sequence[RolloutStart],
    arrays: TableArrays,
    network: ValueNetwork,
    games: int,
    generator: torch.Generator,
) -> tuple[TableArrays, Tensor]:
    """Finish the turns that have not ended; return the tables after them, and the player's luck."""
    progress, may_stop = turn_progress(starts, games, generator.device)
    solved = solve_turns(arrays, network.players, evaluator_with_seat(network, 0))
    end, before = finish_turns(solved, progress, may_stop, generator)
    luck = _chance_after(solved, end) - before[:, 1]
    return select_end(solved.ends.after, end), luck.double()


def turn_progress(
    starts: Sequence[RolloutStart], games: int, device: torch.device
) -> tuple[TurnProgress, Tensor]:
    """Return the progress of unfinished turns, and which may stop, both repeated for every game."""
    fields = [
        [start.may_stop, *(getattr(start.state, name) for name in TurnProgress._fields)]
        for start in starts
        if start.state is not None
    ]
    columns = torch.tensor(fields, dtype=torch.long, device=device).repeat_interleave(games, dim=0)
    return TurnProgress._make(columns.T[1:]), columns[:, 0].bool()


def evaluator_with_seat(network: ValueNetwork, seat: int) -> EndEvaluator:
    """Return an evaluator with two channels: the chances of the roller (seat 0) and of `seat`."""
    evaluate_all = end_evaluator(network.chances, slice(None))

    def evaluate(arrays: TableArrays, ends: TurnEnds, players: int) -> Tensor:
        return evaluate_all(arrays, ends, players)[..., [0, seat]]

    return evaluate


def _chance_after(solved: SolvedTurns, end: Tensor) -> Tensor:
    """Return the measured seat's chance after the given ends, from the second channel."""
    return solved.end_values[..., 1].flatten(1).gather(1, end[:, None])[:, 0]


def _play_to_end(arrays: TableArrays, network: ValueNetwork, generator: torch.Generator) -> Tensor:
    """Play games of champions to the end; return the last seat's share of the win minus its luck.

    A game that reaches the turn limit counts as it stands.
    """
    players, seat = network.players, network.players - 1
    won = torch.zeros(len(arrays.place), dtype=torch.double, device=generator.device)
    rows = torch.arange(len(won), device=generator.device)
    for turn in range(TURN_LIMIT):
        ends = is_over(arrays) | (turn == TURN_LIMIT - 1)
        won[rows[ends]] += final_chances(take_rows(arrays, ends), players)[:, seat]
        rows, arrays = rows[~ends], take_rows(arrays, ~ends)
        if not len(rows):
            break
        solved = solve_turns(arrays, players, evaluator_with_seat(network, seat))
        end = play_turns(solved, generator)
        won[rows] -= _chance_after(solved, end) - solved.at_start[:, 1]
        arrays = select_end(solved.ends.after, end)
        seat = (seat - 1) % players
    return won
