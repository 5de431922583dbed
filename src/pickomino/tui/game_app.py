"""What the app shows its screens with: texts, colours, paces, and the sizes they draw in."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from textual.app import App
from textual.dom import DOMNode

from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, texts_in
from pickomino.i18n.room_words import problem_said
from pickomino.tables.addresses import TableAddress, Tokens
from pickomino.tui.drawing.palette import DUSK, PALETTES, PLAIN, Palette

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp

LARGE: Final = (156, 46)
WIDE: Final = (108, 33)
MEDIUM: Final = (78, 23)
SMALLEST: Final = (60, 20)
"""Below this there is only a sentence that says so."""
PACES: Final = (1.0, 0.3, 0.0, 1.8)
"""How long things are shown: as usual, quickly, not at all, slowly."""


class ViewSize(Enum):
    """How much room there is."""

    SMALL = "small"
    MEDIUM = "medium"
    WIDE = "wide"
    LARGE = "large"

    @staticmethod
    def of(width: int, height: int) -> ViewSize:
        """Choose for a terminal.

        >>> [ViewSize.of(*size).value for size in ((80, 24), (110, 34), (160, 50), (200, 22))]
        ['medium', 'wide', 'large', 'small']
        """
        if width >= LARGE[0] and height >= LARGE[1]:
            return ViewSize.LARGE
        if width >= WIDE[0] and height >= WIDE[1]:
            return ViewSize.WIDE
        if width >= MEDIUM[0] and height >= MEDIUM[1]:
            return ViewSize.MEDIUM
        return ViewSize.SMALL

    @property
    def has_names_on_tiles(self) -> bool:
        """Whether tiles have room for the whole name of who stands on them."""
        return self in (ViewSize.WIDE, ViewSize.LARGE)


class GameApp(App[None]):
    """What the app has for all its screens; `PickominoApp` leads from one to the other."""

    folder: Path
    """Where games are kept."""
    texts: Texts = texts_in("en")
    language: str = "en"
    pace: float = 1.0
    """How long things are shown; 0 shows only what is."""
    is_coach_on: bool = False
    player_name: str = ""
    """What the person is called at online tables."""
    server: str = ""
    """The server whose tables were looked at last."""
    tokens: Tokens
    """The seats of this device at online tables."""
    draft: dict[str, str]
    """What was filled in for a new game, by field."""

    @property
    def palette(self) -> Palette:
        """The colours now."""
        return PLAIN if self.no_color else PALETTES.get(self.theme, DUSK)

    @property
    def view_size(self) -> ViewSize:
        """The size to draw in."""
        return ViewSize.of(self.size.width, self.size.height)

    @property
    def is_too_small(self) -> bool:
        """Whether the terminal has no room for anything but the wish for more."""
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def complain(self, problem: Exception | str) -> None:
        """Say why something was not possible; it may quote what people typed, so no markup."""
        text = problem if isinstance(problem, str) else problem_said(self.texts, problem)
        self.notify(text, severity="warning", timeout=5, markup=False)

    @contextmanager
    def complaining(self) -> Generator[None]:
        """Say why what is done within was not possible."""
        try:
            yield
        except PickominoError as error:
            self.complain(error)

    def own_tables(self) -> list[TableAddress]:
        """Return the online tables at which this device has a seat, the last one first."""
        return self.tokens.tables()


def game_app(node: DOMNode) -> PickominoApp:
    """Return the app that a screen or widget belongs to."""
    return cast("PickominoApp", node.app)
