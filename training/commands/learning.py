"""The commands that make networks: `train`, `export` and `plot`."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

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
    learner = Learner(_load_settings(options), torch.device(options.device))
    options.output.mkdir(parents=True, exist_ok=True)
    checkpoint = options.output / "checkpoint.pt"
    if checkpoint.exists():
        try:
            learner.load(checkpoint)
        except ValueError as error:
            sys.exit(f"{checkpoint}: {error}")
    elif options.network:
        learner.start_from(*load_trained(options.network, options.device))
    try:
        learner.run(options.output / "log.jsonl", checkpoint)
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

    options.output.parent.mkdir(parents=True, exist_ok=True)
    export(load_learner(options.checkpoint, "cpu"), options.output, options.matches)


def _plot(options: argparse.Namespace) -> None:
    from training.reports.charts import plot_log

    log = [json.loads(line) for line in options.log.read_text().splitlines()]
    options.output.write_text(plot_log(log, options.title))
