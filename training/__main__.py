"""`python -m training`: train, compare, export and solve; `--help` says more of each command."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from pickomino.core.errors import PickominoError
from pickomino.core.rules import Rules
from pickomino.evaluation.features import BaseArrays
from pickomino.evaluation.network import read_network
from pickomino.puzzles.packs import parse_pack
from pickomino.puzzles.puzzle import THEMES, parse_puzzle
from training.commands import recording
from training.games.variants import FULL
from training.learning.learner import Learner, Settings
from training.solving.small_games import MOST_TILES, PLAYERS

if TYPE_CHECKING:
    from training.players.champion import Champion
    from training.players.deviator import Response
    from training.players.network import Chances, Network
    from training.solving.small_games import SmallGame


NETWORK = "a checkpoint, or a network of the package (.npz)"
SMALL_GAMES = range(1, MOST_TILES + 1)
ENDGAME = "look one turn further in the endgame, as the champion does"
RATED = "by default each rule set that the network was trained for"


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Train the champion and measure it.",
        epilog="Example: python -m training train training/configs/two.toml --output build/two",
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="learn by self-play; goes on from a checkpoint")
    train.add_argument("config", type=Path)
    train.add_argument("--output", type=Path, required=True, help="folder of log and checkpoint")
    train.add_argument("--steps", type=_steps, help="instead of those in the configuration")
    train.add_argument("--network", type=Path, help=f"{NETWORK}: begin with it")
    train.set_defaults(run=_train)
    speed = commands.add_parser("speed", help="solutions of a turn a second, and the limits")
    speed.add_argument("--tables", type=int, nargs="+", default=[16384, 65536, 262144])
    speed.set_defaults(run=_speed)
    match = commands.add_parser(
        "match", help="a trained network at a table of experts, strategists or another network"
    )
    match.add_argument("network", type=Path, help=NETWORK)
    match.add_argument("--rules", nargs="+", help=RATED)
    match.add_argument("--groups", type=int, default=100_000, help="dice, each on every seat")
    match.add_argument("--seed", type=int, default=7)
    match.add_argument(
        "--against", default="expert", help=f"expert (the usual), strategist, or {NETWORK}"
    )
    match.add_argument("--endgame", action="store_true", help=ENDGAME)
    match.set_defaults(run=_match)
    _add_responses(commands)
    residual = commands.add_parser("residual", help="how well a network agrees with itself")
    residual.add_argument("network", type=Path, help=NETWORK)
    residual.add_argument("--rules", nargs="+", help=RATED)
    residual.add_argument("--tables", type=int, default=32768)
    residual.add_argument("--turns", type=int, default=30)
    residual.add_argument("--seed", type=int, default=11)
    residual.add_argument("--endgame", action="store_true", help=ENDGAME)
    residual.set_defaults(run=_residual)
    export = commands.add_parser("export", help="write the network for the package")
    export.add_argument("checkpoint", type=Path)
    export.add_argument("--output", type=Path, required=True)
    export.add_argument("--matches", type=Path, help="what `match` printed, for the manifest")
    export.set_defaults(run=_export)
    _add_small_games(commands)
    _add_rollouts(commands)
    recording.add(commands)
    plot = commands.add_parser("plot", help="draw a training's log as SVG")
    plot.add_argument("log", type=Path)
    plot.add_argument("--output", type=Path, required=True)
    plot.add_argument("--title", default="Training")
    plot.set_defaults(run=_plot)
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    try:
        options.run(options)
    except (PickominoError, OSError) as error:
        sys.exit(str(error))


def _add_small_games(commands: Any) -> None:  # noqa: ANN401 - argparse keeps its type to itself
    solve = commands.add_parser("solve", help="solve small games of two players exactly")
    solve.add_argument(
        "--tiles", type=int, nargs="+", choices=SMALL_GAMES, default=[1, 2, 3, 4, 5, 6]
    )
    solve.add_argument("--rules", nargs="+", default=["standard", "classic", "short", "manual"])
    solve.add_argument("--network", type=Path, help=f"{NETWORK}: tell also what it loses")
    solve.add_argument(
        "--loss-only", action="store_true", help="do not solve the games, which takes longer"
    )
    solve.add_argument(
        "--extrawurm", action="store_true", help="with Extrawurm, the tiles 11 and 13 face down"
    )
    solve.set_defaults(run=_solve)


def _add_rollouts(commands: Any) -> None:  # noqa: ANN401 - argparse keeps its type to itself
    rollouts = commands.add_parser("rollouts", help="judge the puzzles of a pack by games")
    rollouts.add_argument("pack", type=Path)
    rollouts.add_argument(
        "--output",
        type=Path,
        required=True,
        help="a line of JSON each; what it has is not judged again",
    )
    rollouts.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    rollouts.add_argument("--sample", type=int, help="so many puzzles drawn from these themes")
    rollouts.add_argument("--games", type=int, default=2000, help="from each choice on")
    rollouts.add_argument("--tables", type=int, default=1 << 17, help="games at once")
    rollouts.add_argument("--seed", type=int, default=7)
    rollouts.set_defaults(run=_rollouts)


def _add_responses(commands: Any) -> None:  # noqa: ANN401 - argparse keeps its type to itself
    deviate = commands.add_parser("deviate", help="what a best response to a network wins of it")
    deviate.add_argument("network", type=Path, help=f"{NETWORK}: stays as it is")
    deviate.add_argument(
        "--budget",
        type=int,
        default=4096,
        help="tables that it judges ahead of each that its turn may lead to",
    )
    deviate.add_argument("--rules", nargs="+", help=RATED)
    deviate.add_argument("--groups", type=int, default=20_000, help="dice, each on every seat")
    deviate.add_argument("--seed", type=int, default=13)
    deviate.add_argument(
        "--tiles",
        type=int,
        nargs="+",
        choices=SMALL_GAMES,
        help="small games of two players, exactly, without dice",
    )
    deviate.add_argument("--endgame", action="store_true", help=ENDGAME)
    deviate.set_defaults(run=_deviate)


def learner(path: Path, device: str) -> Learner:
    """Read a checkpoint with its settings."""
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)["settings"]
    except (UnpicklingError, RuntimeError, EOFError, KeyError) as error:
        raise SystemExit(f"{path}: not a checkpoint of a training") from error
    found = Learner(Settings.read(saved), torch.device(device))
    found.load(path)
    return found


def _network(path: Path, device: str) -> Network:
    """Read a checkpoint's averaged network, or one that the package has."""
    return _trained(path, device)[0]


def _player(options: argparse.Namespace) -> Network | Champion:
    """Read a network, and let it look further in the endgame if that is asked for."""
    from training.players.champion import Champion

    found = _network(options.network, options.device)
    return Champion(found) if options.endgame else found


def _small_network(path: Path, device: str) -> Network:
    """Read a network that can judge small games."""
    found = _network(path, device)
    if found.players != PLAYERS or found.game.version == FULL.version:
        raise SystemExit(f"{path}: small games need a network for two players, without Extrawurm")
    return found


def _trained(path: Path, device: str) -> tuple[Network, dict[str, Any]]:
    """Read a network, and how it was trained."""
    from training.players.network import loaded

    if path.suffix == ".npz":
        found = read_network(path)
        return loaded(found, torch.device(device)), found.manifest["training"]
    parse_puzzle = learner(path, device)
    return parse_puzzle.averaged, parse_puzzle.training()


def _steps(text: str) -> int:
    if (steps := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1 step")
    return steps


def _train(options: argparse.Namespace) -> None:
    given = tomllib.loads(options.config.read_text())
    if options.steps:
        given["steps"] = options.steps
    found = Learner(Settings.read(given), torch.device(options.device))
    options.output.mkdir(parents=True, exist_ok=True)
    checkpoint = options.output / "checkpoint.pt"
    if checkpoint.exists():
        try:
            found.load(checkpoint)
        except ValueError as error:
            sys.exit(f"{checkpoint}: {error}")
    elif options.network:
        found.begin_with(*_trained(options.network, options.device))
    found.run(options.output / "log.jsonl", checkpoint)


def _deviate(options: argparse.Namespace) -> None:
    from training.measuring.matches import against_frozen
    from training.players.deviator import Response

    if options.tiles and options.endgame:
        raise SystemExit("--endgame: small games are known for networks alone")
    small = options.tiles and _small_network(options.network, options.device)
    response = Response(small or _player(options), options.budget)
    for name in options.rules or response.game.rated:
        rules = Rules.parse(name)
        if not options.tiles:
            result = against_frozen(response, rules, options.groups, options.seed)
            print(json.dumps({"rules": name} | result), flush=True)
        for tiles in options.tiles or ():
            found = _found(response, rules, tiles)
            print(json.dumps({"tiles": tiles, "rules": name} | found), flush=True)


def _speed(options: argparse.Namespace) -> None:
    from training.measuring.speed import measure

    for count in options.tables:
        print(json.dumps(measure(torch.device(options.device), count, repeats=5)), flush=True)


def _match(options: argparse.Namespace) -> None:
    from training.measuring import matches

    network = _player(options)
    how = options.groups, options.seed
    other = None
    if options.against == "strategist" and network.game.version != FULL.version:
        sys.exit("strategists play at tables of Extrawurm and every option: two-full and so on")
    if options.against not in ("expert", "strategist"):
        other = _network(Path(options.against), options.device)
    for name in options.rules or network.game.rated:
        rules = Rules.parse(name)
        if other is not None:
            result = matches.against_network(network, other, rules, *how)
        elif options.against == "expert":
            result = matches.against_experts(network, rules, *how)
        else:
            result = matches.against_strategists(network, rules, *how)
        print(json.dumps({"rules": name} | result.as_dict()), flush=True)


def _residual(options: argparse.Namespace) -> None:
    from training.measuring.residual import residual

    network = _player(options)
    for name in options.rules or network.game.rated:
        result = residual(network, Rules.parse(name), options.tables, options.turns, options.seed)
        print(json.dumps({"rules": name} | result), flush=True)


def _export(options: argparse.Namespace) -> None:
    from training.learning.export import export

    export(learner(options.checkpoint, "cpu"), options.output, options.matches)


def _plot(options: argparse.Namespace) -> None:
    from training.reports.training_plot import plot, read_log

    options.output.write_text(plot(read_log(options.log), options.title))


def _rollouts(options: argparse.Namespace) -> None:
    from training.measuring.rollouts import judge_pack

    lines = parse_pack(options.pack.read_text()).lines
    chosen = [line for line in lines if parse_puzzle(line).theme in options.themes]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    done = options.output.read_text().splitlines() if options.output.exists() else []
    judged = {json.loads(line)["puzzle"]: json.loads(line)["margin"] for line in done}
    left = [line for line in chosen if line.split(maxsplit=1)[0] not in judged]
    device = torch.device(options.device)
    with options.output.open("a") as output:
        for result in judge_pack(left, device, options.games, options.tables, options.seed):
            print(json.dumps(result), file=output, flush=True)
            judged[result["puzzle"]] = result["margin"]
    agreed = sum(margin > 0 for margin in judged.values())
    print(f"{agreed} of {len(judged)} have the same best choice")


def _solve(options: argparse.Namespace) -> None:
    from training.solving.exact_response import loss
    from training.solving.small_games import small_game, solve

    device = torch.device(options.device)
    if options.loss_only and not options.network:
        raise SystemExit("--loss-only needs --network: whose loss?")
    if options.extrawurm:
        if options.network:
            raise SystemExit("--network: losses are known only without Extrawurm")
        _solve_with_extrawurm(options, device)
        return
    network = _small_network(options.network, options.device) if options.network else None
    torch.backends.cuda.matmul.allow_tf32 = False  # all digits, as on a processor
    for tiles in options.tiles:
        for name in options.rules:
            began = time.monotonic()
            game = small_game(Rules.parse(name), tiles, device)
            line = {"tiles": tiles, "rules": name, "tables": len(game.final)}
            if not options.loss_only:
                line["first"] = float(solve(game, _tell)[game.start])
            if network is not None:
                judged = _judged(partial(network.chances, is_quick=False), game)[:, 0]
                line["loss"] = loss(game, judged, progress=_tell)
            line["seconds"] = round(time.monotonic() - began, 1)
            print(json.dumps(line), flush=True)


def _tell(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def _solve_with_extrawurm(options: argparse.Namespace, device: torch.device) -> None:
    from training.solving.small_extrawurm_games import lowest_tiles, small_full_game, solve

    for tiles in options.tiles:
        for name in options.rules:
            began = time.monotonic()
            first = lowest_tiles(Rules.preset(name, extrawurm=True), tiles)
            game = small_full_game(first, device)
            values = solve(game)
            line = {
                "tiles": tiles,
                "rules": str(first.rules),
                "tables": len(values),
                "first": float(values[game.start]),
                "seconds": round(time.monotonic() - began, 1),
            }
            print(json.dumps(line), flush=True)


def _found(response: Response, rules: Rules, tiles: int) -> dict[str, float]:
    """Return what a network loses in a small game, and how much of it a response finds."""
    from training.players.deviator import turns_ahead
    from training.solving.exact_response import looking_ahead, loss
    from training.solving.small_games import small_game

    game = small_game(rules, tiles, response.frozen.device)
    judged = _judged(response.frozen.chances, game)[:, 0]
    ahead = turns_ahead((game.next_tables >= 0).sum(dim=1), response.budget)
    lost = loss(game, judged)
    found = loss(game, judged, looking_ahead(game, judged, ahead))
    return {"loss": lost, "found": found, "share": found / lost}


def _judged(chances: Chances, game: SmallGame) -> Tensor:
    parts = torch.arange(len(game.final), device=game.final.device).split(1 << 18)
    arrays = [BaseArrays(*(each[part] for each in game.arrays)) for part in parts]
    return torch.cat([chances(each).double() for each in arrays])


if __name__ == "__main__":
    main()
