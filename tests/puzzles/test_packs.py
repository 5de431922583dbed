"""Packs: a date always has the same five puzzles, for all players."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

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
    practice_puzzles,
    puzzle_by_number,
    today,
)
from pickomino.puzzles.puzzle import THEMES, format_puzzle, parse_puzzle
from scripts.make_puzzles import drop_puzzles, evaluate_again
from soak import GAMES
from soak.suites.puzzles import all_lines, check_seed

FIRST = packs()[0].starts
SAMPLE = 12
FIRST_ANSWERS = ["k2", "s22", "r", "r", "r"]


def dummy_pack(version, starts, count):
    """Return a pack whose lines are not real puzzles."""
    return Pack(version, starts, tuple(f"{version}-{number}" for number in range(count)))


def lines_of(pack, day):
    first = (day - pack.starts).days % pack.days * PUZZLES_PER_DAY
    return pack.lines[first : first + PUZZLES_PER_DAY]


def test_day_changes_at_the_same_time_in_every_time_zone():
    midnight = datetime(2026, 11, 17, tzinfo=UTC)
    for hours in (-11, -5, 0, 1, 13):
        zone = timezone(timedelta(hours=hours))
        before, after = midnight - timedelta(seconds=1), midnight
        assert today(before.astimezone(zone)) == date(2026, 11, 16)
        assert today(after.astimezone(zone)) == date(2026, 11, 17)


def test_puzzles_repeat_only_after_the_last_day_of_a_pack():
    pack = packs()[0]
    seen = [p.position for day in range(4) for p in daily_puzzles(FIRST + timedelta(days=day))]
    assert len(seen) == len(set(seen)) == 4 * PUZZLES_PER_DAY
    assert daily_puzzles(FIRST + timedelta(days=pack.days)) == pack.puzzles_on(FIRST)


def test_puzzles_of_the_first_day_never_change():
    """Changing a published pack would change the past days of players."""
    assert [str(puzzle.best) for puzzle in daily_puzzles(FIRST)] == FIRST_ANSWERS


def test_longer_or_later_packs_do_not_change_earlier_days():
    short, grown = dummy_pack(1, FIRST, 20), dummy_pack(1, FIRST, 45)
    later = dummy_pack(2, FIRST + timedelta(days=3), 30)
    for day in (FIRST + timedelta(days=number) for number in range(3)):
        assert lines_of(short, day) == lines_of(grown, day)
        assert pack_for(day, [grown, later]) is grown
    assert pack_for(later.starts, [grown, later]) is later


def test_dropping_a_puzzle_leaves_the_others_in_place():
    lines = [f"{number} stop {1 + number % 3}" for number in range(30)]
    kept = drop_puzzles(list(lines), {"2", "7", "29"}, first=5)
    assert len(kept) == 25
    changed = [place for place in range(25) if kept[place] != lines[place]]
    assert changed == [7], "days that have begun do not change"
    assert kept[7] == "25 stop 2", "as difficult as the one it replaces"


def test_puzzle_evaluated_again_has_current_chances():
    puzzle = daily_puzzles(FIRST)[0]
    best, second, *others = puzzle.choices
    worse = puzzle._replace(choices=(replace(best, chance=best.chance - 0.01), second, *others))
    assert (
        format_puzzle(evaluate_again(worse))
        == format_puzzle(evaluate_again(puzzle))
        == format_puzzle(puzzle)
    )


def test_puzzle_with_another_best_choice_is_dropped():
    puzzle = daily_puzzles(FIRST)[0]
    best, second, *others = puzzle.choices
    assert evaluate_again(puzzle._replace(choices=(second, best, *others))) is None


def test_daily_puzzles_of_the_coming_90_days_are_not_practised():
    month = FIRST.replace(day=1)
    practised = {entry.number for entry in practice_puzzles(FIRST)}
    assert practised == {entry.number for entry in practice_puzzles(month)}, "for a whole month"
    end = (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    coming = [FIRST + timedelta(days=day) for day in range((end - FIRST).days + 90)]
    numbers = {f"1-{number}" for number in range(1, len(coming) * PUZZLES_PER_DAY + 1)}
    assert not numbers & practised
    assert len(numbers | practised) < len(all_lines()), "nor those of the month so far"


def test_practice_has_puzzles_of_every_theme():
    entries = practice_puzzles(FIRST)
    assert {entry.theme for entry in entries} == set(THEMES)
    for entry in entries[:: len(entries) // SAMPLE]:
        puzzle = puzzle_by_number(entry.number)
        assert (puzzle.theme, puzzle.difficulty) == entry[1:]


@pytest.mark.parametrize("number", ["1-0", "1-99999", "2-1", "", "x"])
def test_unknown_puzzle_number_is_rejected(number):
    with pytest.raises(PickominoError):
        puzzle_by_number(number)


def test_days_before_the_first_pack_have_no_puzzles():
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
def test_invalid_pack_is_rejected(text):
    with pytest.raises(PickominoError):
        parse_pack(text)


@pytest.mark.parametrize("text", ["2026-2-30", "2026-02-30", "today", "", "20261116"])
def test_invalid_date_is_rejected(text):
    with pytest.raises(PickominoError):
        parse_day(text)


def test_published_puzzles_are_unique():
    puzzles = [parse_puzzle(line) for line in all_lines()]
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)


def test_published_puzzles_are_valid():
    puzzles = [parse_puzzle(line) for line in all_lines()]
    themes = Counter(puzzle.theme for puzzle in puzzles)
    assert set(themes) == set(THEMES)
    assert len(puzzles) >= 2900
    margins = [puzzle.choices[0].chance - puzzle.choices[1].chance for puzzle in puzzles]
    assert 0.0199 <= min(margins) <= max(margins) <= 0.1001
    assert [format_pack(pack) for pack in packs()] == list(pack_files().values())
    assert GAMES["puzzles"] >= len(puzzles), "the soak suite checks them all"


@pytest.mark.parametrize("place", range(SAMPLE))
def test_sample_of_puzzles_agrees_with_the_solver(place):
    assert check_seed(place * (len(all_lines()) // SAMPLE)) >= 2
