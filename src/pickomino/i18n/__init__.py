"""Text in seven languages from gettext catalogs.

Only `cli`, `tui`, `server` and `tables` import this package. The other packages report codes and
parameters, which `describe_problem` turns into a sentence.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pickomino.core.errors import ALL_MESSAGES, PickominoError, Problem

LANGUAGES: Final = ("en", "de", "fr", "it", "pt_BR", "nl", "es")
DOMAIN: Final = "pickomino"
CATALOGS: Final = Path(__file__).parent / "catalogs"

Texts = gettext.NullTranslations
"""The translations of one language: `texts.gettext(...)`, `texts.ngettext(...)`."""


@cache
def texts_in(language: str) -> Texts:
    return gettext.translation(DOMAIN, str(CATALOGS), [language])


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for; English if there is no catalog for it.

    >>> preferred_language({"LANG": "de_AT.UTF-8"}), preferred_language({"LC_ALL": "pt_PT"})
    ('de', 'pt_BR')
    >>> preferred_language({"LC_ALL": "C", "LANG": "de_DE"})
    'en'
    """
    for name in environment.get("LANGUAGE", "").split(":"):
        language = matching_language(name)
        if language is not None:
            return language
    names = (environment.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return matching_language(next(filter(None, names), "")) or "en"


def select_texts(language: str | None) -> Texts:
    """Select the language of this process and its errors; the default is the environment's."""
    if language is not None:
        os.environ["LANGUAGE"] = language
    return texts_in(preferred_language())


def matching_language(name: str) -> str | None:
    """Return the entry of LANGUAGES that matches a locale name or language tag, if any.

    >>> matching_language("fr-CA"), matching_language("PT"), matching_language("xx")
    ('fr', 'pt_BR', None)
    """
    start = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return next((known for known in LANGUAGES if start and known.startswith(start)), None)


def describe_problem(texts: Texts, problem: Problem) -> str:
    """Return a problem as a sentence; problems inside its parameters are translated too."""
    parameters = {
        name: describe_problem(texts, value) if isinstance(value, Problem) else value
        for name, value in problem.parameters.items()
    }
    return texts.gettext(ALL_MESSAGES[problem.code]).format(**parameters)


def describe_error(texts: Texts, error: PickominoError) -> str:
    """Return every problem in an error, one per line."""
    return "\n".join(describe_problem(texts, problem) for problem in error.problems)
