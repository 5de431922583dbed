"""Review all records in a folder: python examples/review_folder.py my_games

Shows who plays well and who was only lucky. Without a folder it reviews a few games of bots.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from pickomino import Game, Match, PickominoError, PlayerSummary, read_games, review, summarise


def records_in(folder: Path) -> Iterator[Game]:
    for path in sorted(folder.iterdir()):
        if path.suffix in (".wgn", ".json", ".room"):
            try:
                yield from read_games(path)
            except PickominoError as problem:
                print(f"{path.name} skipped: {problem}")


def line(player: PlayerSummary) -> str:
    if not player.luck or not player.given_away:
        return f"{player.name:14} has only games whose luck is unknown"
    means = f"{player.luck.mean:+9.1%}{player.given_away.mean:12.1%}"
    return f"{player.name:14}{player.games:6}{player.result.mean:9.1%}{means}"


def main() -> None:
    games_of_bots = Match("expert", "beginner", games=4, rules="short").games()
    games = records_in(Path(sys.argv[1])) if len(sys.argv) > 1 else games_of_bots
    print(f"{'player':14}{'games':>6}{'result':>9}{'luck':>9}{'given away':>12}")
    for player in summarise((game.names, review(game)) for game in games):
        print(line(player))


if __name__ == "__main__":
    main()
