"""A field for one of several values, changed with the arrow keys or the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.tui.drawing.blocks import clickable, row
from pickomino.tui.game_app import game_app
from pickomino.tui.keys import keys


class Picker(Widget, can_focus=True):
    """Shows `◂ value ▸`."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline
    BINDINGS = keys("left,minus turn(-1)", "right,plus,space turn(1)")

    class Changed(Message):
        def __init__(self, picker: Picker) -> None:
            super().__init__()
            self.picker = picker

        @property
        def control(self) -> Picker:
            return self.picker

    def __init__(self, values: Sequence[tuple[str, str]], value: str, *, id: str) -> None:  # noqa: A002 - Textual's name
        """Take pairs of value and label."""
        super().__init__(id=id)
        self.values = list(values)
        self.value = value

    def render(self) -> Content:
        palette = game_app(self).palette
        label = dict(self.values).get(self.value, "")
        arrow = palette.style("ember", bold=self.has_focus)
        return row(
            ("◂ ", clickable(arrow, "turn(-1)")),
            (label, clickable(palette.style("text", bold=self.has_focus), "turn(1)")),
            (" ▸", clickable(arrow, "turn(1)")),
        )

    def action_turn(self, steps: int) -> None:
        names = [value for value, _ in self.values]
        self.value = names[(names.index(self.value) + steps) % len(names)]
        self.refresh(layout=True)
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        self.focus()
