"""Packs of puzzles: text files with a version and a start date.

A pack is a list of days with five puzzles each, so the date alone determines the puzzles: the first
five belong to the start date, and after its last day the pack repeats. Days appended to a pack, and
a new pack with a later start date, do not change earlier days.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.puzzles.puzzle import Puzzle, parse_puzzle

PUZZLES_PER_DAY: Final = 5
RESERVED_DAYS: Final = 120
"""The daily puzzles of this many days from the first of the month are not used for practice."""
_NAME: Final = re.compile(r"pack-\d+\.txt")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEADER: Final = re.compile(r"pickomino-puzzles ([1-9]\d*) from (\d{4}-\d\d-\d\d)")


class Pack(NamedTuple):
    """A file of puzzles; each is parsed only when it is needed, because parsing takes a while."""

    version: int
    starts: date
    """The first date on which the pack is used."""
    lines: tuple[str, ...]

    @property
    def days(self) -> int:
        """The number of days before the pack repeats."""
        return len(self.lines) // PUZZLES_PER_DAY

    def puzzles_on(self, day: date) -> list[Puzzle]:
        first = (day - self.starts).days % self.days * PUZZLES_PER_DAY
        return [parse_puzzle(line) for line in self.lines[first : first + PUZZLES_PER_DAY]]


def parse_pack(text: str) -> Pack:
    """Parse the text of a pack; its puzzles are validated only when they are used.

    >>> parse_pack("pickomino-puzzles 1 from 2026-11-16")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: ...
    """
    header, *lines = text.strip().split("\n")
    match = _HEADER.fullmatch(header)
    if match is None or not lines or len(lines) % PUZZLES_PER_DAY or len(set(lines)) != len(lines):
        raise InvalidNotation("bad_pack")
    return Pack(int(match[1]), parse_day(match[2]), tuple(lines))


def format_pack(pack: Pack) -> str:
    header = f"pickomino-puzzles {pack.version} from {pack.starts.isoformat()}"
    return "\n".join([header, *pack.lines, ""])


@cache
def pack_files() -> dict[str, str]:
    """Return the texts of all packs, keyed by file name."""
    folder = files("pickomino.puzzles")
    names = sorted(file.name for file in folder.iterdir() if _NAME.fullmatch(file.name))
    return {name: folder.joinpath(name).read_text("utf-8") for name in names}


@cache
def packs() -> tuple[Pack, ...]:
    """Return all packs in the order of their start dates."""
    unsorted = map(parse_pack, pack_files().values())
    return tuple(sorted(unsorted, key=lambda pack: pack.starts))


def pack_for(day: date, available: Sequence[Pack] | None = None) -> Pack:
    """Return the pack that is used on a date."""
    candidates = packs() if available is None else available
    started = [pack for pack in candidates if pack.starts <= day]
    if not started:
        raise PickominoError("no_such_day", first=candidates[0].starts.isoformat())
    return started[-1]


def daily_puzzles(day: date) -> list[Puzzle]:
    """Return the five puzzles of a date, the same for all players.

    >>> len(daily_puzzles(date(2027, 2, 28)))
    5
    """
    return pack_for(day).puzzles_on(day)


class PuzzleEntry(NamedTuple):
    """A puzzle in the list for practice, with its permanent number, such as `1-17`."""

    number: str
    theme: str
    difficulty: int


def practice_puzzles(day: date) -> list[PuzzleEntry]:
    """Return the puzzles to practise in the month of a date.

    The list stays the same for a month, so that it can be stored in a file for each month. It
    leaves out the daily puzzles of RESERVED_DAYS days: that month and about three months after it.
    """
    first = day.replace(day=1)
    pack = pack_for(first + timedelta(days=31))
    place = (first - pack.starts).days
    reserved = {(place + later) % pack.days for later in range(min(RESERVED_DAYS, pack.days - 1))}
    fields = [(place, line.split(" ", 3)) for place, line in enumerate(pack.lines)]
    return [
        PuzzleEntry(f"{pack.version}-{place + 1}", theme, int(difficulty))
        for place, (_, theme, difficulty, _) in fields
        if place // PUZZLES_PER_DAY not in reserved
    ]


def puzzle_by_number(number: str) -> Puzzle:
    """Return a puzzle of any pack; raise `bad_puzzle` if the number is unknown.

    >>> puzzle_by_number("1-1") == daily_puzzles(date(2026, 11, 16))[0]
    True
    """
    return parse_puzzle(_lines_by_number().get(number, number))


@cache
def _lines_by_number() -> dict[str, str]:
    return {
        f"{pack.version}-{number}": line
        for pack in packs()
        for number, line in enumerate(pack.lines, 1)
    }


def today(now: datetime | None = None) -> date:
    """Return the date in UTC, so that a day starts at the same time everywhere.

    >>> from datetime import timezone
    >>> today(datetime(2026, 11, 17, 0, 30, tzinfo=timezone(timedelta(hours=1)))).isoformat()
    '2026-11-16'
    """
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def parse_day(text: str) -> date:
    """Parse a date written like 2026-11-16.

    >>> parse_day("2026-02-30")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: ...
    """
    try:
        # `fromisoformat` alone would also accept 20261116 and week dates.
        return date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError as error:
        raise InvalidNotation("bad_date", text=quote(text)) from error


def past_days(count: int, until: date) -> list[date]:
    """Return the days with puzzles among the last `count` days up to `until`, the newest first."""
    first = packs()[0].starts
    days = (until - timedelta(days=back) for back in range(count))
    return [day for day in days if day >= first]
