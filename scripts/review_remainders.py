"""Measure the remainders of reviewed games: how far the judge contradicts itself.

    python scripts/review_remainders.py --games 20 --output docs/results/remainders.jsonl

Bots of one level play a game and the review judges it, for each level, number of players and rule
set. The spread is the root mean square of a seat's remainder, in wins. `has_verdict` in
`evaluation.judge` relies on it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from pickomino import play_game, review

LEVELS = ("champion", "strategist", "expert", "family", "beginner")
RULES = ("standard", "standard+extrawurm", "manual+extrawurm")


def measure(rules: str, players: int, level: str, games: int, seed: int) -> dict[str, Any]:
    """Return the spread of the remainders of some games between bots of one level."""
    squares = [
        seat.remainder**2
        for number in range(games)
        for seat in review(play_game([level] * players, rules, seed + number)).seats
    ]
    spread, most = sqrt(fmean(squares)), sqrt(max(squares))
    return {
        "rules": rules,
        "players": players,
        "level": level,
        "games": games,
        "spread": round(spread, 5),
        "most": round(most, 5),
    }


def measure_all(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the spread for each rule set, number of players and level."""
    for rules in options.rules:
        for players in options.players:
            for level in options.levels:
                yield measure(rules, players, level, options.games, options.seed)


def main() -> None:
    """Print the spreads and add them to a file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=range(2, 8))
    parser.add_argument("--rules", nargs="+", default=RULES)
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--games", type=int, default=20, help="games of each combination")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True, help="JSON Lines file to extend")
    options = parser.parse_args()
    for result in measure_all(options):
        line = json.dumps(result)
        print(line, flush=True)
        with options.output.open("a") as file:
            file.write(f"{line}\n")


if __name__ == "__main__":
    main()
