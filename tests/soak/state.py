"""How far a soak has come, kept in a file."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass
class State:
    """What was done of a suite from a first seed on, by which code."""

    suite: str
    seed: int
    code: str
    games: int = 0
    steps: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    """What a suite adds up over all games."""


def load(folder: Path, suite: str, seed: int) -> State:
    """Return what was done before, or nothing if there is none or the code has changed since."""
    new = State(suite, seed, fingerprint())
    try:
        old = State(**json.loads(_file(folder, new).read_text()))
    except (OSError, ValueError, TypeError):
        return new
    return old if old.code == new.code else new


def save(folder: Path, state: State) -> None:
    """Write the file whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    file = _file(folder, state)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(state)) + "\n")
    draft.replace(file)


def fingerprint() -> str:
    """Hash the code under test and the code that tests it."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not file.name.startswith("test_"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _file(folder: Path, state: State) -> Path:
    return folder / f"{state.suite}-{state.seed}.json"
