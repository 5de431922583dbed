"""The command `python -m soak`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from soak import GAMES, SUITES
from soak.runner import run

INTERRUPTED = 130


def main() -> int:
    arguments = parsed()
    try:
        right = [
            run(
                suite,
                arguments.seed,
                arguments.games or GAMES[suite],
                arguments.folder,
                fresh=arguments.fresh,
            )
            for suite in arguments.suites or SUITES
        ]
    except KeyboardInterrupt:
        print("stopped; run it again to go on from here")
        return INTERRUPTED
    return 0 if all(right) else 1


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser("soak", description="Look long for what short tests miss.")
    parser.add_argument("suites", nargs="*", metavar="suite", help=f"of {', '.join(SUITES)}")
    parser.add_argument("--games", type=int, help=f"games a suite {GAMES}")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--fresh", action="store_true", help="forget what was done before")
    parser.add_argument("--folder", type=Path, default=Path(".soak"), help="where to keep that")
    arguments = parser.parse_args()
    unknown = set(arguments.suites) - set(SUITES)
    if unknown:
        parser.error(f"unknown suite {', '.join(sorted(unknown))}; choose from {', '.join(SUITES)}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
