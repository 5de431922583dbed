"""Base classes of dialogs: overlays with a text to read or a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.events import Click, ScreenResume
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.tui.game_app import game_app
from pickomino.tui.keys import keys
from pickomino.tui.widgets.listing import Listing
from pickomino.tui.widgets.too_small_notice import cover_if_too_small

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp

_T = TypeVar("_T")


class Dialog(ModalScreen[_T], Generic[_T]):
    """An overlay that is closed with Esc or with a click."""

    CLOSING_CLICKS: ClassVar[Literal["outside", "any", "none"]] = "outside"
    BINDINGS = keys("escape close")

    @property
    def game(self) -> PickominoApp:
        return game_app(self)

    def on_resize(self) -> None:
        cover_if_too_small(self)

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Keep the styles that the widgets got when they were mounted."""
        event.refresh_styles = False

    def on_click(self, event: Click) -> None:
        """Close the dialog, unless this is the second click of a double click that opened it."""
        is_outside = self.get_widget_at(*event.screen_offset)[0] is self
        closing = {"outside": is_outside, "any": True, "none": False}[self.CLOSING_CLICKS]
        if event.chain == 1 and closing:
            self.action_close()

    def dismiss(self, result: _T | None = None) -> AwaitComplete:
        """Close with a result, once: a second call would close the screen below too."""
        return super().dismiss(result) if self.is_current else AwaitComplete.nothing()

    def action_close(self) -> None:
        self.dismiss(None)


class TextDialog(Dialog[None]):
    """A text to read; most keys and any click close it."""

    CLOSING_CLICKS = "any"
    BINDINGS = keys("q,question_mark,f1,h,l,enter,space close") + keys(
        *("up,k scroll(-1)", "down,j scroll(1)", "pageup scroll(-10)", "pagedown scroll(10)"),
        *("home scroll(-9999)", "end scroll(9999)"),
        priority=True,
    )

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self.heading = title

    def content(self) -> Content:
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        box = Container(classes="dialog reading")
        box.border_subtitle = "↑↓ Home End · Esc"
        with box:
            yield Label(self.heading, classes="title")
            with VerticalScroll(can_focus=False):
                yield Static(self.content())

    def on_resize(self) -> None:
        self.query_one(VerticalScroll).query_one(Static).update(self.content())

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class ChoiceDialog(Dialog[str]):
    def __init__(self, title: str, choices: Sequence[tuple[str, str]], text: str = "") -> None:
        """Each choice is a pair: the result to return and the label to show."""
        super().__init__()
        self._title = title
        self._choices = list(choices)
        self._text = text

    def compose(self) -> ComposeResult:
        with Container(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            if self._text:
                yield Static(self._text, markup=False)
            options = [Option(Content(label), id=name) for name, label in self._choices]
            yield Listing(*options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)
