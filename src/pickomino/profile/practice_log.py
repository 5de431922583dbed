"""Practice on this device: ratings of the player and of puzzles, and past decisions to repeat.

If the file cannot be read or written, only this data is lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.profile.device_file import (
    DeviceFile,
    JsonObject,
    Merged,
    parse_items,
    parse_stored,
)
from pickomino.profile.ratings import NEWCOMER, GlickoRating, puzzle_rating, update_rating
from pickomino.puzzles.packs import PuzzleEntry, practice_puzzles, puzzle_by_number
from pickomino.puzzles.puzzle import OWN, Puzzle, format_puzzle, parse_puzzle
from pickomino.puzzles.scores import band

FILE: Final = "practice.json"
REPEAT_DAYS: Final = (1, 3, 7, 21)
"""Days until a decision is asked again, after 0, 1, 2 and 3 correct answers in a row."""
MAX_CARDS: Final = 200
_NEAREST: Final = 20


class NumberedPuzzle(NamedTuple):
    """A puzzle of a pack with its permanent number, such as `1-17`."""

    number: str
    puzzle: Puzzle


class Card(Struct, frozen=True):
    """A decision from the player's own games, its due date, and its correct answers in a row."""

    line: str
    due: date
    step: Annotated[int, Meta(ge=0, lt=len(REPEAT_DAYS))]

    @property
    def puzzle(self) -> Puzzle:
        return parse_puzzle(self.line)


class PracticeLog:
    """Practice results; results that could not be saved are kept for this session."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder / FILE)
        stored = self._file.read()
        self.player = parse_stored(stored.get("player"), GlickoRating) or NEWCOMER
        self.puzzles = parse_items(stored.get("puzzles"), GlickoRating)
        """The ratings of the puzzles answered so far, keyed by puzzle number."""
        self.cards = _parse_cards(stored.get("cards"))
        self.is_damaged = self._file.is_unreadable or (bool(stored) and stored != self._as_json())

    def next(self, day: date, theme: str | None, chance: random.Random) -> NumberedPuzzle:
        """Return a puzzle with this theme, rated near the player and unseen if possible."""
        entries = [entry for entry in practice_puzzles(day) if theme in (None, entry.theme)]
        number = chance.choice(self.nearest(entries))
        return NumberedPuzzle(number, puzzle_by_number(number))

    def nearest(self, entries: Sequence[PuzzleEntry]) -> list[str]:
        """Return the numbers of up to 20 puzzles, those with ratings nearest to the player's.

        Only unseen puzzles are considered, unless all have been seen.
        """
        unseen = [entry for entry in entries if entry.number not in self.puzzles] or entries
        by_distance = sorted(
            unseen, key=lambda entry: abs(self._rating_of(entry) - self.player.rating)
        )
        return [entry.number for entry in by_distance[:_NEAREST]]

    def _rating_of(self, entry: PuzzleEntry) -> float:
        return self.puzzles.get(entry.number, puzzle_rating(entry.difficulty)).rating

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
        """Add decisions that are not in the log yet; return whether they could be saved.

        They are due the next day.
        """
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

    def merge(self, stored: JsonObject) -> Merged:
        """Add the decisions of another device, and keep the more certain rating of the player."""
        player = parse_stored(stored.get("player"), GlickoRating)
        if player is not None and player.deviation < self.player.deviation:
            self.player = player
        self.puzzles = parse_items(stored.get("puzzles"), GlickoRating) | self.puzzles
        cards, given = _parse_cards(stored.get("cards")), stored.get("cards")
        known = {card.line for card in self.cards}
        new = [card for card in cards if card.line not in known]
        self.cards = [*new, *self.cards][-MAX_CARDS:]
        if not self._save():
            raise self._file.unwritable()
        count = len(parse_stored(given, list[Any]) or [])
        return Merged(len(new), min(count, MAX_CARDS) - len(cards))

    def _save(self) -> bool:
        return self._file.write(self._as_json())

    def _as_json(self) -> JsonObject:
        return {
            "player": list(self.player),
            "puzzles": {number: list(rating) for number, rating in self.puzzles.items()},
            "cards": to_builtins(self.cards),
        }


def after_answer(card: Card, cost: float, day: date) -> Card | None:
    """Return the rescheduled card, or None after a correct answer to its last repetition."""
    if band(cost) > 0:
        return replace(card, due=day + timedelta(days=REPEAT_DAYS[0]), step=0)
    step = card.step + 1
    if step == len(REPEAT_DAYS):
        return None
    return replace(card, due=day + timedelta(days=REPEAT_DAYS[step]), step=step)


def _round_rating(rating: GlickoRating) -> GlickoRating:
    return GlickoRating(*(round(number, 1) for number in rating))


def _parse_cards(value: object) -> list[Card]:
    stored = parse_stored(value, list[Any]) or []
    cards = (parse_stored(card, Card) for card in stored[-MAX_CARDS:])
    return [card for card in cards if card is not None and _is_own(card.line)]


def _is_own(line: str) -> bool:
    try:
        return parse_puzzle(line).theme == OWN
    except PickominoError:
        return False
