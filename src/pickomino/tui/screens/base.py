"""The base of all screens that are not dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.css.query import NoMatches
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.screen import Screen

from pickomino.core.errors import message
from pickomino.tui.game_app import ViewSize, game_app
from pickomino.tui.screens.dialogs.help import HelpPage, rules_summary
from pickomino.tui.widgets.key_bar import KeyBar, KeyHint
from pickomino.tui.widgets.too_small_notice import cover_if_too_small

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp


class AppScreen(Screen[int]):
    """A screen with a size class, key hints and help; some screens return a number when closed."""

    HINTS: ClassVar[Sequence[KeyHint]] = ()
    """The key hints in English, the most important first."""
    HELP_TITLE: ClassVar[str] = message("How to play")
    HELP_TEXTS: ClassVar[Sequence[str]] = ()
    """The sentences of the help; by default a summary of the rules."""

    @property
    def game(self) -> PickominoApp:
        return game_app(self)

    def on_compose(self) -> None:
        """Set the size class before widgets are mounted, so that each widget is styled once."""
        self._set_size_class(self.game.size)

    def on_resize(self, event: Resize) -> None:
        self._set_size_class(event.size)
        cover_if_too_small(self)
        self.call_after_refresh(self.show_hints)

    def _set_size_class(self, terminal: Size) -> None:
        size = ViewSize.of(terminal.width, terminal.height)
        self.update_classes({f"-{other.name.lower()}": other is size for other in ViewSize})

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Show the hints again, but keep the styles that widgets got when they were mounted."""
        event.refresh_styles = False
        self.call_after_refresh(self.show_hints)

    def show_hints(self) -> None:
        for bar in self.query(KeyBar):
            bar.show(self.hints())

    def hints(self) -> Sequence[KeyHint]:
        """Return the keys of this screen, the most important first."""
        return [hint.translate(self.game.texts) for hint in self.HINTS]

    def help_page(self) -> HelpPage:
        """Return the help of this screen, with the keys of its key bar."""
        texts = self.game.texts
        keys = [(hint.key, hint.text) for hint in self.hints()]
        sentences = [texts.gettext(text) for text in self.HELP_TEXTS] or rules_summary(texts)
        return HelpPage(texts.gettext(self.HELP_TITLE), sentences, keys)

    def action_back(self) -> None:
        self.game.pop_screen()

    async def try_rebuild(self) -> None:
        """Rebuild the screen, unless it is being closed."""
        with suppress(NoMatches):
            await self.rebuild()

    async def rebuild(self) -> None:
        """Show everything again, after a change of language or colours."""
        await self.recompose()
        self.show_hints()
