"""WFEN: a position on one line. docs/notation.md describes every field."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import InvalidNotation, InvalidPosition, quoted, text_of
from pickomino.core.extrawurm import SUPPLY, WAITING, Extrawurm, Specialist
from pickomino.core.position import NEW_TURN, NO_TURN, OVER, Phase, Position, Turn, tiles_of
from pickomino.core.problems import problems
from pickomino.core.roll import Roll
from pickomino.core.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules

MOST_CHARACTERS: Final = 1000
FACE_UP, FACE_DOWN, GONE = "o", "x", "."
NOTHING: Final = "-"
TO_ROLL: Final = "~"
RAVEN: Final = "b"
WEASEL_USED: Final = "z"

_FIELDS: Final = 6
_SEPARATOR: Final = re.compile(r"[ _]+")


def written(position: Position) -> str:
    """Write a position on one line."""
    rules, grill, face_down, stacks, seat, turn, extrawurm = position
    tiles = _tiles_text(rules, grill, face_down, stacks)
    letter = NOTHING if seat == OVER else SEAT_LETTERS[seat]
    text = f"{tiles} {letter} {turn.set_aside.text or NOTHING} {_dice_text(turn)}"
    return text if extrawurm is None else f"{text} {_extrawurm_text(extrawurm)}"


def read(text: str) -> Position:
    """Read a position and refuse what cannot be."""
    check_length(text, MOST_CHARACTERS)
    if not text.isascii():
        strange = next(character for character in text if not character.isascii())
        raise InvalidNotation("not_ascii", character=quoted(strange))
    fields = _SEPARATOR.split(text.strip())
    rules = Rules.parse(fields[0])
    expected = _FIELDS + rules.extrawurm
    if len(fields) != expected:
        raise InvalidNotation("field_count", expected=expected, found=len(fields))
    tiles = tiles_of(rules)
    stacks = _read_stacks(fields[2], tiles)
    position = Position(
        rules,
        _marked(fields[1], tiles, FACE_UP),
        _marked(fields[1], tiles, FACE_DOWN),
        stacks,
        OVER if fields[3] == NOTHING else _read_seat(fields[3], len(stacks)),
        _read_turn(fields),
        _read_extrawurm(fields[6], tiles, len(stacks)) if rules.extrawurm else None,
    )
    found = problems(position)
    if found:
        raise InvalidPosition(found)
    return position


def check_length(text: object, limit: int) -> None:
    """Refuse anything that is not text, or is too long to be worth reading."""
    length = len(text_of(text))
    if length > limit:
        raise InvalidNotation("too_long", length=length, limit=limit)


_rules_text: Final = cache(str)


# Within a turn nothing of this changes, and a server writes every position.
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


def _dice_text(turn: Turn) -> str:
    match turn.phase:
        case Phase.ROLL:
            return TO_ROLL
        case Phase.CHOOSE:
            return turn.rolled.text
        case Phase.RAVEN:
            return RAVEN
        case Phase.DECIDE | Phase.OVER:
            return NOTHING


def _extrawurm_text(extrawurm: Extrawurm) -> str:
    places = ",".join(_place_text(place) for place in extrawurm.specialists)
    bratwurms = ",".join(map(str, extrawurm.bratwurms))
    return f"{places}/{bratwurms}/{WEASEL_USED if extrawurm.weasel_used else NOTHING}"


def _place_text(place: int) -> str:
    if place == WAITING:
        return NOTHING
    return SEAT_LETTERS[place] if place < len(SEAT_LETTERS) else str(place)


def _marked(text: str, tiles: tuple[int, ...], mark: str) -> tuple[int, ...]:
    if len(text) != len(tiles):
        raise InvalidNotation("grill_length", found=len(text), expected=len(tiles))
    for character in text:
        if character not in (FACE_UP, FACE_DOWN, GONE):
            raise InvalidNotation("grill_character", character=quoted(character))
    return tuple(tile for tile, found in zip(tiles, text, strict=True) if found == mark)


def _read_stacks(text: str, tiles: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    stacks = text.split("/")
    if not FEWEST_PLAYERS <= len(stacks) <= MOST_PLAYERS:
        raise InvalidNotation("bad_players", players=len(stacks))
    return tuple(
        () if stack == NOTHING else tuple(_read_tile(part, tiles) for part in stack.split(","))
        for stack in stacks
    )


def _read_tile(text: str, tiles: tuple[int, ...]) -> int:
    known = {str(tile): tile for tile in tiles}
    if text not in known:
        raise InvalidNotation("bad_tile", text=quoted(text))
    return known[text]


def _read_seat(text: str, players: int) -> int:
    known = SEAT_LETTERS[:players]
    if len(text) != 1 or text not in known:
        raise InvalidNotation("bad_seat", text=quoted(text), known=", ".join(known))
    return known.index(text)


def _read_turn(fields: list[str]) -> Turn:
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
            raise InvalidNotation("bad_phase", text=quoted(dice))
        case _:
            return Turn(Phase.CHOOSE, set_aside, Roll.parse(dice))


def _read_extrawurm(text: str, tiles: tuple[int, ...], players: int) -> Extrawurm:
    parts = text.split("/")
    if len(parts) != 3 or parts[2] not in (NOTHING, WEASEL_USED):  # noqa: PLR2004 - as written
        raise InvalidNotation("bad_extrawurm", text=quoted(text))
    places, bratwurms = parts[0].split(","), parts[1].split(",")
    if len(places) != len(Specialist) or len(bratwurms) != players:
        raise InvalidNotation("bad_extrawurm", text=quoted(text))
    return Extrawurm(
        tuple(_read_place(place, tiles, players) for place in places),
        tuple(map(_read_bratwurms, bratwurms)),
        parts[2] == WEASEL_USED,
    )


def _read_place(text: str, tiles: tuple[int, ...], players: int) -> int:
    if text == NOTHING:
        return WAITING
    return _read_tile(text, tiles) if text[:1].isdigit() else _read_seat(text, players)


def _read_bratwurms(text: str) -> int:
    if text not in map(str, range(SUPPLY + 1)):
        raise InvalidNotation("bad_bratwurms", text=quoted(text))
    return int(text)
