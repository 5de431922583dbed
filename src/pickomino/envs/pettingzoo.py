"""A learner in every seat, as a PettingZoo AEC environment.

`from pickomino.envs import pettingzoo as pickomino_v1`, then `pickomino_v1.env(players=3)`.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs] - has none
from pettingzoo.utils.env import AECEnv  # pyright: ignore[reportMissingTypeStubs] - has none

from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.envs import actions, encoding, rendering
from pickomino.envs.env_game import ILLEGAL_RETURN, REWARDS, EnvGame, Reward, check_option
from pickomino.envs.observation_format import ObservationFormat
from pickomino.envs.starts import make_start, start_from_options
from pickomino.record.state import TURN_LIMIT

Observation = dict[str, NDArray[Any]]

NAME: Final = "pickomino_v1"
_TEST_OPTIONS: Final = ("options",)
"""PettingZoo's own API test passes this option and expects it to be ignored."""


def env(**settings: Any) -> AECEnv[str, Any, Any]:  # noqa: ANN401 - the settings of raw_env
    """Return the environment in PettingZoo's usual wrappers; illegal actions then lose the game.

    >>> game = env(players=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'player_0'
    """
    wrapped: AECEnv[str, Any, Any] = raw_env(**settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_RETURN)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name for it
    """The game without wrappers; an illegal action raises IllegalAction.

    >>> env = raw_env(players=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("player_0")["action_mask"].nonzero()[0]
    ('player_0', array([0, 1, 2, 3, 4, 5]))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own declaration
        "name": NAME,
        "render_modes": [*rendering.MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(  # noqa: PLR0913 - an environment has many settings
        self,
        players: int = 2,
        rules: str | Rules | None = None,
        *,
        tiles: int | None = None,
        position: Position | None = None,
        wfen: str | None = None,
        reward: Reward = "win",
        turn_limit: int = TURN_LIMIT,
        compact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up a game for two to seven agents.

        `tiles`, `position` or `wfen` choose where games begin, as in `starts.make_start`; the same
        options of `reset` choose it for one game. The rules are `standard` by default. `compact`
        leaves out the numbers that never vary under these rules.
        """
        super().__init__()
        check_option("reward", reward, REWARDS)
        if render_mode is not None:
            check_option("render_mode", render_mode, tuple(rendering.MODES))
        first = make_start(rules, players, tiles=tiles, position=position, wfen=wfen)
        self._game = EnvGame(first, turn_limit)
        self._reward: Reward = reward
        self._total_rewards = (0.0,) * players
        self._generator: np.random.Generator | None = None
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._format = ObservationFormat.create(first, compact=compact, mask_in_observation=False)
        self.observation_spaces = {
            agent: _observation_space(self._format) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0, 1, (encoding.SIZE,), np.float32)
        self.action_spaces = {
            agent: spaces.Discrete(actions.COUNT) for agent in self.possible_agents
        }

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the vector and the action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed, continue with the generator of the previous game.

        The options `tiles`, `position` and `wfen` choose where this game begins.
        """
        first = start_from_options(options, self._game.usual_start, _TEST_OPTIONS)
        self._format.check_start(first)
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._game.begin(self._generator, first)
        self._total_rewards = self._game.total_rewards(self._reward)
        self.agent_selection = self.agents[self._game.position.seat]
        self._show()

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action; dice are rolled automatically."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("None is valid only for an agent whose game is over")
        self._cumulative_rewards[agent] = 0.0
        self._game.act(actions.action_of(action))
        self._give_rewards()
        self._select_agent()
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; its mask is all zeros unless it is that agent's turn."""
        may_act = agent == self.agent_selection and not (
            self.terminations.get(agent, True) or self.truncations.get(agent, True)
        )
        position = self._game.position
        return {
            "observation": self._format.select(encoding.encode(position, self._seats[agent])),
            "action_mask": actions.mask(position) if may_act else np.zeros(actions.COUNT, np.int8),
        }

    def state(self) -> NDArray[np.float32]:
        """Return the vector of the whole table from the perspective of seat 0, never compact."""
        return encoding.encode(self._game.position, 0)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the position as text or as a picture, or print it, as the render mode says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given to the constructor")
            return None
        return rendering.MODES[self.render_mode](self._game.position, None)

    def _show(self) -> None:
        if self.render_mode == rendering.HUMAN:
            self.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _give_rewards(self) -> None:
        before, self._total_rewards = self._total_rewards, self._game.total_rewards(self._reward)
        self.rewards = {
            agent: after - earlier
            for agent, after, earlier in zip(self.agents, self._total_rewards, before, strict=True)
        }

    def _select_agent(self) -> None:
        if self._game.is_over or self._game.is_stopped:
            self.terminations = dict.fromkeys(self.agents, self._game.is_over)
            self.truncations = dict.fromkeys(self.agents, self._game.is_stopped)
        else:
            self.agent_selection = self.agents[self._game.position.seat]


def _observation_space(observations: ObservationFormat) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": observations.space,
            "action_mask": spaces.Box(0, 1, (actions.COUNT,), np.int8),
        }
    )
