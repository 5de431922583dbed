"""Many games of one learner against bots, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import error
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.envs.actions import COUNT, action_of
from pickomino.envs.env_game import (
    ILLEGAL,
    ILLEGAL_RETURN,
    REWARDS,
    Illegal,
    Reward,
    check_option,
    check_seat,
)
from pickomino.envs.observation_format import ObservationFormat
from pickomino.envs.starts import make_start, start_from_options
from pickomino.envs.vector.games import VectorGames, as_actions
from pickomino.envs.vector.kernels import ACT, LEAVE, RESTART
from pickomino.envs.vector.layout import Bools, GameArrays, Int8s, Int64s
from pickomino.envs.vector.opponents import parse_bot_kinds
from pickomino.record.state import TURN_LIMIT, max_turns

Info = dict[str, Any]
StepResult = tuple[Any, NDArray[np.float64], Bools, Bools, Info]

RESET_MASK: Final = "reset_mask"
"""Gymnasium's option of `reset`: which games are reset."""
_SEEDS: Final = 2**62


class VectorPickomino(VectorEnv[Any, Int64s, NDArray[Any]]):
    """Games in which the agent has one seat and bots have the others.

    Observations, actions, rewards, infos and the effect of illegal actions are the same as in
    `pickomino.envs.gymnasium`; an array of infos has an entry for each game. `autoreset_mode` is
    Gymnasium's: with NEXT_STEP, the default, the step after the end of an episode ignores the
    action and returns the first observation of the next episode; with SAME_STEP that observation is
    returned at once, and `final_obs` and `final_info` describe the end; with DISABLED the caller
    resets the games that ended, with the option `reset_mask`.

    >>> env = VectorPickomino(num_envs=3, players=4, rules="classic")
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 478), (3, 50))
    >>> _, rewards, ended, stopped, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards
    array([0., 0., 0.])
    """

    def __init__(  # noqa: PLR0913 - an environment has many settings
        self,
        num_envs: int = 1,
        players: int = 2,
        rules: str | Rules | None = None,
        seat: int | None = 0,
        *,
        tiles: int | None = None,
        position: Position | None = None,
        wfen: str | None = None,
        opponents: str | Sequence[str] = "random",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        turn_limit: int = TURN_LIMIT,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        compact: bool = False,
        mask_in_observation: bool = False,
        threads: int | None = None,
    ) -> None:
        """Set up the games.

        `seat` is the agent's seat; None draws one for every episode. `opponents` is one bot for
        all other seats, or one bot for each of them, in order: `random`, `beginner`, `family` or
        `expert`. The other settings are those of `PickominoEnv`.
        """
        check_option("reward", reward, REWARDS)
        check_option("illegal", illegal, ILLEGAL)
        mode = AutoresetMode(autoreset_mode)
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        self._first = make_start(rules, players, tiles=tiles, position=position, wfen=wfen)
        self.games = VectorGames(
            self._first.rules,
            players,
            num_envs,
            turn_limit=min(turn_limit, max_turns(self._first.rules)),
            threads=threads,
            bots=parse_bot_kinds(opponents, players),
            first=self._first,
        )
        check_seat(seat, players)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._format = ObservationFormat.create(
            self._first, compact=compact, mask_in_observation=mask_in_observation
        )
        self.single_observation_space = self._format.space
        self.single_action_space = Discrete(COUNT)
        self.observation_space = batch_space(self._format.space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats: Int8s = np.full(num_envs, seat or 0, np.int8)
        """The agent's seat in each game."""
        self._is_seat_drawn = seat is None
        self._rewards_worms = reward == "worms"
        self._raises = illegal == "raise"
        self._mode = mode
        self._worms = np.zeros(num_envs, np.int64)
        self._first_worms = np.zeros(num_envs, np.int64)
        self._done = np.zeros(num_envs, np.bool_)
        self._no_actions = np.zeros(num_envs, np.int64)
        self._is_running = False

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride] - as Gymnasium's own SyncVectorEnv
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Info]:
        """Start games; with a whole number as the seed, game i is seeded with `seed + i`.

        The option `reset_mask` says which games are reset (default: all); `tiles`, `position` and
        `wfen` choose where these episodes begin.
        """
        first = start_from_options(options, self._first, (RESET_MASK,))
        self._format.check_start(first)
        starts = None if first is None else self.games.start_arrays(first)
        which = self._reset_mask(options or {})
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        if seed is None and not self._is_running:
            seed = int(self.np_random.integers(_SEEDS))
        if seed is not None:
            self._seed(seed, which)
        self._restart(which, starts)
        self._is_running = True
        return self._observe(), self._infos(which)

    def step(self, actions: ArrayLike) -> StepResult:  # pyright: ignore[reportIncompatibleMethodOverride] - lists too
        """Act in every game, and let the bots play until the agent must act or the game ends."""
        if not self._is_running:
            raise error.ResetNeeded("call reset() before the first step")
        restarted = self._done
        if self._mode is AutoresetMode.DISABLED and restarted.any():
            raise error.ResetNeeded("reset the games that ended, with the option reset_mask")
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
        observations, infos = self._observe(), self._infos(np.ones_like(ended))
        if lost.any():
            infos |= {"illegal": lost, "_illegal": lost.copy()}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            observations, infos = self._restart_ended(observations, infos)
        return observations, rewards, ended & ~stopped, stopped, infos

    def action_masks(self) -> Bools:
        """Return which actions are legal, indexed by game and action."""
        return self._masks().view(np.bool_)

    def _seed(self, seed: int | Sequence[int | None], which: Bools) -> None:
        if isinstance(seed, int | np.integer):
            seeds: Sequence[int | None] = [int(seed) + game for game in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) == self.num_envs:
            seeds = [own if mask else None for own, mask in zip(seeds, which, strict=True)]
        self.games.seed(seeds)

    def _reset_mask(self, options: Mapping[str, Any]) -> Bools:
        mask = options.get(RESET_MASK)
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        shape, is_array = (self.num_envs,), isinstance(mask, np.ndarray)
        if not is_array or mask.dtype != np.bool_ or mask.shape != shape or not mask.any():
            raise InvalidNotation(
                "bad_option_value",
                option=RESET_MASK,
                value=quote(mask),
                allowed=f"arrays of bool of shape {shape} with at least one True",
            )
        if not self._is_running and not mask.all():
            raise error.ResetNeeded("reset all games before resetting some of them")
        return mask.copy()

    def _find_illegal(self, actions: Int64s, orders: Int8s) -> Bools:
        """Return which games got an illegal action; raise an error if `illegal` is `raise`.

        A number that is not an action always raises an error.
        """
        lost = np.zeros(self.num_envs, np.bool_)
        if self.games.first_illegal(actions, orders) < 0:
            return lost
        acts = orders == ACT
        for action in actions[acts & ((actions < 0) | (actions >= COUNT))]:
            action_of(action)
        legal = self.games.legal()[np.arange(self.num_envs), np.where(acts, actions, 0)]
        lost = acts & ~legal
        if self._raises:
            game = int(lost.argmax())
            self.games.raise_illegal(game, int(actions[game]))
        return lost

    def _draw_seats(self, orders: Int8s) -> None:
        if self._is_seat_drawn:
            self.games.draw_seats(orders, self.seats)

    def _restart(self, which: Bools, starts: GameArrays | None = None) -> None:
        orders = np.where(which, RESTART, LEAVE).astype(np.int8)
        self._draw_seats(orders)
        self.games.advance(orders, self._no_actions, self.seats, starts, restart=False)
        self._note_first_worms(which, starts)
        self._done = self._done & ~which

    def _note_first_worms(self, which: Bools, starts: GameArrays | None = None) -> None:
        """Set the worms before the first decision in games that restarted.

        As in the readable environment, what bots win before it counts for the first reward.
        """
        if self._rewards_worms:
            first = self.games.worms_at_start(self.seats, starts)
            self._worms = np.where(which, first, self._worms)
            self._first_worms = np.where(which, first, self._first_worms)

    def _rewards(self, over: Bools, lost: Bools, restarted: Bools) -> NDArray[np.float64]:
        if self._rewards_worms:
            self._note_first_worms(restarted)
            before = self._worms
            now = np.where(restarted, before, self.games.worms(self.seats))
            self._worms = now
            return np.where(lost, ILLEGAL_RETURN - (before - self._first_worms), now - before)
        won = self.games.winners[np.arange(self.num_envs), self.seats]
        shares = won / np.maximum(1, self.games.winners.sum(axis=1))
        return np.where(over, shares, np.where(lost, ILLEGAL_RETURN, 0.0))

    def _observe(self) -> Any:  # noqa: ANN401 - an array or a dict, as the format says
        return self._format.build(self.games.observe(self.seats), self._masks)

    def _masks(self) -> Int8s:
        masks = self.games.legal().view(np.int8)
        # If the turn limit stopped a game, it may be another seat's turn.
        masks[self._done] = 0
        return masks

    def _infos(self, which: Bools) -> Info:
        """Return the infos of some games, with the types and masks of `SyncVectorEnv`."""
        infos = _masked({"action_mask": self._masks(), "seat": self.seats.astype(np.int64)}, which)
        ended = self._done & which
        if ended.any():
            infos |= _masked({"scores": self.games.standings()[0].astype(np.int64)}, ended)
        return infos

    def _restart_ended(self, observations: Any, infos: Info) -> tuple[Any, Info]:  # noqa: ANN401 - see _observe
        """Restart the games that ended, and report their end in Gymnasium's format."""
        ended = self._done.copy()
        final = np.full(self.num_envs, None, np.object_)
        for game in np.flatnonzero(ended):
            final[game] = self._format.take(observations, int(game))
        final_info: Info = {}
        for key in [key for key in infos if not key.startswith("_")]:
            final_info |= _masked({key: infos[key]}, infos[f"_{key}"] & ended)
        self._restart(ended)
        ends: Info = {"final_obs": final, "_final_obs": ended}
        ends |= {"final_info": final_info, "_final_info": ended.copy()}
        return self._observe(), self._infos(np.ones_like(ended)) | ends


def _masked(values: Mapping[str, NDArray[Any]], which: Bools) -> Info:
    """Return infos that only some games have; the entries of other games are 0."""
    infos: Info = {}
    for key, array in values.items():
        in_shape = which.reshape(-1, *[1] * (array.ndim - 1))
        infos[key] = array if which.all() else np.where(in_shape, array, np.zeros_like(array))
        infos[f"_{key}"] = which.copy()
    return infos
