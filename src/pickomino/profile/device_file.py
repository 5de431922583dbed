"""A small JSON file of this device; one that cannot be read or written costs only what it holds."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import Any, cast

from pickomino.core.errors import InvalidNotation, quote

JsonObject = dict[str, Any]


class DeviceFile:
    """What was kept under names; nothing of it can be trusted."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name

    def read(self) -> JsonObject:
        """Return what is kept, or nothing."""
        try:
            found: object = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return cast("JsonObject", found) if isinstance(found, dict) else {}

    @property
    def is_unreadable(self) -> bool:
        """Whether something is there that cannot be understood at all."""
        return self.path.exists() and not self.read()

    def write(self, kept: JsonObject) -> bool:
        """Write all or nothing, for its owner alone; returns whether that was possible."""
        draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()
            return False
        return True

    def delete(self) -> None:
        """Delete it; raises `unwritable_file`."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InvalidNotation(
                "unwritable_file", name=quote(self.path), reason=reason
            ) from error
