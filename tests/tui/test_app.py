"""The app: input before screens are ready, sizes, language, colours and quitting."""

import pytest
from textual import events

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.drawing.palette import PALETTES
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from support.tui.app_driver import (
    new_app,
    plan,
    resize,
    running,
    running_app,
    settle,
    until,
)
from support.tui.clicks import press, send
from support.tui.screen_text import SIZES, screen_lines, screen_text


@pytest.mark.parametrize("keys", ["qs", "qn", "q?"])
async def test_keys_typed_after_quitting_are_ignored(tmp_path, keys):
    app = new_app(tmp_path)
    async with app.run_test(size=SIZES["medium"]) as pilot:
        send(app, *keys)
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


@pytest.mark.parametrize("keys", [("n", "f2"), ("n", "right", "f2"), ("s", "v", "d"), ("o", "f5")])
async def test_keys_before_the_screen_is_ready_are_safe(tmp_path, keys):
    async with running_app(tmp_path) as (app, pilot):
        send(app, *keys)
        await settle(pilot)
        await pilot.press("escape")
        assert app.is_running


@pytest.mark.parametrize("size", [(4, 24), (60, 19)])
async def test_small_terminal_shows_the_needed_size(tmp_path, size):
    note = "Pickominoneeds60×20"[: size[0] * size[1]]
    app = new_app(tmp_path, plan("Ann", "Ben"))

    def is_noted():
        return note in "".join(screen_lines(app)).replace(" ", "")

    async with running(app) as pilot:
        before = app.screen.view.version
        await resize(pilot, size)
        await until(pilot, is_noted)
        await press(pilot, "1", "2", "3", "4", "5", "w", "enter")
        unmoved = app.screen.view.version == before
        await resize(pilot, SIZES["medium"])
        await until(pilot, lambda: not is_noted())
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen.view.version > before)
        large = screen_text(app)
    assert unmoved, "keys are ignored while nothing is visible"
    assert "Ann" in large


async def test_screen_opened_in_a_small_terminal_is_covered(tmp_path):
    async with running_app(tmp_path, size=(40, 12)) as (app, pilot):
        screen = SavedScreen()
        screen.on_resize(events.Resize(app.size, app.size))
        await app.push_screen(screen)
        await until(pilot, lambda: "needs 60 × 20" in screen_text(app))
        assert screen.is_current


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_quitting_ends_the_app(tmp_path, key):
    async with running_app(tmp_path) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
    assert app.return_code == 0


async def test_language_can_be_changed_in_the_menu(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        for place, language in reversed([*enumerate(LANGUAGES)]):
            await press(pilot, "l", *["down"] * place, "enter")
            assert app.language == language
            assert texts_in(language).gettext("Quit") in screen_text(app), language


async def test_colours_change_with_a_key(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        for theme in (*PALETTES, *PALETTES):
            assert app.theme == theme
            await press(pilot, "ctrl+t")


async def test_screen_follows_the_size_of_the_terminal(tmp_path):
    app = new_app(tmp_path)
    classes = []
    async with running(app, SIZES["large"]) as pilot:
        await pilot.press("n")
        for size in ((60, 20), (80, 24), (110, 34), (160, 50), (30, 8)):
            await resize(pilot, size)
            classes += app.screen.classes & {"-small", "-medium", "-wide", "-large"}
        assert isinstance(app.screen, NewGameScreen)
    assert classes == ["-small", "-medium", "-wide", "-large", "-small"]


async def test_ctrl_c_explains_how_to_quit(tmp_path):
    """Regression: it did so in English only."""
    async with running_app(tmp_path) as (app, pilot):
        for language in LANGUAGES:
            app.set_language(language)
            await press(pilot, "ctrl+c")
        notes = [note.message for note in app._notifications]
    sentences = [texts_in(language).gettext("quit; nothing is lost") for language in LANGUAGES]
    assert notes == [f"Ctrl+Q: {text}" for text in sentences]
