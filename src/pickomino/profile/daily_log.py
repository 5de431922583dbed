"""What this device remembers of the daily puzzles: the costs of all answers, by date.

A file that cannot be read or written costs the streak and nothing else.
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
    """Answers by date; those of this session count even where they cannot be kept."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder, FILE)
        self._new: dict[str, dict[str, object]] = {}

    def costs(self, day: date) -> list[float]:
        """Return what the answers of a date cost, so far."""
        found = self._days().get(day.isoformat())
        return [] if found is None else list(found[0])

    def add(self, day: date, place: int, cost: float, today: date) -> bool:
        """Keep the answer to the puzzle at a place; returns whether that was possible.

        Where somebody was quicker in another window, that answer stays.
        """
        if len(self.costs(day)) != place:
            return True
        costs = [*self.costs(day), round(cost, 4)]
        finished = today.isoformat() if len(costs) == PUZZLES_PER_DAY else None
        entry: dict[str, object] = {"costs": costs, "finished": finished}
        self._new[day.isoformat()] = entry
        return self._file.write(self._file.read() | self._new)

    def streak(self, today: date) -> int:
        """Return for how many days in a row all five were answered on the day itself."""
        on_time = {parse_day(day) for day, (_, finished) in self._days().items() if finished == day}
        return streak(on_time, today)

    @property
    def is_damaged(self) -> bool:
        """Whether something is there that cannot be understood."""
        kept = self._file.read()
        return self._file.is_unreadable or len(self._sound(kept)) < len(kept)

    def _days(self) -> dict[str, tuple[list[float], object]]:
        return self._sound(self._file.read() | self._new)

    def _sound(self, kept: JsonObject) -> dict[str, tuple[list[float], object]]:
        found = {day: _entry(day, value) for day, value in kept.items()}
        return {day: entry for day, entry in found.items() if entry is not None}


def _entry(day: str, value: object) -> tuple[list[float], object] | None:
    if not isinstance(value, dict):
        return None
    entry = cast("dict[str, object]", value)
    costs = entry.get("costs")
    if not isinstance(costs, list):
        return None
    found = cast("list[object]", costs)
    numbers = [float(each) for each in found if isinstance(each, (int, float))]
    if len(numbers) != len(found) or len(numbers) > PUZZLES_PER_DAY:
        return None
    try:
        parse_day(day)
    except PickominoError:
        return None
    return numbers, entry.get("finished") if len(numbers) == PUZZLES_PER_DAY else None
