"""Whole matches: the same result with any number of workers, and after a stop or a failure."""

import json
import multiprocessing
from dataclasses import replace

import pytest

from arena.players import BrokenBot, FirstBot
from pickomino import EvaluatorBot, Match, PickominoError, Rules
from pickomino.arena import local_runner
from pickomino.arena.groups import make_bots
from pickomino.arena.match import play_match
from pickomino.arena.settings import Hypotheses, MatchSettings
from pickomino.arena.sprt import SequentialTest
from pickomino.evaluation.win_chance import WinChance
from support.network_files import small_network

SETTINGS = MatchSettings(
    ("family", "beginner", "random"), games=60, rules=Rules.preset("classic"), adjusted=False
)


def as_text(result):
    return json.dumps(result.as_json())


class StopAfter:
    """Asks to stop after a number of groups."""

    def __init__(self, groups):
        self.groups = groups
        self.is_set = False

    def __call__(self, progress):
        self.is_set = progress.games_now >= self.groups * 3


@pytest.fixture(scope="module")
def reference():
    return as_text(play_match(SETTINGS, workers=1))


def test_two_workers_give_the_same_result_as_one(reference):
    seen, others = [], multiprocessing.active_children()
    result = play_match(SETTINGS, workers=2, on_progress=seen.append)
    assert as_text(result) == reference
    assert result.ending == "complete"
    assert seen[-1].games == seen[-1].games_now == 60
    shares = [bot.win_share.mean for bot in result.statistics.bots]
    assert seen[-1].win_shares == pytest.approx(shares)
    assert set(multiprocessing.active_children()) <= set(others)


def test_network_file_plays_in_every_process(tmp_path):
    path = small_network(tmp_path / "mine.npz")
    settings = replace(SETTINGS, bots=(f"champion:network={path}", "beginner"), games=8)
    assert as_text(play_match(settings, workers=2)) == as_text(play_match(settings, workers=1))


def test_network_for_another_table_is_refused_before_any_game(tmp_path):
    path, results = small_network(tmp_path / "mine.npz"), tmp_path / "results"
    settings = replace(SETTINGS, bots=("beginner", f"champion:network={path}", "random"))
    with pytest.raises(PickominoError, match=r"mine\.npz' is a network for 2 players, not for 3"):
        play_match(settings, workers=2, results=results)
    assert not results.exists()


def test_bot_of_an_evaluator_plays_in_every_process():
    match = Match(EvaluatorBot(WinChance()), "beginner", games=8, adjusted=False)
    assert as_text(match.play(workers=2)) == as_text(match.play(workers=1))


@pytest.mark.parametrize("workers", [1, 2])
def test_resumed_match_gives_the_same_result(tmp_path, reference, workers):
    path = tmp_path / "match.jsonl"
    stop = StopAfter(groups=4)
    first = play_match(
        SETTINGS,
        workers=workers,
        results=path,
        should_stop=lambda: stop.is_set,
        on_progress=stop,
    )
    assert first.ending == "interrupted"
    saved = path.read_bytes()
    assert 4 <= len(first.groups) == saved.count(b"\n") - 1 < 20
    seen = []
    again = play_match(SETTINGS, workers=workers, results=path, on_progress=seen.append)
    assert as_text(again) == reference
    assert path.read_bytes().startswith(saved)
    assert seen[-1].games_now == 60 - 3 * len(first.groups)
    once_more = play_match(SETTINGS, results=path, on_progress=lambda _: pytest.fail("played"))
    assert as_text(once_more) == reference


def test_match_uses_only_the_games_it_needs_of_a_longer_file(tmp_path):
    path = tmp_path / "match.jsonl"
    play_match(SETTINGS, workers=1, results=path)
    few = replace(SETTINGS, games=9)
    assert as_text(play_match(few, workers=1, results=path)) == as_text(play_match(few, workers=1))


def test_another_seed_gives_another_result(reference):
    other = replace(SETTINGS, seed=2)
    assert as_text(play_match(other, workers=1)) != reference


def test_match_without_games_has_no_statistics():
    result = play_match(SETTINGS, workers=1, should_stop=lambda: True)
    assert (result.groups, result.statistics, result.ending) == ((), None, "interrupted")
    assert result.as_json()["statistics"] is None


def test_sequential_test_ends_the_same_with_any_workers(tmp_path):
    settings = MatchSettings(
        ("family", "beginner"),
        games=2000,
        hypotheses=Hypotheses(0.3, 0.5),
        seed=3,
        adjusted=False,
    )
    one = play_match(settings, workers=1, results=tmp_path / "one")
    two = play_match(settings, workers=2, results=tmp_path / "two")
    assert one.ending == "decided"
    assert one.verdict.accepted == "high"
    assert 20 <= len(one.groups) == one.verdict.groups < 1000
    assert as_text(one) == as_text(two)
    assert as_text(play_match(settings, workers=1, results=tmp_path / "two")) == as_text(one)


def test_results_survive_the_death_of_a_worker(tmp_path):
    # Servers of other tests may be running.
    others = multiprocessing.active_children()

    def kill(progress):
        if progress.games >= 6:
            # More results may arrive after the pool has stopped all its workers.
            workers = [one for one in multiprocessing.active_children() if one not in others]
            for worker in workers[:1]:
                worker.kill()

    settings = replace(SETTINGS, games=3000)
    result = play_match(settings, workers=2, results=tmp_path / "file", on_progress=kill)
    assert result.ending == "failed"
    assert result.problem.code == "worker_died"
    assert result.statistics.games >= 6
    assert (tmp_path / "file").read_bytes().count(b"\n") == len(result.groups) + 1


def test_results_survive_the_failure_of_a_bot(monkeypatch):
    broken = BrokenBot()
    broken.left = 2000
    monkeypatch.setattr(
        local_runner, "make_bots", lambda settings: (*make_bots(settings)[1:], broken)
    )
    result = play_match(SETTINGS, workers=1)
    assert result.ending == "failed"
    assert result.problem.code == "bot_failed"
    assert 0 < len(result.groups) < 20
    assert "out of worms" in result.as_json()["problem"]["message"]


def test_failure_of_a_bot_in_a_worker_is_reported():
    settings = MatchSettings((FirstBot, FirstBot, BrokenBot), games=60, adjusted=False)
    result = play_match(settings, workers=2)
    assert result.problem.code == "bot_failed"
    assert "BrokenBot" in str(result.problem)


def test_bots_are_closed_after_a_match(monkeypatch):
    closed = []

    class ClosableBot(FirstBot):
        def close(self):
            closed.append(self)

    monkeypatch.setattr(
        local_runner, "make_bots", lambda _: (ClosableBot(), ClosableBot(), FirstBot())
    )
    play_match(MatchSettings(("random",) * 3, games=3, adjusted=False), workers=1)
    assert len(closed) == 2


def test_full_disk_ends_the_match_with_the_games_so_far(tmp_path, monkeypatch):
    from pickomino.arena import results_file

    def append(self, results):
        if any(result.group == 5 for result in results):
            raise self._unwritable(OSError(28, "No space left on device"))

    monkeypatch.setattr(results_file.ResultsFile, "append", append)
    result = play_match(SETTINGS, workers=1, results=tmp_path / "file")
    assert result.ending == "failed"
    assert len(result.groups) == 5


ADJUSTED = MatchSettings(("expert", "family"), games=8, rules=Rules.preset("short"), seed=2)


def test_adjusted_results_do_not_depend_on_the_workers(tmp_path):
    one = play_match(ADJUSTED, workers=1, results=tmp_path / "match")
    assert as_text(play_match(ADJUSTED, workers=2)) == as_text(one)
    assert as_text(play_match(ADJUSTED, results=tmp_path / "match")) == as_text(one)
    plain = play_match(replace(ADJUSTED, adjusted=False), workers=1)
    assert [game.ranks for group in plain.groups for game in group.games] == [
        game.ranks for group in one.groups for game in group.games
    ]
    for with_luck, without in zip(plain.statistics.bots, one.statistics.bots, strict=True):
        assert with_luck.win_share == without.win_share
        assert with_luck.adjusted is None
    widths = [
        (s.high - s.low)
        for s in (one.statistics.bots[0].win_share, one.statistics.bots[0].adjusted)
    ]
    assert widths[1] < widths[0] / 1.5
    assert one.statistics.equivalent_games > 2 * one.statistics.games
    assert one.statistics.luck_seconds > 0
    assert sum(bot.adjusted.mean for bot in one.statistics.bots) == pytest.approx(1)


def test_sequential_test_uses_adjusted_shares():
    settings = replace(ADJUSTED, hypotheses=Hypotheses(0.5, 0.6))
    result = play_match(settings, workers=1)
    test = SequentialTest(settings.hypotheses, adjusted=True)
    for group in result.groups:
        test.add(group.adjusted_shares[0])
    assert result.verdict == test.verdict
    assert group.adjusted_shares[0] != group.win_shares[0]
