"""Lists for translators: which texts of a catalog stand on which picture."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from pickomino.i18n import CATALOGS

SHOWN = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("script, style, template"))
      texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      texts.push(element.getAttribute(name) ?? "");
  return texts.map((text) => text.trim().replace(/\\s+/g, " ")).filter((text) => text.length > 1);
}"""
"""All texts of a page, those for screen readers included."""
PLACEHOLDER = re.compile(r"\\\{\w*\\\}")


class PictureTexts:
    """Collects the texts of pages, and writes them with their English."""

    def __init__(self, language: str) -> None:
        """Read the catalog of a language."""
        with (CATALOGS / language / "LC_MESSAGES/pickomino.po").open("rb") as file:
            self._messages = [
                (_first(message.id), form)
                for message in read_po(file, locale=language)
                if message.id
                for form in _forms(message.string)
            ]
        self._patterns = [(english, text, _pattern(text)) for english, text in self._messages]
        self._pictures: dict[str, list[tuple[str, str]]] = {}

    def add(self, name: str, page: Page) -> None:
        """Note which texts a page shows; every picture of one name has the same ones."""
        if name not in self._pictures:
            self._pictures[name] = self.find(page.evaluate(SHOWN))

    def find(self, shown: list[str]) -> list[tuple[str, str]]:
        """Return the messages among the texts of a page, as English and translation."""
        whole = set(shown)
        return [
            (english, text)
            for english, text, pattern in self._patterns
            if text in whole
            or (pattern is not None and any(pattern.fullmatch(other) for other in whole))
        ]

    def write(self, path: Path) -> None:
        """Write a list of texts for each picture, and of the texts on none."""
        seen = {pair for pairs in self._pictures.values() for pair in pairs}
        others = [pair for pair in self._messages if pair not in seen]
        groups = {**self._pictures, "On no picture": others}
        path.write_text("\n".join(map(_group, groups, groups.values())), "utf-8")


def _group(name: str, pairs: list[tuple[str, str]]) -> str:
    return f"# {name}\n\n" + "".join(f"- {english}\n  → {text}\n" for english, text in pairs)


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
