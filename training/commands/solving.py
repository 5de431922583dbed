"""The command `solve`, which solves small games exactly."""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from pickomino.core.rules import Rules
from pickomino.solved import small_start
from training.commands.loading import NETWORK_HELP, SMALL_GAME_TILES, load_small_game_network

if TYPE_CHECKING:
    from training.commands.loading import Commands
    from training.players.network import ValueNetwork


def add_commands(commands: Commands) -> None:
    """Add the command to the parser."""
    solve = commands.add_parser("solve", help="solve small games of two players exactly")
    solve.add_argument(
        "--tiles",
        type=int,
        nargs="+",
        choices=SMALL_GAME_TILES,
        metavar="TILES",
        default=[1, 2, 3, 4, 5, 6],
        help="numbers of tiles, from 1 to 12 (default: 1 2 3 4 5 6)",
    )
    solve.add_argument(
        "--rules",
        nargs="+",
        default=["standard", "classic", "short", "manual"],
        help="rule sets (default: standard classic short manual); with Extrawurm, 11 and 13 are"
        " face down",
    )
    solve.add_argument(
        "--network", type=Path, help=f"also compute what this network loses: {NETWORK_HELP}"
    )
    solve.add_argument(
        "--loss-only",
        action="store_true",
        help="compute only the loss, and skip the slower solving",
    )
    solve.set_defaults(run=_solve)


def _solve(options: argparse.Namespace) -> None:
    device, network = torch.device(options.device), None
    if options.loss_only and not options.network:
        raise SystemExit("--loss-only needs --network")
    if options.network:
        network = load_small_game_network(options.network, options.device)
    torch.backends.cuda.matmul.allow_tf32 = False  # full precision, as on a CPU
    for tiles, name in product(options.tiles, options.rules):
        began = time.monotonic()
        line = _solve_game(name, tiles, device, network, loss_only=options.loss_only)
        seconds = round(time.monotonic() - began, 1)
        print(json.dumps({"tiles": tiles} | line | {"seconds": seconds}), flush=True)


def _solve_game(
    name: str, tiles: int, device: torch.device, network: ValueNetwork | None, *, loss_only: bool
) -> dict[str, Any]:
    from training.solving.exact_response import loss
    from training.solving.small_games import find_tables, network_values, solve_small_game

    game = find_tables(small_start(Rules.parse(name), tiles), device)
    line: dict[str, Any] = {"rules": name, "tables": len(game.final)}
    if not loss_only:
        line["first"] = float(solve_small_game(game)[game.start])
    if network is not None:
        line["loss"] = loss(game, network_values(partial(network.chances, is_quick=False), game))
    return line
