"""Running a bot through tasks, and the file that keeps the results."""

import json

import pytest

from pickomino import InvalidNotation, PickominoError
from pickomino.bench import LossTask, MatchTask, TextBot, run_bench, runner, tasks

QUICK = ("decisions-v1", "one-tile-v1")


@pytest.fixture
def short_match(monkeypatch):
    """A task of a few games, in place of all others."""
    task = MatchTask("short-v1", ("beginner", "random"), "mini", 6, 1)
    monkeypatch.setattr(tasks, "TASKS", (task, LossTask("one-tile-v1", "standard", 1)))
    return task


def test_results_are_kept_and_not_made_again(tmp_path):
    file = tmp_path / "results.json"
    first = run_bench("beginner", QUICK, output=file)
    content = json.loads(file.read_text())
    assert [done["task"] for done in content["results"]] == list(QUICK)
    asked = []
    again = run_bench("beginner", QUICK, output=file, on_progress=lambda *at: asked.append(at))
    assert (again, asked) == (first, [])


def test_stopped_run_keeps_the_tasks_done_and_goes_on(tmp_path):
    file = tmp_path / "results.json"
    seen = []
    stopped = run_bench(
        "beginner",
        QUICK,
        output=file,
        should_stop=lambda: ("decisions-v1", 1000, 1000) in seen,
        on_progress=lambda *at: seen.append(at),
    )
    assert [done.task for done in stopped.results] == ["decisions-v1"]
    whole = run_bench("beginner", QUICK, output=file)
    assert [done.task for done in whole.results] == list(QUICK)
    assert whole == run_bench("beginner", QUICK)


@pytest.mark.parametrize("change", [{"bot": "expert"}, {"seconds": 2.0}, {"version": "0.0.1"}])
def test_results_of_another_run_are_refused(tmp_path, change):
    file = tmp_path / "results.json"
    run_bench("beginner", ["one-tile-v1"], output=file)
    content = json.loads(file.read_text())
    file.write_text(json.dumps({**content, **change}))
    with pytest.raises(InvalidNotation, match=next(iter(change))):
        run_bench("beginner", QUICK, output=file)
    assert json.loads(file.read_text()) == {**content, **change}


@pytest.mark.parametrize("text", ["", "[]", '{"bot": "beginner"}', "\x00"])
def test_foreign_file_is_refused_and_kept(tmp_path, text):
    file = tmp_path / "notes.json"
    file.write_text(text)
    with pytest.raises(InvalidNotation, match=r"notes\.json' is not a result file"):
        run_bench("beginner", ["one-tile-v1"], output=file)
    assert file.read_text() == text


@pytest.mark.usefixtures("short_match")
def test_match_is_scored_by_the_adjusted_win_share():
    seen = []
    result = run_bench("expert", ["short-v1"], workers=1, on_progress=lambda *at: seen.append(at))
    (done,) = result.results
    assert (done.measure, done.count) == ("win_share", 6)
    assert 0 <= done.low <= done.value <= done.high <= 1
    assert seen[-1] == ("short-v1", 6, 6)


@pytest.mark.usefixtures("short_match")
def test_faults_in_a_match_are_reported():
    result = run_bench(TextBot(lambda _: "pass", retries=0), ["short-v1"], workers=1)
    assert result.results[0].faults["illegal"] > 0


def test_faults_in_decisions_are_reported():
    result = run_bench(TextBot(lambda _: "pass", retries=0), ["decisions-v1"])
    assert result.results[0].faults == {"illegal": 1000}


def test_other_time_to_think_is_not_standard():
    usual = run_bench("beginner", ["decisions-v1"])
    longer = run_bench("beginner", ["decisions-v1"], seconds=2)
    assert [usual.results[0].is_standard, longer.results[0].is_standard] == [True, False]


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_time_to_think_must_be_a_positive_number(seconds):
    with pytest.raises(PickominoError):
        run_bench("beginner", QUICK, seconds=seconds)


def test_bot_is_closed_after_a_failure(monkeypatch):
    closed = []

    class Broken:
        def choose(self, *_):
            raise RuntimeError("out of worms")

    monkeypatch.setattr(runner, "close_bots", closed.extend)
    with pytest.raises(PickominoError, match="out of worms"):
        run_bench(Broken(), ["decisions-v1"])
    assert len(closed) == 1
