"""OpenSpiel's tree search against a bot: python examples/openspiel_mcts.py [TURNS] [SIMULATIONS]

The search values a leaf by letting the beginner bot finish the turn, and then comparing worms.
A game that reaches its turn limit is ranked as it stands.
"""

import random
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import pickomino.envs.openspiel  # noqa: F401 - registers the game with OpenSpiel
from pickomino import CHANCE, SeededDice, apply, apply_roll, scores
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.play import dice_to_roll
from pickomino.core.position import NEW_TURN
from pickomino.envs.actions import index_of


class TurnEvaluator(mcts.Evaluator):
    """Finishes the current turn and compares the worms of the two seats."""

    def __init__(self, seed):
        self.dice, self.rolls = SeededDice(seed), 0
        self.player, self.thinking = make_bot("beginner"), Thinking(random.Random(seed))

    def evaluate(self, state):
        position, seat = state.position, state.position.seat
        while position.seat == seat and position.turn != NEW_TURN:
            if position.to_act == CHANCE:
                roll = self.dice.roll(self.rolls, *dice_to_roll(position))
                position, self.rolls = apply_roll(position, roll), self.rolls + 1
            else:
                position = apply(position, self.player.choose(position, self.thinking))
        own, other = scores(position)
        lead = np.tanh((own - other) / 3)
        return np.array([lead, -lead])

    def prior(self, state):
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def main(turns=6, simulations=200):
    game = pyspiel.load_game(f"python_pickomino(players=2,rules=classic,turn_limit={turns})")
    generator = np.random.RandomState(1)
    search = mcts.MCTSBot(
        game, 0.5, simulations, TurnEvaluator(1), random_state=generator, solve=False
    )
    rival, thinking = make_bot("beginner"), Thinking(random.Random(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            action = int(generator.choice(numbers, p=chances))
        elif state.current_player() == 0:
            action = search.step(state)
            print("search", state.action_to_string(action), "in", state)
        else:
            action = index_of(rival.choose(state.position, thinking))
        state.apply_action(action)
    print(f"Worms: search {scores(state.position)[0]}, beginner {scores(state.position)[1]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
