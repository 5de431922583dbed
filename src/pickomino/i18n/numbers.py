"""Number formats of each language."""

from __future__ import annotations

from pickomino.i18n import Texts


def localize_decimal(number: str, texts: Texts) -> str:
    """Return a number with the decimal sign of the language: a comma in all but English.

    >>> from pickomino.i18n import texts_in
    >>> localize_decimal("0.5", texts_in("en")), localize_decimal("0.5", texts_in("fr"))
    ('0.5', '0,5')
    """
    is_english = texts.info().get("language", "en") == "en"
    return number if is_english else number.replace(".", ",")


def format_percent(share: float, texts: Texts) -> str:
    """Return a share as a percentage.

    >>> from pickomino.i18n import texts_in
    >>> format_percent(0.1234, texts_in("en")), format_percent(0.1234, texts_in("de"))
    ('12.3 %', '12,3 %')
    """
    return localize_decimal(f"{100 * share:.1f} %", texts)
