"""`pickomino daily` as a program."""

import json
import subprocess
import sys
from datetime import timedelta

from pickomino.puzzles.packs import daily_puzzles, packs, today
from support.cli_runner import ENVIRONMENT, pickomino

FIRST = packs()[0].starts
DAY = FIRST.isoformat()

WITH_LITTLE = """
import sys
for name in ("litestar", "numba", "numpy", "textual"):
    sys.modules[name] = None
sys.argv = ["pickomino", "daily", "--past"]
from pickomino.cli.app import main
main()
"""


def answers(day, *, are_best=True):
    """Return the best answers, or the worst."""
    return [str((p.choices[0] if are_best else p.choices[-1]).action) for p in daily_puzzles(day)]


def test_five_right_answers_make_a_green_line(tmp_path):
    home = {"XDG_DATA_HOME": str(tmp_path)}
    first, *others = answers(now := today())
    day = now.isoformat()
    typed = f"?\nt99\n{first}\nx"
    code, output, errors = pickomino("daily", "--date", day, text=typed, **home)
    assert (code, errors) == (0, "")
    assert "1 of 5" in output
    assert "2 of 5" in output
    assert "the best choice" in output
    assert "of 100 games won" in output
    assert "continues here" in output
    output = pickomino("daily", "--date", day, text="\n".join(others), **home)[1]
    assert "1 of 5" not in output, "it goes on where it was left"
    assert f"Pickomino {day} 🟩🟩🟩🟩🟩" in output
    again = pickomino("daily", "--date", day, "--language", "de", **home)[1]
    assert "Tag" in again
    assert "🟩🟩🟩🟩🟩" in again
    assert f"{day} 🟩🟩🟩🟩🟩" in pickomino("daily", "--past", **home)[1]


def test_wrong_answer_shows_cost_and_reason(tmp_path):
    typed = answers(FIRST, are_best=False)[0]
    output = pickomino("daily", "--date", DAY, text=typed, XDG_DATA_HOME=str(tmp_path))[1]
    assert "🟧" in output or "🟥" in output
    assert "Better: " in output


def test_json_lists_puzzles_with_choices():
    code, output, _ = pickomino("daily", "--date", DAY, "--json")
    daily = json.loads(output)
    assert (code, daily["date"], daily["pack"]) == (0, DAY, 1)
    assert [puzzle["best"] for puzzle in daily["puzzles"]] == answers(FIRST)
    assert [puzzle["wfen"] for puzzle in daily["puzzles"]] == [
        puzzle.position.wfen() for puzzle in daily_puzzles(FIRST)
    ]


def test_days_without_puzzles_are_refused():
    tomorrow = (today() + timedelta(days=1)).isoformat()
    for date, reason in (
        ("1999-01-01", DAY),
        (tomorrow, "not available yet"),
        ("soon", "not a date"),
    ):
        code, _, errors = pickomino("daily", "--date", date)
        assert code == 2
        assert reason in errors


def test_damaged_log_costs_only_the_streak(tmp_path):
    folder = tmp_path / "pickomino"
    folder.mkdir()
    (folder / "daily.json").write_text('{"2026-11-16": {"costs": "many"}}')
    first, *_ = answers(FIRST)
    home = {"XDG_DATA_HOME": str(tmp_path)}
    output = pickomino("daily", "--date", DAY, text=first, **home)[1]
    assert "damaged" in output
    assert "2 of 5" in output
    (folder / "daily.json").unlink()
    (folder / "daily.json").mkdir()
    output = pickomino("daily", "--date", DAY, text=first, **home)[1]
    assert "do not count towards a streak" in output
    assert "2 of 5" in output


def test_puzzles_need_no_extras(tmp_path):
    """They once needed what only the terminal app and the server come with."""
    day = today().isoformat()
    environment = ENVIRONMENT | {"XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", WITH_LITTLE],
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert day in done.stdout
