"""Many games of one learner against bots, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from pickomino.core.errors import InvalidNotation
from pickomino.core.rules import Rules
from pickomino.envs.actions import COUNT
from pickomino.envs.env_game import (
    ILLEGAL,
    ILLEGAL_RETURN,
    REWARDS,
    Reward,
    check_option,
    check_seat,
)
from pickomino.envs.vector.games import VectorGames, as_actions
from pickomino.envs.vector.kernels import ACT, LEAVE, RESTART
from pickomino.envs.vector.layout import Bools, Int8s, Int64s
from pickomino.envs.vector.observation import SIZE, Observations
from pickomino.envs.vector.opponents import parse_bot_kinds
from pickomino.record.state import TURN_LIMIT

Info = dict[str, Any]
Illegal = Literal["lose", "raise"]
StepResult = tuple[Observations, NDArray[np.float64], Bools, Bools, Info]

_MODES: Final = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
_SEEDS: Final = 2**63


class VectorPickomino(VectorEnv[Observations, Int64s, NDArray[Any]]):
    """Games in which the agent has one seat and bots have the others.

    Observations, actions, rewards and the effect of illegal actions are the same as in
    `pickomino.envs.gymnasium`. The infos contain `action_mask` and `seat` for every game, and
    `scores` for games that ended. `autoreset_mode` is Gymnasium's: with NEXT_STEP, the default, the
    step after the end of an episode ignores the action and returns the first observation of the
    next episode; with SAME_STEP that observation is returned at once, and `final_obs` and
    `final_info` describe the end.

    >>> env = VectorPickomino(num_envs=3, players=4, rules="classic")
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"][0, :8]
    ((3, 477), array([1, 1, 0, 1, 0, 1, 0, 0], dtype=int8))
    >>> _, rewards, ended, stopped, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards
    array([0., 0., 0.])
    """

    def __init__(  # noqa: PLR0913 - an environment has many settings
        self,
        num_envs: int = 1,
        players: int = 2,
        rules: str = "standard",
        seat: int | None = 0,
        *,
        opponents: str | Sequence[str] = "random",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        turn_limit: int = TURN_LIMIT,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
    ) -> None:
        """Set up the games.

        `seat` is the agent's seat; None draws one for every episode. `opponents` is one bot for
        all other seats, or one bot for each of them, in order: `random`, `beginner`, `family` or
        `expert`.
        """
        check_option("reward", reward, REWARDS)
        check_option("illegal", illegal, ILLEGAL)
        mode = AutoresetMode(autoreset_mode)
        check_option("autoreset_mode", mode.value, tuple(known.value for known in _MODES))
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        self.games = VectorGames(
            Rules.parse(rules),
            players,
            num_envs,
            turn_limit=turn_limit,
            threads=threads,
            bots=parse_bot_kinds(opponents, players),
        )
        check_seat(seat, players)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = spaces.Box(0, 1, (SIZE,), np.float32)
        self.single_action_space = spaces.Discrete(COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats: Int8s = np.full(num_envs, seat or 0, np.int8)
        """The agent's seat in each game."""
        self._is_seat_drawn = seat is None
        self._rewards_worms = reward == "worms"
        self._raises = illegal == "raise"
        self._is_same_step = mode is AutoresetMode.SAME_STEP
        self._worms = np.zeros(num_envs, np.int64)
        self._done = np.zeros(num_envs, np.bool_)
        self._no_actions = np.zeros(num_envs, np.int64)
        self._is_running = False

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride] - as Gymnasium's own SyncVectorEnv
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Info]:
        """Start all games; `seed` is one seed, a seed per game, or None to keep the generators."""
        super().reset(
            seed=int(seed) if isinstance(seed, int | np.integer) else None, options=options
        )
        if seed is None and not self._is_running:
            seed = int(self.np_random.integers(_SEEDS))
        if seed is not None:
            self.games.seed(seed)
        self._restart(np.ones(self.num_envs, np.bool_))
        self._is_running = True
        return self.games.observe(self.seats), self._infos()

    def step(self, actions: ArrayLike) -> StepResult:  # pyright: ignore[reportIncompatibleMethodOverride] - lists too
        """Act in every game, and let the bots play until the agent must act or the game ends."""
        if not self._is_running:
            raise error.ResetNeeded("call reset() before the first step")
        restarted = self._done
        orders = np.where(restarted, RESTART, ACT).astype(np.int8)
        checked = as_actions(actions, self.num_envs)
        lost = self._find_illegal(checked, orders)
        orders[lost] = LEAVE
        self._draw_seats(orders)
        self.games.advance(orders, checked, self.seats, restart=False)
        ended = self.games.ended | lost
        stopped = self.games.ended & self.games.stopped
        rewards = self._rewards(ended & ~stopped & ~lost, lost, restarted)
        self._done = ended
        observations, infos = self.games.observe(self.seats), self._infos()
        if lost.any():
            infos |= {"illegal": lost, "_illegal": lost}
        if self._is_same_step and ended.any():
            observations, infos = self._restart_ended(observations, infos)
        return observations, rewards, ended & ~stopped, stopped, infos

    def _find_illegal(self, actions: Int64s, orders: Int8s) -> Bools:
        """Return which games got an illegal action; raise an error if `illegal` is `raise`."""
        lost = np.zeros(self.num_envs, np.bool_)
        if self.games.first_illegal(actions, orders) < 0:
            return lost
        inside = (actions >= 0) & (actions < COUNT)
        legal = inside & self.games.legal()[np.arange(self.num_envs), actions * inside]
        lost = (orders == ACT) & ~legal
        if self._raises:
            game = int(lost.argmax())
            self.games.raise_illegal(game, int(actions[game]))
        return lost

    def _draw_seats(self, orders: Int8s) -> None:
        if self._is_seat_drawn:
            self.games.draw_seats(orders, self.seats)

    def _restart(self, which: Bools) -> None:
        orders = np.where(which, RESTART, LEAVE).astype(np.int8)
        self._draw_seats(orders)
        self.games.advance(orders, self._no_actions, self.seats, restart=False)
        self._worms = self.games.worms(self.seats)
        self._done = self._done & ~which

    def _rewards(self, over: Bools, lost: Bools, restarted: Bools) -> NDArray[np.float64]:
        if self._rewards_worms:
            before, self._worms = self._worms, self.games.worms(self.seats)
            earned = np.where(restarted, 0, self._worms - before).astype(np.float64)
            return np.where(lost, ILLEGAL_RETURN - before, earned)
        won = self.games.winners[np.arange(self.num_envs), self.seats]
        shares = won / np.maximum(1, self.games.winners.sum(axis=1))
        return np.where(over, shares, np.where(lost, ILLEGAL_RETURN, 0.0))

    def _infos(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self.games.legal().view(np.int8)
        # If the turn limit stopped a game, it may be another seat's turn.
        masks[self._done] = 0
        infos: Info = {"action_mask": masks, "_action_mask": everywhere}
        infos |= {"seat": self.seats.copy(), "_seat": everywhere}
        if self._done.any():
            infos |= {"scores": self.games.standings()[0], "_scores": self._done.copy()}
        return infos

    def _restart_ended(self, observations: Observations, infos: Info) -> tuple[Observations, Info]:
        """Restart the games that ended, and report their end in Gymnasium's format."""
        ended = self._done.copy()
        final = np.full(self.num_envs, None, np.object_)
        for game in np.flatnonzero(ended):
            final[game] = observations[game]
        self._restart(ended)
        final_infos = {"final_obs": final, "_final_obs": ended}
        final_infos |= {"final_info": infos, "_final_info": ended}
        return self.games.observe(self.seats), self._infos() | final_infos
