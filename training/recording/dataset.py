"""Recorded games as a data set: shards of Parquet, and a card that describes them.

A shard is written under a temporary name and renamed when it is complete, and its dice depend on
nothing but the seed and the shard's number, so a run that was stopped can be resumed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pickomino import __version__
from pickomino.atomic_file import atomic_write
from training.players.network import ValueNetwork
from training.recording import decisions
from training.recording.dice_codes import dice_numbers, dice_texts
from training.recording.self_play import NO_SEAT, GameSetup, PlayedTurn, play_games
from training.recording.turn_recorder import ROLL_ON, RecordedRoll

Rows = Literal["rolls", "decisions"]
COLUMNS = {
    "game": "the number of the game, from 0",
    "turn": "the number of the turn in its game, from 0",
    "seat": "the seat whose turn it is, from 0; seat 0 begins",
    "roll": "the number of the roll in its turn, from 0",
    "set_aside": "the dice set aside before the roll; w is a worm",
    "rolled": "the dice that were rolled",
    "face": "the symbol that was set aside, 6 for worms; 0 if the roll offered none (a bust)",
    "then": "0: rolled on; 21 to 36: stopped with this tile; -1: the turn failed",
    "robbed": "the seat that the tile was stolen from; -1 if none",
    "before": "by seat, the chance to win before the roll",
    "after": "by seat, the chance after the roll, if the best symbol is chosen",
    "kept": "by seat, the chance after the choice of a symbol",
    "ended": "by seat, the chance after the choice to stop or to roll on; after the last roll of a"
    " turn, the network's chance on the next table, or the result",
    "luck": "for the seat that rolls: after - before",
    "face_cost": "for the seat that rolls: after - kept, the cost of the choice of a symbol",
    "stop_cost": "for the seat that rolls: kept - ended, the cost of stopping or rolling on",
    "result": "by seat, the share of the win",
}
DESCRIPTION = """\
One row is a roll with the two decisions after it: which symbol to set aside, and whether to stop.
Chances to win are numbers from 0 to 1, evaluated by the network named below with the turn solved
exactly. By seat: result = first before + sum of (after - before) [luck] + sum of (ended - after)
[own costs, or gifts of rivals] + sum of (next before - ended) between turns [errors of the
network], up to the rounding of 32-bit floats. Luck has mean zero for any player.
"""
DESCRIPTIVE_KEYS = ("name", "about", "columns")
"""The entries of the card that explain the data; all other entries identify the data set."""
BY_SEAT = ("before", "after", "kept", "ended", "result")
"""The columns with one number for each seat."""


@dataclass(frozen=True)
class DatasetSpec:
    """The games that a data set consists of."""

    setup: GameSetup
    count: int
    seed: int
    shard: int
    """The number of games in each shard."""
    rows: Rows = "rolls"
    """What a row of the data is."""

    def card(self, device: str) -> dict[str, Any]:
        """Return the description of the data set."""
        by_decision = self.rows == "decisions"
        return {
            "name": "Recorded games of Pickomino",
            "about": decisions.DESCRIPTION if by_decision else DESCRIPTION,
            "columns": decisions.COLUMNS if by_decision else COLUMNS,
            # Data of rolls were written before there was a choice.
            **({"rows": self.rows} if by_decision else {}),
            "rules": str(self.setup.rules),
            "seats": list(self.setup.seats),
            "games": self.count,
            "games_in_a_shard": self.shard,
            "seed": self.seed,
            "device": device,
            "network": {
                "file": f"{self.setup.players}.npz",
                "sha256": self.setup.network_hash(),
            },
            "pickomino": __version__,
            "licence": "MIT, as pickomino itself",
        }


def write_games(spec: DatasetSpec, output: Path, device: torch.device) -> None:
    """Write all missing shards; raise ValueError if the folder contains other games."""
    card = spec.card(device.type)
    _write_card(output, card)
    network = spec.setup.network(device)
    shards = -(-spec.count // spec.shard)
    for number in range(shards):
        path = output / f"games-{number:05}.parquet"
        if path.exists():
            continue
        began = time.monotonic()
        first = number * spec.shard
        count = min(spec.shard, spec.count - first)
        generator = batch_generator(spec.seed, number, device)
        if spec.rows == "decisions":
            columns = decisions.record_decisions(network, spec.setup, count, generator)
        else:
            columns = _arrow_columns(record_games(network, spec.setup, count, generator))
        columns["game"] += first
        _write_shard(columns, path)
        seconds = time.monotonic() - began
        rolls = len(columns["game"])
        done = f"{number + 1}/{shards}: {first + count:,} games, {rolls:,} rolls, {seconds:.0f} s"
        print(done, file=sys.stderr, flush=True)


def batch_generator(seed: int, batch: int, device: torch.device) -> torch.Generator:
    """Return the random generator for the dice in one batch of games."""
    return torch.Generator(device).manual_seed(seed * 1_000_003 + batch)


def _write_card(output: Path, card: dict[str, Any]) -> None:
    """Write the card beside the data; raise ValueError if the existing card is for other games."""
    path = output.with_suffix(".json")
    if path.exists() and _identity(json.loads(path.read_text())) != _identity(card):
        raise ValueError(f"{path} belongs to other games; choose another output")
    output.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(card, indent=1) + "\n")
    output.with_suffix(".md").write_text(_format_card(card, output.name))


def _identity(card: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in card.items() if key not in DESCRIPTIVE_KEYS}


def _format_card(card: Mapping[str, Any], name: str) -> str:
    columns = "\n".join(
        f"| `{column}` | {meaning} |" for column, meaning in card["columns"].items()
    )
    facts = "\n".join(f"- {key}: {value}" for key, value in _identity(card).items())
    return (
        f"# {card['name']}\n\n`{name}` is a folder of Parquet files, made by `python -m training"
        f" games`.\n\n{card['about']}\n| column | meaning |\n|---|---|\n{columns}\n\n{facts}\n"
    )


def record_games(
    network: ValueNetwork, setup: GameSetup, count: int, generator: torch.Generator
) -> dict[str, NDArray[Any]]:
    """Play games; return the columns, sorted by game, turn and roll."""
    parts: list[dict[str, Tensor]] = []
    results = torch.zeros(count, setup.players)
    for turn in play_games(network, setup, count, generator):
        is_last = turn.is_last.nonzero()[:, 0]
        results[turn.game[is_last].cpu()] = turn.result[is_last].cpu()
        parts += [_columns(turn, number, roll) for number, roll in enumerate(turn.rolls)]
    joined = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
    keys = [joined[name].numpy() for name in ("roll", "turn", "game")]
    order = torch.from_numpy(np.lexsort(keys))
    columns = {name: column[order].numpy() for name, column in joined.items()}
    columns["result"] = results[torch.from_numpy(columns["game"])].numpy()
    return columns


def _columns(turn: PlayedTurn, number: int, roll: RecordedRoll) -> dict[str, Tensor]:
    table = roll.turns.table
    game = turn.game[table]
    ends = roll.end != ROLL_ON
    tile = torch.where(turn.gained[table] > 0, turn.gained[table], -1)
    before, after, kept, ended = (
        chances[:, turn.seat] for chances in (roll.before, roll.after, roll.kept, roll.then)
    )
    columns = {
        "game": game,
        "turn": torch.full_like(game, turn.number).short(),
        "seat": torch.full_like(game, turn.seat).to(torch.int8),
        "roll": torch.full_like(game, number).to(torch.int8),
        "set_aside": dice_numbers(roll.turns.set_aside).short(),
        "rolled": dice_numbers(roll.counts).short(),
        "face": (roll.face + 1).to(torch.int8),
        "then": torch.where(ends, tile, 0).to(torch.int8),
        "robbed": torch.where(ends, turn.robbed[table], NO_SEAT).to(torch.int8),
        "before": roll.before,
        "after": roll.after,
        "kept": roll.kept,
        "ended": roll.then,
        "luck": after - before,
        "face_cost": after - kept,
        "stop_cost": kept - ended,
    }
    return {name: column.cpu() for name, column in columns.items()}


def _arrow_columns(columns: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Return the columns of rolls, with dice and chances by seat as Arrow arrays."""
    # Imported here because nothing else needs it, and GPU machines may lack it.
    import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]

    dice = pa.array(dice_texts())
    arrays: dict[str, Any] = {}
    for name in COLUMNS:
        values = columns[name]
        if name in ("set_aside", "rolled"):
            arrays[name] = pa.DictionaryArray.from_arrays(values, dice)
        elif name in BY_SEAT:
            arrays[name] = pa.FixedSizeListArray.from_arrays(values.ravel(), values.shape[1])
        else:
            arrays[name] = values
    return arrays


def _write_shard(columns: Mapping[str, Any], path: Path) -> None:
    import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]
    from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    with atomic_write(path) as file:
        parquet.write_table(pa.table(dict(columns)), file, compression="zstd")
