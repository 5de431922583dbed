"""A small JSON file on this device; failures to read or write it are not fatal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import InvalidNotation, quote_path
from pickomino.operating_system import PRIVATE_FILE, PRIVATE_FOLDER

JsonObject = dict[str, Any]
_T = TypeVar("_T")


class Merged(NamedTuple):
    """How many entries an import added, and how many were damaged and left out."""

    added: int
    damaged: int


class DeviceFile:
    """A JSON object in a file; callers must validate its contents."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._failure = "?"

    def read(self) -> JsonObject:
        """Return the stored object, or an empty one if the file is missing or invalid."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=JsonObject)
        except (OSError, ValueError, RecursionError):
            return {}

    @property
    def is_unreadable(self) -> bool:
        """Whether the file exists but contains no JSON object, or an empty one."""
        return self.path.exists() and not self.read()

    def write(self, value: JsonObject) -> bool:
        """Replace the file atomically; return whether that worked.

        Only the file's owner can read it.
        """
        try:
            self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            with atomic_write(self.path, PRIVATE_FILE) as file:
                file.write(json.dumps(value, indent=1).encode())
        except OSError as error:
            self._failure = error.strerror or str(error)
            return False
        return True

    def unwritable(self) -> InvalidNotation:
        """Return the error for a file that `write` could not write."""
        return InvalidNotation("unwritable_file", name=quote_path(self.path), reason=self._failure)

    def delete(self) -> None:
        """Delete the file; raise `unwritable_file` if that fails."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InvalidNotation(
                "unwritable_file", name=quote_path(self.path), reason=reason
            ) from error


def parse_stored(value: object, kind: type[_T]) -> _T | None:
    """Return a stored value as a struct or another type, or None if it is invalid."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None


def parse_items(value: object, kind: type[_T]) -> dict[str, _T]:
    """Return the valid items of a stored object."""
    stored = parse_stored(value, JsonObject) or {}
    items = {key: parse_stored(item, kind) for key, item in stored.items()}
    return {key: item for key, item in items.items() if item is not None}
