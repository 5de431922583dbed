"""One learner against bots, as a Gymnasium environment.

    gymnasium.make("pickomino.envs.gymnasium:Pickomino-v1", opponents=["expert"])

The part before the colon makes Gymnasium import this module, which registers the environment.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.errors import IllegalAction
from pickomino.core.position import Position, scores
from pickomino.core.rules import Rules
from pickomino.envs import actions, encoding, rendering
from pickomino.envs.env_game import (
    ILLEGAL,
    ILLEGAL_RETURN,
    REWARDS,
    EnvGame,
    Illegal,
    Reward,
    check_option,
    check_seat,
)
from pickomino.envs.observation_format import ObservationFormat
from pickomino.envs.starts import make_start, start_from_options
from pickomino.record.state import TURN_LIMIT

ID: Final = "Pickomino-v1"

Info = dict[str, Any]

_SEEDS: Final = 2**63


class PickominoEnv(gymnasium.Env[Any, np.int64]):
    """A game in which the learner has one seat and bots have the others.

    >>> env = PickominoEnv(opponents=["beginner", "random"], rules="classic", seat=1)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].nonzero()[0]
    ((478,), array([0, 1, 2, 4]))
    """

    metadata: dict[str, Any] = {"render_modes": [*rendering.MODES], "render_fps": 2}  # noqa: RUF012 - Gymnasium's own declaration

    def __init__(  # noqa: PLR0913 - an environment has many settings
        self,
        opponents: Sequence[str | Bot] = ("random",),
        rules: str | Rules | None = None,
        seat: int | None = 0,
        *,
        tiles: int | None = None,
        position: Position | None = None,
        wfen: str | None = None,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        turn_limit: int = TURN_LIMIT,
        seconds: float = 1.0,
        compact: bool = False,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up the game.

        `opponents` are one to six bots, by name or as objects, in the order of their seats.
        `tiles`, `position` or `wfen` choose where games begin, as in `starts.make_start`; the same
        options of `reset` choose it for one episode. The rules are `standard` by default.
        `seat` is the learner's seat; None draws one for every episode. `illegal` is the effect of
        an illegal action: losing the episode or raising an error. `seconds` is how long a
        bot may think about an action; only some bots use it. `compact` leaves out the numbers that
        never vary under these rules; `mask_in_observation` makes observations dictionaries with
        the keys `observations` and `action_mask`.
        """
        check_option("reward", reward, REWARDS)
        check_option("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_option("render_mode", render_mode, tuple(rendering.MODES))
        named = [opponents] if isinstance(opponents, str) else opponents
        players = len(named) + 1
        first = make_start(rules, players, tiles=tiles, position=position, wfen=wfen)
        self._game = EnvGame(first, turn_limit)
        check_seat(seat, players)
        self._bots = [make_bot(bot) if isinstance(bot, str) else bot for bot in named]
        self._fixed_seat = seat
        self._reward: Reward = reward
        self._illegal: Illegal = illegal
        self._seconds = seconds
        self._seat = seat or 0
        self._rivals: dict[int, tuple[Bot, Thinking]] = {}
        self._first_total = self._total_reward = 0.0
        self._is_running = False
        self.render_mode = render_mode
        self._format = ObservationFormat.create(
            first, compact=compact, mask_in_observation=mask_in_observation
        )
        self.observation_space = self._format.space
        self.action_space = spaces.Discrete(actions.COUNT)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return self._seat

    @property
    def engine_steps(self) -> int:
        """The number of rolls and actions in this episode, by all seats."""
        return self._game.steps

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal; sb3-contrib's MaskablePPO calls this method."""
        return self._mask().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Start an episode; dice, seat and bots all use one generator, seeded with `seed`.

        The options `tiles`, `position` and `wfen` choose where this episode begins.
        """
        first = start_from_options(options, self._game.usual_start)
        self._format.check_start(first)
        super().reset(seed=seed, options=options)
        generator, players = self.np_random, self._game.position.players
        chosen = int(generator.integers(players))
        self._seat = chosen if self._fixed_seat is None else self._fixed_seat
        seats = [seat for seat in range(players) if seat != self._seat]
        seeds = generator.integers(_SEEDS, size=len(seats)).tolist()
        self._rivals = {
            seat: (bot, Thinking(random.Random(bot_seed), self._seconds))
            for seat, bot, bot_seed in zip(seats, self._bots, seeds, strict=True)
        }
        self._is_running = True
        self._game.begin(generator, first)
        self._first_total = self._total_reward = self._own_total()
        self._play_rivals(limited=False)
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, Info]:
        """Apply an action, and let the bots play until the learner must act or the game ends."""
        if not self._is_running:
            raise error.ResetNeeded("call reset() before the first step and after the last one")
        try:
            self._game.act(actions.action_of(action))
        except IllegalAction:
            if self._illegal == "raise":
                raise
            return self._lose()
        self._play_rivals(limited=True)
        over, stopped = self._game.is_over, self._game.is_stopped
        self._is_running = not (over or stopped)
        self._show()
        return self._observation(), self._gain(), over, stopped, self._info()

    def render(self) -> str | NDArray[np.uint8] | None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride] - Gymnasium declares a type variable
        """Return the position as text or as a picture, or print it, as the render mode says."""
        if self.render_mode is None:
            return None
        return rendering.MODES[self.render_mode](self.position, self._seat)

    def _show(self) -> None:
        if self.render_mode == rendering.HUMAN:
            self.render()

    def close(self) -> None:
        """Stop the bots that run as external programs."""
        for bot in self._bots:
            close = getattr(bot, "close", None)
            if close is not None:
                close()

    def _play_rivals(self, *, limited: bool) -> None:
        game, rivals = self._game, self._rivals
        while (rival := rivals.get(game.position.seat)) is not None:
            if limited and game.is_stopped:
                return
            bot, thinking = rival
            game.act(bot.choose(game.position, thinking))

    def _gain(self) -> float:
        if self._reward == "win" and not self._game.is_over:
            return 0.0
        before, self._total_reward = self._total_reward, self._own_total()
        return self._total_reward - before

    def _own_total(self) -> float:
        return self._game.total_rewards(self._reward)[self._seat]

    def _lose(self) -> tuple[Any, float, bool, bool, Info]:
        self._is_running = False
        info = self._info() | {"illegal": True}
        earned = self._total_reward - self._first_total
        return self._observation(), ILLEGAL_RETURN - earned, True, False, info

    def _observation(self) -> Any:  # noqa: ANN401 - an array or a dict, as the format says
        return self._format.build(encoding.encode(self._game.position, self._seat), self._mask)

    def _mask(self) -> NDArray[np.int8]:
        # If the turn limit stopped the game, it may be a rival's turn.
        if self._is_running:
            return actions.mask(self._game.position)
        return np.zeros(actions.COUNT, np.int8)

    def _info(self) -> Info:
        info: Info = {"action_mask": self._mask(), "seat": self._seat}
        if not self._is_running:
            info["scores"] = np.array(scores(self._game.position))
        return info


if ID not in gymnasium.registry:
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType] - a bare dict in its types
        ID,
        entry_point=f"{__name__}:{PickominoEnv.__name__}",
        vector_entry_point="pickomino.envs.vector:VectorPickomino",
    )
