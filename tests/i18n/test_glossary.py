"""Every catalog uses the terms of the glossary."""

import re
import tomllib
from functools import cache

import pytest
from babel.messages.pofile import read_po

from pickomino.i18n import CATALOGS, LANGUAGES
from scripts.glossary_page import PAGE, page

TRANSLATED = [language for language in LANGUAGES if language != "en"]
NOT_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|\w+(\+\w+)?\(\w+=\w+\)|pickomino\b")
"""Placeholders, commands and rule sets as they are typed."""
GLOSSARY = tomllib.loads((CATALOGS / "glossary.toml").read_text("utf-8"))
TERMS = GLOSSARY["terms"]


@cache
def complete_texts(language):
    """Return every text with its translation; plural forms are joined."""
    with (CATALOGS / language / "LC_MESSAGES" / "pickomino.po").open("rb") as file:
        return [(joined(m.id), joined(m.string)) for m in read_po(file, locale=language) if m.id]


def joined(forms):
    return " ".join(forms) if isinstance(forms, tuple) else forms


@cache
def texts(language):
    """Return every text with its translation, each without what is not a word."""
    return [tuple(NOT_WORDS.sub("", form) for form in pair) for pair in complete_texts(language)]


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
        assert set(term["word"]) == set(TRANSLATED)
        for language in TRANSLATED:
            assert pattern(term[language]).search(term["word"][language]), language
        assert set(term.get("never", {})) <= set(LANGUAGES)


def test_glossary_page_is_current():
    assert PAGE.read_text("utf-8") == page(), "run make catalogs"


@pytest.mark.parametrize("language", TRANSLATED)
def test_code_is_not_translated(language):
    """The French text of `verify --json` had typographic dots in its sample."""
    code = re.compile(r'`[^`{]+`|\{"[^}]*\}|\b\w+://[^\s,;)]+|--\w+|\(\w+=\w+\)')
    for english, text in complete_texts(language):
        assert [part for part in code.findall(english) if part not in text] == [], english


@pytest.mark.parametrize(
    ("language", "bends", "values"),
    [
        # "dell’8%" and "dall’11 novembre", but "del 7%".
        (
            "it",
            "il|la|un|al|del|dal|nel|sul|col|(?:a|da|de|ne|su)?l+’",
            "percent|share|date|first|cost|success|failure|failed",
        ),
        # "d’Ann" and "qu’Ann", but "de Ben".
        ("fr", "de|que|jusque|lorsque|puisque|le|la", "name|names|other|robbed|lucky|bot|next"),
    ],
)
def test_no_word_that_bends_stands_before_a_value(language, bends, values):
    bent = re.compile(rf"\b(?:{bends}) ?\{{(?:{values})\}}", re.IGNORECASE)
    assert [text for _, text in complete_texts(language) if bent.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language):
    """Straight ones are left in commands of a shell."""
    straight = re.compile(r"\w'\w|s' ")
    assert [text for _, text in texts(language) if straight.search(text)] == []


def test_french_punctuation_does_not_begin_a_line():
    plain = re.compile(r"[\w»’)}…] [:;?!»]|« ")
    assert [text for _, text in texts("fr") if plain.search(text)] == []
