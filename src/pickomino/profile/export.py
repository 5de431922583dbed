"""Exports, imports and deletes the whole profile on this device."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from pickomino.core.errors import InvalidNotation
from pickomino.profile import daily_log, game_log, practice_log
from pickomino.profile.device_file import DeviceFile, JsonObject, Merged

FILES: Final = {
    "daily": daily_log.FILE,
    "practice": practice_log.FILE,
    "games": game_log.FILE,
}


def read_profile(folder: Path) -> JsonObject:
    """Return the contents of all profile files, keyed by name."""
    return {name: DeviceFile(folder / file).read() for name, file in FILES.items()}


def export_profile(folder: Path, day: date) -> Path:
    """Write the profile to a new file in the current folder; raise `unwritable_file` on failure."""
    path = Path.cwd() / f"pickomino-profile-{day.isoformat()}.json"
    file = DeviceFile(path)
    if not file.write(read_profile(folder)):
        raise file.unwritable()
    return path


class ImportedProfile(NamedTuple):
    """What an import added."""

    games: Merged
    days: Merged
    decisions: Merged


def import_profile(folder: Path, text: str) -> ImportedProfile:
    """Merge an exported profile, of this program or of a browser, into the one in a folder.

    Entries that are already stored stay as they are. Raise `not_a_profile` for any other text.
    """
    try:
        stored = msgspec.json.decode(text, type=_ExportedProfile)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("not_a_profile") from error
    return ImportedProfile(
        game_log.GameLog(folder).merge(stored.games),
        daily_log.DailyLog(folder).merge(stored.daily),
        practice_log.PracticeLog(folder).merge(stored.practice),
    )


class _ExportedProfile(msgspec.Struct):
    daily: JsonObject
    practice: JsonObject
    games: JsonObject


def delete_profile(folder: Path) -> None:
    """Delete all files of the profile; raise `unwritable_file` on failure."""
    for file in FILES.values():
        DeviceFile(folder / file).delete()
