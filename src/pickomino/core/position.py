"""Positions: grill, stacks, dice, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import InvalidNotation, check_type, quote, wrong_type
from pickomino.core.roll import NO_DICE, Roll
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.core.tiles import EXTRA_TILES, TILES, worms

if TYPE_CHECKING:
    from pickomino.core.extrawurm import Extrawurm

_T = TypeVar("_T")

CHANCE: Final = -1
"""The value of `Position.to_act` when dice are to be rolled."""
OVER: Final = -2
"""The value of `Position.to_act` and `Position.seat` when the game is over."""


class Phase(Enum):
    """What a turn is waiting for.

    >>> Position.from_wfen("short oooooooooooooooo -/- b 1w -").turn.phase
    Phase.DECIDE
    """

    ROLL = "roll"
    """The dice are to be rolled."""
    CHOOSE = "choose"
    """The player must choose a rolled symbol to set aside."""
    DECIDE = "decide"
    """The player must roll on, claim, or stop with nothing."""
    RAVEN = "raven"
    """Extrawurm: the player must choose whose Bratwurm the Raven takes."""
    OVER = "over"

    def __repr__(self) -> str:
        """Return an expression that evaluates to the same phase."""
        return f"Phase.{self.name}"


# Bound once: see play.py.
_ROLL: Final = Phase.ROLL


class Turn(NamedTuple):
    """The state of a turn: its phase and its dice.

    >>> Turn(Phase.DECIDE, Roll.parse("55ww")).set_aside.points
    20
    """

    phase: Phase
    set_aside: Roll = NO_DICE
    rolled: Roll = NO_DICE
    """The dice to choose from; empty except in phase CHOOSE."""


RULES_EXPECTED: Final = 'Rules, such as Rules.parse("standard")'
STACKS_EXPECTED: Final = "a tuple with the tiles of each seat, such as ((21, 24), ()),"
POSITION_EXPECTED: Final = "a Position, such as start(Rules(), players=2) or game.position"

NEW_TURN: Final = Turn(Phase.ROLL)
NO_TURN: Final = Turn(Phase.OVER)


class Position(NamedTuple):
    """Everything on the table, without the history of the game.

    >>> position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    >>> position.stacks, position.face_down, position.seat, position.players
    (((24, 31), (), (22,)), (36,), 1, 3)
    """

    rules: Rules
    grill: tuple[int, ...]
    """The tiles face up on the grill, ascending."""
    face_down: tuple[int, ...]
    """The tiles turned face down for the rest of the game, ascending."""
    stacks: tuple[tuple[int, ...], ...]
    """Each seat's tiles, bottom to top."""
    seat: int
    """Whose turn it is, even when dice are to be rolled; OVER when the game is over."""
    turn: Turn
    extrawurm: Extrawurm | None = None
    """The state of the expansion; None without it."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.stacks)

    @property
    def to_act(self) -> int:
        """The seat that must act, CHANCE or OVER.

        >>> start(Rules.preset("standard"), 2).to_act == CHANCE
        True
        """
        phase = self.turn.phase
        return CHANCE if phase is _ROLL else self.seat

    def __str__(self) -> str:
        """Return the board as lines of text; `*` marks the seat whose turn it is.

        >>> print(Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134"))
        classic
        grill  21  .  23  .  25 26 27 28 29 30  .  32 33 34 35 ##
         a      4  24 31
        *b      0  -
         c      1  22
        dice   55ww = 20, rolled 1134
        """
        from pickomino.core.board_text import draw_text

        check_position(self)
        return draw_text(self)

    def _repr_svg_(self) -> str:
        """Return a picture of the board, which notebooks show."""
        from pickomino.core.board_svg import draw_svg

        check_position(self)
        return draw_svg(self)

    def wfen(self) -> str:
        """Return the position as WFEN.

        >>> start(Rules.preset("standard"), 3).wfen()
        'standard oooooooooooooooo -/-/- a - ~'
        """
        from pickomino.core import wfen

        try:
            return wfen.format_position(self)
        except FIELD_ERRORS:
            check_position(self)
            raise

    @staticmethod
    def from_wfen(text: str) -> Position:
        """Parse WFEN; raise InvalidNotation or InvalidPosition.

        >>> Position.from_wfen("short oooooooooooooooo -/- b 1w -").seat
        1
        """
        from pickomino.core import wfen

        return wfen.parse_position(text)


def start(rules: Rules, players: int, seat: int = 0) -> Position:
    """Return the position at the start of a game in which `seat` begins.

    >>> start(Rules.preset("mini"), 4).grill[:3]
    (21, 22, 23)
    """
    check_type(rules, Rules, RULES_EXPECTED)
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidNotation("bad_players", players=quote(players))
    if type(seat) is not int or not 0 <= seat < players:
        raise InvalidNotation("seat_range", seat=quote(seat), players=players)
    expansion = None
    if rules.extrawurm:
        from pickomino.core.extrawurm import new_extrawurm

        expansion = new_extrawurm(players)
    return Position(rules, tiles_of(rules), (), ((),) * players, seat, NEW_TURN, expansion)


FIELD_ERRORS: Final = (AttributeError, TypeError, LookupError, ValueError)
"""What wrong fields of a position raise in functions on the hot path, which then check it."""


def check_position(position: object) -> None:
    """Raise TypeError unless this is a position whose fields have the right types; takes 3 us."""
    if not isinstance(position, Position):
        raise wrong_type(position, POSITION_EXPECTED)
    check_type(position.rules, Rules, f"{RULES_EXPECTED}, as position.rules")
    check_type(position.stacks, tuple, f"{STACKS_EXPECTED} as position.stacks")
    if not position.stacks:
        raise InvalidNotation("bad_players", players=0)
    for stack in position.stacks:
        _check_numbers(stack, f"{STACKS_EXPECTED} as position.stacks")
    _check_numbers(position.grill, "a tuple of tiles as position.grill")
    _check_numbers(position.face_down, "a tuple of tiles as position.face_down")
    check_type(position.seat, int, "the number of a seat as position.seat")
    _check_turn(position.turn)
    _check_extrawurm(position.extrawurm)


def _check_numbers(values: object, expected: str) -> None:
    check_type(values, tuple, expected)
    for value in cast("tuple[object, ...]", values):
        check_type(value, int, expected)


def _check_turn(turn: object) -> None:
    expected = "a Turn, such as Turn(Phase.ROLL), as position.turn"
    if not isinstance(turn, Turn):
        raise wrong_type(turn, expected)
    check_type(turn.phase, Phase, "a Phase as position.turn.phase")
    check_type(turn.set_aside, Roll, "a Roll as position.turn.set_aside")
    check_type(turn.rolled, Roll, "a Roll as position.turn.rolled")


def _check_extrawurm(state: object) -> None:
    from pickomino.core.extrawurm import Extrawurm

    if state is None:
        return
    if not isinstance(state, Extrawurm):
        raise wrong_type(state, "None or an Extrawurm as position.extrawurm")
    _check_numbers(state.specialists, "a tuple of places as position.extrawurm.specialists")
    _check_numbers(state.bratwurms, "a tuple of numbers as position.extrawurm.bratwurms")
    check_type(state.weasel_used, bool, "True or False as position.extrawurm.weasel_used")


def tiles_of(rules: Rules) -> tuple[int, ...]:
    """Return every tile of a game with these rules, ascending.

    >>> len(tiles_of(Rules.preset("classic", extrawurm=True)))
    18
    """
    return EXTRA_TILES + TILES if rules.extrawurm else TILES


def scores(position: Position) -> tuple[int, ...]:
    """Return the worms of each seat, including Bratwurms if Extrawurm is played.

    >>> scores(Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134"))
    (4, 0, 1)
    """
    try:
        by_tiles = tuple(sum(map(worms, stack)) for stack in position.stacks)
        if position.extrawurm is None:
            return by_tiles
        pairs = zip(by_tiles, position.extrawurm.bratwurms, strict=True)
        return tuple(tiles + bratwurms for tiles, bratwurms in pairs)
    except FIELD_ERRORS:
        check_position(position)
        raise


def winners(position: Position) -> tuple[int, ...]:
    """Return the seats that win, or would win now: most worms, then the highest tile.

    >>> winners(Position.from_wfen("standard xxxxxxxxxxx....x 32,33,34/35 - - -"))
    (0,)
    """
    seat_ranks = ranks(position)
    if not seat_ranks:
        check_position(position)
    best = max(seat_ranks)
    return tuple(seat for seat, rank in enumerate(seat_ranks) if rank == best)


def ranks(position: Position) -> tuple[tuple[int, int], ...]:
    """Return the rank of each seat (higher is better): its worms, then its highest tile or 0.

    >>> ranks(Position.from_wfen("standard xxxxxxxxxxx....x 32,33,34/35 - - -"))
    ((11, 34), (4, 35))
    """
    return tuple(
        (score, max(stack, default=0))
        for score, stack in zip(scores(position), position.stacks, strict=True)
    )


def places(position: Position) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the winner; tied seats share a place.

    >>> places(Position.from_wfen("standard xxxxxxxxxxx....x 32/-/33,34/35 - - -"))
    (3, 4, 1, 2)
    """
    seat_ranks = ranks(position)
    return tuple(1 + sum(other > own for other in seat_ranks) for own in seat_ranks)


def rotate(values: Sequence[_T], places: int) -> tuple[_T, ...]:
    """Rotate values, one per seat, to the left; a negative number of places rotates to the right.

    >>> rotate([5, 6, 7], 1), rotate([5, 6, 7], -1)
    ((6, 7, 5), (7, 5, 6))
    """
    return *values[places:], *values[:places]


def seat_letter(seat: int) -> str:
    """Return the letter of a seat.

    >>> seat_letter(2)
    'c'
    """
    try:
        if seat >= 0:
            return SEAT_LETTERS[seat]
    except (IndexError, TypeError):
        pass
    raise InvalidNotation("seat_range", seat=quote(seat), players=MAX_PLAYERS)
