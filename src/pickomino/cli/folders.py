"""Where this user's games are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for games; it need not exist."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        wish = os.environ.get("XDG_DATA_HOME", "")
        is_usable = wish.startswith("/")  # a relative one is to be ignored
        folder = Path(wish) if is_usable else Path.home() / ".local" / "share"
    return folder / "pickomino"
