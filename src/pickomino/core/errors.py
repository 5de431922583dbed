"""The error classes, the messages of the rules engine, and the registry of all messages.

Each error has a stable code and the parameters of its message. A package with its own codes
lists them in its `errors` module and registers them when it is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from types import MappingProxyType, UnionType
from typing import Final, NamedTuple


def message(text: str) -> str:
    """Mark an English message for the translation catalogs; the user interfaces translate it."""
    return text


MESSAGES: Final[Mapping[str, str]] = {
    # Invalid texts
    "too_long": message("the text is {length} characters long; at most {limit} are allowed"),
    "not_text": message("expected text, got {kind}"),
    "not_ascii": message("only plain ASCII characters are allowed, found {character}"),
    "field_count": message("expected {expected} fields separated by spaces or _, found {found}"),
    "bad_rules": message("{text} is not a rule set; use the form classic+extrawurm(steal=forced)"),
    "unknown_rules": message("unknown rule set {name}; choose from {known}"),
    "unknown_option": message("unknown rule option {option}; choose from {known}"),
    "bad_option_value": message("{option} cannot be {value}; choose from {allowed}"),
    "repeated_option": message("the rule option {option} is given twice"),
    "needs_extrawurm": message("the rule option {option} needs the Extrawurm expansion"),
    "bad_players": message("a game needs 2 to 7 players, not {players}"),
    "bad_dice": message(
        "{text} is not dice notation; write faces 1 to 5 and w, with a golden die last"
    ),
    "too_many_dice": message(
        "{text} names {found} dice; there are only {limit}, besides a golden die"
    ),
    "bad_action": message("{text} is not an action; write k1 to k5, kw, r, t25, s25, q, z or ba"),
    "grill_length": message("characters of the grill: {found}; expected: {expected}"),
    "grill_character": message("{character} is not a grill mark; use ., o or x"),
    "bad_tile": message("{text} is not a tile of this game"),
    "bad_seat": message("{text} is not a seat of this game; its seats are {known}"),
    "bad_phase": message("{text} is not a state of the dice; write ~, -, b or rolled dice"),
    "bad_extrawurm": message("{text} is not an Extrawurm field; use the form 11,21,23,b,-/0,2,1/-"),
    "bad_bratwurms": message("{text} is not a number of Bratwurms; there can be 0 to 7"),
    # Impossible positions
    "seat_range": message("seat {seat} does not exist; there are {players} seats"),
    "tiles_unsorted": message("the tiles {tiles} are not in ascending order"),
    "unknown_tile": message("{tile} is not a tile of this game"),
    "dice_out_of_place": message("dice {dice} are on the table but cannot be there now"),
    "extrawurm_state": message("the rules and the position disagree on Extrawurm"),
    "tile_missing": message("tile {tile} is missing"),
    "tile_repeated": message("tile {tile} is in {count} places"),
    "over_with_tiles": message("the game is over but tile {tile} is face up on the grill"),
    "not_over": message("no tile is face up on the grill, so the game must be over"),
    "over_with_dice": message("the game is over but dice are on the table"),
    "dice_count": message("dice on the table: {found}; expected: {expected}"),
    "golden_die": message("unexpected golden die: {found}"),
    "nothing_to_roll": message(
        "no dice can be rolled: none are left, or all six symbols are set aside"
    ),
    "no_choice": message("no rolled die may be set aside, so the turn has already failed"),
    "turn_has_failed": message("nothing can be claimed or rolled, so the turn has already failed"),
    "nothing_set_aside": message("no die is set aside, so there is nothing to decide"),
    "raven_choice": message("the Raven’s choice cannot be pending here"),
    "weasel_not_held": message("the Weasel was used but the seat to act does not hold it"),
    "specialist_tile": message("{specialist} is on tile {tile}, which is not face up"),
    "specialists_together": message("two specialists are in one place: {place}"),
    "raven_held": message("the Raven is never held by a player"),
    "too_many_bratwurms": message("the players have {count} Bratwurms, but there are only 7"),
    "more_problems": message("and {count} more problems"),
    # The specialists of Extrawurm
    "specialist_canned_worm": message("Canned Worm"),
    "specialist_hen": message("Sitting Hen"),
    "specialist_raven": message("Raven"),
    "specialist_weasel": message("Weasel"),
    "specialist_golden_die": message("Golden Die"),
    # Play
    "illegal_action": message("{action} is not legal in {wfen}; legal: {legal}"),
    "illegal_roll": message("{roll} cannot be rolled in {wfen}; legal: {legal}"),
    "legal_roll": message("a roll (dice: {count})"),
    "legal_golden_roll": message("a roll (dice: {count}, and the golden die)"),
    "nothing_legal": message("nothing, the game is over"),
    # Dice
    "bad_seed": message("a seed is a whole number from 0 to 2^63-1, got {seed}"),
    "bad_secret": message("a dice secret is 32 bytes, written as 64 hexadecimal digits"),
    "bad_nonce": message("a nonce is up to 64 lower-case hexadecimal digits, got {nonce}"),
    "bad_full_nonce": message("a nonce is 64 lower-case hexadecimal digits, got {nonce}"),
    "bad_dice_terms": message("dice cannot have been committed at {time} in round {round}"),
    "bad_voided_round": message("{text} is not a voided round of dice"),
    "nonce_count": message(
        "nonces: {found}; players: {players}; there must be one for each, empty for bots"
    ),
    "bad_game_id": message("a game id is 1 to 64 letters, digits, - or _, got {game_id}"),
    "dice_used_up": message("the scripted dice are used up; rolls made: {count}"),
    "dice_left_over": message("scripted rolls that were not used: {count}"),
    "dice_mismatch": message(
        "roll {number} is scripted as {roll}, but the number of dice rolled is {expected}"
    ),
}
"""The messages of the rules engine."""

_all_messages = dict(MESSAGES)
ALL_MESSAGES: Final[Mapping[str, str]] = MappingProxyType(_all_messages)
"""The messages of every package imported so far."""


def register_messages(messages: Mapping[str, str]) -> None:
    """Add the messages of a package; raise if a code is already registered with another text.

    >>> register_messages({"tile_missing": "a tile is missing"})
    Traceback (most recent call last):
    ValueError: the error code tile_missing is already registered with another text
    """
    for code, text in messages.items():
        if _all_messages.setdefault(code, text) != text:
            reason = f"the error code {code} is already registered with another text"
            raise ValueError(reason)


class Problem(NamedTuple):
    """One defect: a stable code and the parameters of its message.

    >>> Problem("tile_missing", {"tile": 25}).code
    'tile_missing'
    """

    code: str
    parameters: Mapping[str, object] = {}

    def __str__(self) -> str:
        """Return the English message.

        >>> str(Problem("tile_missing", {"tile": 25}))
        'tile 25 is missing'
        """
        return ALL_MESSAGES[self.code].format(**self.parameters)


class PickominoError(ValueError):
    """Base class of all errors of this package; `problems` holds codes and parameters.

    >>> error = PickominoError("tile_missing", tile=25)
    >>> error.code, error.parameters
    ('tile_missing', {'tile': 25})
    """

    problems: tuple[Problem, ...]

    def __init__(self, code: str, **parameters: object) -> None:
        """Create an error with one problem."""
        self.problems = (Problem(code, parameters),)
        super().__init__(str(self.problems[0]))

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling, so that errors can be passed between processes."""
        return (partial(type(self), self.code, **self.parameters), ())

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of the first problem."""
        return self.problems[0].parameters


class InvalidNotation(PickominoError):
    """A text that is not valid notation, such as a WFEN, WGN, action, roll or rule set.

    >>> from pickomino import Action
    >>> Action.parse("k9")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: 'k9' is not an action; write k1 to k5, kw, r, t25, ...
    """


class InvalidPosition(PickominoError):
    """An impossible position; `problems` lists up to 20 things that are wrong.

    >>> from pickomino import Position
    >>> Position.from_wfen("standard ooooooooooooooo. -/- a 55555 ~")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidPosition: tile 36 is missing
    """

    LIMIT = 20

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Create an error with all problems of a position."""
        shown = tuple(problems[: self.LIMIT])
        if len(problems) > self.LIMIT:
            more = len(problems) - self.LIMIT + 1
            shown = (*shown[:-1], Problem("more_problems", {"count": more}))
        ValueError.__init__(self, "; ".join(map(str, shown)))
        self.problems = shown

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling."""
        return (InvalidPosition, (self.problems,))


class IllegalAction(PickominoError):
    """An action or a roll that the rules do not allow here; the position is unchanged.

    >>> from pickomino import Action, Rules, apply, start
    >>> apply(start(Rules.preset("standard"), 2), Action.parse("t21"))
    Traceback (most recent call last):
    pickomino.core.errors.IllegalAction: t21 is not legal in standard ... legal: a roll (dice: 8)
    """


MAX_QUOTE_LENGTH: Final = 40
MAX_PATH_LENGTH: Final = 1000


def require_text(value: object) -> str:
    """Return the value if it is text; raise InvalidNotation otherwise."""
    if not isinstance(value, str):
        raise InvalidNotation("not_text", kind=type(value).__name__)
    return value


def wrong_type(value: object, expected: str) -> TypeError:
    """Return the error for a value of the wrong type; `expected` says what is needed, and how.

    >>> wrong_type("standard", 'Rules, such as Rules.parse("standard")')
    TypeError('expected Rules, such as Rules.parse("standard"), not str')
    """
    return TypeError(f"expected {expected}, not {type(value).__name__}")


def check_type(value: object, kind: type | UnionType, expected: str) -> None:
    """Raise TypeError unless a value has this type; True and False are not numbers.

    >>> check_type(2, int, "a number")
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise wrong_type(value, expected)


def check_list(value: object, expected: str) -> None:
    """Raise TypeError unless a value is a sequence other than a text."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise wrong_type(value, expected)


def check_path(value: object) -> None:
    """Raise TypeError unless a value is the name of a file or a path."""
    if not isinstance(value, str | PathLike):
        raise wrong_type(value, 'the name of a file, such as "games.wgn", or a path')


def check_callable(value: object, expected: str) -> None:
    """Raise TypeError unless a value can be called."""
    if not callable(value):
        raise wrong_type(value, expected)


def quote(value: object) -> str:
    """Quote untrusted text for a message: shortened, with unprintable characters escaped."""
    text = str(value)
    if isinstance(value, int) and len(text) <= MAX_QUOTE_LENGTH:
        return text
    return repr(text if len(text) <= MAX_QUOTE_LENGTH else text[:MAX_QUOTE_LENGTH] + "...")


def quote_path(path: object) -> str:
    """Quote the name of a file for a message: whole, because its end says most.

    >>> quote_path("games/friday.wgn")
    "'games/friday.wgn'"
    """
    text = str(path)
    return repr(text if len(text) <= MAX_PATH_LENGTH else f"...{text[-MAX_PATH_LENGTH:]}")
