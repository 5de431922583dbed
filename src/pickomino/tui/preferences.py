"""Preferences of the player: colours, language, name and the last server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pickomino.i18n import LANGUAGES
from pickomino.operating_system import IS_WINDOWS
from pickomino.profile.device_file import DeviceFile
from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PALETTES, TERMINAL

MAX_LENGTH: Final = 200
_TRUE_COLOURS: Final = ("truecolor", "24bit")
_MANY_COLOURS: Final = ("256color", "direct", "kitty")
"""The part of TERM after its last hyphen, for terminals with more than 16 colours."""
_LIGHT_BACKGROUNDS: Final = ("7", "15")
"""The colour numbers of white and bright white; colours 9 to 14 may be light or dark."""


class AppPreferences:
    """Preferences in a small file; a file that cannot be read counts as empty."""

    def __init__(self, file: Path) -> None:
        """Use a file, which need not exist yet."""
        self._file = DeviceFile(file)

    @property
    def colours(self) -> str | None:
        """The name of the palette chosen last."""
        name = self._file.read().get("colours")
        return name if isinstance(name, str) and name in PALETTES else None

    @property
    def language(self) -> str | None:
        name = self._file.read().get("language")
        return name if isinstance(name, str) and name in LANGUAGES else None

    @property
    def name(self) -> str:
        """The player's name at online tables."""
        return self._text("name")

    @property
    def server(self) -> str:
        """The address of the server used last."""
        return self._text("server")

    def _text(self, key: str) -> str:
        text = self._file.read().get(key)
        return text[:MAX_LENGTH] if isinstance(text, str) and text.isprintable() else ""

    def keep(self, **preferences: str) -> None:
        """Store these preferences; any others in the file are kept."""
        self._file.write(self._file.read() | preferences)


def default_palette_name(environment: Mapping[str, str]) -> str:
    """Return the palette to use until the player chooses one.

    A terminal with sixteen colours keeps its own colours. Other terminals may report theirs in
    COLORFGBG, as `foreground;background` or `foreground;default;background`.

    >>> many = {"TERM": "xterm-256color"}
    >>> default_palette_name({**many, "COLORFGBG": "0;default;15"}), default_palette_name(many)
    ('daylight', 'dusk')
    >>> default_palette_name({"TERM": "linux", "COLORFGBG": "0;15"})
    'terminal'
    """
    if not _has_many_colours(environment):
        return TERMINAL.name
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return DAYLIGHT.name if background in _LIGHT_BACKGROUNDS else DUSK.name


def _has_many_colours(environment: Mapping[str, str]) -> bool:
    """Return whether Textual will show more than sixteen colours in a terminal."""
    if IS_WINDOWS or environment.get("COLORTERM") in _TRUE_COLOURS:
        return True
    return environment.get("TERM", "").rpartition("-")[2] in _MANY_COLOURS
