"""The commands that make networks: `train`, `export` and `plot`."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from training.commands.loading import NETWORK_HELP, load_learner, load_trained, parse_positive
from training.learning.learner import Learner
from training.learning.run_figures import CollapseError
from training.learning.settings import TrainingSettings

if TYPE_CHECKING:
    from training.commands.loading import Commands


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    train = commands.add_parser(
        "train", help="train a network by self-play, or resume from the checkpoint in the folder"
    )
    train.add_argument("config", type=Path, help="a file such as training/configs/2.toml")
    train.add_argument(
        "--output", type=Path, required=True, help="folder for the log and the checkpoint"
    )
    train.add_argument(
        "--steps", type=parse_positive, help="number of steps, overriding the configuration"
    )
    train.add_argument(
        "--seeds",
        type=parse_positive,
        help="train this many networks, with the seeds from 1 on, each in a folder of its own, "
        "and print their exact losses",
    )
    train.add_argument("--network", type=Path, help=f"start from this network: {NETWORK_HELP}")
    train.set_defaults(run=_train)
    export = commands.add_parser("export", help="export a checkpoint as a network file")
    export.add_argument("checkpoint", type=Path, help="the checkpoint to export")
    export.add_argument("--output", type=Path, required=True, help="the network file (.npz)")
    export.add_argument(
        "--matches", type=Path, help="a file with the output of `match`, for the manifest"
    )
    export.set_defaults(run=_export)
    plot = commands.add_parser("plot", help="draw the log of a training run as SVG")
    plot.add_argument("log", type=Path, help="the log.jsonl of a training run")
    plot.add_argument("--output", type=Path, required=True, help="the SVG file to write")
    plot.add_argument("--title", default="Training", help="title of the chart")
    plot.set_defaults(run=_plot)


def _train(options: argparse.Namespace) -> None:
    settings = _load_settings(options)
    if options.seeds is None:
        _train_network(settings, options, options.output)
        return
    folders = [options.output / str(seed) for seed in range(1, options.seeds + 1)]
    for seed, folder in enumerate(folders, 1):
        _train_network(replace(settings, seed=seed), options, folder)
    for seed, folder in enumerate(folders, 1):
        losses = _read_log(folder / "log.jsonl")[-1]["exact_loss"]
        print(f"seed {seed}: {' '.join(f'{game} {loss:.6f}' for game, loss in losses.items())}")


def _train_network(settings: TrainingSettings, options: argparse.Namespace, output: Path) -> None:
    learner = Learner(settings, torch.device(options.device))
    output.mkdir(parents=True, exist_ok=True)
    checkpoint = output / "checkpoint.pt"
    if checkpoint.exists():
        try:
            learner.load(checkpoint)
        except ValueError as error:
            sys.exit(f"{checkpoint}: {error}")
    elif options.network:
        learner.start_from(*load_trained(options.network, options.device))
    try:
        learner.run(output / "log.jsonl", checkpoint)
    except CollapseError as error:
        sys.exit(str(error))


def _load_settings(options: argparse.Namespace) -> TrainingSettings:
    """Read the configuration file; exit with a message if it is wrong."""
    try:
        values = tomllib.loads(options.config.read_text())
        if options.steps:
            values["steps"] = options.steps
        return TrainingSettings.from_dict(values)
    except (OSError, ValueError) as error:
        sys.exit(f"{options.config}: {error}")


def _export(options: argparse.Namespace) -> None:
    from training.learning.export import export

    learner = load_learner(options.checkpoint, "cpu")
    _check_name(options.output, learner.settings.players)
    try:
        learner.check()
    except CollapseError as error:
        sys.exit(f"{options.checkpoint}: {error}")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    export(learner, options.output, options.matches)


def _check_name(output: Path, players: int) -> None:
    """Exit unless the file is named as a network, and not as one for other tables."""
    if output.suffix != ".npz":
        sys.exit(f"{output}: the name of a network file ends with .npz")
    if output.stem.isdecimal() and int(output.stem) != players:
        sys.exit(f"{output}: this network is for {players} players, so this name would mislead")


def _plot(options: argparse.Namespace) -> None:
    from training.reports.charts import plot_log

    options.output.write_text(plot_log(_read_log(options.log), options.title))


def _read_log(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
