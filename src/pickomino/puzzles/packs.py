"""Packs of puzzles: text files with a version and a date from which each counts.

A pack is a list of days, five puzzles each, so a date alone says which five are its own: the first
five belong to the date from which the pack counts, and after its last day it begins again. More
days at the end of a pack, and another pack from a later date, leave the days before as they were.
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
"""Puzzles a day."""
_NAME: Final = re.compile(r"pack-\d+\.txt")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEADER: Final = re.compile(r"pickomino-puzzles ([1-9]\d*) from (\d{4}-\d\d-\d\d)")


class Pack(NamedTuple):
    """A file of puzzles, still as text: reading all of them takes a while."""

    version: int
    starts: date
    """The first date on which it counts."""
    lines: tuple[str, ...]

    @property
    def days(self) -> int:
        """How many days it lasts before it begins again."""
        return len(self.lines) // PUZZLES_PER_DAY

    def five(self, day: date) -> list[Puzzle]:
        """Return the puzzles of a date."""
        first = (day - self.starts).days % self.days * PUZZLES_PER_DAY
        return [parse_puzzle(line) for line in self.lines[first : first + PUZZLES_PER_DAY]]


def parse_pack(text: str) -> Pack:
    """Read a pack; its puzzles are checked when they are read.

    >>> parse_pack("pickomino-puzzles 1 from 2026-11-16")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: ...
    """
    header, *lines = text.strip().split("\n")
    found = _HEADER.fullmatch(header)
    if found is None or not lines or len(lines) % PUZZLES_PER_DAY or len(set(lines)) != len(lines):
        raise InvalidNotation("bad_pack")
    return Pack(int(found[1]), parse_day(found[2]), tuple(lines))


def format_pack(pack: Pack) -> str:
    """Write a pack."""
    header = f"pickomino-puzzles {pack.version} from {pack.starts.isoformat()}"
    return "\n".join([header, *pack.lines, ""])


@cache
def pack_files() -> dict[str, str]:
    """Return the texts of all packs by their names."""
    folder = files("pickomino.puzzles")
    names = sorted(each.name for each in folder.iterdir() if _NAME.fullmatch(each.name))
    return {name: folder.joinpath(name).read_text("utf-8") for name in names}


@cache
def packs() -> tuple[Pack, ...]:
    """Return all packs, in the order in which they count."""
    found = map(parse_pack, pack_files().values())
    return tuple(sorted(found, key=lambda pack: pack.starts))


def pack_for(day: date, among: Sequence[Pack] | None = None) -> Pack:
    """Return the pack that counts on a date."""
    known = packs() if among is None else among
    counting = [pack for pack in known if pack.starts <= day]
    if not counting:
        raise PickominoError("no_such_day", first=known[0].starts.isoformat())
    return counting[-1]


def daily_puzzles(day: date) -> list[Puzzle]:
    """Return the five puzzles of a date: the same for everybody.

    >>> len(daily_puzzles(date(2027, 2, 28)))
    5
    """
    return pack_for(day).five(day)


def today(now: datetime | None = None) -> date:
    """Return the date in UTC, which is the same everywhere.

    >>> from datetime import timezone
    >>> today(datetime(2026, 11, 17, 0, 30, tzinfo=timezone(timedelta(hours=1)))).isoformat()
    '2026-11-16'
    """
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def parse_day(text: str) -> date:
    """Read a date such as 2026-11-16.

    >>> parse_day("2026-02-30")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: ...
    """
    try:
        # By itself it would also read 20261116 and weeks.
        return date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError as error:
        raise InvalidNotation("bad_date", text=quote(text)) from error


def past_days(count: int, until: date) -> list[date]:
    """Return the last days that have puzzles, the newest first."""
    first = packs()[0].starts
    days = (until - timedelta(days=back) for back in range(count))
    return [day for day in days if day >= first]
