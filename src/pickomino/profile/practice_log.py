"""Practice on this device: the player's rating, those of puzzles, and own decisions to come back.

A file that cannot be read or written costs the rating and these decisions, and nothing else.
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
STEPS: Final = (1, 3, 7, 21)
"""After how many days an own decision comes back, each time that it was answered right."""
MAX_CARDS: Final = 200
RESERVED_DAYS: Final = 90
"""So many days from today on keep their five for themselves."""
_NEAREST: Final = 20


class NumberedPuzzle(NamedTuple):
    """A puzzle of a pack with its number, which it keeps: `1-17`."""

    number: str
    puzzle: Puzzle


class Card(NamedTuple):
    """An own decision, when it comes back, and how often it was answered right in a row."""

    line: str
    due: date
    step: int


class PracticeLog:
    """What was practised; answers of this session count even where they cannot be kept."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder, FILE)
        kept = self._file.read()
        self.player = _rating(kept.get("player")) or NEWCOMER
        self.puzzles = _ratings(kept.get("puzzles"))
        """The ratings of the puzzles that were answered, by number."""
        self.cards = _cards(kept.get("cards"))
        self.is_damaged = self._file.is_unreadable or (bool(kept) and kept != self._as_kept())

    def next(self, day: date, theme: str | None, chance: random.Random) -> NumberedPuzzle:
        """Choose a puzzle of a theme that matches the player's rating, a new one if there is."""
        pack = pack_for(day)
        places = practice_places(pack, day, theme)
        fresh = [each for each in places if number_of(pack, each) not in self.puzzles] or places
        fresh.sort(key=lambda place: abs(self._rating_at(pack, place) - self.player.rating))
        place = chance.choice(fresh[:_NEAREST])
        return NumberedPuzzle(number_of(pack, place), parse_puzzle(pack.lines[place]))

    def _rating_at(self, pack: Pack, place: int) -> float:
        difficulty = int(pack.lines[place].split(" ", 3)[2])
        return self.puzzles.get(number_of(pack, place), puzzle_rating(difficulty)).rating

    def answer(self, numbered: NumberedPuzzle, cost: float) -> bool:
        """Rate the player and the puzzle; returns whether that could be kept."""
        number, puzzle = numbered
        opponent = self.puzzles.get(number, puzzle_rating(puzzle.difficulty))
        score = float(band(cost) == 0)
        player, self.player = self.player, _rounded(update_rating(self.player, opponent, score))
        self.puzzles[number] = _rounded(update_rating(opponent, player, 1 - score))
        return self._keep()

    def due(self, day: date) -> list[Card]:
        """Return the own decisions to ask again, the longest awaited first."""
        return sorted((card for card in self.cards if card.due <= day), key=lambda each: each.due)

    def add_cards(self, puzzles: Iterable[Puzzle], day: date) -> bool:
        """Have own decisions come back, from tomorrow on; those that are known stay as they are."""
        known = {card.line for card in self.cards}
        lines = [line for line in dict.fromkeys(map(format_puzzle, puzzles)) if line not in known]
        cards = [Card(line, day + timedelta(days=STEPS[0]), 0) for line in lines]
        self.cards = [*self.cards, *cards][-MAX_CARDS:]
        return not cards or self._keep()

    def answer_card(self, card: Card, cost: float, day: date) -> bool:
        """Have a decision come back later, or tomorrow if the answer was wrong."""
        self.cards = [each for each in self.cards if each.line != card.line]
        following = after_answer(card, cost, day)
        if following is not None:
            self.cards.append(following)
        return self._keep()

    def _keep(self) -> bool:
        return self._file.write(self._as_kept())

    def _as_kept(self) -> JsonObject:
        return {
            "player": list(self.player),
            "puzzles": {number: list(rating) for number, rating in self.puzzles.items()},
            "cards": [
                {"line": line, "due": due.isoformat(), "step": step}
                for line, due, step in self.cards
            ],
        }


def practice_places(pack: Pack, day: date, theme: str | None) -> list[int]:
    """Return where a pack has puzzles of a theme, without those of today and the next months."""
    first = (day - pack.starts).days % pack.days
    reserved = {(first + later) % pack.days for later in range(min(RESERVED_DAYS, pack.days - 1))}
    return [
        place
        for place, line in enumerate(pack.lines)
        if place // PUZZLES_PER_DAY not in reserved and theme in (None, line.split(" ", 2)[1])
    ]


def number_of(pack: Pack, place: int) -> str:
    """Return the number of a puzzle: that of its pack and its own in it, from 1."""
    return f"{pack.version}-{place + 1}"


def after_answer(card: Card, cost: float, day: date) -> Card | None:
    """Return when a decision comes back; None once it was right after the longest time."""
    if band(cost) > 0:
        return card._replace(due=day + timedelta(days=STEPS[0]), step=0)
    step = card.step + 1
    if step == len(STEPS):
        return None
    return card._replace(due=day + timedelta(days=STEPS[step]), step=step)


def _rounded(rating: GlickoRating) -> GlickoRating:
    return GlickoRating(*(round(each, 1) for each in rating))


def _rating(kept: object) -> GlickoRating | None:
    match kept:
        case [float() | int() as rating, float() | int() as deviation]:
            is_sound = -9999 < rating < 9999 and 0 < deviation < 999  # noqa: PLR2004
            return GlickoRating(float(rating), float(deviation)) if is_sound else None
        case _:
            return None


def _ratings(kept: object) -> dict[str, GlickoRating]:
    if not isinstance(kept, dict):
        return {}
    found = {str(number): _rating(each) for number, each in cast("JsonObject", kept).items()}
    return {number: rating for number, rating in found.items() if rating is not None}


def _cards(kept: object) -> list[Card]:
    if not isinstance(kept, list):
        return []
    found = map(_card, cast("Sequence[Any]", kept[-MAX_CARDS:]))
    return [card for card in found if card is not None]


def _card(kept: object) -> Card | None:
    match kept:
        case {"line": str() as line, "due": str() as due, "step": int() as step}:
            pass
        case _:
            return None
    try:
        is_sound = parse_puzzle(line).theme == OWN and 0 <= step < len(STEPS)
        return Card(line, parse_day(due), step) if is_sound else None
    except PickominoError:
        return None
