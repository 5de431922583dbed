"""Every public name is explained and shown in use."""

import pytest

import pickomino

PLAIN_VALUES = {"CHANCE", "OVER", "__version__", "GameEvent"}


@pytest.mark.parametrize("name", sorted(set(pickomino.__all__) - PLAIN_VALUES))
def test_every_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (getattr(pickomino, name).__doc__ or "")


def test_what_is_imported_is_what_is_published():
    public = {name for name, value in vars(pickomino).items() if not name.startswith("_")}
    modules = {"core", "record", "cli", "i18n", "bots", "solver", "evaluation", "analysis"}
    modules |= {"arena", "envs", "profile", "puzzles", "rooms", "server", "tables", "tui"}
    assert public - modules == set(pickomino.__all__) - {"__version__"}
