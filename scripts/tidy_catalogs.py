"""Tidy the catalogs after `make catalogs` has updated them.

English gets its own message ids as texts, French and Italian get typographic apostrophes, and
French gets no-break spaces at its punctuation marks.
"""

import re
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po, write_po

CATALOGS = Path("src/pickomino/i18n/catalogs")
FRENCH_SPACE = re.compile(r"(?<=[\w»’)}\]…]) (?=[:;?!»])|(?<=«) ")
APOSTROPHE = re.compile(r"(?<=\w)'(?=[\w{“])")


def typographic(text: str, language: str) -> str:
    """Return a text with the signs of its language, but leave code in backquotes as it is.

    >>> typographic("l'ami ? `c'est`", "fr")
    "l’ami\\xa0? `c'est`"
    """
    parts = text.split("`")
    parts[::2] = [APOSTROPHE.sub("’", part) for part in parts[::2]]
    whole = "`".join(parts)
    return FRENCH_SPACE.sub("\u00a0", whole) if language == "fr" else whole


def tidy(text: Any, language: str) -> Any:
    """Return a text, or all its plural forms, with the signs of its language."""
    if isinstance(text, str):
        return typographic(text, language)
    return tuple(typographic(form, language) for form in text)


def main() -> None:
    """Tidy the catalogs of English, French and Italian."""
    for language in ("en", "fr", "it"):
        path = CATALOGS / language / "LC_MESSAGES/pickomino.po"
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
        for message in catalog:
            if message.id:
                message.string = message.id if language == "en" else tidy(message.string, language)
        with path.open("wb") as file:
            write_po(file, catalog, width=0, sort_output=True)


if __name__ == "__main__":
    main()
