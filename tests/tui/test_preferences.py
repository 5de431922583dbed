"""Preferences: the palette at the start, and the file they are stored in."""

import asyncio
import json

import pytest

from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PLAIN, TERMINAL
from pickomino.tui.preferences import AppPreferences, default_palette_name
from support.tui.app_driver import (
    new_app,
    running,
)
from support.tui.clicks import press


def app_with_preferences(folder):
    return new_app(folder, preferences=AppPreferences(folder.parent / "preferences.json"))


@pytest.mark.parametrize(
    ("colorfgbg", "palette"),
    [
        ("0;15", DAYLIGHT),
        ("0;7", DAYLIGHT),
        ("0;default;15", DAYLIGHT),
        ("15;0", DUSK),
        ("7;default;0", DUSK),
        ("12;8", DUSK),
        ("0;11", DUSK),
        ("0;default", DUSK),
        ("15;", DUSK),
        ("", DUSK),
    ],
)
def test_light_terminals_start_with_daylight(tmp_path, monkeypatch, colorfgbg, palette):
    assert default_palette_name({"TERM": "xterm-256color", "COLORFGBG": colorfgbg}) == palette.name
    monkeypatch.setenv("COLORFGBG", colorfgbg)
    assert app_with_preferences(tmp_path / "games").theme == palette.name


def test_dusk_is_the_default(tmp_path):
    assert app_with_preferences(tmp_path / "games").theme == DUSK.name
    assert list(tmp_path.iterdir()) == []


def palette_after(folder, *keys):
    async def go():
        app = app_with_preferences(folder)
        async with running(app) as pilot:
            await press(pilot, *keys)
            return app.theme

    return asyncio.run(go())


def test_chosen_palette_is_remembered(tmp_path, monkeypatch):
    folder = tmp_path / "data" / "games"
    assert palette_after(folder, "ctrl+t", "ctrl+t") == TERMINAL.name
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert app_with_preferences(folder).theme == TERMINAL.name
    assert palette_after(folder, "ctrl+t") == DUSK.name
    assert app_with_preferences(folder).theme == DUSK.name
    assert [path.name for path in folder.parent.glob("*pref*")] == ["preferences.json"]


def test_no_color_overrides_the_choice(tmp_path, monkeypatch):
    file = tmp_path / "preferences.json"
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    before = file.read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert palette_after(tmp_path / "games", "ctrl+t") == PLAIN.name
    assert file.read_text() == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'"dusk"', b'{"colours": 7}', b'{"colours": "noon"}', b"\xff", b"[" * 99999],
)
def test_damaged_file_counts_as_empty(tmp_path, content):
    file = tmp_path / "preferences.json"
    file.write_bytes(content)
    assert app_with_preferences(tmp_path / "games").theme == DUSK.name
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    assert app_with_preferences(tmp_path / "games").theme == DAYLIGHT.name


def test_unknown_preferences_are_kept(tmp_path):
    file = tmp_path / "preferences.json"
    file.write_text('{"colours": "dusk", "of a newer version": [1]}')
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    assert json.loads(file.read_text()) == {"colours": "daylight", "of a newer version": [1]}


def test_unwritable_folder_only_loses_the_choice(tmp_path):
    (tmp_path / "data").write_text("not a folder")
    AppPreferences(tmp_path / "data" / "preferences.json").keep(colours=DAYLIGHT.name)
    (tmp_path / "preferences.json").mkdir()
    assert palette_after(tmp_path / "games", "ctrl+t") == DAYLIGHT.name
    assert [path.name for path in tmp_path.glob(".pref*")] == []


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"TERM": "linux"}, "terminal"),
        ({"TERM": "xterm-16color"}, "terminal"),
        ({"TERM": "screen", "COLORFGBG": "0;15"}, "terminal"),
        ({"TERM": "xterm-256color"}, "dusk"),
        ({"TERM": "foot", "COLORTERM": "truecolor"}, "dusk"),
    ],
)
def test_default_palette_follows_the_terminal(environment, name):
    assert default_palette_name(environment) == name


async def test_language_is_remembered(tmp_path):
    preferences = AppPreferences(tmp_path / "preferences.json")
    app = new_app(tmp_path / "games", preferences=preferences)
    async with running(app):
        app.set_language("de")
    assert AppPreferences(tmp_path / "preferences.json").language == "de"
