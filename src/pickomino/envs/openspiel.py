"""The game tree with its chance nodes, as an OpenSpiel game in Python.

    import pyspiel
    import pickomino.envs.openspiel
    game = pyspiel.load_game("python_pickomino(players=3,rules=classic)")

OpenSpiel reserves `(`, `)`, `,` and `=` in a game's name, so the options of a rule set are written
as in `rules=classic+extrawurm[golden:plain;steal:forced]`. Small games begin with `tiles=3` or with
a position, as in `wfen=standard_ooxxxxxxxxxxxxxx_-/-_a_122334w_-`.
"""

# pyspiel is a compiled module without types.
# pyright: reportMissingTypeStubs=false, reportUntypedBaseClass=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from pickomino.core.errors import InvalidNotation
from pickomino.core.play import dice_to_roll, legal_actions
from pickomino.core.position import CHANCE, Position, winners
from pickomino.core.roll import FACES, GOLDEN_FACES, NO_GOLDEN, ORDINARY_DICE, outcomes
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.envs import actions, encoding
from pickomino.envs.starts import DEFAULT_RULES, make_start
from pickomino.record.state import TURN_LIMIT, GameState

SHORT_NAME: Final = "python_pickomino"

_AS_WFEN: Final = str.maketrans("[];:", "(),=")
_AS_PARAMETER: Final = str.maketrans("(),=", "[];:")

_ROLLS_IN_A_TURN: Final = len(FACES) + 1
"""A different symbol is set aside after every roll, and the Weasel allows one more roll."""
_ACTIONS_IN_A_TURN: Final = 2 * len(FACES) + 2
"""Six symbols set aside, five times rolling on, a re-roll, a claim and the Raven's choice."""

_DEFAULTS: Final[dict[str, Any]] = {
    "players": 2,
    "rules": DEFAULT_RULES,
    "turn_limit": TURN_LIMIT,
    "tiles": 0,
    "wfen": "",
}
"""The parameters of the game; OpenSpiel has no None, so 0 and an empty text stand for it."""

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Pickomino",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class PickominoGame(pyspiel.Game):
    """The game for a number of players and a rule set; a turn limit makes it finite.

    >>> game = PickominoGame({"players": 3})
    >>> game.num_players(), game.num_distinct_actions()
    (3, 50)
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Set up the game; the parameters are `players`, `rules`, `turn_limit`, `tiles`, `wfen`."""
        chosen = _DEFAULTS | dict(params or {})
        self.start = _make_start(chosen)
        rules, players, turn_limit = self.start.rules, self.start.players, int(chosen["turn_limit"])
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        self.turn_limit = turn_limit
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.COUNT,
            max_chance_outcomes=_max_outcomes(rules),
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turn_limit * _ACTIONS_IN_A_TURN,
        )
        parameters = {
            "rules": str(rules).translate(_AS_PARAMETER),
            "players": players,
            "wfen": chosen["wfen"].translate(_AS_WFEN).replace(" ", "_").translate(_AS_PARAMETER),
        }
        super().__init__(_GAME_TYPE, info, chosen | parameters)

    def new_initial_state(self) -> PickominoState:
        """Return the state before the first roll."""
        return PickominoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of rolls in a game."""
        return self.turn_limit * _ROLLS_IN_A_TURN

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> PickominoObserver:
        """Return an observer; all players see the whole table."""
        del params
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return PickominoObserver(perfect_recall=perfect_recall)


class PickominoState(pyspiel.State):
    """A position and the number of turns played.

    >>> state = PickominoGame().new_initial_state()
    >>> state.is_chance_node(), state.position.wfen()
    (True, 'standard oooooooooooooooo -/- a - ~')
    """

    def __init__(self, game: PickominoGame) -> None:
        """Set up the state; callers should use `PickominoGame.new_initial_state` instead."""
        super().__init__(game)
        self._state = GameState.without_history(game.start, game.turn_limit)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._state.position

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for a chance node or a finished game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        to_act = self._state.position.to_act
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else to_act

    def is_terminal(self) -> bool:
        """Return whether the game is over or stopped at the turn limit."""
        return self._state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each roll's action number and probability, ordered as in `core.roll.outcomes`."""
        return _chances(*dice_to_roll(self._state.position))

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return sorted(map(actions.index_of, legal_actions(self._state.position)))

    def _apply_action(self, action: int) -> None:
        state = self._state
        if state.position.to_act == CHANCE:
            roll, _ = outcomes(*dice_to_roll(state.position))[action]
            self._state = state.apply_roll(roll)
        else:
            self._state = state.apply(actions.action_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return str(outcomes(*dice_to_roll(self._state.position))[action][0])
        return str(actions.action_of(action))

    def returns(self) -> list[float]:
        """Return 1 for a sole win, -1/(players - 1) for a loss, and a value in between for a tie.

        A game stopped at the turn limit is ranked as it stands. The returns always sum to 0.
        """
        position = self._state.position
        players = position.players
        if not self.is_terminal():
            return [0.0] * players
        won = winners(position)
        shares = [1 / len(won) if seat in won else 0.0 for seat in range(players)]
        return [(players * share - 1) / (players - 1) for share in shares]

    def __str__(self) -> str:
        """Return the number of turns played and the position."""
        return f"{self._state.turn} {self._state.position.wfen()}"


class PickominoObserver:
    """Encodes positions with `encoding`; with perfect recall, the text has the whole history.

    >>> observer = PickominoObserver(perfect_recall=False)
    >>> observer.set_from(PickominoGame().new_initial_state(), 0)
    >>> observer.tensor.shape
    (478,)
    """

    def __init__(self, *, perfect_recall: bool) -> None:
        """Allocate the tensor for one observation."""
        self._perfect_recall = perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(encoding.SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PickominoState, player: int) -> None:
        """Write a state to the tensor, from the perspective of a seat."""
        self.tensor[:] = encoding.encode(state.position, max(player, 0))

    def string_from(self, state: PickominoState, player: int) -> str:
        """Return the state as text; all seats see the same text."""
        del player
        return str(state.history_str()) if self._perfect_recall else str(state)


@cache
def _chances(dice: int, golden: str) -> list[tuple[int, float]]:
    rolls = outcomes(dice, golden)
    total = sum(weight for _, weight in rolls)
    return [(number, weight / total) for number, (_, weight) in enumerate(rolls)]


def _make_start(chosen: Mapping[str, Any]) -> Position:
    rules, wfen = chosen["rules"].translate(_AS_WFEN), chosen["wfen"].translate(_AS_WFEN)
    players, tiles = int(chosen["players"]), int(chosen["tiles"])
    if wfen:
        # OpenSpiel fills in the defaults, so they do not contradict the position.
        rules = None if rules == DEFAULT_RULES else rules
        if players == _DEFAULTS["players"]:
            players = Position.from_wfen(wfen).players
    return make_start(rules, players, tiles=tiles or None, wfen=wfen or None)


def _max_outcomes(rules: Rules) -> int:
    golden = rules.golden if rules.extrawurm else NO_GOLDEN
    golden_faces = len(set(GOLDEN_FACES[golden])) if golden else 1
    return len(outcomes(ORDINARY_DICE)) * golden_faces


pyspiel.register_game(_GAME_TYPE, PickominoGame)
