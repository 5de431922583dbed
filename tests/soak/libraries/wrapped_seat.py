"""Train MaskablePPO on the PettingZoo environment of SuperSuit or Shimmy.

    python wrapped_seat.py supersuit|shimmy STEPS GAMES

It runs in an environment of its own, see soak.suites.libraries.
"""

import sys
from collections.abc import Callable

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from pettingzoo import AECEnv
from sb3_contrib import MaskablePPO

LEARNER = "player_0"


class WrappedSeat(gymnasium.Env):
    """The first seat of a game of two in which the other one plays at random."""

    def __init__(self, game: AECEnv) -> None:
        self.game = game
        self.action_space = game.action_space(LEARNER)
        self.game.reset(seed=1)
        (size,) = np.shape(self._observe()[0])
        self.observation_space = spaces.Box(0, 1, (size,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.game.reset(seed=int(self.np_random.integers(2**31)), options=options)
        self._play_opponent()
        return self._observe()[0], {}

    def step(self, action):
        self.game.step(int(action))
        self._play_opponent()
        _, reward, terminated, truncated, _ = self.game.last()
        return self._observe()[0], float(reward), terminated, truncated, {}

    def action_masks(self):
        return self._observe()[1] == 1

    def _play_opponent(self):
        """Let the opponent act until the learner must, or the game is over."""
        while self.game.agent_selection != LEARNER:
            _, _, terminated, truncated, _ = self.game.last()
            if terminated or truncated:
                self.game.step(None)
                continue
            self.game.step(int(self.np_random.choice(np.flatnonzero(self._observe()[1]))))

    def _observe(self):
        """Return the numbers and the mask, which Shimmy keeps among the infos."""
        observation, *_, info = self.game.last()
        if isinstance(observation, dict):
            return observation["observation"], observation["action_mask"]
        return observation.astype(np.float32), info["action_mask"]


def supersuit_game() -> AECEnv:
    import supersuit

    from pickomino.envs import pettingzoo as pickomino_v1

    # Rewards in worms, of which the wrapper leaves only whether they were won or lost.
    game = pickomino_v1.env(rules="manual", tiles=4, reward="worms")
    return supersuit.clip_reward_v0(game, -1, 1)


def shimmy_game() -> AECEnv:
    from shimmy import OpenSpielCompatibilityV0

    import pickomino.envs.openspiel  # noqa: F401 - registers the game with OpenSpiel

    # Not in the name of the game: reset() forgets parameters that are not in `config`.
    config = {"players": 2, "rules": "manual", "tiles": 4}
    return OpenSpielCompatibilityV0(game_name="python_pickomino", config=config)


WRAPPED: dict[str, Callable[[], AECEnv]] = {"shimmy": shimmy_game, "supersuit": supersuit_game}


def mean_return(env: WrappedSeat, model: MaskablePPO, games: int) -> float:
    total = 0.0
    for game in range(games):
        (observation, _), done = env.reset(seed=game), False
        while not done:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, terminated, truncated, _ = env.step(action)
            total += reward
            done = terminated or truncated
    return total / games


def main(library: str, steps: str, games: str) -> None:
    torch.set_num_threads(1)
    env = WrappedSeat(WRAPPED[library]())
    model = MaskablePPO("MlpPolicy", env, n_steps=1000, batch_size=250, gamma=0.95, seed=1)
    before = mean_return(env, model, int(games))
    model.learn(int(steps))
    after = mean_return(env, model, int(games))
    print(f"Return against random: {before:.2f} before, {after:.2f} after {steps} steps")


if __name__ == "__main__":
    main(*sys.argv[1:])
