"""Recorded games with one row for each decision, ready for imitation and offline learning.

Every row has its position as WFEN and its legal actions, so nothing has to be replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pickomino.core.actions import ROLL_ON, STEAL, STOP, TAKE
from pickomino.core.position import seat_letter
from pickomino.core.rules import Rules
from pickomino.core.tiles import EXTRA_TILES, TILES
from pickomino.envs.actions import COUNT, index_of
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import FAILURE, FIRST_GAIN
from pickomino.evaluation.features import DOWN, FIRST_SEAT, UP, TableArrays
from training.players.network import ValueNetwork
from training.recording import turn_recorder
from training.recording.dice_codes import dice_numbers, dice_texts
from training.recording.self_play import GameSetup, PlayedTurn, play_games
from training.recording.turn_recorder import FACES, OpenTurns, RecordedRoll

COLUMNS = {
    "game": "the number of the game, from 0",
    "turn": "the number of the turn in its game, from 0",
    "decision": "the number of the decision in its turn, from 0",
    "seat": "the seat that decides, from 0; seat 0 begins",
    "wfen": "the position, as in docs/notation.md",
    "legal": "for each action number, 1 if the action is legal, as `pickomino.envs.actions.mask`",
    "action": "the number of the chosen action, as in docs/environments.md",
    "value": "the chance of the seat to win with the best action, as the network estimates it",
    "cost": "how much of that chance the chosen action gave up",
    "result": "the share of the win that the seat got at the end of the game",
    "ends_game": "whether this is the last decision of the game",
}
DESCRIPTION = """\
One row is a decision: which symbol to set aside, or whether to take, steal, roll on or stop. Rows
are sorted by game, turn and decision; a roll without a legal choice has no row. Chances to win are
numbers from 0 to 1, evaluated by the network named below with the turn solved exactly.
"""
_ROLL_ON, _STOP = index_of(ROLL_ON), index_of(STOP)
_FIRST_TAKE, _FIRST_STEAL = index_of(TAKE[EXTRA_TILES[0]]), index_of(STEAL[TILES[0]])
_NOTHING = "-"


def record_decisions(
    network: ValueNetwork, setup: GameSetup, count: int, generator: torch.Generator
) -> dict[str, Any]:
    """Play games; return the columns as Arrow arrays, sorted by game, turn and decision."""
    import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]

    parts: list[dict[str, NDArray[Any]]] = []
    texts: list[str] = []
    results = np.zeros((count, setup.players), np.float32)
    for turn in play_games(network, setup, count, generator):
        is_last = turn.is_last.cpu().numpy()
        results[turn.game.cpu().numpy()[is_last]] = turn.result.cpu().numpy()[is_last]
        for number, roll in enumerate(turn.rolls):
            parts += [_symbol_rows(turn, number, roll), _end_rows(turn, number, roll)]
            for part in parts[-2:]:
                part["table"] += len(texts)
        texts += table_texts(turn.before, setup.rules, turn.seat)
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.lexsort([joined[name] for name in ("decision", "turn", "game")])
    columns: dict[str, Any] = {name: column[order] for name, column in joined.items()}
    columns["result"] = results[columns["game"], columns["seat"]]
    game = columns["game"]
    columns["ends_game"] = np.append(game[1:] != game[:-1], True)
    columns["wfen"] = _join_texts(texts, columns)
    legal = columns["legal"]
    columns["legal"] = pa.FixedSizeListArray.from_arrays(legal.ravel(), COUNT)
    return {name: columns[name] for name in COLUMNS}


def table_texts(arrays: TableArrays, rules: Rules, seat: int) -> list[str]:
    """Return the first four fields of the WFEN of each table; the seat to roll is `seat`."""
    place = arrays.place.cpu().numpy()[:, len(EXTRA_TILES) :]
    height = arrays.height.cpu().numpy()[:, len(EXTRA_TILES) :]
    players = arrays.bratwurms.shape[1]
    marks = np.full(place.shape, ".", "<U1")
    marks[place == UP], marks[place == DOWN] = "o", "x"
    owners = np.where(place < FIRST_SEAT, -1, (place - FIRST_SEAT + seat) % players)
    texts: list[str] = []
    for row, own, heights in zip(marks, owners.tolist(), height.tolist(), strict=True):
        stacks: list[list[tuple[int, int]]] = [[] for _ in range(players)]
        for tile, owner, below in zip(TILES, own, heights, strict=True):
            if owner >= 0:
                stacks[owner].append((below, tile))
        written = "/".join(
            ",".join(str(tile) for _, tile in sorted(stack)) or _NOTHING for stack in stacks
        )
        texts.append(f"{rules} {''.join(row)} {written} {seat_letter(seat)}")
    return texts


def _join_texts(texts: list[str], columns: Mapping[str, NDArray[Any]]) -> Any:  # noqa: ANN401 - an Arrow array
    import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]
    from pyarrow import compute  # pyright: ignore[reportMissingTypeStubs]

    dice = pa.array([text or _NOTHING for text in dice_texts()])
    parts = [pa.array(texts).take(pa.array(columns["table"]))]
    parts += [dice.take(pa.array(columns[name])) for name in ("set_aside", "rolled")]
    join = cast("Any", compute).binary_join_element_wise
    return join(*parts, " ")


def _symbol_rows(turn: PlayedTurn, number: int, roll: RecordedRoll) -> dict[str, NDArray[Any]]:
    """Return the decisions which symbol to set aside."""
    bits = 1 << torch.arange(FACES, device=roll.face.device)
    legal = (roll.counts > 0) & (roll.turns.symbols[:, None] & bits == 0)
    mask = torch.zeros(len(roll.face), COUNT, dtype=torch.int8, device=roll.face.device)
    mask[:, :FACES] = legal
    dice = dice_numbers(roll.turns.set_aside), dice_numbers(roll.counts)
    chances = roll.after[:, turn.seat], roll.kept[:, turn.seat]
    rows = _rows(turn, 2 * number, roll.turns.table, dice, mask, roll.face, chances)
    return _take(rows, roll.face != turn_recorder.BUST)


def _end_rows(turn: PlayedTurn, number: int, roll: RecordedRoll) -> dict[str, NDArray[Any]]:
    """Return the decisions to claim, to stop or to roll on."""
    after = turns_after(roll)
    claims = tables.find_claims(turn.before, turn.result.shape[1]).legal
    claimed = claims[after.table, after.points] & after.has_worm[:, None]
    is_up = turn.before.place[after.table] == UP
    mask = torch.zeros(len(claimed), COUNT, dtype=torch.int8, device=claimed.device)
    extras, tiles = len(EXTRA_TILES), claimed.shape[1]
    mask[:, _FIRST_TAKE : _FIRST_TAKE + tiles] = claimed & is_up
    mask[:, _FIRST_STEAL : _FIRST_STEAL + tiles - extras] = (claimed & ~is_up)[:, extras:]
    mask[:, _ROLL_ON] = after.can_roll()
    mask[:, _STOP] = after.can_roll() & ~claimed.any(dim=1)
    nothing = torch.zeros_like(after.points)
    dice = dice_numbers(after.set_aside), nothing
    chances = roll.kept[:, turn.seat], roll.then[:, turn.seat]
    action = _end_actions(roll.end, is_up)
    rows = _rows(turn, 2 * number + 1, after.table, dice, mask, action, chances)
    return _take(rows, (roll.face != turn_recorder.BUST) & mask.any(dim=1))


def turns_after(roll: RecordedRoll) -> OpenTurns:
    """Return the turns after the chosen symbol is set aside; meaningless after a bust."""
    choices = turn_recorder.RollChoices.from_roll(roll.turns, roll.counts)
    return choices.choose(roll.turns, roll.face.clamp(min=0))


def _end_actions(end: Tensor, is_up: Tensor) -> Tensor:
    """Return the action number of each end: a claim, FAILURE or ROLL_ON."""
    tile = (end - FIRST_GAIN).clamp(min=0)
    steal = _FIRST_STEAL + tile - len(EXTRA_TILES)
    takes = is_up.gather(1, tile[:, None])[:, 0]
    claim = torch.where(takes, _FIRST_TAKE + tile, steal)
    action = torch.where(end == FAILURE, _STOP, claim)
    return torch.where(end == turn_recorder.ROLL_ON, _ROLL_ON, action)


def _rows(
    turn: PlayedTurn,
    decision: int,
    table: Tensor,
    dice: tuple[Tensor, Tensor],
    mask: Tensor,
    action: Tensor,
    chances: tuple[Tensor, Tensor],
) -> dict[str, Tensor]:
    best, chosen = chances
    game = turn.game[table]
    return {
        "game": game,
        "turn": torch.full_like(game, turn.number).short(),
        "decision": torch.full_like(game, decision).to(torch.int8),
        "seat": torch.full_like(game, turn.seat).to(torch.int8),
        "legal": mask,
        "action": action.to(torch.int8),
        "value": best,
        "cost": best - chosen,
        "table": table,
        "set_aside": dice[0],
        "rolled": dice[1],
    }


def _take(rows: Mapping[str, Tensor], mask: Tensor) -> dict[str, NDArray[Any]]:
    return {name: column[mask].cpu().numpy() for name, column in rows.items()}
