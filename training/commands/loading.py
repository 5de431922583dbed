"""Loading of networks and checkpoints, and constants shared by several commands."""

from __future__ import annotations

import argparse
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from pickomino.evaluation.network import read_network
from training.learning.learner import Learner
from training.learning.settings import TrainingSettings
from training.players.champion import Champion
from training.players.network import ValueNetwork, load_value_network
from training.solving.small_games import MAX_TILES
from training.solving.table_keys import PLAYERS

Commands = Any
"""The subparsers of argparse, whose type is private."""
NETWORK_HELP = "a checkpoint or an exported network (.npz)"
RULES_HELP = "rule sets (default: all that networks are rated with)"
ENDGAME_HELP = "look one turn further in the endgame, as the champion does"
SMALL_GAME_TILES = range(1, MAX_TILES + 1)


def parse_positive(text: str) -> int:
    """Return the whole number that an option expects; it must be at least 1."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def load_learner(path: Path, device: str) -> Learner:
    """Return the training run saved in a checkpoint; exit if the file is not a checkpoint."""
    try:
        settings = torch.load(path, map_location="cpu", weights_only=True)["settings"]
    except (UnpicklingError, RuntimeError, EOFError, KeyError) as error:
        raise SystemExit(f"{path}: not a checkpoint of a training run") from error
    learner = Learner(TrainingSettings.from_dict(settings), torch.device(device))
    learner.load(path)
    return learner


def load_trained(path: Path, device: str) -> tuple[ValueNetwork, dict[str, Any]]:
    """Return a network and the description of its training."""
    if path.suffix == ".npz":
        network = read_network(path)
        training = network.manifest["training"]
        return load_value_network(network, torch.device(device)), training
    learner = load_learner(path, device)
    return learner.averaged, learner.describe_training()


def load_network(path: Path, device: str) -> ValueNetwork:
    """Return the averaged network of a checkpoint, or an exported network."""
    return load_trained(path, device)[0]


def load_player(options: argparse.Namespace) -> ValueNetwork | Champion:
    """Return the network named in the options or, with `--endgame`, the champion based on it."""
    network = load_network(options.network, options.device)
    return Champion(network) if options.endgame else network


def load_small_game_network(path: Path, device: str) -> ValueNetwork:
    """Return a network; exit if it cannot play small games."""
    network = load_network(path, device)
    if network.players != PLAYERS:
        raise SystemExit(f"{path}: small games need a network for two players")
    return network
