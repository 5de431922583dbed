"""Generate docs/glossary.md from the glossary of the catalogs.

python scripts/glossary_page.py            write the page
python scripts/glossary_page.py --check    exit with 1 if it is out of date
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from pickomino.i18n import CATALOGS, LANGUAGES
from pickomino.i18n.options import LANGUAGE_NAMES

PAGE = Path(__file__).parent.parent / "docs/glossary.md"
HEAD = """\
# Glossary

The words of the game, one for one thing in each language, for [translators](translating.md).
`make catalogs` generates this page from `src/pickomino/i18n/catalogs/glossary.toml`. Tests check
that every text uses these words, and none of those to avoid. A star stands for any letters.
"""


def page() -> str:
    """Return the page: the English words, then a table for each language."""
    glossary = tomllib.loads((CATALOGS / "glossary.toml").read_text("utf-8"))
    terms = glossary["terms"]
    parts = [HEAD, _table(("English", "meaning"), [(_english(t), t["meaning"]) for t in terms])]
    never = glossary["never"]
    sections = [_section(code, terms, never.get(code, ())) for code in LANGUAGES if code != "en"]
    return "\n".join([*parts, *sections])


def _section(language: str, terms: list[dict[str, Any]], phrases: tuple[str, ...]) -> str:
    rows = [
        (_english(term), term["word"][language], _quoted(term.get("never", {}).get(language, ())))
        for term in terms
    ]
    section = f"## {LANGUAGE_NAMES[language]}\n\n" + _table(("English", "word", "avoid"), rows)
    return section + (f"\nNever write: {_quoted(phrases)}.\n" if phrases else "")


def _english(term: dict[str, Any]) -> str:
    return term.get("title", term["english"][0])


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def main() -> int:
    """Write the page, or check it."""
    if "--check" in sys.argv:
        return PAGE.read_text("utf-8") != page()
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
