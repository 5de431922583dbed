"""Fixtures of tables."""

import pytest

from pickomino.tables.locked_file import LockedFile


@pytest.fixture
def file(tmp_path):
    """Return the file in which a device stores what it saw of the dice."""
    return LockedFile(tmp_path / "dice.json")
