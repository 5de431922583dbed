"""The answers given to daily puzzles on this device: the date and the cost of each.

If the file cannot be read or written, only the streak is lost.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, to_builtins

from pickomino.core.errors import PickominoError
from pickomino.profile.device_file import DeviceFile, JsonObject, Merged, parse_items
from pickomino.puzzles.packs import PUZZLES_PER_DAY, parse_day
from pickomino.puzzles.scores import streak

FILE: Final = "daily.json"


class _Day(Struct, frozen=True):
    costs: Annotated[
        tuple[Annotated[float, Meta(ge=0, le=1)], ...], Meta(max_length=PUZZLES_PER_DAY)
    ]
    finished: object = None
    """The date of the last answer, if all puzzles are answered."""


class DailyLog:
    """Answers by date; answers that could not be saved are kept for this session."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder / FILE)
        self._new: JsonObject = {}

    def costs(self, day: date) -> list[float]:
        """Return the costs of the answers given so far to the puzzles of a date."""
        entry = self._days().get(day.isoformat())
        return [] if entry is None else list(entry.costs)

    def add(self, day: date, place: int, cost: float, today: date) -> bool:
        """Save the answer to puzzle number `place` of a day; return whether it could be saved.

        If that puzzle was already answered in another window, the earlier answer is kept.
        """
        if len(self.costs(day)) != place:
            return True
        costs = (*self.costs(day), round(cost, 4))
        finished = today.isoformat() if len(costs) == PUZZLES_PER_DAY else None
        self._new[day.isoformat()] = to_builtins(_Day(costs, finished))
        return self._file.write(self._file.read() | self._new)

    def merge(self, stored: JsonObject) -> Merged:
        """Add the answers of another device; the longer list of answers to a day stays."""
        days, own = _valid(stored), self._days()
        longer = {
            day: to_builtins(entry)
            for day, entry in days.items()
            if day not in own or len(entry.costs) > len(own[day].costs)
        }
        self._new |= longer
        if not self._file.write(self._file.read() | self._new):
            raise self._file.unwritable()
        return Merged(len(longer), len(stored) - len(days))

    def streak(self, today: date) -> int:
        """Return for how many days in a row all puzzles were answered on their own day."""
        on_time = {parse_day(day) for day, entry in self._days().items() if entry.finished == day}
        return streak(on_time, today)

    @property
    def is_damaged(self) -> bool:
        """Whether the file contains invalid data."""
        stored = self._file.read()
        return self._file.is_unreadable or len(_valid(stored)) < len(stored)

    def _days(self) -> dict[str, _Day]:
        return _valid(self._file.read() | self._new)


def _valid(stored: JsonObject) -> dict[str, _Day]:
    return {day: entry for day, entry in parse_items(stored, _Day).items() if _is_day(day)}


def _is_day(text: str) -> bool:
    try:
        parse_day(text)
    except PickominoError:
        return False
    return True
