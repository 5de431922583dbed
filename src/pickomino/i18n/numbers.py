"""Numbers as each language writes them. Babel is imported when the first number is formatted."""

from __future__ import annotations

from math import floor

from pickomino.i18n import Texts


def format_number(number: float, texts: Texts, pattern: str = "0.0") -> str:
    """Return a number as a CLDR pattern formats it, with a minus sign unless it shows as zero.

    Halves are rounded up, as in the browser.

    >>> from pickomino.i18n import texts_in
    >>> format_number(-0.25, texts_in("en")), format_number(2.5, texts_in("fr"), "+0.00")
    ('−0.2', '+2,50')
    """
    return _format(_round(number, _precision(pattern)), texts, pattern)


def _format(number: float, texts: Texts, pattern: str) -> str:
    from babel.numbers import format_decimal

    text = format_decimal(number, pattern, locale=_locale(texts))
    return text.replace("-", "−" if set(text) & set("123456789") else "")


def format_percent(share: float, texts: Texts, pattern: str = "0.0") -> str:
    r"""Return a share as a percentage.

    >>> from pickomino.i18n import texts_in
    >>> format_percent(0.1234, texts_in("en")), format_percent(0.1234, texts_in("de"))
    ('12.3%', '12,3\xa0%')
    """
    from babel import Locale

    percentage = Locale.parse(_locale(texts)).percent_formats[None].pattern
    percent = 100 * _round(share, 100 * _precision(pattern))
    return percentage.replace("#,##0", _format(percent, texts, pattern))


def _precision(pattern: str) -> int:
    """Return one over the value of a pattern's last digit."""
    return int(10 ** len(pattern.partition(".")[2]))


def _round(number: float, scale: int) -> float:
    return round_half_up(number * scale) / scale


def round_half_up(number: float) -> int:
    """Return the nearest whole number, of two the greater, as `Math.round` does in the browser.

    >>> round_half_up(0.5), round_half_up(1.5), round_half_up(-0.5)
    (1, 2, 0)
    """
    return floor(number + 0.5)


def percent_pattern(*, is_estimate: bool) -> str:
    """Return how to format win chances and what depends on them; estimates have no decimals."""
    return "0" if is_estimate else "0.0"


def _locale(texts: Texts) -> str:
    return texts.info().get("language", "en")
