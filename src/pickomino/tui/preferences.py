"""What the app remembers of a person: colours, language, name, the last server."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pickomino.i18n import LANGUAGES
from pickomino.profile.device_file import DeviceFile
from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PALETTES, TERMINAL

LONGEST: Final = 200
_TRUE_COLOURS: Final = ("truecolor", "24bit")
_MANY_COLOURS: Final = ("256color", "direct", "kitty")
"""How the names of terminals end that have them."""
_LIGHT_GROUNDS: Final = ("7", "15")
"""White and bright white; the bright hues from 9 to 14 may be light or dark."""


class Preferences:
    """Choices in a small file; one that cannot be read or written is as good as none."""

    def __init__(self, file: Path) -> None:
        """Take the file, which need not exist."""
        self._file = DeviceFile(file.parent, file.name)

    @property
    def colours(self) -> str | None:
        """The name of the palette that was chosen last."""
        name = self._file.read().get("colours")
        return name if isinstance(name, str) and name in PALETTES else None

    @property
    def language(self) -> str | None:
        """The language that was chosen last."""
        name = self._file.read().get("language")
        return name if isinstance(name, str) and name in LANGUAGES else None

    @property
    def name(self) -> str:
        """What the person is called at online tables."""
        return self._text("name")

    @property
    def server(self) -> str:
        """The server whose tables were looked at last."""
        return self._text("server")

    def _text(self, key: str) -> str:
        found = self._file.read().get(key)
        return found[:LONGEST] if isinstance(found, str) and found.isprintable() else ""

    def keep(self, **chosen: str) -> None:
        """Remember choices; what else is in the file stays."""
        self._file.write(self._file.read() | chosen)


def usual_colours(environment: Mapping[str, str]) -> str:
    """Name the palette for a terminal in which nobody has chosen one yet.

    One with sixteen colours has its own. Others may tell them in COLORFGBG, as `ink;ground` or
    `ink;default;ground`.

    >>> many = {"TERM": "xterm-256color"}
    >>> usual_colours({**many, "COLORFGBG": "0;default;15"}), usual_colours(many)
    ('daylight', 'dusk')
    >>> usual_colours({"TERM": "linux", "COLORFGBG": "0;15"})
    'terminal'
    """
    if not _has_many_colours(environment):
        return TERMINAL.name
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return DAYLIGHT.name if ground in _LIGHT_GROUNDS else DUSK.name


def _has_many_colours(environment: Mapping[str, str]) -> bool:
    """Return whether a terminal can show more than sixteen colours, as Textual will see it."""
    if sys.platform == "win32" or environment.get("COLORTERM") in _TRUE_COLOURS:
        return True
    return environment.get("TERM", "").rpartition("-")[2] in _MANY_COLOURS
