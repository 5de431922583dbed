"""The command `python -m soak`."""

from __future__ import annotations

import argparse
import sys

from soak import GAMES, SUITES
from soak.runner import run


def main() -> int:
    arguments = parse_arguments()
    passed = [
        run(suite, arguments.seed, arguments.games or GAMES[suite])
        for suite in arguments.suites or SUITES
    ]
    return 0 if all(passed) else 1


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("soak", description="Run long randomized tests.")
    parser.add_argument(
        "suites",
        nargs="*",
        metavar="suite",
        help=f"suites to run (default: all): {', '.join(SUITES)}",
    )
    defaults = ", ".join(f"{suite} {games}" for suite, games in GAMES.items())
    parser.add_argument("--games", type=int, help=f"games per suite (defaults: {defaults})")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    arguments = parser.parse_args()
    unknown = set(arguments.suites) - set(SUITES)
    if unknown:
        parser.error(f"unknown suite {', '.join(sorted(unknown))}; choose from {', '.join(SUITES)}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
