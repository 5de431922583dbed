"""The folder for this user's games."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Return the data folder; it may not exist yet."""
    return user_data_path("pickomino", appauthor=False)
