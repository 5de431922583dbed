"""The commands that measure networks: `match`, `residual`, `deviate` and `rollouts`."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from pickomino.core.rules import Rules
from training.commands.loading import (
    ENDGAME_HELP,
    NETWORK_HELP,
    RULES_HELP,
    SMALL_GAME_TILES,
    load_network,
    load_player,
    load_small_game_network,
)
from training.games.options import RATED_RULES
from training.games.turns import expert_end_values
from training.players.champion import Champion

if TYPE_CHECKING:
    from training.commands.loading import Commands
    from training.games.turns import EndEvaluator
    from training.players.deviator import Deviator

GROUPS_HELP = "number of groups; in a group the player takes every seat once, with the same dice"


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    _add_match(commands)
    _add_residual(commands)
    _add_deviate(commands)
    _add_rollouts(commands)


def _add_match(commands: Commands) -> None:
    match = commands.add_parser("match", help="play a network against experts or another network")
    _add_player(match, seed=7, run=_match)
    match.add_argument("--groups", type=int, default=100_000, help=GROUPS_HELP)
    match.add_argument("--against", default="expert", help=f"expert (default), or {NETWORK_HELP}")
    match.add_argument(
        "--output", type=Path, help="also add the results to this file; skip those it already has"
    )


def _add_residual(commands: Commands) -> None:
    residual = commands.add_parser(
        "residual", help="measure how well a network agrees with itself one turn later"
    )
    _add_player(residual, seed=11, run=_residual)
    residual.add_argument("--tables", type=int, default=32768, help="tables simulated at once")
    residual.add_argument("--turns", type=int, default=30, help="turns measured on each table")


def _add_deviate(commands: Commands) -> None:
    deviate = commands.add_parser(
        "deviate", help="measure what an approximate best response gains against a network"
    )
    _add_player(deviate, seed=13, run=_deviate)
    deviate.add_argument(
        "--budget",
        type=int,
        default=4096,
        help="positions evaluated by looking ahead from each possible end of a turn",
    )
    deviate.add_argument("--groups", type=int, default=20_000, help=GROUPS_HELP)
    deviate.add_argument(
        "--tiles",
        type=int,
        nargs="+",
        choices=SMALL_GAME_TILES,
        metavar="TILES",
        help="solve two-player games with this many tiles exactly instead of playing matches",
    )


def _add_player(
    parser: argparse.ArgumentParser, seed: int, run: Callable[[argparse.Namespace], None]
) -> None:
    parser.add_argument("network", type=Path, help=NETWORK_HELP)
    parser.add_argument("--endgame", action="store_true", help=ENDGAME_HELP)
    parser.add_argument("--rules", nargs="+", help=RULES_HELP)
    parser.add_argument("--seed", type=int, default=seed)
    parser.set_defaults(run=run)


def _add_rollouts(commands: Commands) -> None:
    rollouts = commands.add_parser("rollouts", help="evaluate the puzzles of a pack with rollouts")
    rollouts.add_argument("pack", type=Path, help="the puzzle pack")
    rollouts.add_argument(
        "--output",
        type=Path,
        required=True,
        help="JSON Lines file for the results; puzzles already in it are skipped",
    )
    rollouts.add_argument("--themes", nargs="+", help="such as: extrawurm end (default: all)")
    rollouts.add_argument("--sample", type=int, help="evaluate only this many random puzzles")
    rollouts.add_argument("--games", type=int, default=2000, help="games played after each choice")
    rollouts.add_argument("--tables", type=int, default=1 << 17, help="games simulated at once")
    rollouts.add_argument("--seed", type=int, default=7)
    rollouts.set_defaults(run=_rollouts)


def _match(options: argparse.Namespace) -> None:
    from training.measuring.matches import play_match

    player = load_player(options)
    opponents = _opponents(options)
    known = _rated_rules(options.output, options.network, options.groups)
    for name in options.rules or RATED_RULES:
        if name in known:
            continue
        rules = Rules.parse(name)
        result = play_match(player, opponents, rules, options.groups, options.seed)
        line = json.dumps({"rules": name} | result.as_dict())
        print(line, flush=True)
        if options.output:
            with options.output.open("a") as file:
                file.write(f"{line}\n")


def _opponents(options: argparse.Namespace) -> EndEvaluator:
    """Return how the opponents of a match value the ends of their turns."""
    if options.against == "expert":
        return expert_end_values
    opponent = load_network(Path(options.against), options.device)
    return (Champion(opponent) if options.endgame else opponent).end_evaluator(0)


def _rated_rules(output: Path | None, network: Path, groups: int) -> set[str]:
    """Return the rule sets in a file of matches; delete the file if the network is newer."""
    if output is None or not output.exists():
        return set()
    if output.stat().st_mtime < network.stat().st_mtime:
        output.unlink()
        return set()
    return {line["rules"] for line in _read_json_lines(output) if line["groups"] == groups}


def _residual(options: argparse.Namespace) -> None:
    from training.measuring.residual import measure_residual

    player = load_player(options)
    for name in options.rules or RATED_RULES:
        rules = Rules.parse(name)
        result = measure_residual(player, rules, options.tables, options.turns, options.seed)
        print(json.dumps({"rules": name} | result), flush=True)


def _deviate(options: argparse.Namespace) -> None:
    from training.measuring.matches import match_deviator
    from training.players.deviator import Deviator

    if options.tiles and options.endgame:
        raise SystemExit(
            "--endgame cannot be used with --tiles: small games are solved for plain networks"
        )
    if options.tiles:
        fixed = load_small_game_network(options.network, options.device)
    else:
        fixed = load_player(options)
    deviator = Deviator(fixed, options.budget)
    for name in options.rules or RATED_RULES:
        rules = Rules.parse(name)
        if not options.tiles:
            result = match_deviator(deviator, rules, options.groups, options.seed)
            print(json.dumps({"rules": name} | result), flush=True)
        for tiles in options.tiles or ():
            losses = _small_game_losses(deviator, rules, tiles)
            print(json.dumps({"tiles": tiles, "rules": name} | losses), flush=True)


def _small_game_losses(deviator: Deviator, rules: Rules, tiles: int) -> dict[str, float]:
    """Return what a network loses in a small game, and how much of that loss a deviator finds."""
    from pickomino.solved import small_start
    from training.players.deviator import turns_ahead
    from training.solving.exact_response import look_ahead, loss
    from training.solving.small_games import find_tables, network_values

    game = find_tables(small_start(rules, tiles), deviator.device)
    values = network_values(deviator.fixed.chances, game)
    horizon = turns_ahead((game.next_tables >= 0).sum(dim=1), deviator.budget)
    whole_loss = loss(game, values)
    found_loss = loss(game, values, look_ahead(game, values, horizon))
    return {"loss": whole_loss, "found": found_loss, "share": found_loss / whole_loss}


def _rollouts(options: argparse.Namespace) -> None:
    # Imported here because machines with only the GPU libraries cannot read puzzles.
    from pickomino.puzzles.packs import parse_pack
    from pickomino.puzzles.puzzle import THEMES, parse_puzzle
    from training.measuring.rollouts import evaluate_pack

    if unknown := set(options.themes or ()) - set(THEMES):
        sys.exit(f"unknown theme {min(unknown)}; choose from {', '.join(THEMES)}")
    lines = parse_pack(options.pack.read_text()).lines
    chosen = [line for line in lines if parse_puzzle(line).theme in (options.themes or THEMES)]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    results = _read_json_lines(options.output) if options.output.exists() else []
    margins = {result["puzzle"]: result["margin"] for result in results}
    left = [line for line in chosen if line.split(maxsplit=1)[0] not in margins]
    device = torch.device(options.device)
    with options.output.open("a") as output:
        for result in evaluate_pack(left, device, options.games, options.tables, options.seed):
            print(json.dumps(result), file=output, flush=True)
            margins[result["puzzle"]] = result["margin"]
    agreeing = sum(margin > 0 for margin in margins.values())
    print(f"{agreeing} of {len(margins)} have the same best choice")


def _read_json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
