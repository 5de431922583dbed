"""The engine and the naive implementation play the same game and must always agree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from naive.rules import NaiveGame
from naive.setups import random_setup
from pickomino import (
    CHANCE,
    OVER,
    Action,
    Position,
    Roll,
    SeededDice,
    TurnEnd,
    chance_outcomes,
    legal_actions,
    scores,
    start,
    step,
    step_roll,
    winners,
)
from pickomino.core.play import dice_to_roll
from support.random_play import random_action, random_rules

TURN_FIELDS = (
    *("seat", "result", "reason", "total", "tile", "robbed", "returned", "turned", "also_turned"),
)
SHORT_GAME = 150
LONG_GAME = 20_000
MAX_DICE_COUNTED = 4
"""More dice would take too long: the naive implementation enumerates all 6^n rolls."""

Comparison = tuple[str, object, object]


class Disagreement(AssertionError):
    """The engine and the naive implementation differ."""


class Pair(NamedTuple):
    """The same game in both implementations."""

    engine: Position
    naive: NaiveGame


def check_seed(seed: int) -> int:
    """Play one random game in both; return the number of steps, or raise Disagreement."""
    rng = random.Random(seed)
    pair = random_pair(rng)
    require_same(seed, pair, "parsing", compare_table(pair))
    dice = SeededDice(seed)
    steps = 0
    max_steps = LONG_GAME if rng.random() < 0.05 else SHORT_GAME
    while pair.engine.to_act != OVER and steps < max_steps:
        pair = play_one(seed, rng, pair, dice, steps)
        steps += 1
    return steps


def random_pair(rng: random.Random) -> Pair:
    """Set up a random position, or start a game with a random seat."""
    rules, players = random_rules(rng), rng.randint(2, 7)
    if rng.random() < 0.2:
        naive = NaiveGame.start(str(rules), players)
        naive.seat = rng.randrange(players)
        return Pair(start(rules, players, naive.seat), naive)
    text = random_setup(rng, str(rules), players)
    return Pair(Position.from_wfen(text), NaiveGame.from_wfen(text))


def play_one(seed: int, rng: random.Random, pair: Pair, dice: SeededDice, number: int) -> Pair:
    """Play the same step in both and compare the results."""
    engine, naive = pair
    if engine.to_act == CHANCE:
        if rng.random() < 0.3:
            require_same(seed, pair, "outcomes", compare_outcomes(pair))
        move = dice.roll(number, *dice_to_roll(engine))
        following, ended = step_roll(engine, move)
        naive.roll(str(move))
    else:
        move = random_action(rng, engine)
        following, ended = step(engine, move)
        naive.act(str(move))
    after = Pair(following, naive)
    require_same(seed, pair, move, compare_table(after))
    require_same(seed, pair, move, compare_turn_end(ended, naive))
    return after


def compare_table(pair: Pair) -> Iterator[Comparison]:
    engine, naive = pair
    yield "wfen", engine.wfen(), naive.wfen()
    yield "legal actions", sorted(map(str, legal_actions(engine))), sorted(naive.legal())
    yield "scores", scores(engine), tuple(naive.scores())
    yield "winners", winners(engine), tuple(naive.winners())


def compare_turn_end(ended: TurnEnd | None, naive: NaiveGame) -> Iterator[Comparison]:
    if ended is None or naive.last_turn is None:
        yield "end of turn", ended, naive.last_turn
        return
    for name in TURN_FIELDS:
        # During the Raven's choice only a game knows the total, a position does not.
        if name != "total" or ended.total is not None:
            yield name, getattr(ended, name), naive.last_turn[name]


def compare_outcomes(pair: Pair) -> Iterator[Comparison]:
    engine, naive = pair
    ordinary, golden = dice_to_roll(engine)
    if ordinary + bool(golden) <= MAX_DICE_COUNTED:
        weights = {str(roll): weight for roll, weight in chance_outcomes(engine)}
        yield "chance outcomes", weights, naive.outcomes()


def require_same(
    seed: int, before: Pair, move: Action | Roll | str, comparisons: Iterator[Comparison]
) -> None:
    """Raise Disagreement with the position before the step, from which it can be repeated."""
    for what, engine, naive in comparisons:
        if engine != naive:
            raise Disagreement(
                f"seed {seed}: {what} differs after {move} in\n  {before.engine.wfen()}\n"
                f"  engine: {engine}\n  naive:  {naive}"
            )
