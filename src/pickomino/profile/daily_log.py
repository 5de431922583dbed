"""The answers given to daily puzzles on this device: what each one cost, by date.

If the file cannot be read or written, only the streak is lost.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final, cast

from pickomino.core.errors import PickominoError
from pickomino.profile.device_file import DeviceFile, JsonObject
from pickomino.puzzles.packs import PUZZLES_PER_DAY, parse_day
from pickomino.puzzles.scores import streak

FILE: Final = "daily.json"


class DailyLog:
    """Answers by date; answers that could not be saved are kept for this session."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder, FILE)
        self._new: dict[str, dict[str, object]] = {}

    def costs(self, day: date) -> list[float]:
        """Return the costs of the answers given so far to the puzzles of a date."""
        entry = self._days().get(day.isoformat())
        return [] if entry is None else list(entry[0])

    def add(self, day: date, place: int, cost: float, today: date) -> bool:
        """Save the answer to puzzle number `place` of a day; return whether it could be saved.

        If that puzzle was already answered in another window, the earlier answer is kept.
        """
        if len(self.costs(day)) != place:
            return True
        costs = [*self.costs(day), round(cost, 4)]
        finished = today.isoformat() if len(costs) == PUZZLES_PER_DAY else None
        entry: dict[str, object] = {"costs": costs, "finished": finished}
        self._new[day.isoformat()] = entry
        return self._file.write(self._file.read() | self._new)

    def streak(self, today: date) -> int:
        """Return how many days in a row all puzzles of the day were answered on that day."""
        on_time = {parse_day(day) for day, (_, finished) in self._days().items() if finished == day}
        return streak(on_time, today)

    @property
    def is_damaged(self) -> bool:
        """Whether the file contains invalid data."""
        stored = self._file.read()
        return self._file.is_unreadable or len(self._valid(stored)) < len(stored)

    def _days(self) -> dict[str, tuple[list[float], object]]:
        return self._valid(self._file.read() | self._new)

    def _valid(self, stored: JsonObject) -> dict[str, tuple[list[float], object]]:
        entries = {day: _parse_entry(day, value) for day, value in stored.items()}
        return {day: entry for day, entry in entries.items() if entry is not None}


def _parse_entry(day: str, value: object) -> tuple[list[float], object] | None:
    if not isinstance(value, dict):
        return None
    entry = cast("dict[str, object]", value)
    costs = entry.get("costs")
    if not isinstance(costs, list):
        return None
    values = cast("list[object]", costs)
    numbers = [float(cost) for cost in values if isinstance(cost, (int, float))]
    if len(numbers) != len(values) or len(numbers) > PUZZLES_PER_DAY:
        return None
    try:
        parse_day(day)
    except PickominoError:
        return None
    return numbers, entry.get("finished") if len(numbers) == PUZZLES_PER_DAY else None
