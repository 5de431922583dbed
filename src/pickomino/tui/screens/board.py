"""A screen with a table on it: grill, players, dice, log, choices."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.css.query import NoMatches
from textual.events import Key, Resize, ScreenResume
from textual.geometry import Size
from textual.screen import Screen

from pickomino.core.errors import message
from pickomino.tables.game_log import Line
from pickomino.tui.game_app import ViewSize, game_app
from pickomino.tui.scene import Scene, legend_of
from pickomino.tui.screens.help import HelpPage, rules_in_short
from pickomino.tui.widgets.banner import Banner
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.coach_panel import CoachPanel
from pickomino.tui.widgets.dice import Dice
from pickomino.tui.widgets.grill import Grill
from pickomino.tui.widgets.key_bar import Hint, KeyBar
from pickomino.tui.widgets.log_panel import LogPanel
from pickomino.tui.widgets.seats import Seats
from pickomino.tui.widgets.small_note import cover_if_small

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp


class GameScreen(Screen[int]):
    """A screen that knows its size class and speaks the chosen language; some answer a number."""

    HINTS: ClassVar[Sequence[Hint]] = ()
    """The keys, the most important first, in English."""
    TITLE_OF_HELP: ClassVar[str] = message("How to play")
    HELP_TEXTS: ClassVar[Sequence[str]] = ()
    """What the help says; the rules in short where there is nothing else."""

    @property
    def game(self) -> PickominoApp:
        """The app."""
        return game_app(self)

    def on_compose(self) -> None:
        """Know the size before there are widgets: afterwards each would be styled twice."""
        self._adapt_to(self.game.size)

    def on_resize(self, event: Resize) -> None:
        """Draw for the size there is now."""
        self._adapt_to(event.size)
        cover_if_small(self)
        self.call_after_refresh(self.show_hints)

    def _adapt_to(self, terminal: Size) -> None:
        size = ViewSize.of(terminal.width, terminal.height)
        self.update_classes({f"-{each.value}": each is size for each in ViewSize})

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Show the keys again; all widgets got their styles as they were mounted."""
        event.refresh_styles = False
        self.call_after_refresh(self.show_hints)

    def show_hints(self) -> None:
        """Write the line of keys."""
        for bar in self.query(KeyBar):
            bar.show(self.hints())

    def hints(self) -> Sequence[Hint]:
        """Return the keys of this screen, the most important first."""
        return [hint.said(self.game.texts) for hint in self.HINTS]

    def help_page(self) -> HelpPage:
        """Return the help of this screen, with the keys of the last line."""
        texts = self.game.texts
        keys = [(hint.key, hint.text) for hint in self.hints()]
        told = [texts.gettext(text) for text in self.HELP_TEXTS] or rules_in_short(texts)
        return HelpPage(texts.gettext(self.TITLE_OF_HELP), told, keys)

    def action_back(self) -> None:
        """Leave; whatever was done here is kept."""
        self.game.pop_screen()

    async def retell(self) -> None:
        """Say everything again, unless people were quicker and have left."""
        with suppress(NoMatches):
            await self.retold()

    async def retold(self) -> None:
        """Say everything again, in the language there is now."""
        await self.recompose()
        self.show_hints()


class BoardScreen(GameScreen):
    """Draws scenes."""

    scene: Scene | None = None

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield Banner()
        with Container(id="board"):
            yield Grill()
            yield Seats()
            yield Dice()
            with Vertical(id="side"):
                yield CoachPanel()
                yield LogPanel()
            yield ChoiceList()
        yield KeyBar()

    def draw(self, scene: Scene, news: str = "", tone: str = "") -> None:
        """Show a scene, and for a moment what just happened."""
        self.scene = scene
        banner = self.query_one(Banner)
        banner.news, banner.tone, banner.corner = news, tone, self.corner(scene)
        banner.show(scene)
        self.query_one(Grill).show(scene)
        self.query_one(Seats).show(scene)
        self.query_one(Dice).show(scene)
        self.query_one(ChoiceList).show(scene)

    def corner(self, scene: Scene) -> str:
        """Return what stands at the right end of the first line."""
        gettext = scene.speaker.texts.gettext
        if not scene.turn:
            return ""
        return gettext("turn {turn}").format(turn=scene.turn)

    def tell(self, lines: Sequence[Line]) -> None:
        """Write the log."""
        legend = "" if self.scene is None else legend_of(self.scene)
        self.query_one(LogPanel).show(lines, legend)


class QuestionScreen(BoardScreen):
    """Asks for one choice."""

    def on_key(self, event: Key) -> None:
        """Make the choice of a key."""
        action = self.query_one(ChoiceList).action_of(event.character or "")
        if action is not None:
            event.stop()
            self.action_play(str(action))

    def action_play(self, token: str) -> None:
        """Make a choice, also by a click on the board."""
        raise NotImplementedError
