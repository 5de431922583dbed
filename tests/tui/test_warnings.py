"""Warnings quote what the player typed; brackets are not markup."""

import asyncio
import os

import pytest

from support.tui.app_driver import recorded_game, running_app, settle
from support.tui.screen_text import screen_text


def warned_after(folder, *keys_and_texts):
    """Press keys, paste texts given as bytes, and return the screen with its warning."""

    async def go():
        async with running_app(folder) as (app, pilot):
            for item in keys_and_texts:
                if isinstance(item, bytes):
                    app.screen.focused.value = item.decode()
                else:
                    await pilot.press(item)
                await settle(pilot)
            return screen_text(app)

    return asyncio.run(go())


@pytest.mark.parametrize("name", ["/no/[/x]", "games [old] 1.wgn", "~nobody-here/x"])
def test_unreadable_file_is_named_in_full(tmp_path, name):
    """Regression: brackets were missing from it, or crashed the app."""
    screen = warned_after(tmp_path, "s", "o", name.encode(), "enter")
    assert name.removeprefix("~") in screen.replace("\n", "")
    assert "cannot" in screen


def test_pipes_are_not_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    screen = warned_after(tmp_path, "s", "o", b"pipe", "enter")
    assert "is not a regular file" in screen


def test_damaged_games_are_listed_as_damaged(tmp_path):
    """Regression: they vanished from the list."""
    (tmp_path / "ABCD2345.room").write_bytes(b"nothing of the kind")
    assert "Damaged, cannot be read: ABCD2345.room" in warned_after(tmp_path, "s")


def test_turn_in_brackets_is_quoted(tmp_path):
    """Regression: it crashed the app."""
    file = tmp_path / "game.wgn"
    file.write_text(recorded_game().wgn())
    screen = warned_after(tmp_path, "s", "o", str(file).encode(), "enter", "g", b"[/]", "enter")
    assert "There is no turn [/]." in screen


def test_name_in_brackets_is_quoted(tmp_path):
    """Regression: it crashed the app."""
    screen = warned_after(tmp_path, "n", "tab", b"bot:[/x]", "f2")
    assert "bot:[/x]" in screen
