"""The commands of `python -m training` that record games: `games` and `statistics`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from pickomino.core.rules import Rules

if TYPE_CHECKING:
    from training.recording.self_play import Setting

BOTS = ("champion", "expert", "thumb", "family", "beginner")


def add(commands: Any) -> None:  # noqa: ANN401 - argparse keeps its type to itself
    """Add the commands."""
    games = commands.add_parser("games", help="write recorded games as Parquet, in shards")
    games.add_argument("--count", type=int, default=1_000_000)
    games.add_argument("--output", type=Path, required=True, help="folder of the shards")
    games.add_argument("--rules", default="standard")
    games.add_argument("--players", type=int, choices=range(2, 8), help="2 by default")
    games.add_argument("--seats", nargs="+", choices=BOTS, help="who plays; by default champions")
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--shard", type=int, default=10_000, help="games in each file")
    games.set_defaults(run=_games)
    statistics = commands.add_parser("statistics", help="play games and save their figures")
    statistics.add_argument("--count", type=int, default=1_000_000)
    statistics.add_argument("--rules", nargs="+", default=["standard"])
    statistics.add_argument("--players", type=int, nargs="+", choices=range(2, 8), default=[2])
    statistics.add_argument(
        "--bots", nargs="+", choices=BOTS, default=["champion"], help="who plays against its like"
    )
    statistics.add_argument("--seed", type=int, default=1)
    statistics.add_argument("--at-once", type=int, default=10_000, help="games at once")
    statistics.add_argument(
        "--output", type=Path, required=True, help="JSON lines; those of equal games are replaced"
    )
    statistics.set_defaults(run=_statistics)


def _setting(rules: str, seats: Sequence[str]) -> Setting:
    """Return what to play; ends in a sentence if it cannot be played."""
    from training.recording.self_play import Setting

    try:
        return Setting.checked(Rules.parse(rules), tuple(seats))
    except ValueError as error:
        sys.exit(str(error))


def _games(options: argparse.Namespace) -> None:
    from training.recording.dataset import Order, write_games

    seats = options.seats or ["champion"] * (options.players or 2)
    if options.players not in (None, len(seats)):
        sys.exit(f"{len(seats)} seats are named for {options.players} players")
    setting = _setting(options.rules, seats)
    if not setting.is_recorded:
        sys.exit("rolls are recorded in games without Extrawurm only")
    order = Order(setting, options.count, options.seed, options.shard)
    try:
        write_games(order, options.output, torch.device(options.device))
    except ValueError as error:
        sys.exit(str(error))


def _statistics(options: argparse.Namespace) -> None:
    from training.recording.statistics import measure, replace_line

    device = torch.device(options.device)
    for rules, players, bot in product(options.rules, options.players, options.bots):
        setting = _setting(rules, [bot] * players)
        found = measure(setting, options.count, options.at_once, options.seed, device)
        replace_line(options.output, found)
