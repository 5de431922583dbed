"""The legal actions as a list, with their keys and, if the coach is on, their values."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pickomino.core.actions import Action
from pickomino.i18n.numbers import format_percent
from pickomino.tui.action_keys import KeyedAction, keyed_actions
from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import fit, row
from pickomino.tui.game_app import game_app
from pickomino.tui.widgets.listing import Listing


class ChoiceList(Listing):
    """The actions of the player at this terminal."""

    class Chosen(Message):
        """An action was chosen in the list."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.choices: list[KeyedAction] = []
        self._board: BoardState | None = None
        self._values: Mapping[str, float] = {}
        self._best: str | None = None

    def show(self, board: BoardState) -> None:
        """List the legal actions of a board."""
        is_same = self._board is not None and board.legal == self._board.legal
        chosen = self.highlighted if is_same else None
        self._board = board
        self.choices = keyed_actions(board.legal)
        self._fill(chosen)

    def show_values(self, values: Mapping[str, float], best: str | None) -> None:
        """Show the value of each action, keyed by its token; an empty mapping hides the values."""
        if (self._values, self._best) != (values, best):
            self._values, self._best = values, best
            self._fill(self.highlighted)
            self.call_after_refresh(self._scroll_to_best)

    def _scroll_to_best(self) -> None:
        for place, choice in enumerate(self.choices):
            if str(choice.action) == self._best:
                self.scroll_to(y=max(0, place + 1 - self.size.height), animate=False)

    def action_of(self, key: str) -> Action | None:
        """Return the action of a key."""
        return next((choice.action for choice in self.choices if choice.key == key), None)

    def _fill(self, highlighted: int | None) -> None:
        texts = [self._text(choice) for choice in self.choices]
        width = max(map(cell_len, texts), default=0)
        options = [
            Option(self._prompt(choice, fit(text, width)))
            for choice, text in zip(self.choices, texts, strict=True)
        ]
        self.set_options(options)
        if options:
            self.highlighted = highlighted or 0

    def _text(self, choice: KeyedAction) -> str:
        if self._board is None:
            return ""
        return self._board.narrator.choice(self._board.position, choice.action)

    def _prompt(self, choice: KeyedAction, text: str) -> Content:
        palette = game_app(self).palette
        key = f"[{choice.key}]" if choice.key else "   "
        parts = [(f"{key} ", palette.style("ember", bold=True)), text]
        value = self._values.get(str(choice.action))
        if value is not None:
            is_best = str(choice.action) == self._best
            tone = palette.style("good", bold=True) if is_best else palette.style("faint")
            percent = format_percent(value, game_app(self).texts)
            parts.append((f"   {'★' if is_best else ' '} {percent}", tone))
        return row(*parts)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(self.choices):
            self.post_message(self.Chosen(self.choices[event.option_index].action))
