"""What the app remembers of a person from one start to the next: the colours."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PALETTES

_COLOURS: Final = "colours"
_LIGHT_GROUNDS: Final = ("7", "15")
"""White and bright white; the bright hues from 9 to 14 may be light or dark."""


class Preferences:
    """Choices in a small file; one that cannot be read or written is as good as none."""

    def __init__(self, file: Path) -> None:
        """Take the file, which need not exist."""
        self._file = file

    @property
    def colours(self) -> str | None:
        """The name of the palette that was chosen last."""
        name = self._read().get(_COLOURS)
        return name if isinstance(name, str) and name in PALETTES else None

    def keep_colours(self, name: str) -> None:
        """Remember a palette; what else is in the file stays."""
        text = json.dumps(self._read() | {_COLOURS: name}, indent=1)
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_whole(self._file, text)

    def _read(self) -> dict[str, object]:
        try:
            found: object = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return cast("dict[str, object]", found) if isinstance(found, dict) else {}


def usual_colours(environment: Mapping[str, str]) -> str:
    """Name the palette for a terminal in which nobody has chosen one yet.

    Some terminals tell their colours in COLORFGBG, as `ink;ground` or `ink;default;ground`.

    >>> usual_colours({"COLORFGBG": "0;default;15"}), usual_colours({"COLORFGBG": "15;0"})
    ('daylight', 'dusk')
    """
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return DAYLIGHT.name if ground in _LIGHT_GROUNDS else DUSK.name


def _write_whole(file: Path, text: str) -> None:
    """Write all or nothing: a reader never sees half of it."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
    ) as draft:
        try:
            draft.write(text + "\n")
            draft.close()
            Path(draft.name).replace(file)
        except OSError:
            Path(draft.name).unlink()
            raise
