"""Actions of the players, and their notation."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from pickomino.core.errors import InvalidNotation, quote, require_text
from pickomino.core.roll import FACES, SYMBOLS
from pickomino.core.tiles import EXTRA_TILES, TILES

Kind = Literal["k", "r", "t", "s", "q", "z", "b"]

SEAT_LETTERS: Final = "abcdefg"


class Action(NamedTuple):
    """One decision: its kind, and the face, tile or seat it names.

    The kinds are `k` (set aside a face), `r` (roll on), `t` (take a tile from the grill), `s`
    (steal a tile) and `q` (stop with nothing to claim). Extrawurm adds `z` (re-roll with the
    Weasel) and `b` (take a Bratwurm from a seat).

    >>> Action.parse("kw"), str(Action("t", 25))
    (Action(kind='k', value=6), 't25')
    """

    kind: Kind
    value: int = 0

    @staticmethod
    def parse(text: str) -> Action:
        """Parse an action token.

        >>> Action.parse("s26")
        Action(kind='s', value=26)
        """
        action = _ACTION_BY_TOKEN.get(require_text(text))
        if action is None:
            raise InvalidNotation("bad_action", text=quote(text))
        return action

    def __str__(self) -> str:
        """Return the action token.

        >>> str(Action("b", 2))
        'bc'
        """
        return _TOKEN_BY_ACTION.get(self) or f"{self.kind}{self.value}"


SET_ASIDE: Final = tuple(Action("k", face) for face in FACES)
ROLL_ON: Final = Action("r")
STOP: Final = Action("q")
WEASEL: Final = Action("z")
TAKE: Final = {tile: Action("t", tile) for tile in (*EXTRA_TILES, *TILES)}
STEAL: Final = {tile: Action("s", tile) for tile in TILES}
BRATWURM: Final = tuple(Action("b", seat) for seat in range(len(SEAT_LETTERS)))
NUMBERED_ACTIONS: Final = (
    *SET_ASIDE,
    ROLL_ON,
    STOP,
    *TAKE.values(),
    *STEAL.values(),
    WEASEL,
    *BRATWURM,
)
"""All actions in numerical order; a seat that gives a Bratwurm is an absolute one."""
ACTION_NUMBERS: Final = {action: number for number, action in enumerate(NUMBERED_ACTIONS)}

_TOKEN_BY_ACTION: Final[dict[Action, str]] = (
    {action: f"k{SYMBOLS[action.value - 1]}" for action in SET_ASIDE}
    | {action: action.kind for action in (ROLL_ON, STOP, WEASEL)}
    | {action: f"t{tile}" for tile, action in TAKE.items()}
    | {action: f"s{tile}" for tile, action in STEAL.items()}
    | {action: f"b{SEAT_LETTERS[action.value]}" for action in BRATWURM}
)
_ACTION_BY_TOKEN: Final = {token: action for action, token in _TOKEN_BY_ACTION.items()}


def has_token(action: Action) -> bool:
    """Return whether an action has a token; the fields may have any values, even unhashable ones.

    >>> has_token(Action("k", 5)), has_token(Action("k", 9))
    (True, False)
    """
    return any(action == known for known in _TOKEN_BY_ACTION)
