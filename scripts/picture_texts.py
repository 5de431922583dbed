"""Lists for translators: which texts of a catalog stand on which picture."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from pickomino.i18n import CATALOGS

SHOWN = """() => {
  const closed = document.querySelectorAll("details:not([open])");
  for (const details of closed) details.open = true;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // A select that is shown shows its options, although they have no boxes.
  const isShown = (element) => (element.closest("select") ?? element).checkVisibility();
  while (walker.nextNode())
    if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of isShown(element) ? ["aria-label", "title", "placeholder"] : [])
      texts.push(element.getAttribute(name) ?? "");
  for (const details of closed) details.open = false;
  return texts.map((text) => text.trim().replace(/\\s+/g, " ")).filter((text) => text.length > 1);
}"""
"""All visible texts of a page, with those for screen readers and in closed details."""
MIN_LETTERS = 3
"""Shorter texts are parts of others on a whole screen of the terminal."""
PLACEHOLDER = re.compile(r"\\\{\w*\\\}")


class PictureText(NamedTuple):
    """A text of a catalog."""

    english: str
    text: str
    file: str
    """The first source file that has it."""


class PictureTexts:
    """Collects the texts of pictures, and writes them with their English and their source."""

    def __init__(self, language: str) -> None:
        """Read the catalog of a language."""
        with (CATALOGS / language / "LC_MESSAGES/pickomino.po").open("rb") as file:
            self._messages = [
                PictureText(_first(message.id), form, message.locations[0][0])
                for message in read_po(file, locale=language)
                if message.id
                for form in _forms(message.string)
            ]
        self._patterns = [(message, _pattern(message.text)) for message in self._messages]
        self._pictures: dict[str, list[PictureText]] = {}

    def add(self, name: str, page: Page) -> None:
        """Note which texts a page shows; every picture of one name has the same ones."""
        if name not in self._pictures:
            self._pictures[name] = self.find(page.evaluate(SHOWN))

    def add_terminal(self, name: str, lines: list[str]) -> None:
        """Note which texts a picture of the terminal shows, whose lines are broken at words."""
        whole = " ".join(" ".join(lines).split())
        self._pictures[name] = [
            message
            for message, pattern in self._patterns
            if len(message.text) > MIN_LETTERS
            and (message.text in whole or (pattern is not None and pattern.search(whole)))
        ]

    def find(self, shown: list[str]) -> list[PictureText]:
        """Return the messages among the texts of a page."""
        whole = set(shown)
        return [
            message
            for message, pattern in self._patterns
            if message.text in whole
            or (pattern is not None and any(pattern.fullmatch(other) for other in whole))
        ]

    def write(self, path: Path) -> None:
        """Write where each text stands, by source file, after a count of those on no picture."""
        places: dict[PictureText, list[str]] = {}
        for name, messages in self._pictures.items():
            for message in messages:
                places.setdefault(message, []).append(name)
        total, shown = len(set(self._messages)), len(places)
        lines = [f"{shown} texts are on a picture, {total - shown} are on none."]
        for file, messages in groupby(sorted(set(self._messages), key=_place), key=_place):
            lines += ["", f"# {file}", ""]
            for message in messages:
                names = ", ".join(sorted(places.get(message, ["on no picture"])))
                lines += [f"- {message.english}", f"  → {message.text}", f"  ({names})"]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def _place(message: PictureText) -> str:
    return message.file


def _first(forms: Any) -> str:
    return forms if isinstance(forms, str) else forms[0]


def _forms(forms: Any) -> tuple[str, ...]:
    return (forms,) if isinstance(forms, str) else forms


def _pattern(text: str) -> re.Pattern[str] | None:
    """Return a pattern for a text with placeholders; None if it has none, or no words."""
    escaped = re.escape(text)
    words = PLACEHOLDER.sub("", escaped)
    if words == escaped or not re.search(r"\w{2}", words):
        return None
    return re.compile(PLACEHOLDER.sub(".+", escaped))
