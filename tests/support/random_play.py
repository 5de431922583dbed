"""Random rules and random legal play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from pickomino import (
    CHANCE,
    OVER,
    Action,
    Game,
    Position,
    Roll,
    Rules,
    SeededDice,
    TurnEnd,
    legal_actions,
    start,
    step,
    step_roll,
)
from pickomino.core.play import dice_to_roll
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS

STANDARD = Rules.preset("standard")
seeds = st.integers(0, 10**9)


class RandomStep(NamedTuple):
    """One step of a random game."""

    before: Position
    move: Action | Roll
    after: Position
    ended: TurnEnd | None


def random_rules(rng: random.Random) -> Rules:
    """Return a random preset, usually with a few options changed."""
    extrawurm = rng.random() < 0.6
    options = {
        option: rng.choice(values)
        for option, values in OPTIONS.items()
        if rng.random() < 0.3 and (extrawurm or option not in EXTRAWURM_OPTIONS)
    }
    return Rules.preset(rng.choice(list(PRESETS)), extrawurm, **options)


def random_start(rng: random.Random) -> Position:
    return start(random_rules(rng), rng.randint(2, 7))


def random_action(rng: random.Random, position: Position) -> Action:
    """Return a random legal action; stopping with nothing is rare, so that games end."""
    actions = legal_actions(position)
    if actions[-1].kind == "q" and rng.random() < 0.9:
        return actions[0]
    return rng.choice(actions)


def random_play(position: Position, seed: int) -> Iterator[RandomStep]:
    """Yield the steps of a random game until it is over."""
    rng, dice, number = random.Random(seed), SeededDice(seed), 0
    while position.to_act != OVER:
        if position.to_act == CHANCE:
            move = dice.roll(number, *dice_to_roll(position))
            after, ended = step_roll(position, move)
            number += 1
        else:
            move = random_action(rng, position)
            after, ended = step(position, move)
        yield RandomStep(position, move, after, ended)
        position = after


def play_on(game: Game, seed: int, max_actions: int = 10**9) -> Iterator[Game]:
    """Play a game with its own dice and random actions, and yield it after every action."""
    rng = random.Random(seed)
    for _ in range(max_actions):
        if game.is_over:
            return
        game.play(random_action(rng, game.position))
        yield game


def play_out(game: Game, seed: int, max_actions: int = 10**9) -> Game:
    """Play a game as `play_on` does, and return it."""
    for _ in play_on(game, seed, max_actions):
        pass
    return game
