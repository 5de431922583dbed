"""What the app provides to its screens: texts, colours, pace, and sizes to draw in."""

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
from pickomino.i18n.room_text import describe_exception
from pickomino.tables.addresses import TableAddress
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tui.drawing.palette import DUSK, PALETTES, PLAIN, Palette

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp

LARGE: Final = (156, 46)
WIDE: Final = (108, 33)
MEDIUM: Final = (78, 23)
SMALLEST: Final = (60, 20)
"""The minimum columns and rows; a smaller terminal shows only a notice."""
PACES: Final = (1.0, 0.3, 0.0, 1.8)
"""Factors for how long moves are shown: normal, quick, not at all, slow."""


class ViewSize(Enum):
    """The size class of a terminal, by the minimum columns and rows above."""

    SMALL = "small"
    MEDIUM = "medium"
    WIDE = "wide"
    LARGE = "large"

    @staticmethod
    def of(width: int, height: int) -> ViewSize:
        """Return the size class of a terminal.

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
        """Whether tiles have room for the whole name of a specialist."""
        return self in (ViewSize.WIDE, ViewSize.LARGE)


class GameApp(App[None]):
    """The state that all screens share; `PickominoApp` adds the navigation between them."""

    folder: Path
    """The folder of saved games."""
    texts: Texts = texts_in("en")
    language: str = "en"
    pace: float = 1.0
    """Factor for how long moves are shown; 0 shows only the current state."""
    is_coach_on: bool = False
    player_name: str = ""
    """The player's name at online tables."""
    server: str = ""
    """The address of the server used last."""
    tokens: SeatTokens
    form_values: dict[str, str]
    """The values for the form of a new game, keyed by field."""

    @property
    def palette(self) -> Palette:
        return PLAIN if self.no_color else PALETTES.get(self.theme, DUSK)

    @property
    def view_size(self) -> ViewSize:
        return ViewSize.of(self.size.width, self.size.height)

    @property
    def is_too_small(self) -> bool:
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def show_warning(self, problem: Exception | str) -> None:
        """Notify the player of a problem, without markup: it may quote what players typed."""
        text = problem if isinstance(problem, str) else describe_exception(self.texts, problem)
        self.notify(text, severity="warning", timeout=5, markup=False)

    @contextmanager
    def warning_on_error(self) -> Generator[None]:
        """Show a PickominoError raised in the `with` block as a warning."""
        try:
            yield
        except PickominoError as error:
            self.show_warning(error)

    def own_tables(self) -> list[TableAddress]:
        """Return the online tables at which this device has a seat, the latest first."""
        return self.tokens.tables()


def game_app(node: DOMNode) -> PickominoApp:
    """Return the app that a screen or widget belongs to."""
    return cast("PickominoApp", node.app)
