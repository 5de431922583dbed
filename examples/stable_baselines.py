"""A Stable-Baselines3 model as a bot: python examples/stable_baselines.py [STEPS [GAMES]]

Trains MaskablePPO against the beginner bot, saves the model, and lets it play in the arena, where
it is a bot like any other. Needs stable-baselines3 and sb3-contrib, and the extra `envs`. Later:

    cd examples
    pickomino arena stable_baselines:ModelBot:path=model.zip family
"""

# Stable-Baselines3 has types for some parameters only.
# pyright: reportUnknownMemberType=false

import sys
import tempfile
from functools import partial
from pathlib import Path

import gymnasium
from sb3_contrib import MaskablePPO

from pickomino import Action, Match, Position, Thinking
from pickomino.envs.actions import action_of, mask
from pickomino.envs.encoding import encode


class ModelBot:
    """Plays what a trained model answers."""

    def __init__(self, path: str) -> None:
        self.model = MaskablePPO.load(path, device="cpu")

    def choose(self, position: Position, thinking: Thinking) -> Action:
        del thinking  # the model always plays its best guess
        observation = encode(position, position.seat)
        legal = mask(position).astype(bool)
        answer, _ = self.model.predict(observation, action_masks=legal, deterministic=True)
        return action_of(int(answer))


def train(path: str, steps: int) -> None:
    env = gymnasium.make(
        "pickomino.envs.gymnasium:Pickomino-v1", opponents=["beginner"], reward="worms", seat=None
    )
    model = MaskablePPO("MlpPolicy", env, n_steps=256, gamma=0.9, seed=1, device="cpu")
    model.learn(steps)
    model.save(path)


def main(steps: int = 100_000, games: int = 200) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.zip")
        train(path, steps)
        match = Match(partial(ModelBot, path), "family", games=games, adjusted=False)
        result = match.play(workers=1)  # more workers would each load the model
    for bot in result.statistics.bots if result.statistics else ():
        print(f"{bot.label:10} wins {bot.win_share.mean:.1%}, {bot.worms:.1f} worms a game")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
