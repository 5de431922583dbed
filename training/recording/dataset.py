"""Recorded games as a data set: Parquet in shards, and a card that says what is in it.

A shard is written under another name and renamed when it is complete, and its dice depend on
nothing but the seed and its number: so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from pickomino import __version__
from training.players.network import Network
from training.recording.dice_codes import numbers_of, texts
from training.recording.self_play import NOBODY, PlayedTurn, Setting, play_games
from training.recording.turn_recorder import ROLL_ON, Roll

COLUMNS = {
    "game": "the number of the game, from 0",
    "turn": "the number of the turn in its game, from 0",
    "seat": "the seat whose turn it is, from 0; seat 0 begins",
    "roll": "the number of the roll in its turn, from 0",
    "set_aside": "the dice set aside before the roll; w is a worm",
    "rolled": "the dice that were rolled",
    "face": "the symbol that was set aside, 6 for worms; 0 if the roll offered none (a bust)",
    "then": "0: rolled on; 21 to 36: stopped with this tile; -1: the turn failed",
    "robbed": "the seat that the tile was stolen from; -1 if nobody",
    "before": "by seat, the chance to win before the roll",
    "after": "by seat, the chance after the roll, if the best symbol is chosen",
    "kept": "by seat, the chance after the choice of a symbol",
    "ended": "by seat, the chance after the choice to stop or to roll on; after the last roll of a"
    " turn, what the network says of the table then, or the result",
    "luck": "of the one who rolls: after - before",
    "face_cost": "of the one who rolls: after - kept, what the choice of a symbol gave away",
    "stop_cost": "of the one who rolls: kept - ended, what stopping or rolling on gave away",
    "result": "by seat, the share of the win",
}
ABOUT = """\
One row is a roll with the two decisions after it: which symbol to set aside, and whether to stop.
Every number is a chance to win, from 0 to 1, judged by the network named below with the turn
solved exactly. By seat: result = first before + sum of (after - before) [luck] + sum of (ended -
after) [own costs, or what rivals gave] + sum of (next before - ended) between turns [the judge's
own inexactness], to the rounding of 32-bit floats. Luck has mean zero whoever plays.
"""
CHANCES = ("before", "after", "kept", "ended")
WIDE = (*CHANCES, "result")
"""The columns with one number for each seat."""


class Order(NamedTuple):
    """What to write."""

    setting: Setting
    count: int
    seed: int
    shard: int
    """Games in each file."""

    def card(self, device: str) -> dict[str, Any]:
        """Return what the data set is, for its card."""
        return {
            "name": "Recorded games of Pickomino",
            "about": ABOUT,
            "columns": COLUMNS,
            "rules": str(self.setting.rules),
            "seats": list(self.setting.seats),
            "games": self.count,
            "games_in_a_shard": self.shard,
            "seed": self.seed,
            "device": device,
            "network": {
                "file": self.setting.network_file().name,
                "sha256": self.setting.network_hash(),
            },
            "pickomino": __version__,
            "licence": "MIT, as pickomino itself",
        }


def write_games(order: Order, output: Path, device: torch.device) -> None:
    """Write all shards that are missing; ValueError if other games are there."""
    card = order.card(device.type)
    _begin(output, card)
    network = order.setting.network(device)
    shards = -(-order.count // order.shard)
    for number in range(shards):
        path = output / f"games-{number:05}.parquet"
        if path.exists():
            continue
        began = time.monotonic()
        first = number * order.shard
        count = min(order.shard, order.count - first)
        columns = recorded(network, order.setting, count, generator_of(order.seed, number, device))
        columns["game"] += first
        _write(columns, path)
        seconds = time.monotonic() - began
        rolls = len(columns["game"])
        done = f"{number + 1}/{shards}: {first + count:,} games, {rolls:,} rolls, {seconds:.0f} s"
        print(done, file=sys.stderr, flush=True)


def generator_of(seed: int, batch: int, device: torch.device) -> torch.Generator:
    """Return the dice of one batch of games."""
    return torch.Generator(device).manual_seed(seed * 1_000_003 + batch)


def _begin(output: Path, card: dict[str, Any]) -> None:
    """Write the card beside the data; a card that is there already must say the same."""
    path = output.with_suffix(".json")
    if path.exists() and json.loads(path.read_text()) != card:
        raise ValueError(f"{path} is of other games: choose another output")
    output.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(card, indent=1) + "\n")
    output.with_suffix(".md").write_text(_card_page(card, output.name))


def _card_page(card: Mapping[str, Any], name: str) -> str:
    columns = "\n".join(f"| `{each}` | {meaning} |" for each, meaning in card["columns"].items())
    made = {each: card[each] for each in card if each not in ("name", "about", "columns")}
    facts = "\n".join(f"- {each}: {value}" for each, value in made.items())
    return (
        f"# {card['name']}\n\n`{name}` is a folder of Parquet files, made by `python -m training"
        f" games`.\n\n{card['about']}\n| column | meaning |\n|---|---|\n{columns}\n\n{facts}\n"
    )


def recorded(
    network: Network, setting: Setting, count: int, generator: torch.Generator
) -> dict[str, np.ndarray]:
    """Play games; return the columns, sorted by game, turn and roll."""
    parts: list[dict[str, Tensor]] = []
    results = torch.zeros(count, setting.players)
    for turn in play_games(network, setting, count, generator):
        is_last = turn.is_last.nonzero()[:, 0]
        results[turn.game[is_last].cpu()] = turn.result[is_last].cpu()
        parts += [_columns(turn, number, roll) for number, roll in enumerate(turn.rolls)]
    found = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
    order = torch.from_numpy(np.lexsort([found[name].numpy() for name in ("roll", "turn", "game")]))
    columns = {name: each[order].numpy() for name, each in found.items()}
    columns["result"] = results[torch.from_numpy(columns["game"])].numpy()
    return columns


def _columns(turn: PlayedTurn, number: int, roll: Roll) -> dict[str, Tensor]:
    table = roll.state.table
    game = turn.game[table]
    ends = roll.end != ROLL_ON
    tile = torch.where(turn.gained[table] > 0, turn.gained[table], -1)
    before, after, kept, ended = (
        each[:, turn.seat] for each in (roll.before, roll.after, roll.kept, roll.then)
    )
    found = {
        "game": game,
        "turn": torch.full_like(game, turn.number).short(),
        "seat": torch.full_like(game, turn.seat).to(torch.int8),
        "roll": torch.full_like(game, number).to(torch.int8),
        "set_aside": numbers_of(roll.state.aside).short(),
        "rolled": numbers_of(roll.counts).short(),
        "face": (roll.face + 1).to(torch.int8),
        "then": torch.where(ends, tile, 0).to(torch.int8),
        "robbed": torch.where(ends, turn.robbed[table], NOBODY).to(torch.int8),
        "before": roll.before,
        "after": roll.after,
        "kept": roll.kept,
        "ended": roll.then,
        "luck": after - before,
        "face_cost": after - kept,
        "stop_cost": kept - ended,
    }
    return {name: each.cpu() for name, each in found.items()}


def _write(columns: Mapping[str, np.ndarray], path: Path) -> None:
    # Not above: nothing else needs it, and machines with a GPU may lack it.
    import pyarrow as pa
    from pyarrow import parquet

    dice = pa.array(texts())
    arrays = {}
    for name in COLUMNS:
        values = columns[name]
        if name in ("set_aside", "rolled"):
            arrays[name] = pa.DictionaryArray.from_arrays(values, dice)
        elif name in WIDE:
            arrays[name] = pa.FixedSizeListArray.from_arrays(values.ravel(), values.shape[1])
        else:
            arrays[name] = pa.array(values)
    unfinished = path.with_suffix(".part")
    parquet.write_table(pa.table(arrays), unfinished, compression="zstd")
    unfinished.rename(path)
