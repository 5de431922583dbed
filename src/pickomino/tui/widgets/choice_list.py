"""The legal actions as a list, with their keys and, if the coach is on, their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pickomino.core.actions import Action
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.tables.answers import GIVE_UP_KEY, STOP_KEY, only_claim
from pickomino.tui.action_keys import KeyedAction, keyed_actions
from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import fit, row
from pickomino.tui.game_app import game_app
from pickomino.tui.widgets.listing import Listing

_TYPED_KINDS: Final = "ktsb"
"""Tokens that can be typed; other kinds have one letter, which is their key."""


class ChoiceList(Listing):
    """The actions of the player at this terminal."""

    class Chosen(Message):
        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.choices: list[KeyedAction] = []
        self._board: BoardState | None = None
        self._values: Mapping[str, float] = {}
        self._best: str | None = None
        self._percent_pattern = percent_pattern(is_estimate=False)
        self.typed = ""
        """The beginning of a token that the player is typing."""

    def show(self, board: BoardState) -> None:
        is_same = self._board is not None and board.legal == self._board.legal
        chosen = self.highlighted if is_same else None
        self._board = board
        self.typed = ""
        self.choices = keyed_actions(board.legal)
        self._fill(chosen)

    def show_values(
        self, values: Mapping[str, float], best: str | None, *, is_estimate: bool = False
    ) -> None:
        """Show the value of each action, keyed by its token; an empty mapping hides the values."""
        self._percent_pattern = percent_pattern(is_estimate=is_estimate)
        if (self._values, self._best) != (values, best):
            self._values, self._best = values, best
            self._fill(self.highlighted)
            self.call_after_refresh(self._scroll_to_best)

    def _scroll_to_best(self) -> None:
        for place, choice in enumerate(self.choices):
            if str(choice.action) == self._best:
                self.scroll_to(y=max(0, place + 1 - self.size.height), animate=False)

    def type_key(self, key: str) -> Action | None:
        """Return the action with this key, or whose token (`t25`) is complete with this key."""
        by_token = {str(choice.action): choice.action for choice in self.choices}
        typed, self.typed = self.typed + key, ""
        action = by_token.get(typed)
        if action is None and len(typed) > 1 and _begins_token(typed, by_token):
            self.typed = typed
            return None
        action = action or self._action_with_key(key)
        if action is None and _begins_token(key, by_token):
            self.typed = key
        return action

    def _action_with_key(self, key: str) -> Action | None:
        """Return the action with a key; `s` also stops when there is nothing to take."""
        keys = (key, GIVE_UP_KEY) if key == STOP_KEY else (key,)
        return next((choice.action for choice in self.choices if choice.key in keys), None)

    def _fill(self, highlighted: int | None) -> None:
        texts = [self._text(choice) for choice in self.choices]
        width = max(map(cell_len, texts), default=0)
        options = [
            Option(self._prompt(choice, fit(text, width)))
            for choice, text in zip(self.choices, texts, strict=True)
        ]
        self.set_options(options)
        if options:
            self.highlighted = self._first_choice() if highlighted is None else highlighted

    def _first_choice(self) -> int:
        """Return the place of the only tile that can be won, so that Enter takes it."""
        claim = only_claim([choice.action for choice in self.choices])
        actions = [choice.action for choice in self.choices]
        return 0 if claim is None else actions.index(claim)

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
            percent = format_percent(value, game_app(self).texts, self._percent_pattern)
            parts.append((f"   {'★' if is_best else ' '} {percent}", tone))
        return row(*parts)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(self.choices):
            self.post_message(self.Chosen(self.choices[event.option_index].action))


def _begins_token(typed: str, tokens: Iterable[str]) -> bool:
    return any(token[0] in _TYPED_KINDS and token.startswith(typed) for token in tokens)
