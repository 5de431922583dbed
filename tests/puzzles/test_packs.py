"""A date has the same five puzzles everywhere and for good."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import (
    PUZZLES_PER_DAY,
    Pack,
    daily_puzzles,
    format_pack,
    pack_files,
    pack_for,
    packs,
    parse_day,
    parse_pack,
    past_days,
    today,
)
from pickomino.puzzles.puzzle import THEMES, format_puzzle, parse_puzzle
from scripts.make_puzzles import judged_again, without
from soak import GAMES
from soak.suites.puzzles import all_lines, check_seed

FIRST = packs()[0].starts
SAMPLE = 12
FIRST_ANSWERS = ["k2", "s22", "r", "r", "r"]


def numbered(version, starts, count):
    """A pack whose lines are only names."""
    return Pack(version, starts, tuple(f"{version}-{number}" for number in range(count)))


def lines_of(pack, day):
    first = (day - pack.starts).days % pack.days * PUZZLES_PER_DAY
    return pack.lines[first : first + PUZZLES_PER_DAY]


def test_around_midnight_every_time_zone_has_the_same_day():
    midnight = datetime(2026, 11, 17, tzinfo=UTC)
    for hours in (-11, -5, 0, 1, 13):
        zone = timezone(timedelta(hours=hours))
        before, after = midnight - timedelta(seconds=1), midnight
        assert today(before.astimezone(zone)) == date(2026, 11, 16)
        assert today(after.astimezone(zone)) == date(2026, 11, 17)


def test_a_day_has_five_and_no_two_days_share_one_until_all_were_seen():
    pack = packs()[0]
    seen = [p.position for day in range(4) for p in daily_puzzles(FIRST + timedelta(days=day))]
    assert len(seen) == len(set(seen)) == 4 * PUZZLES_PER_DAY
    assert daily_puzzles(FIRST + timedelta(days=pack.days)) == pack.five(FIRST)


def test_the_first_five_are_these():
    """Whoever changes a pack that has been shipped changes somebody's past."""
    assert [str(puzzle.best) for puzzle in daily_puzzles(FIRST)] == FIRST_ANSWERS


def test_more_days_and_later_packs_leave_a_date_its_five():
    short, grown = numbered(1, FIRST, 20), numbered(1, FIRST, 45)
    later = numbered(2, FIRST + timedelta(days=3), 30)
    for day in (FIRST + timedelta(days=each) for each in range(3)):
        assert lines_of(short, day) == lines_of(grown, day)
        assert pack_for(day, [grown, later]) is grown
    assert pack_for(later.starts, [grown, later]) is later


def test_a_puzzle_that_is_dropped_leaves_all_others_in_their_places():
    lines = [f"{number} stop {1 + number % 3}" for number in range(30)]
    kept = without(list(lines), {"2", "7", "29"}, first=5)
    assert len(kept) == 25
    changed = [place for place in range(25) if kept[place] != lines[place]]
    assert changed == [7], "a day that has begun keeps its five"
    assert kept[7] == "25 stop 2", "as hard as the one that was there"


def test_a_puzzle_that_is_judged_again_gets_the_chances_of_today_or_is_dropped():
    puzzle = daily_puzzles(FIRST)[0]
    best, second, *others = puzzle.choices
    worse = puzzle._replace(choices=(best._replace(chance=best.chance - 0.01), second, *others))
    assert (
        format_puzzle(judged_again(worse))
        == format_puzzle(judged_again(puzzle))
        == format_puzzle(puzzle)
    )
    assert judged_again(puzzle._replace(choices=(second, best, *others))) is None


def test_there_is_nothing_before_the_first_day():
    with pytest.raises(PickominoError, match=FIRST.isoformat()):
        daily_puzzles(FIRST - timedelta(days=1))
    assert past_days(28, FIRST + timedelta(days=2)) == [
        FIRST + timedelta(days=back) for back in (2, 1, 0)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pickomino-puzzles 1 from 2026-11-16",
        "pickomino-puzzles 1 from 2026-13-16\n1\n2\n3\n4\n5",
        "pickomino-puzzles 0 from 2026-11-16\n1\n2\n3\n4\n5",
        "pickomino-puzzles 1 from 2026-11-16\n1\n2\n3\n4",
        "pickomino-puzzles 1 from 2026-11-16\n1\n2\n3\n4\n4",
    ],
)
def test_what_is_no_pack_is_refused(text):
    with pytest.raises(PickominoError):
        parse_pack(text)


@pytest.mark.parametrize("text", ["2026-2-30", "2026-02-30", "today", "", "20261116"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(PickominoError):
        parse_day(text)


def test_every_shipped_puzzle_can_be_read_and_is_there_once():
    found = [parse_puzzle(line) for line in all_lines()]
    assert len({puzzle.position for puzzle in found}) == len(found)
    themes = Counter(puzzle.theme for puzzle in found)
    assert set(themes) == set(THEMES)
    assert len(found) >= 3000
    margins = [puzzle.choices[0].chance - puzzle.choices[1].chance for puzzle in found]
    assert 0.0199 <= min(margins) <= max(margins) <= 0.1001
    assert [format_pack(pack) for pack in packs()] == list(pack_files().values())
    assert GAMES["puzzles"] >= len(found), "the soak checks them all"


@pytest.mark.parametrize("place", range(SAMPLE))
def test_a_sample_agrees_with_the_solver(place):
    assert check_seed(place * (len(all_lines()) // SAMPLE)) >= 2
