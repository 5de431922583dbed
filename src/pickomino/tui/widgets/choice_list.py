"""The legal choices as a list, with their keys and, when the coach is on, what they are worth."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pickomino.core.actions import Action
from pickomino.i18n.numbers import percent
from pickomino.tui.choosing import Choice, choices
from pickomino.tui.drawing.blocks import fitted, row
from pickomino.tui.game_app import game_app
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.listing import Listing


class ChoiceList(Listing):
    """What the person may do now."""

    class Chosen(Message):
        """A choice was made in the list."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.choices: list[Choice] = []
        self._scene: Scene | None = None
        self._values: Mapping[str, float] = {}
        self._best: str | None = None

    def show(self, scene: Scene) -> None:
        """List what is legal in a scene."""
        is_same = self._scene is not None and scene.legal == self._scene.legal
        chosen = self.highlighted if is_same else None
        self._scene = scene
        self.choices = choices(scene.legal)
        self._fill(chosen)

    def value(self, values: Mapping[str, float], best: str | None) -> None:
        """Show what each choice is worth, by its token; nothing takes that away."""
        if (self._values, self._best) != (values, best):
            self._values, self._best = values, best
            self._fill(self.highlighted)
            self.call_after_refresh(self._show_best)

    def _show_best(self) -> None:
        """Bring what the coach recommends into sight where the list is longer than its room."""
        for place, choice in enumerate(self.choices):
            if str(choice.action) == self._best:
                self.scroll_to(y=max(0, place + 1 - self.size.height), animate=False)

    def action_of(self, key: str) -> Action | None:
        """Return the action that a key plays."""
        return next((action for have, action in self.choices if have == key), None)

    def _fill(self, highlighted: int | None) -> None:
        texts = [self._text(choice) for choice in self.choices]
        width = max(map(cell_len, texts), default=0)
        options = [
            Option(self._prompt(choice, fitted(text, width)))
            for choice, text in zip(self.choices, texts, strict=True)
        ]
        self.set_options(options)
        if options:
            self.highlighted = highlighted or 0

    def _text(self, choice: Choice) -> str:
        if self._scene is None:
            return ""
        return self._scene.speaker.choice(self._scene.position, choice.action)

    def _prompt(self, choice: Choice, text: str) -> Content:
        palette = game_app(self).palette
        key = f"[{choice.key}]" if choice.key else "   "
        parts = [(f"{key} ", palette.style("ember", bold=True)), text]
        value = self._values.get(str(choice.action))
        if value is not None:
            is_best = str(choice.action) == self._best
            tone = palette.style("good", bold=True) if is_best else palette.style("faint")
            parts.append(
                (f"   {'★' if is_best else ' '} {percent(value, game_app(self).texts)}", tone)
            )
        return row(*parts)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Send on what was chosen."""
        event.stop()
        if event.option_index < len(self.choices):
            self.post_message(self.Chosen(self.choices[event.option_index].action))
