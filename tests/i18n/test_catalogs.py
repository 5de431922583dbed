"""Every catalog is complete, with the same placeholders."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import pickomino
from pickomino.core.errors import Problem
from pickomino.i18n import CATALOGS, LANGUAGES, describe_problem, texts_in
from pickomino.i18n.numbers import format_percent
from scripts.extract_texts import extract
from support.error_codes import MESSAGES_BY_PACKAGE

PLACEHOLDER = re.compile(r"\{\w*\}")
SOURCE = Path(pickomino.__file__).parent


@cache
def catalog(language):
    with (CATALOGS / language / "LC_MESSAGES" / "pickomino.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def extracted():
    path = SOURCE.parents[1] / "scripts" / "extraction.toml"
    mappings = tomllib.loads(path.read_text("utf-8"))["mappings"]
    methods = [
        (mapping["pattern"], extract if mapping["pattern"] == "**.py" else mapping["method"])
        for mapping in mappings
    ]
    options = {mapping["pattern"]: {"silent": "false"} for mapping in mappings}
    keywords = {"gettext": None, "ngettext": (1, 2), "plural": (1, 2), "message": None, "_": None}
    messages = extract_from_dir(SOURCE, methods, options, keywords)
    return {text[0] if isinstance(text, tuple) else text for _, _, text, _, _ in messages}


def key(message):
    return message.id[0] if isinstance(message.id, tuple) else message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogs_are_complete(language):
    entries = {key(message): message for message in catalog(language) if message.id}
    assert extracted() == set(entries)
    for message in entries.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_percentages_in_texts_follow_the_language(language):
    texts = texts_in(language)
    for message in catalog(language):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for written in re.findall(r"\d+\s*%", " ".join(strings)):
            assert written == format_percent(int(written.rstrip("% \xa0")) / 100, texts, "0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders(language):
    for message in catalog(language):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id:
            wanted = set(PLACEHOLDER.findall(ids[-1]))
            for string in strings:
                assert set(PLACEHOLDER.findall(string)) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_follow_the_language(language):
    texts = texts_in(language)
    one, two, none = (texts.ngettext("{count} worm", "{count} worms", n) for n in (1, 2, 0))
    assert one != two
    # French and Brazilian Portuguese count nothing as one.
    assert none == (one if language in ("fr", "pt_BR") else two)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_translations_differ_from_english(language):
    same = [key(m) for m in catalog(language) if m.id and m.string == m.id]
    # A few entries are names or marks and may stay as they are.
    assert len(same) < len(catalog(language)) * 0.1, same


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_code_is_translated(language):
    messages = {code: text for own in MESSAGES_BY_PACKAGE.values() for code, text in own.items()}
    assert len(messages) > 190
    for code, text in messages.items():
        names = PLACEHOLDER.findall(text)
        parameters = {name.strip("{}"): "X1" for name in names}
        sentence = describe_problem(texts_in(language), Problem(code, parameters))
        assert sentence.count("X1") >= len(set(names)), code


def test_nested_problems_are_translated():
    inner = Problem("tile_missing", {"tile": 25})
    outer = Problem("record_turn", {"line": 3, "turn": "2a", "reason": inner})
    german = texts_in("de")
    assert describe_problem(german, inner) in describe_problem(german, outer)
    assert describe_problem(german, inner) != str(inner)


def test_no_text_is_in_a_template_literal_or_f_string():
    # Babel does not read them: such a text would stay English in every language.
    hidden = {
        ".js": re.compile(r"\$\{[^}`]*\b(_|ngettext)\("),
        ".py": re.compile(r"""\{[^}"']*gettext\(["']"""),
    }
    hits = [
        f"{path.name}:{number}"
        for suffix, pattern in hidden.items()
        for path in sorted(SOURCE.rglob(f"*{suffix}"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert hits == []
