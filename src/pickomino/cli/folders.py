"""The folder for this user's games."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the data folder; it may not exist yet."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        configured = os.environ.get("XDG_DATA_HOME", "")
        is_absolute = configured.startswith("/")  # the XDG standard ignores relative paths
        folder = Path(configured) if is_absolute else Path.home() / ".local" / "share"
    return folder / "pickomino"
