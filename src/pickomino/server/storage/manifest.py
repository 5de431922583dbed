"""The manifest of a backup: a JSON file beside it with its size and checksum.

It is a file of its own, so that the backup is still a database that a server can use.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import PickominoError, quote_path
from pickomino.operating_system import PRIVATE_FILE

MANIFEST_SUFFIX: Final = ".manifest.json"
"""Added to the name of a backup."""
MAX_BYTES: Final = 10_000


class Manifest(msgspec.Struct, frozen=True, tag="pickomino backup", tag_field="type"):
    """What a backup must contain."""

    bytes: Annotated[int, msgspec.Meta(ge=0)]
    sha256: str
    made_at: str
    """For people, in UTC."""


_manifest: Final = msgspec.json.Decoder(Manifest)


def write_manifest(file: Path, backup: Path) -> None:
    """Write the manifest of a backup whose contents are in `file`; raises OSError."""
    made_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    manifest = Manifest(file.stat().st_size, _digest(file), made_at)
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    with atomic_write(_manifest_of(backup), PRIVATE_FILE) as target:
        target.write(text)


def has_manifest(backup: Path) -> bool:
    return _manifest_of(backup).exists()


def check_manifest(backup: Path, copy: Path) -> None:
    """Raise `bad_backup` unless a copy of a backup is exactly what the manifest describes."""
    manifest, size = _read_manifest(backup), copy.stat().st_size
    if size != manifest.bytes:
        raise _bad_backup(backup, f"it has {size} bytes, its manifest says {manifest.bytes}")
    if _digest(copy) != manifest.sha256:
        raise _bad_backup(backup, "its checksum differs from its manifest")


def _read_manifest(backup: Path) -> Manifest:
    file = _manifest_of(backup)
    try:
        with file.open("rb") as opened:
            return _manifest.decode(opened.read(MAX_BYTES))
    except FileNotFoundError as error:
        reason = (
            f"{file.name} is missing; to restore a backup of an older version, add --no-manifest"
        )
        raise _bad_backup(backup, reason) from error
    except (OSError, ValueError) as error:
        raise _bad_backup(backup, f"{file.name} is damaged: {error}") from error


def _manifest_of(backup: Path) -> Path:
    return Path(f"{backup}{MANIFEST_SUFFIX}")


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _bad_backup(backup: Path, reason: str) -> PickominoError:
    return PickominoError("bad_backup", name=quote_path(backup), reason=reason)
