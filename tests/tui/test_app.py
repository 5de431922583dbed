"""The app: input before screens are ready, sizes, language, colours and quitting."""

import asyncio

import pytest
from textual import events

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.drawing.palette import PALETTES
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from support.tui.app_driver import (
    new_app,
    plan,
    resize,
    running,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text


def send(app, *keys):
    """Press keys all at once, before the first one has an effect."""
    for key in keys:
        event = events.Key(key, key if len(key) == 1 else None)
        event.set_sender(app)
        app._driver.send_message(event)


@pytest.mark.parametrize("keys", ["qs", "qn", "q?"])
def test_keys_typed_after_quitting_are_ignored(tmp_path, keys):
    async def go():
        app = new_app(tmp_path)
        async with app.run_test(size=SIZES["medium"]) as pilot:
            send(app, *keys)
            await until(pilot, lambda: not app.is_running)
        return app.return_code

    assert asyncio.run(go()) == 0


@pytest.mark.parametrize("keys", [("n", "f2"), ("n", "right", "f2"), ("s", "v", "d"), ("o", "f5")])
def test_keys_before_the_screen_is_ready_are_safe(tmp_path, keys):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            send(app, *keys)
            await settle(pilot)
            await pilot.press("escape")
            return app.is_running

    assert asyncio.run(go())


@pytest.mark.parametrize("size", [(4, 24), (60, 19)])
def test_small_terminal_shows_the_needed_size(tmp_path, size):
    note = "Pickominoneeds60×20"[: size[0] * size[1]]

    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))

        def is_noted():
            return note in "".join(screen_lines(app)).replace(" ", "")

        async with running(app) as pilot:
            before = app.screen.view.version
            await resize(pilot, size)
            await until(pilot, is_noted)
            await pilot.press("1", "2", "3", "4", "5", "w", "enter")
            await settle(pilot)
            unmoved = app.screen.view.version == before
            await resize(pilot, SIZES["medium"])
            await until(pilot, lambda: not is_noted())
            await pilot.press("down", "enter")
            await until(pilot, lambda: app.screen.view.version > before)
            return unmoved, screen_text(app)

    unmoved, large = asyncio.run(go())
    assert unmoved, "keys are ignored while nothing is visible"
    assert "Ann" in large


def test_screen_opened_in_a_small_terminal_is_covered(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app, (40, 12)) as pilot:
            screen = SavedScreen()
            screen.on_resize(events.Resize(app.size, app.size))
            await app.push_screen(screen)
            await until(pilot, lambda: "needs 60 × 20" in screen_text(app))
            return screen.is_current

    assert asyncio.run(go())


def test_game_starts_although_it_cannot_be_saved(tmp_path):
    (tmp_path / "file").write_text("not a folder")

    async def go():
        app = new_app(tmp_path / "file" / "games", plan("Ann", "Ben"))
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            await settle(pilot)
            await until(pilot, lambda: "Not a directory" in screen_text(app))
            return app.screen.view.phase

    assert asyncio.run(go()) == "playing"


def test_quitting_ends_the_app(tmp_path):
    async def go(key):
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await pilot.press(key)
            await pilot.pause()
        return app.return_code

    assert asyncio.run(go("q")) == 0
    assert asyncio.run(go("ctrl+q")) == 0


def test_language_can_be_changed_in_the_menu(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for place, language in reversed([*enumerate(LANGUAGES)]):
                await press(pilot, "l", *["down"] * place, "enter")
                assert app.language == language
                assert texts_in(language).gettext("Quit") in screen_text(app), language

    asyncio.run(go())


def test_colours_change_with_a_key(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for theme in (*PALETTES, *PALETTES):
                assert app.theme == theme
                await press(pilot, "ctrl+t")

    asyncio.run(go())


def test_screen_follows_the_size_of_the_terminal(tmp_path):
    async def go():
        app = new_app(tmp_path)
        classes = []
        async with running(app, SIZES["large"]) as pilot:
            await pilot.press("n")
            for size in ((60, 20), (80, 24), (110, 34), (160, 50), (30, 8)):
                await resize(pilot, size)
                classes.append(app.screen.classes & {"-small", "-medium", "-wide", "-large"})
            assert isinstance(app.screen, NewGameScreen)
        return classes

    sizes = ["-small", "-medium", "-wide", "-large", "-small"]
    assert asyncio.run(go()) == [{size} for size in sizes]


def test_ctrl_c_explains_how_to_quit(tmp_path):
    """Regression: it did so in English only."""

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for language in LANGUAGES:
                app.set_language(language)
                await press(pilot, "ctrl+c")
            return [note.message for note in app._notifications]

    sentences = [texts_in(language).gettext("quit; nothing is lost") for language in LANGUAGES]
    assert asyncio.run(go()) == [f"Ctrl+Q: {text}" for text in sentences]
