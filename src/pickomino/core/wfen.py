"""WFEN, the one-line notation for positions; docs/notation.md describes every field."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import InvalidNotation, InvalidPosition, quote, require_text
from pickomino.core.extrawurm import SUPPLY, WAITING, Extrawurm, Specialist
from pickomino.core.position import NEW_TURN, NO_TURN, OVER, Phase, Position, Turn, tiles_of
from pickomino.core.problems import problems
from pickomino.core.roll import Roll
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules

MAX_WFEN_LENGTH: Final = 1000
FACE_UP, FACE_DOWN, GONE = "o", "x", "."
NOTHING: Final = "-"
TO_ROLL: Final = "~"
RAVEN: Final = "b"
WEASEL_USED: Final = "z"

_FIELDS: Final = 6
_SEPARATOR: Final = re.compile(r"[ _]+")


def format_position(position: Position) -> str:
    """Return a position as WFEN."""
    rules, grill, face_down, stacks, seat, turn, extrawurm = position
    tiles = _tiles_text(rules, grill, face_down, stacks)
    letter = NOTHING if seat == OVER else SEAT_LETTERS[seat]
    text = f"{tiles} {letter} {turn.set_aside.text or NOTHING} {_dice_text(turn)}"
    return text if extrawurm is None else f"{text} {_extrawurm_text(extrawurm)}"


def parse_position(text: str) -> Position:
    """Parse WFEN; raise InvalidNotation, or InvalidPosition if the position is impossible."""
    check_length(text, MAX_WFEN_LENGTH)
    if not text.isascii():
        first = next(character for character in text if not character.isascii())
        raise InvalidNotation("not_ascii", character=quote(first))
    fields = _SEPARATOR.split(text.strip())
    rules = Rules.parse(fields[0])
    expected = _FIELDS + rules.extrawurm
    if len(fields) != expected:
        raise InvalidNotation("field_count", expected=expected, found=len(fields))
    tiles = tiles_of(rules)
    stacks = _parse_stacks(fields[2], tiles)
    position = Position(
        rules,
        _tiles_marked(fields[1], tiles, FACE_UP),
        _tiles_marked(fields[1], tiles, FACE_DOWN),
        stacks,
        OVER if fields[3] == NOTHING else _parse_seat(fields[3], len(stacks)),
        _parse_turn(fields),
        _parse_extrawurm(fields[6], tiles, len(stacks)) if rules.extrawurm else None,
    )
    defects = problems(position)
    if defects:
        raise InvalidPosition(defects)
    return position


def check_length(text: object, limit: int) -> None:
    """Raise unless a value is text within the length limit."""
    length = len(require_text(text))
    if length > limit:
        raise InvalidNotation("too_long", length=length, limit=limit)


_rules_text: Final = cache(str)


# Cached: this part does not change within a turn, and a server formats every position.
@lru_cache(maxsize=1024)
def _tiles_text(
    rules: Rules,
    grill: tuple[int, ...],
    face_down: tuple[int, ...],
    stacks: tuple[tuple[int, ...], ...],
) -> str:
    marks = dict.fromkeys(grill, FACE_UP) | dict.fromkeys(face_down, FACE_DOWN)
    row = "".join([marks.get(tile, GONE) for tile in tiles_of(rules)])
    piles = "/".join([",".join(map(str, stack)) or NOTHING for stack in stacks])
    return f"{_rules_text(rules)} {row} {piles}"


_PHASE_TEXTS: Final = {
    Phase.ROLL: TO_ROLL,
    Phase.DECIDE: NOTHING,
    Phase.RAVEN: RAVEN,
    Phase.OVER: NOTHING,
}


def _dice_text(turn: Turn) -> str:
    return turn.rolled.text if turn.phase is Phase.CHOOSE else _PHASE_TEXTS[turn.phase]


def _extrawurm_text(extrawurm: Extrawurm) -> str:
    places = ",".join(_place_text(place) for place in extrawurm.specialists)
    bratwurms = ",".join(map(str, extrawurm.bratwurms))
    return f"{places}/{bratwurms}/{WEASEL_USED if extrawurm.weasel_used else NOTHING}"


def _place_text(place: int) -> str:
    if place == WAITING:
        return NOTHING
    return SEAT_LETTERS[place] if place < len(SEAT_LETTERS) else str(place)


def _tiles_marked(text: str, tiles: tuple[int, ...], mark: str) -> tuple[int, ...]:
    if len(text) != len(tiles):
        raise InvalidNotation("grill_length", found=len(text), expected=len(tiles))
    for character in text:
        if character not in (FACE_UP, FACE_DOWN, GONE):
            raise InvalidNotation("grill_character", character=quote(character))
    return tuple(tile for tile, character in zip(tiles, text, strict=True) if character == mark)


def _parse_stacks(text: str, tiles: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    stacks = text.split("/")
    if not MIN_PLAYERS <= len(stacks) <= MAX_PLAYERS:
        raise InvalidNotation("bad_players", players=len(stacks))
    return tuple(
        () if stack == NOTHING else tuple(_parse_tile(part, tiles) for part in stack.split(","))
        for stack in stacks
    )


def _parse_tile(text: str, tiles: tuple[int, ...]) -> int:
    known = {str(tile): tile for tile in tiles}
    if text not in known:
        raise InvalidNotation("bad_tile", text=quote(text))
    return known[text]


def _parse_seat(text: str, players: int) -> int:
    known = SEAT_LETTERS[:players]
    if len(text) != 1 or text not in known:
        raise InvalidNotation("bad_seat", text=quote(text), known=", ".join(known))
    return known.index(text)


def _parse_turn(fields: list[str]) -> Turn:
    seat, set_aside_text, dice = fields[3:6]
    set_aside = Roll.parse("" if set_aside_text == NOTHING else set_aside_text)
    if seat == NOTHING and dice == NOTHING:
        return NO_TURN._replace(set_aside=set_aside)
    match dice:
        case "~":
            return NEW_TURN._replace(set_aside=set_aside)
        case "-":
            return Turn(Phase.DECIDE, set_aside)
        case "b":
            return Turn(Phase.RAVEN, set_aside)
        case "":
            raise InvalidNotation("bad_phase", text=quote(dice))
        case _:
            return Turn(Phase.CHOOSE, set_aside, Roll.parse(dice))


def _parse_extrawurm(text: str, tiles: tuple[int, ...], players: int) -> Extrawurm:
    parts = text.split("/")
    if len(parts) != 3 or parts[2] not in (NOTHING, WEASEL_USED):  # noqa: PLR2004 - as format_position
        raise InvalidNotation("bad_extrawurm", text=quote(text))
    places, bratwurms = parts[0].split(","), parts[1].split(",")
    if len(places) != len(Specialist) or len(bratwurms) != players:
        raise InvalidNotation("bad_extrawurm", text=quote(text))
    return Extrawurm(
        tuple(_parse_place(place, tiles, players) for place in places),
        tuple(map(_parse_bratwurms, bratwurms)),
        parts[2] == WEASEL_USED,
    )


def _parse_place(text: str, tiles: tuple[int, ...], players: int) -> int:
    if text == NOTHING:
        return WAITING
    return _parse_tile(text, tiles) if text[:1].isdigit() else _parse_seat(text, players)


def _parse_bratwurms(text: str) -> int:
    if text not in map(str, range(SUPPLY + 1)):
        raise InvalidNotation("bad_bratwurms", text=quote(text))
    return int(text)
