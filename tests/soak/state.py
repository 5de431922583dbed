"""The saved progress of a soak suite."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass
class Progress:
    """How many games of a suite were done, from which seed and with which code."""

    suite: str
    seed: int
    code: str
    games: int = 0
    steps: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    """Figures that the suite adds up over all games."""


def load(folder: Path, suite: str, seed: int) -> Progress:
    """Return the saved progress, or none if the code has changed since."""
    new = Progress(suite, seed, fingerprint())
    try:
        old = Progress(**json.loads(_file(folder, new).read_text()))
    except (OSError, ValueError, TypeError):
        return new
    return old if old.code == new.code else new


def save(folder: Path, progress: Progress) -> None:
    """Write the file atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    file = _file(folder, progress)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(progress)) + "\n")
    draft.replace(file)


def fingerprint() -> str:
    """Return a hash of the code under test and of the code that tests it."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not file.name.startswith("test_"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _file(folder: Path, progress: Progress) -> Path:
    return folder / f"{progress.suite}-{progress.seed}.json"
