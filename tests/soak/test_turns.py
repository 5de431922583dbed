"""A sample of the soak suite of the browser's check of turns, and a test that it detects errors."""

import pytest

from soak.suites import turns


@pytest.mark.parametrize("seed", range(3))
def test_honest_games_raise_no_alarm(seed):
    assert turns.check_seed(seed) > 500


def test_miscounted_turn_is_detected(monkeypatch):
    label = turns.turn_label
    monkeypatch.setattr(turns, "turn_label", lambda start, turn: label(start, turn + 1))
    with pytest.raises(AssertionError, match="seed 0"):
        turns.check_seed(0)
