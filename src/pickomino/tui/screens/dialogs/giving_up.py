"""The question before a turn ends with nothing, which online cannot be taken back."""

from __future__ import annotations

from pickomino.i18n import Texts
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog


class GiveUpDialog(ChoiceDialog):
    """Returns the token of the chosen action, or `on` to go on deciding.

    As in plain text, the same key again confirms.
    """

    BINDINGS = keys("q,s choose('q')", "r choose('r')")

    def __init__(self, texts: Texts) -> None:
        gettext = texts.gettext
        stop = gettext("Stop with nothing")
        choices = [("on", gettext("Continue the turn")), ("q", f"{stop} [q]")]
        super().__init__(gettext("The turn would fail."), choices)

    def action_choose(self, token: str) -> None:
        self.dismiss(token)
