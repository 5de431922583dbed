"""Review all records in a folder: python examples/review_folder.py my_games

Shows who plays well and who was only lucky. Without a folder it reviews a few games of bots.
"""

import random
import sys
from pathlib import Path

from pickomino import Game, PickominoError, Rules, SeededDice
from pickomino.analysis.review import review
from pickomino.analysis.summary import summarise
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import seat_letter
from pickomino.record.files import parse_records, read_text


def records_in(folder):
    for path in sorted(folder.iterdir()):
        if path.suffix in (".wgn", ".json"):
            try:
                yield from parse_records(read_text(str(path)))
            except PickominoError as problem:
                print(f"{path.name} skipped: {problem}")


def games_of_bots(count):
    bots = {"a": make_bot("expert"), "b": make_bot("beginner")}
    for seed in range(count):
        game = Game(Rules.preset("short"), 2, SeededDice(seed))
        game.add_tags({"a": "expert", "b": "beginner"})
        thinking = Thinking(random.Random(seed))
        while not game.is_over:
            game.play(bots[seat_letter(game.position.seat)].choose(game.position, thinking))
        yield game


def main():
    games = records_in(Path(sys.argv[1])) if len(sys.argv) > 1 else games_of_bots(4)
    reviews = []
    for game in games:
        names = [game.tags.get(seat_letter(seat), "?") for seat in range(game.start.players)]
        reviews.append((names, review(game)))
    print(f"{'player':12}{'games':>6}{'result':>9}{'luck':>9}{'given away':>12}")
    for player in summarise(reviews):
        print(
            f"{player.name:12}{player.games:6}{player.result.mean:9.1%}"
            f"{player.luck.mean:+9.1%}{player.given_away.mean:12.1%}"
        )


if __name__ == "__main__":
    main()
