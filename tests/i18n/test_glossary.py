"""Every catalog uses the terms of the glossary."""

import re
import tomllib
from functools import cache

import pytest
from babel.messages.pofile import read_po

from pickomino.i18n import CATALOGS, LANGUAGES

TRANSLATED = [language for language in LANGUAGES if language != "en"]
NOT_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|\w+(\+\w+)?\(\w+=\w+\)|pickomino\b")
"""Placeholders, commands and rule sets as they are typed."""
GLOSSARY = tomllib.loads((CATALOGS / "glossary.toml").read_text("utf-8"))
TERMS = GLOSSARY["terms"]


@cache
def texts(language):
    """Return every text with its translation, each without what is not a word."""
    with (CATALOGS / language / "LC_MESSAGES" / "pickomino.po").open("rb") as file:
        return [tuple(map(words, (m.id, m.string))) for m in read_po(file, locale=language) if m.id]


def words(text):
    return NOT_WORDS.sub("", " ".join(text) if isinstance(text, tuple) else text)


def pattern(forms):
    starred = "|".join(re.escape(form).replace(r"\*", r"\w*") for form in forms)
    return re.compile(rf"(?<!\w)(?:{starred})(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term["english"][0])
def test_terms_are_translated_consistently(term):
    english, free = pattern(term["english"]), tuple(term.get("free", ()))
    for language in TRANSLATED:
        wanted = pattern(term[language])
        pairs = [pair for pair in texts(language) if english.search(pair[0])]
        assert pairs, "no text uses this term any more"
        strange = [pair for pair in pairs if not wanted.search(pair[1])]
        assert [pair for pair in strange if not (free and pair[0].startswith(free))] == [], language


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_forbidden_word(language):
    listed = [*(term.get("never", {}) for term in TERMS), GLOSSARY["never"]]
    forms = [form for never in listed for form in never.get(language, ())]
    forbidden = pattern(forms)
    matches = [(text, forbidden.findall(text)) for _, text in texts(language)]
    assert [(text, hits) for text, hits in matches if hits] == []


def test_glossary_covers_every_language():
    for term in TERMS:
        assert term["meaning"].endswith(".")
        assert set(TRANSLATED) <= set(term)
        assert set(term.get("never", {})) <= set(LANGUAGES)
