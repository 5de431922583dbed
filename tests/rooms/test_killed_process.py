"""A process that plays is killed repeatedly: no published event is lost or changed."""

import sys

import pytest

from soak.suites.kill_rooms import check_seed


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")
def test_game_survives_killed_processes():
    assert check_seed(1) > 50
