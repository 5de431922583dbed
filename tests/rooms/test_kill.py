"""A process that plays is killed again and again: nothing that was told is lost or changed."""

import sys

import pytest

from soak.suites.kill_rooms import check_seed


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")
def test_a_killed_game_goes_on():
    assert check_seed(1) > 50
