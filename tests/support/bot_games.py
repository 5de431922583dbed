"""Games between bots in which every action is checked for legality."""

import random

from pickomino import CHANCE, OVER, SeededDice, legal_actions, start, step, step_roll
from pickomino.bots.protocol import Thinking
from pickomino.core.play import dice_to_roll


def play_game(bots, rules, seed, turn_limit=1000):
    """Play to the end or the turn limit; return the last position and the number of turns."""
    position, dice, rolls, turns = start(rules, len(bots)), SeededDice(seed), 0, 0
    thinking = [Thinking(random.Random(f"{seed}/{seat}")) for seat in range(len(bots))]
    while position.to_act != OVER and turns < turn_limit:
        if position.to_act == CHANCE:
            position, ended = step_roll(position, dice.roll(rolls, *dice_to_roll(position)))
            rolls += 1
        else:
            seat = position.to_act
            action = bots[seat].choose(position, thinking[seat])
            assert action in legal_actions(position), (position.wfen(), str(action), bots[seat])
            position, ended = step(position, action)
        turns += ended is not None
    return position, turns
