"""Samples of the soak suites: random input, and terminals that are killed."""

import sys

import pytest

from soak.suites.terminal_fuzz import check_terminal, check_terminal_is_restored

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@needs_pty
def test_game_continues_after_its_terminal_is_killed():
    """A sample of `make soak ARGS=terminal`."""
    from soak.suites.kill_terminals import check_seed

    assert check_seed(0) > 3


@needs_pty
def test_random_keys_leave_the_terminal_restored():
    assert check_terminal_is_restored(20, actions=30) == 30


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("seed", [4, 6])
def test_app_survives_random_input(seed):
    assert check_terminal(seed, actions=40) == 40
