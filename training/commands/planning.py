"""The commands `figures` (the figures of the docs) and `all` (every step from the beginning)."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from training.commands.loading import parse_positive
from training.reports import figures

if TYPE_CHECKING:
    from training.commands.loading import Commands

CONFIGS = Path("training/configs")
NETS = Path("src/pickomino/evaluation/nets")
PLAYERS = range(2, 8)
INTERRUPTED = 130
EXAMPLES = """\
Ctrl-C stops; the same command continues with the last checkpoint and the missing matches.

examples:
  python -m training all --dry-run                             list the steps
  python -m training all                                       minutes on a GPU, days without
  python -m training all --steps 2 --groups 20 --nets build    try out every step
"""


def add_commands(commands: Commands, parser: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    write = commands.add_parser("figures", help="write the tables and charts of the docs")
    write.set_defaults(run=_write_figures)
    everything = commands.add_parser(
        "all",
        help="train, rate and export every network, and write the figures",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    everything.add_argument("--dry-run", action="store_true", help="only list the steps")
    everything.add_argument("--steps", type=parse_positive, help="training steps of each network")
    everything.add_argument(
        "--groups",
        type=parse_positive,
        default=1000,
        help="groups of games that rate a network (default: 1000)",
    )
    everything.add_argument("--output", type=Path, default=Path("build"), help="default: build")
    everything.add_argument("--nets", type=Path, default=NETS, help=f"default: {NETS}")
    everything.set_defaults(run=partial(_run_all, parser))


def _write_figures(_: argparse.Namespace) -> None:
    figures.main()


def _run_all(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    steps = [[*map(str, step)] for step in _plan(options)]
    for number, step in enumerate(steps, 1):
        print(f"[{number}/{len(steps)}] {shlex.join(step)}", flush=True)
        if not options.dry_run:
            step_options = parser.parse_args(["--device", options.device, *step])
            try:
                step_options.run(step_options)
            except KeyboardInterrupt:
                print("stopped; run the same command to continue", file=sys.stderr)
                sys.exit(INTERRUPTED)


def _plan(options: argparse.Namespace) -> Iterator[tuple[object, ...]]:
    """Yield the arguments of every step."""
    steps = ("--steps", options.steps) if options.steps else ()
    for players in PLAYERS:
        folder = options.output / str(players)
        network, matches = folder / "checkpoint.pt", folder / "matches.jsonl"
        yield "train", CONFIGS / f"{players}.toml", "--output", folder, *steps
        yield "match", network, "--endgame", "--groups", options.groups, "--output", matches
        output = options.nets / f"{players}.npz"
        yield "export", network, "--matches", matches, "--output", output
    yield ("figures",)
