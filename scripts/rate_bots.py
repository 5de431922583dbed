"""Measure the ratings of `pickomino bots` in luck-adjusted matches between all pairs.

With two players a pair plays duels, with four each bot has two seats. Running the same command
again resumes from the matches in the folder; more games make the ratings more precise.

    python scripts/rate_bots.py --games 400 --folder build/ratings
"""

import argparse
import json
from itertools import combinations
from pathlib import Path

from pickomino import Rules
from pickomino.arena.intervals import AdjustedCounter
from pickomino.arena.match import play_match
from pickomino.arena.ratings import fit_ratings, make_duel
from pickomino.arena.settings import MatchSettings
from pickomino.bots import ratings
from pickomino.bots.registry import BOTS

RULES = Rules.preset("classic")
ANCHOR = "expert"
RATED = [name for name in BOTS if name != "external"]
RESULT = Path(ratings.__file__).with_name(ratings.FILE)


def share_of_first(pair, players, games, folder):
    """Return the first bot's luck-adjusted share over all its seats, and its standard error."""
    settings = MatchSettings(pair * (players // 2), games=games, rules=RULES)
    result = play_match(settings, results=folder / f"{players}-{'-'.join(pair)}.jsonl")
    if result.problem is not None:
        raise SystemExit(str(result.problem))
    counter = AdjustedCounter()
    for group in result.groups:
        counter.add(sum(group.adjusted_shares[::2]))
    games = len(result.groups) * players
    share = f"{pair[0]} {counter.mean:.2%}, standard error {counter.error:.2%}, against {pair[1]}"
    print(f"{players} players, {games} games: {share}", flush=True)
    return counter.mean, counter.error


def rate(players, games, folder):
    duels = [
        make_duel(
            first, second, *share_of_first((RATED[first], RATED[second]), players, games, folder)
        )
        for first, second in combinations(range(len(RATED)), 2)
    ]
    fitted = fit_ratings(duels, len(RATED), anchor=RATED.index(ANCHOR))
    points = ([round(number, 1) for number in rating] for rating in fitted)
    return dict(zip(RATED, points, strict=True))


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="games per pair")
    parser.add_argument("--folder", type=Path, default=Path("build/ratings"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    by_players = {players: rate(players, arguments.games, arguments.folder) for players in (2, 4)}
    result = {"rules": str(RULES), "games": arguments.games, "ratings": by_players}
    RESULT.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
