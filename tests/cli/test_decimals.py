"""Decimals on the command line: all languages but English have a comma."""

import json
import re

import pytest

from pickomino import Position
from pickomino.analysis.advice import advise
from pickomino.arena.match import play_match
from pickomino.arena.settings import Hypotheses, MatchSettings
from pickomino.cli.commands.arena import Report
from pickomino.cli.commands.odds import odds, print_advice, print_odds
from pickomino.core.rules import Rules
from pickomino.i18n import LANGUAGES, texts_in

POINT = re.compile(r"\d\.\d")
COMMA = re.compile(r"\d,\d")
WFEN = "standard oooooooooooooooo -/- a 555www 14"


def check(text, language):
    wanted, other = (POINT, COMMA) if language == "en" else (COMMA, POINT)
    assert wanted.search(text)
    assert not other.search(text), text


@pytest.mark.parametrize("aim", ["worms", "win"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_use_the_decimals_of_the_language(capsys, language, aim):
    """Regression: they had a point in every language."""
    advice = advise(Position.from_wfen(WFEN), aim)
    print_odds(advice, texts_in(language))
    print_advice(advice, texts_in(language))
    check(capsys.readouterr().out, language)


def test_json_odds_do_not_depend_on_the_language(capsys, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    outputs = []
    for language in LANGUAGES:
        odds(WFEN, json=True, language=language)
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs == outputs[:1] * len(LANGUAGES)


@pytest.fixture(scope="module")
def match():
    settings = MatchSettings(
        ("beginner", "random"),
        games=4,
        rules=Rules.preset("standard"),
        turn_limit=20,
        hypotheses=Hypotheses.parse("0.50,0.52"),
    )
    return play_match(settings, workers=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_arena_uses_the_decimals_of_the_language(capsys, match, language):
    """Regression: it wrote a point in every language."""
    Report(match, texts_in(language)).print()
    check(capsys.readouterr().out, language)
