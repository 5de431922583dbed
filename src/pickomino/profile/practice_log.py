"""Practice on this device: ratings of the player and of puzzles, and past decisions to repeat.

If the file cannot be read or written, only this data is lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from pickomino.core.errors import PickominoError
from pickomino.profile.device_file import DeviceFile, JsonObject
from pickomino.profile.ratings import NEWCOMER, GlickoRating, puzzle_rating, update_rating
from pickomino.puzzles.packs import PUZZLES_PER_DAY, Pack, pack_for, parse_day
from pickomino.puzzles.puzzle import OWN, Puzzle, format_puzzle, parse_puzzle
from pickomino.puzzles.scores import band

FILE: Final = "practice.json"
REPEAT_DAYS: Final = (1, 3, 7, 21)
"""Days until a decision is asked again, after 0, 1, 2 and 3 correct answers in a row."""
MAX_CARDS: Final = 200
RESERVED_DAYS: Final = 90
"""For this many days, starting today, the daily puzzles are not used for practice."""
_NEAREST: Final = 20


class NumberedPuzzle(NamedTuple):
    """A puzzle of a pack with its permanent number, such as `1-17`."""

    number: str
    puzzle: Puzzle


class Card(NamedTuple):
    """A decision from the player's own games, its due date, and its correct answers in a row."""

    line: str
    due: date
    step: int


class PracticeLog:
    """Practice results; results that could not be saved are kept for this session."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder, FILE)
        stored = self._file.read()
        self.player = _parse_rating(stored.get("player")) or NEWCOMER
        self.puzzles = _parse_ratings(stored.get("puzzles"))
        """The ratings of the puzzles answered so far, keyed by puzzle number."""
        self.cards = _parse_cards(stored.get("cards"))
        self.is_damaged = self._file.is_unreadable or (bool(stored) and stored != self._as_json())

    def next(self, day: date, theme: str | None, chance: random.Random) -> NumberedPuzzle:
        """Return a puzzle with a theme and near the player's rating, preferably an unseen one."""
        pack = pack_for(day)
        places = practice_places(pack, day, theme)
        unseen = [
            place for place in places if puzzle_number(pack, place) not in self.puzzles
        ] or places
        unseen.sort(key=lambda place: abs(self._rating_at(pack, place) - self.player.rating))
        place = chance.choice(unseen[:_NEAREST])
        return NumberedPuzzle(puzzle_number(pack, place), parse_puzzle(pack.lines[place]))

    def _rating_at(self, pack: Pack, place: int) -> float:
        difficulty = int(pack.lines[place].split(" ", 3)[2])
        return self.puzzles.get(puzzle_number(pack, place), puzzle_rating(difficulty)).rating

    def answer(self, numbered: NumberedPuzzle, cost: float) -> bool:
        """Update the player's and the puzzle's rating; return whether they could be saved."""
        number, puzzle = numbered
        opponent = self.puzzles.get(number, puzzle_rating(puzzle.difficulty))
        score = float(band(cost) == 0)
        player, self.player = (
            self.player,
            _round_rating(update_rating(self.player, opponent, score)),
        )
        self.puzzles[number] = _round_rating(update_rating(opponent, player, 1 - score))
        return self._save()

    def due(self, day: date) -> list[Card]:
        """Return the decisions that are due, the oldest first."""
        return sorted((card for card in self.cards if card.due <= day), key=lambda card: card.due)

    def add_cards(self, puzzles: Iterable[Puzzle], day: date) -> bool:
        """Add decisions not in the log, due the next day; return whether they could be saved."""
        known = {card.line for card in self.cards}
        lines = [line for line in dict.fromkeys(map(format_puzzle, puzzles)) if line not in known]
        cards = [Card(line, day + timedelta(days=REPEAT_DAYS[0]), 0) for line in lines]
        self.cards = [*self.cards, *cards][-MAX_CARDS:]
        return not cards or self._save()

    def answer_card(self, card: Card, cost: float, day: date) -> bool:
        """Reschedule a decision after an answer; return whether that could be saved."""
        self.cards = [other for other in self.cards if other.line != card.line]
        rescheduled = after_answer(card, cost, day)
        if rescheduled is not None:
            self.cards.append(rescheduled)
        return self._save()

    def _save(self) -> bool:
        return self._file.write(self._as_json())

    def _as_json(self) -> JsonObject:
        return {
            "player": list(self.player),
            "puzzles": {number: list(rating) for number, rating in self.puzzles.items()},
            "cards": [
                {"line": line, "due": due.isoformat(), "step": step}
                for line, due, step in self.cards
            ],
        }


def practice_places(pack: Pack, day: date, theme: str | None) -> list[int]:
    """Return the indices of a pack's puzzles with a theme, except those of reserved days."""
    first = (day - pack.starts).days % pack.days
    reserved = {(first + later) % pack.days for later in range(min(RESERVED_DAYS, pack.days - 1))}
    return [
        place
        for place, line in enumerate(pack.lines)
        if place // PUZZLES_PER_DAY not in reserved and theme in (None, line.split(" ", 2)[1])
    ]


def puzzle_number(pack: Pack, place: int) -> str:
    """Return the number of a puzzle: the pack's version and the puzzle's place, from 1."""
    return f"{pack.version}-{place + 1}"


def after_answer(card: Card, cost: float, day: date) -> Card | None:
    """Return the rescheduled card, or None after a correct answer to its last repetition."""
    if band(cost) > 0:
        return card._replace(due=day + timedelta(days=REPEAT_DAYS[0]), step=0)
    step = card.step + 1
    if step == len(REPEAT_DAYS):
        return None
    return card._replace(due=day + timedelta(days=REPEAT_DAYS[step]), step=step)


def _round_rating(rating: GlickoRating) -> GlickoRating:
    return GlickoRating(*(round(number, 1) for number in rating))


def _parse_rating(value: object) -> GlickoRating | None:
    match value:
        case [float() | int() as rating, float() | int() as deviation]:
            is_valid = -9999 < rating < 9999 and 0 < deviation < 999  # noqa: PLR2004
            return GlickoRating(float(rating), float(deviation)) if is_valid else None
        case _:
            return None


def _parse_ratings(value: object) -> dict[str, GlickoRating]:
    if not isinstance(value, dict):
        return {}
    stored = cast("JsonObject", value)
    ratings = {str(number): _parse_rating(rating) for number, rating in stored.items()}
    return {number: rating for number, rating in ratings.items() if rating is not None}


def _parse_cards(value: object) -> list[Card]:
    if not isinstance(value, list):
        return []
    cards = map(_parse_card, cast("Sequence[Any]", value[-MAX_CARDS:]))
    return [card for card in cards if card is not None]


def _parse_card(value: object) -> Card | None:
    match value:
        case {"line": str() as line, "due": str() as due, "step": int() as step}:
            pass
        case _:
            return None
    try:
        is_valid = parse_puzzle(line).theme == OWN and 0 <= step < len(REPEAT_DAYS)
        return Card(line, parse_day(due), step) if is_valid else None
    except PickominoError:
        return None
