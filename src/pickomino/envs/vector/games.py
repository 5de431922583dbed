"""Many games at once, with NumPy arrays as the interface."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pickomino.core.dice import MAX_SEED
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.play import step, step_roll
from pickomino.core.position import CHANCE, Position, start
from pickomino.core.roll import FACES
from pickomino.core.rules import Rules
from pickomino.envs.actions import COUNT, action_of
from pickomino.envs.encoding import SIZE
from pickomino.envs.vector import conversion, kernels
from pickomino.envs.vector.layout import (
    ROLL,
    Bools,
    GameArrays,
    Int8s,
    Int64s,
    UInt64s,
    new_arrays,
    new_results,
    pack_options,
)
from pickomino.envs.vector.observation import Observations, observe
from pickomino.envs.vector.opponents import NO_BOTS, Opponents
from pickomino.envs.vector.stacks import PackedRules
from pickomino.operating_system import available_cores

GOLDEN_GAMMA: Final = 0x9E3779B97F4A7C15
"""The constant that splitmix64 adds to its state in each step."""

_MIN_THREAD_WORK: Final = 4096
"""The minimum games or steps per thread: 0.1 ms of work, as long as it takes to start a thread."""
NO_ACTION: Final = -1
"""An action that makes `act` skip the game."""

_Result = TypeVar("_Result")


class Rollout(NamedTuple):
    """The result of random play.

    >>> Rollout(steps=90, games=2, turns=30, wins=(1, 1)).wins
    (1, 1)
    """

    steps: int
    """The number of rolls and actions."""
    games: int
    """The number of games that ended."""
    turns: int
    """The number of turns in the games that ended."""
    wins: tuple[int, ...]
    """Each seat's wins; a shared win counts for every seat that shares it."""


class VectorGames:
    """Many games with the same rules and number of players, played in lockstep.

    The same seed gives the same games for any number of threads: every game has its own generator,
    seeded with two successive numbers of a splitmix64 generator that starts at `seed`. After the
    constructor and after `step`, every game waits for a decision; games that ended are restarted.
    `act` and `roll` make single steps, for callers with their own dice; they do not restart games.

    >>> games = VectorGames(Rules.preset("standard"), players=2, games=1000, seed=1)
    >>> games.position(0).wfen()
    'standard oooooooooooooooo -/- a - 1112244w'
    >>> games.legal()[0, :8].astype(int), bin(games.masks[0])
    (array([1, 1, 0, 1, 0, 1, 0, 0]), '0b101011')
    >>> ended = games.step(games.legal().argmax(axis=1))
    >>> ended.any(), games.to_act.max()
    (np.False_, np.int8(0))
    """

    def __init__(  # noqa: PLR0913 - the last three are rarely given
        self,
        rules: Rules,
        players: int,
        games: int,
        seed: int = 0,
        *,
        turn_limit: int = 0,
        threads: int | None = None,
        bots: Int8s = NO_BOTS,
        first: Position | None = None,
    ) -> None:
        """Start games and roll their first dice; a `turn_limit` of 0 means no limit.

        `first` is the position in which games begin, by default that of a whole game.

        `bots` are the agent's opponents in `advance`, as returned by `opponents.parse_bot_kinds`.
        With `step`, the caller plays every seat.
        """
        begin = start(rules, players)  # validates the number of players
        _check_at_least("games", games, 1)
        _check_at_least("turn_limit", turn_limit, 0)
        if threads is not None:
            _check_at_least("threads", threads, 1)
        self.rules = rules
        self.players = players
        self.steps = 0
        """The number of rolls and actions so far."""
        self._rule = PackedRules(pack_options(rules), players, turn_limit)
        self._arrays = new_arrays(games, extrawurm=rules.extrawurm)
        self._start = self.start_arrays(begin if first is None else first)
        self._results = new_results(games, players)
        self._opponents = Opponents(rules, self._rule, self._arrays, bots)
        self._waiting = np.zeros(games, np.int8)
        self._all_act = np.full(games, kernels.ACT, np.int8)
        self._every_seat = np.full(games, kernels.EVERY_SEAT, np.int8)
        self._no_actions = np.zeros(games, np.int64)
        self._threads = threads or available_cores()
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self.seed(seed)
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy needs: everything but the threads."""
        return self.__dict__ | {"_pool": None}

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._arrays.seat)

    # ------------------------------------------------------------ state

    @property
    def masks(self) -> UInt64s:
        """The legal actions of each game, as bits numbered like the actions."""
        return self._arrays.mask.view(np.uint64)

    @property
    def to_act(self) -> Int8s:
        """The seat to act in each game, CHANCE or OVER."""
        before_roll = self._arrays.phase == ROLL
        return np.where(before_roll, np.int8(CHANCE), self._arrays.seat)

    @property
    def turns(self) -> NDArray[np.int32]:
        """The number of turns that have ended in each game."""
        return self._arrays.turns

    @property
    def ended(self) -> Bools:
        """Whether the last step ended the game, by the rules or by the turn limit."""
        return self._results.ended

    @property
    def stopped(self) -> Bools:
        """For games that `ended`: whether the turn limit stopped them."""
        return self._results.stopped

    @property
    def winners(self) -> Bools:
        """Who won the last game that ended, indexed by game and seat; all False until one ends."""
        return self._results.winners

    @property
    def scores(self) -> Int8s:
        """The worms at the end of the last game that ended, indexed by game and seat."""
        return self._results.scores

    def legal(self) -> Bools:
        """Return which actions are legal, as a new array indexed by game and action."""
        bits = np.empty((len(self), COUNT), np.int8)
        kernels.spread_masks(self._arrays.mask, bits)
        return bits.view(np.bool_)

    def worms(self, seats: Int8s) -> Int64s:
        """Return the current number of worms of one seat in each game."""
        counts = np.empty(len(self), np.int64)
        kernels.count_worms(self._arrays, seats, counts)
        return counts

    def worms_at_start(self, seats: Int8s, starts: GameArrays | None = None) -> Int64s:
        """Return the worms that one seat in each game begins with; see `advance` for `starts`."""
        results = new_results(1, self.players)
        kernels.write_results(self._start if starts is None else starts, results, self.players)
        return results.scores[0, seats].astype(np.int64)

    def standings(self) -> tuple[Int8s, Bools]:
        """Return the current scores and winners of all games, indexed by game and seat."""
        results = new_results(len(self), self.players)
        kernels.write_results(self._arrays, results, self.players)
        return results.scores, results.winners

    def observe(
        self, seats: ArrayLike | None = None, into: Observations | None = None
    ) -> Observations:
        """Return the observation of one seat in each game, encoded as in `pickomino.envs.encoding`.

        The default is the seat whose turn it is.
        """
        views = self._arrays.seat if seats is None else np.asarray(seats, np.int8)
        views = np.ascontiguousarray(np.broadcast_to(views, len(self)))
        rows = np.empty((len(self), SIZE), np.float32) if into is None else into
        self._spread(
            lambda first, last: observe(self._arrays, self._rule, views, rows, first, last),
            len(self),
        )
        return rows

    def position(self, game: int) -> Position:
        """Return one game as a position of `pickomino.core`."""
        return conversion.read_position(self._arrays, game, self.rules, self.players)

    # ------------------------------------------------------------ setting up

    def seed(self, seed: int | Sequence[int | None]) -> None:
        """Reseed the generators, from one common seed or one per game; positions do not change.

        A game whose seed is None keeps its generator.
        """
        kept = np.zeros(len(self), np.bool_)
        before = self._arrays.random.copy()
        if isinstance(seed, int | np.integer):
            _check_seed(int(seed))
            steps = np.arange(len(self), dtype=np.uint64) * np.uint64(2)
            seeds = steps * np.uint64(GOLDEN_GAMMA) + np.uint64(seed)
        else:
            if len(seed) != len(self):
                raise _bad("seed", f"{len(seed)} seeds", f"one, or one for each of {len(self)}")
            for number in seed:
                _check_seed(0 if number is None else int(number))
            kept = np.array([number is None for number in seed])
            seeds = np.array([number or 0 for number in seed], np.uint64)
        kernels.seed_games(self._arrays.random, seeds)
        self._arrays.random[kept] = before[kept]

    def start_arrays(self, first: Position) -> GameArrays:
        """Return a position as arrays of one game, for `advance`."""
        self._check_position(first)
        arrays = new_arrays(1, extrawurm=self.rules.extrawurm)
        conversion.write_position(arrays, 0, first)
        return arrays

    def reset(self) -> None:
        """Restart all games and roll their first dice."""
        self.advance(np.full(len(self), kernels.RESTART, np.int8), self._no_actions)

    def load(self, game: int, position: Position) -> None:
        """Set one game to a position; its dice are rolled by the next `step` or `roll`."""
        self._check_position(position)
        conversion.write_position(self._arrays, game, position)

    def _check_position(self, position: Position) -> None:
        if position.rules != self.rules or position.players != self.players:
            allowed = f"{self.rules} for {self.players}"
            raise _bad("position", position.wfen(), allowed)

    # ------------------------------------------------------------ playing

    def step(self, actions: ArrayLike) -> Bools:
        """Act in every game and roll until the next decision; return which games ended.

        The action is ignored in games that wait for dice, and in games that were over when they
        were loaded. An illegal action raises IllegalAction and leaves all games unchanged.
        """
        self.advance(self._all_act, self._check_actions(actions, self._all_act))
        return self._results.ended

    def act(self, actions: ArrayLike) -> int:
        """Act once, without rolling, in every game that waits for a decision; -1 skips a game.

        Return the number of steps made.
        """
        orders = np.where(np.asarray(actions) == NO_ACTION, kernels.LEAVE, kernels.ACT)
        orders = orders.astype(np.int8)
        checked = self._check_actions(actions, orders)
        steps = kernels.act_games(self._arrays, self._rule, checked, orders)
        self.steps += steps
        return steps

    def roll(self, rolls: ArrayLike | None = None, golden: ArrayLike | None = None) -> int:
        """Roll once in every game that waits for dice; return the number of steps made.

        `rolls` has the number of dice that show each face, indexed by game and face. It includes
        the golden die, whose face in each game is given by `golden`: 1 to 6, or 0 if it is not
        rolled. Without `rolls`, the dice come from the games' own generators. Entries for games
        that do not wait for dice are ignored.
        """
        dice = self._no_actions if rolls is None else self._check_rolls(rolls, golden)
        steps = kernels.roll_games(self._arrays, self._rule, dice)
        self.steps += steps
        return steps

    def advance(
        self,
        orders: Int8s,
        actions: Int64s,
        agents: Int8s | None = None,
        starts: GameArrays | None = None,
        *,
        restart: bool = True,
    ) -> None:
        """Run `kernels.advance` and the bots' turns on all threads; actions must be legal.

        `starts` replaces the usual start for games that are restarted now.
        """
        seats = self._every_seat if agents is None else agents
        begin = self._start if starts is None else starts
        waiting = self._waiting
        self._advance(orders, actions, seats, begin, restart=restart)
        while agents is not None and (waiting != kernels.DONE).any():
            self._play_bots(np.flatnonzero(waiting != kernels.DONE), agents)
            self._advance(waiting, actions, seats, begin, restart=restart)

    def _advance(
        self, orders: Int8s, actions: Int64s, seats: Int8s, starts: GameArrays, *, restart: bool
    ) -> None:
        arrays, results, rule, waiting = self._arrays, self._results, self._rule, self._waiting
        given = (arrays, results, rule, orders, waiting, actions, seats, self._opponents.kinds)
        steps = self._spread(
            lambda first, last: kernels.advance(*given, starts, restart, first, last), len(self)
        )
        self.steps += sum(steps)

    def _play_bots(self, games: Int64s, agents: Int8s) -> None:
        """Play the turns of bots in some games, spread over all threads."""
        groups = self._opponents.group_turns(games, agents)
        alone = self._threads == 1 or len(groups) == 1
        play = self._opponents.play
        self.steps += sum(map(play, groups) if alone else self._executor().map(play, groups))

    def random_rollout(self, steps: int) -> Rollout:
        """Play a number of random steps in every game; games that end are restarted.

        A step is one roll or one action and includes computing the mask of legal actions after it.
        At the end, the dice are rolled in games that wait for them, so a few more steps are made.
        """
        _check_at_least("steps", steps, 0)
        before = self.steps

        def work(first: int, last: int) -> Int64s:
            counts = np.zeros(2 + self.players, np.int64)
            arrays, results, rule = self._arrays, self._results, self._rule
            kernels.roll_out(arrays, results, rule, self._start, steps, first, last, counts)
            return counts

        counts = self._spread(work, steps * len(self))
        self.steps += steps * len(self)
        waiting = self._arrays.phase == ROLL
        self.advance(waiting.astype(np.int8) * np.int8(kernels.ACT), self._no_actions)
        games, turns, *wins = np.sum(counts, axis=0).tolist()
        return Rollout(self.steps - before, games, turns, tuple(wins))

    def draw_seats(self, orders: Int8s, seats: Int8s) -> None:
        """Draw the agent's seat in each game whose order is RESTART, with that game's generator."""
        kernels.draw_seats(self._arrays.random, orders, seats, self.players)

    def first_illegal(self, actions: Int64s, orders: Int8s) -> int:
        """Return the first game whose action is illegal, or -1."""
        return kernels.first_illegal(self._arrays.mask, actions, orders)

    # ------------------------------------------------------------ helpers

    def _check_actions(self, actions: ArrayLike, orders: Int8s) -> Int64s:
        checked = as_actions(actions, len(self))
        game = self.first_illegal(checked, orders)
        if game >= 0:
            self.raise_illegal(game, int(checked[game]))
        return checked

    def raise_illegal(self, game: int, action: int) -> NoReturn:
        """Raise the error that `pickomino.core` raises for an illegal action."""
        step(self.position(game), action_of(action))
        raise AssertionError("the engines disagree on what is legal")

    def _check_rolls(self, rolls: ArrayLike, golden: ArrayLike | None) -> Int64s:
        counts = np.asarray(rolls, np.int64)
        faces = np.asarray(self._no_actions if golden is None else golden, np.int64)
        if faces.shape != (len(self),) or faces.min() < 0 or faces.max() > len(FACES):
            raise _bad("golden", quote(golden), f"0 to {len(FACES)} for each of {len(self)} games")
        if counts.shape != (len(self), len(FACES)):
            raise _bad("rolls", f"of shape {counts.shape}", f"shape {(len(self), len(FACES))}")
        if counts.min() < 0:
            raise _bad("rolls", str(counts.min()), "counts from 0 on")
        waiting = self._arrays.phase == ROLL
        rolls_golden = conversion.rolls_golden(self._arrays, self.rules)
        wrong = (counts.sum(axis=1) != self._arrays.dice_left) | ((faces > 0) != rolls_golden)
        # The golden die may have other faces, so every roll with it is checked.
        for game in np.flatnonzero(waiting & (wrong | rolls_golden)):
            roll = conversion.roll_from(counts[game].tolist(), int(faces[game]), self.rules)
            step_roll(self.position(int(game)), roll)
        return conversion.pack_rolls(counts, faces)

    def _spread(self, work: Callable[[int, int], _Result], size: int) -> list[_Result]:
        """Call `work(first, end)` for parts of the games, on several threads if that pays off."""
        workers = max(1, min(self._threads, len(self), size // _MIN_THREAD_WORK))
        if workers == 1:
            return [work(0, len(self))]
        ends = [len(self) * part // workers for part in range(workers + 1)]
        return list(self._executor().map(work, ends[:-1], ends[1:]))

    def _executor(self) -> ThreadPoolExecutor:
        # Numba's own threads are not used: they survive neither a fork nor concurrent callers.
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self._threads)
        return self._pool[1]


def as_actions(actions: ArrayLike, games: int) -> Int64s:
    """Return the actions as an array of int64 with one entry per game.

    >>> as_actions([0, 6], 2)
    array([0, 6])
    """
    array = np.asarray(actions)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        value = f"{array.dtype} of shape {array.shape}"
        raise _bad("actions", value, f"whole numbers of shape {(games,)}")
    return array.astype(np.int64)


def _bad(option: str, value: str, allowed: str) -> PickominoError:
    return InvalidNotation("bad_option_value", option=option, value=value, allowed=allowed)


def _check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise InvalidNotation("bad_seed", seed=quote(seed))


def _check_at_least(option: str, value: int, least: int) -> None:
    if type(value) is not int or value < least:
        raise _bad(option, quote(value), f"whole numbers from {least} on")
