"""OpenSpiel's tree search against a bot: python examples/openspiel_mcts.py [TURNS] [SIMULATIONS]

The search values a leaf by letting the beginner bot finish the turn, and then comparing worms.
A game that reaches its turn limit is ranked as it stands.
"""

# OpenSpiel has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnusedImport=false

import random
import sys
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

import pickomino.envs.openspiel  # noqa: F401 - registers the game with OpenSpiel
from pickomino import Game, SeededDice, Thinking, make_bot, play_turn, scores
from pickomino.envs.actions import index_of

State = Any


class TurnEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Finishes the current turn and compares the worms of the two seats."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.players = [make_bot("beginner")] * 2
        self.thinking = [Thinking(random.Random(seed))] * 2

    def evaluate(self, state: State) -> NDArray[np.float64]:
        self.seed += 1
        game = Game.from_position(state.position, SeededDice(self.seed))
        if not state.is_chance_node() or state.position.turn.set_aside.size:
            play_turn(game, self.players, self.thinking)
        own, other = game.scores()
        lead = np.tanh((own - other) / 3)
        return np.array([lead, -lead])

    def prior(self, state: State) -> list[tuple[int, float]]:
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def main(turns: int = 6, simulations: int = 200) -> None:
    game = pyspiel.load_game(f"python_pickomino(players=2,rules=classic,turn_limit={turns})")
    generator = np.random.RandomState(1)
    search = mcts.MCTSBot(
        game, 0.5, simulations, TurnEvaluator(1), random_state=generator, solve=False
    )
    rival, thinking = make_bot("beginner"), Thinking(random.Random(1))
    state: State = game.new_initial_state()
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
