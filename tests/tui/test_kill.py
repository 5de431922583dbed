"""The app in a real terminal is ended at random moments: the game goes on where it was."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from soak.suites.kill_terminals import check_seed


def test_a_game_goes_on_after_its_terminal_has_gone():
    """A sample of `make soak ARGS=terminal`."""
    assert check_seed(0) > 3
