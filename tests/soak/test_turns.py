"""A sample of the soak suite of the browser's check of turns, and a test that it detects errors."""

import pytest

from pickomino import Game, Rules, SeededDice
from pickomino.api.uploads import replay_record
from soak.suites import turns
from support.random_play import play_out


@pytest.mark.parametrize("seed", range(3))
def test_honest_games_raise_no_alarm(seed):
    assert turns.check_seed(seed) > 500


def test_uploaded_record_raises_no_alarm():
    """Its last frame once had the label of the turn before it."""
    for limit in (4, 5000):
        game = Game(Rules.preset("mini"), 2, SeededDice(1), turn_limit=limit)
        play_out(game, 1)
        frames = replay_record(game.wgn(), "game-1").frames
        (course,) = turns.follow([(game, list(frames))])
        assert (course["broken"], course["turns"]) == (None, game.turn)


def test_miscounted_turn_is_detected(monkeypatch):
    label = turns.turn_label
    monkeypatch.setattr(turns, "turn_label", lambda start, turn: label(start, turn + 1))
    with pytest.raises(AssertionError, match="seed 0"):
        turns.check_seed(0)
