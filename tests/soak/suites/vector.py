"""The vector engine and the readable engine play the same games with the same dice and actions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from naive.setups import random_setup
from pickomino import (
    CHANCE,
    OVER,
    Position,
    Roll,
    Rules,
    SeededDice,
    apply,
    apply_roll,
    legal_actions,
    scores,
    start,
    winners,
)
from pickomino.core.play import dice_to_roll
from pickomino.core.roll import NO_DICE
from pickomino.envs import actions, encoding
from pickomino.envs.vector import VectorGames
from support.random_play import random_action, random_rules

SHORT_GAME = 150
LONG_GAME = 20_000

Comparison = tuple[str, object, object]


class Disagreement(AssertionError):
    """The two engines differ."""


def check_seed(seed: int) -> int:
    """Play one random game in both; return the number of steps, or raise Disagreement."""
    rng = random.Random(seed)
    rules, players = random_rules(rng), rng.randint(2, 7)
    position = start(rules, players, rng.randrange(players))
    if rng.random() < 0.6:
        position = Position.from_wfen(random_setup(rng, str(rules), players))
    max_steps = LONG_GAME if rng.random() < 0.05 else SHORT_GAME
    return compare_games([position], seed, max_steps)


def compare_games(positions: Sequence[Position], seed: int, max_steps: int) -> int:
    """Play positions with the same rules and players in both engines; return the steps."""
    rng, dice, steps = random.Random(seed), SeededDice(seed), 0
    positions = list(positions)
    games = load_games(positions)
    for number in range(max_steps):
        for game, position in enumerate(positions):
            require_same(f"seed {seed}, step {number}", position, compare(games, game, position))
        for position, *comparison in compare_all(games, positions, rng):
            require_same(f"seed {seed}, step {number}", position, [tuple(comparison)])
        moves = [random_move(rng, dice, steps + at, each) for at, each in enumerate(positions)]
        if not any(moves):
            break
        chosen = [
            -1 if move is None or isinstance(move, Roll) else actions.index_of(move)
            for move in moves
        ]
        rolled = [move if isinstance(move, Roll) else NO_DICE for move in moves]
        golden = [roll.golden_face for roll in rolled]
        # Dice first: an action may lead to a roll, which is a separate step.
        made = games.roll([roll.counts for roll in rolled], golden) + games.act(chosen)
        assert made == sum(move is not None for move in moves)
        steps += made
        positions = [apply_move(*pair) for pair in zip(positions, moves, strict=True)]
    return steps


def load_games(positions: Sequence[Position]) -> VectorGames:
    first = positions[0]
    games = _new_games(first.rules, first.players, len(positions))
    for game, position in enumerate(positions):
        games.load(game, position)
    return games


@cache
def _new_games(rules: Rules, players: int, games: int) -> VectorGames:
    return VectorGames(rules, players, games)


def random_move(rng, dice, number, position):
    if position.to_act == OVER:
        return None
    if position.to_act == CHANCE:
        return dice.roll(number, *dice_to_roll(position))
    return random_action(rng, position)


def apply_move(position, move):
    if move is None:
        return position
    return apply_roll(position, move) if isinstance(move, Roll) else apply(position, move)


def compare(games: VectorGames, game: int, position: Position) -> Iterator[Comparison]:
    yield "position", position, games.position(game)
    yield "to act", position.to_act, int(games.to_act[game])
    bits = sum(1 << actions.index_of(action) for action in legal_actions(position))
    yield "legal actions", bits, int(games.masks[game])


def compare_all(games, positions, rng):
    """Compare scores, winners and observations, which are computed for all games at once."""
    now, won = games.standings()
    seats = [rng.randrange(position.players) for position in positions]
    observations = games.observe(seats)
    for game, (position, seat) in enumerate(zip(positions, seats, strict=True)):
        yield position, "scores", scores(position), tuple(now[game].tolist())
        yield position, "winners", winners(position), tuple(np.flatnonzero(won[game]).tolist())
        expected = encoding.encode(position, seat)
        if not np.array_equal(expected, observations[game]):
            yield position, f"view of {seat}", expected.tolist(), observations[game].tolist()


def require_same(where: str, position: Position, comparisons: Iterable[Comparison]) -> None:
    for what, expected, actual in comparisons:
        if expected != actual:
            raise Disagreement(
                f"{where}: {what} differs in\n  {position.wfen()}\n"
                f"  readable:   {expected}\n  vectorised: {actual}"
            )
