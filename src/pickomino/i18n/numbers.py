"""Numbers as a language writes them."""

from __future__ import annotations

from pickomino.i18n import Texts


def decimal(number: str, texts: Texts) -> str:
    """Write a number as the language of some texts does: all but English have a comma.

    >>> from pickomino.i18n import texts_in
    >>> decimal("0.5", texts_in("en")), decimal("0.5", texts_in("fr"))
    ('0.5', '0,5')
    """
    is_english = texts.info().get("language", "en") == "en"
    return number if is_english else number.replace(".", ",")


def percent(share: float, texts: Texts) -> str:
    """Write a share.

    >>> from pickomino.i18n import texts_in
    >>> percent(0.1234, texts_in("en")), percent(0.1234, texts_in("de"))
    ('12.3 %', '12,3 %')
    """
    return decimal(f"{100 * share:.1f} %", texts)
