"""The commands that record games: `games` and `statistics`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from pickomino.core.rules import Rules

if TYPE_CHECKING:
    from training.commands.loading import Commands
    from training.recording.self_play import GameSetup

BOTS = ("champion", "expert", "thumb", "family", "beginner")
PLAYERS = range(2, 8)


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    games = commands.add_parser(
        "games",
        help="write recorded games as Parquet files",
        description="Write games of bots as a folder of Parquet files, with a card that explains"
        " the columns. A run that was stopped continues where it was.",
        epilog="example: python -m training games --count 10000"
        " --seats champion expert --output build/games.parquet",
    )
    games.add_argument(
        "--rows",
        choices=("decisions", "rolls"),
        default="decisions",
        help="what a row is: a decision with its position, legal actions and action number, for"
        " imitation and offline learning, or a roll with the chances of all seats"
        " (default: decisions)",
    )
    games.add_argument("--count", type=int, default=1_000_000, help="number of games")
    games.add_argument("--output", type=Path, required=True, help="folder for the files")
    games.add_argument("--rules", default="standard", help="a rule set")
    games.add_argument("--players", type=int, choices=PLAYERS, help="player count (default: 2)")
    games.add_argument(
        "--seats", nargs="+", choices=BOTS, help="the bot in each seat (default: champions)"
    )
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--shard", type=int, default=10_000, help="games in each file")
    games.set_defaults(run=_games)
    statistics = commands.add_parser("statistics", help="play games and save their statistics")
    statistics.add_argument("--count", type=int, default=1_000_000, help="number of games")
    statistics.add_argument("--rules", nargs="+", default=["standard"], help="rule sets")
    statistics.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=[2])
    statistics.add_argument(
        "--bots",
        nargs="+",
        choices=BOTS,
        default=["champion"],
        help="bots; in a game, all seats are played by the same bot",
    )
    statistics.add_argument("--seed", type=int, default=1)
    statistics.add_argument("--at-once", type=int, default=10_000, help="games simulated at once")
    statistics.add_argument(
        "--output",
        type=Path,
        required=True,
        help="JSON Lines file to add to; lines with the same rules and seats are replaced",
    )
    statistics.set_defaults(run=_statistics)


def _game_setup(rules: str, seats: Sequence[str]) -> GameSetup:
    """Return the setup of the games; exit with a message if they cannot be played."""
    from training.recording.self_play import GameSetup

    try:
        return GameSetup.create(Rules.parse(rules), tuple(seats))
    except ValueError as error:
        sys.exit(str(error))


def _games(options: argparse.Namespace) -> None:
    from training.recording.dataset import DatasetSpec, write_games

    seats = options.seats or ["champion"] * (options.players or 2)
    if options.players not in (None, len(seats)):
        sys.exit(f"--seats names {len(seats)} bots for {options.players} players")
    setup = _game_setup(options.rules, seats)
    if not setup.has_recorded_rolls:
        sys.exit("rolls are recorded only in games without Extrawurm")
    spec = DatasetSpec(setup, options.count, options.seed, options.shard, options.rows)
    try:
        write_games(spec, options.output, torch.device(options.device))
    except ValueError as error:
        sys.exit(str(error))


def _statistics(options: argparse.Namespace) -> None:
    from training.recording.statistics import measure_games, replace_line

    device = torch.device(options.device)
    for rules, players, bot in product(options.rules, options.players, options.bots):
        setup = _game_setup(rules, [bot] * players)
        line = measure_games(setup, options.count, options.at_once, options.seed, device)
        replace_line(options.output, line)
