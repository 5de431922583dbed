"""How a house rule changes the game: python examples/house_rule.py [GAMES]

The house rule: every player starts with a tile, dealt at random, and the game ends when a player
has five. The program compares the length of games, the failures and the advantage of the first
player with the ordinary rules.
"""

import random
import sys
from statistics import mean

from pickomino import Game, Rules, SeededDice, make_bot, play_bots, play_turn, start

RULES = Rules.preset("classic")
PLAYERS = 3
TILES_TO_WIN = 5
BOTS = [make_bot("family") for _ in range(PLAYERS)]


def ordinary_game(seed: int) -> Game:
    return Game(RULES, PLAYERS, SeededDice(seed))


def house_game(seed: int) -> Game:
    """Return a game in which each player has a tile from 21 to 28."""
    position = start(RULES, PLAYERS)
    dealt = random.Random(seed).sample(range(21, 29), PLAYERS)
    dealt_position = position._replace(
        grill=tuple(tile for tile in position.grill if tile not in dealt),
        stacks=tuple((tile,) for tile in dealt),
    )
    return Game.from_position(dealt_position, SeededDice(seed))


def is_won(game: Game) -> bool:
    return max(map(len, game.position.stacks)) >= TILES_TO_WIN


def report(name: str, games: list[Game]) -> None:
    turns = mean(len(game.turns) for game in games)
    ends = [turn.end for game in games for turn in game if turn.end]
    failures = mean(end.result == "failed" for end in ends)
    first = mean((0 in game.winners()) / len(game.winners()) for game in games)
    print(f"{name:9} {turns:5.1f} turns, {failures:5.1%} fail, first player wins {first:5.1%}")


def main(count: int = 500) -> None:
    ordinary = [ordinary_game(seed) for seed in range(count)]
    for game in ordinary:
        play_bots(game, BOTS)
    house = [house_game(seed) for seed in range(count)]
    for game in house:
        while not game.is_over and not is_won(game):
            play_turn(game, BOTS)
    report("ordinary", ordinary)
    report("house", house)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
