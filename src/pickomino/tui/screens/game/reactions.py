"""Reactions to the other players of an online table, and votes to remove one of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from pickomino.i18n.options import REACTION_TEXTS
from pickomino.rooms.protocol.messages import React, Vote
from pickomino.tui.screens.dialogs.dialog import Dialog
from pickomino.tui.widgets.listing import Listing

_VOTE: Final = "vote-"


class ReactionScreen(Dialog[React | Vote]):
    """Offers a list of short sentences, because there is no free chat."""

    def __init__(self, seat: int, others: Mapping[int, str] = MappingProxyType({})) -> None:
        """Use the player's seat, and the names of players who can be voted out, keyed by seat."""
        super().__init__()
        self._seat = seat
        self._others = others

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(gettext("Say to the others"), classes="title")
            options = [
                Option(Content(gettext(text)), id=code) for code, text in REACTION_TEXTS.items()
            ]
            for seat, name in self._others.items():
                text = gettext("Vote to remove {name}").format(name=name)
                options.append(Option(Content(text), id=f"{_VOTE}{seat}"))
            yield Listing(*options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        code = event.option.id or ""
        is_vote = code.startswith(_VOTE)
        self.dismiss(Vote(int(code.removeprefix(_VOTE))) if is_vote else React(self._seat, code))
