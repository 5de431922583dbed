"""The dice of a guided game: the bots' first turns are arranged so that a beginner sees every end.

In the first turns a bot takes a tile, then steals one if it can, then fails and returns one. The
dice of people are never arranged. Rolls depend only on the seed and on the game so far, so undoing
a decision and rolling again gives the same roll.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from pickomino.bots.beginner import BeginnerBot
from pickomino.bots.protocol import Thinking
from pickomino.core.dice import MAX_SEED, SeededDice
from pickomino.core.play import dice_to_roll, step, step_roll
from pickomino.core.position import CHANCE, Position
from pickomino.core.roll import Roll
from pickomino.core.turns import TurnEnd
from pickomino.record.state import GameState

ARRANGED_TURNS: Final = 40
"""From then on all dice fall by chance. Most games are over by then, and most players have seen
every end after a few turns; a clumsy one needs long to win a tile that can be stolen."""
MAX_TRIES: Final = 40
"""How many turns are tried at each roll, in about 0.4 ms each; one in 15 steals a given tile."""

_bot: Final = BeginnerBot()
_thinking: Final = Thinking(random.Random(0))
"""Required by the protocol of bots, but not used by this one."""


def arranged_roll(game: GameState, seed: int) -> Roll | None:
    """Return the bot's next roll, or None if it falls by chance."""
    is_wanted = _wanted_end(game) if game.turn < ARRANGED_TURNS else None
    if is_wanted is None:
        return None
    for attempt in range(MAX_TRIES):
        dice = SeededDice((seed + attempt) % MAX_SEED)
        number = game.roll_number(dice)
        ended = _play_turn(game.position, dice, number)
        if is_wanted(ended):
            return dice.roll(number, *dice_to_roll(game.position))
    return None


def _wanted_end(game: GameState) -> Callable[[TurnEnd], bool] | None:
    """Return what the beginner has not seen yet and this turn could show."""
    seat, stacks = game.position.seat, game.position.stacks
    ends = [event for event, _ in game.steps if isinstance(event, TurnEnd)]
    if all(end.seat != seat or end.tile is None for end in ends):
        return lambda end: end.tile is not None
    if all(end.robbed is None for end in ends) and any(
        stack for owner, stack in enumerate(stacks) if owner != seat
    ):
        return lambda end: end.robbed is not None
    if stacks[seat] and all(end.returned is None for end in ends):
        return lambda end: end.returned is not None
    return None


def _play_turn(position: Position, dice: SeededDice, number: int) -> TurnEnd:
    """Play a turn to its end as the beginner bot would."""
    while True:
        position, ended = step_roll(position, dice.roll(number, *dice_to_roll(position)))
        while ended is None and position.to_act != CHANCE:
            position, ended = step(position, _bot.choose(position, _thinking))
        if ended is not None:
            return ended
        number += 1
