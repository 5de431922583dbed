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
from torch import Tensor

from pickomino.core.rules import Rules
from training.commands.loading import NETWORK_HELP, SMALL_GAME_TILES, load_small_game_network
from training.games.batches import take_rows

if TYPE_CHECKING:
    from training.commands.loading import Commands
    from training.players.network import TableChances, ValueNetwork
    from training.solving.small_games import SmallGame

CHUNK = 1 << 18
"""The number of tables that a network evaluates at once."""


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
        help="rule sets (default: standard classic short manual)",
    )
    solve.add_argument(
        "--network", type=Path, help=f"also compute what this network loses: {NETWORK_HELP}"
    )
    solve.add_argument(
        "--loss-only",
        action="store_true",
        help="compute only the loss, and skip the slower solving",
    )
    solve.add_argument(
        "--extrawurm",
        action="store_true",
        help="play with Extrawurm, with tiles 11 and 13 face down",
    )
    solve.set_defaults(run=_solve)


def _solve(options: argparse.Namespace) -> None:
    device, network = torch.device(options.device), None
    if options.loss_only and not options.network:
        raise SystemExit("--loss-only needs --network")
    if options.extrawurm and options.network:
        raise SystemExit("--network: losses can be computed only without Extrawurm")
    if options.network:
        network = load_small_game_network(options.network, options.device)
    torch.backends.cuda.matmul.allow_tf32 = False  # full precision, as on a CPU
    for tiles, name in product(options.tiles, options.rules):
        began = time.monotonic()
        if options.extrawurm:
            line = _solve_with_extrawurm(name, tiles, device)
        else:
            line = _solve_base_game(name, tiles, device, network, loss_only=options.loss_only)
        seconds = round(time.monotonic() - began, 1)
        print(json.dumps({"tiles": tiles} | line | {"seconds": seconds}), flush=True)


def _solve_base_game(
    name: str, tiles: int, device: torch.device, network: ValueNetwork | None, *, loss_only: bool
) -> dict[str, Any]:
    from training.solving.exact_response import loss
    from training.solving.small_games import find_tables, solve_small_game

    game = find_tables(Rules.parse(name), tiles, device)
    line: dict[str, Any] = {"rules": name, "tables": len(game.final)}
    if not loss_only:
        line["first"] = float(solve_small_game(game)[game.start])
    if network is not None:
        line["loss"] = loss(game, network_values(partial(network.chances, is_quick=False), game))
    return line


def _solve_with_extrawurm(name: str, tiles: int, device: torch.device) -> dict[str, Any]:
    from training.solving import small_extrawurm_games as small_games

    start = small_games.lowest_tiles(Rules.preset(name, extrawurm=True), tiles)
    game = small_games.find_extrawurm_tables(start, device)
    values = small_games.solve_small_game(game)
    first = float(values[game.start])
    return {"rules": str(start.rules), "tables": len(values), "first": first}


def network_values(chances: TableChances, game: SmallGame) -> Tensor:
    """Return, for every table of a small game, a network's win chance of the seat to roll."""
    chunks = torch.arange(len(game.final), device=game.final.device).split(CHUNK)
    values = [chances(take_rows(game.arrays, chunk)).double() for chunk in chunks]
    return torch.cat(values)[:, 0]
