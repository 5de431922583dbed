"""The command line: `python -m training --help` lists the commands."""

from __future__ import annotations

import argparse
import sys

import torch

from pickomino.core.errors import PickominoError
from training.commands import learning, measuring, planning, recording, solving


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Train the champion and measure it.",
        epilog="Example: python -m training train training/configs/2.toml --output build/2",
    )
    parser.add_argument(
        "--device",
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="cuda or cpu (default: cuda if there is a GPU)",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    planning.add_commands(commands, parser)
    learning.add_commands(commands)
    measuring.add_commands(commands)
    solving.add_commands(commands)
    recording.add_commands(commands)
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    try:
        options.run(options)
    except (PickominoError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
