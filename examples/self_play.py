"""Self-play: python examples/self_play.py [ROUNDS [STEPS [GAMES]]]

MaskablePPO learns in rounds. In each, the opponent is the network as it was when the round began,
so it becomes stronger as the learner does. The last network then plays matches against the first
one and the beginner bot. 20 rounds take some minutes. Needs sb3-contrib and the extra `envs`.
"""

# Stable-Baselines3 has types for some parameters only.
# pyright: reportUnknownMemberType=false

import copy
import sys

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from pickomino import Action, Bot, Match, Position, Thinking
from pickomino.envs.actions import action_of, mask
from pickomino.envs.encoding import encode
from pickomino.envs.gymnasium import PickominoEnv


class PolicyBot:
    """Plays what a network answers; random, so that no two games are alike."""

    name = "network"

    def __init__(self, policy: MaskableActorCriticPolicy | None = None) -> None:
        self.policy = policy

    def choose(self, position: Position, thinking: Thinking) -> Action:
        assert self.policy is not None
        legal = mask(position).astype(bool)
        torch.manual_seed(thinking.generator.getrandbits(32))
        answer, _ = self.policy.predict(encode(position, position.seat), action_masks=legal)
        return action_of(int(answer))


def train(rounds: int, steps: int) -> tuple[PolicyBot, PolicyBot]:
    """Return the untrained and the trained network as bots."""
    opponent = PolicyBot()
    env = PickominoEnv(opponents=[opponent], reward="worms", seat=None)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=256, gamma=0.9, seed=1)
    first = PolicyBot(copy.deepcopy(model.policy))
    opponent.policy = copy.deepcopy(model.policy)
    for _ in range(rounds):
        opponent.policy.load_state_dict(model.policy.state_dict())
        model.learn(steps, reset_num_timesteps=False)
    return first, PolicyBot(model.policy)


def win_share(bot: Bot, opponent: Bot | str, games: int) -> float:
    result = Match(bot, opponent, games=games, adjusted=False, seed=1).play(workers=1)
    assert result.statistics is not None
    return result.statistics.bots[0].win_share.mean


def main(rounds: int = 20, steps: int = 5120, games: int = 200) -> None:
    torch.set_num_threads(1)
    first, last = train(rounds, steps)
    shares = win_share(last, first, games), win_share(last, "beginner", games)
    print(f"After {rounds} rounds it wins {shares[0]:.0%} against its first self,", end=" ")
    print(f"{shares[1]:.0%} against beginner")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
