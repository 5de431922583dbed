"""A field for one line of text in a form."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Input


class TextField(Input):
    """An input; of pasted text, what follows a tab goes into the next field."""

    def _on_paste(self, event: Paste) -> None:
        line = "".join(event.text.splitlines()[:1])
        text, tab, rest = line.partition("\t")
        if not tab:
            return
        event.prevent_default()
        event.stop()
        fields = [field for field in self.screen.query(TextField) if field.display]
        following = fields[fields.index(self) + 1 :]
        start, end = self.selection
        if following:
            self.replace(text, start, end)
            following[0].focus()
            following[0].select_all()
            following[0].post_message(Paste(rest))
        else:
            self.replace(line.replace("\t", " "), start, end)
