"""Exports and deletes the whole profile on this device."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

from pickomino.core.errors import InvalidNotation, quote
from pickomino.profile import daily_log, game_log, practice_log
from pickomino.profile.device_file import DeviceFile, JsonObject

FILES: Final = {
    "daily": daily_log.FILE,
    "practice": practice_log.FILE,
    "games": game_log.FILE,
}


def read_profile(folder: Path) -> JsonObject:
    """Return the contents of all profile files, keyed by name."""
    return {name: DeviceFile(folder, file).read() for name, file in FILES.items()}


def export_profile(folder: Path, day: date) -> Path:
    """Write the profile to a new file in the current folder; raise `unwritable_file` on failure."""
    path = Path.cwd() / f"pickomino-profile-{day.isoformat()}.json"
    if not DeviceFile(path.parent, path.name).write(read_profile(folder)):
        raise InvalidNotation("unwritable_file", name=quote(path), reason="?")
    return path


def delete_profile(folder: Path) -> None:
    """Delete all files of the profile; raise `unwritable_file` on failure."""
    for file in FILES.values():
        DeviceFile(folder, file).delete()
