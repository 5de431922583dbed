"""What cannot be done is told, whatever people typed; brackets are not markup."""

import asyncio
import os

import pytest

from support.tui.app_driver import new_app, recorded_game, running, settle
from support.tui.screen_text import screen_text


def told_after(folder, *keys_and_texts):
    """Press keys, paste texts that are not keys, and give the screen with its complaint."""

    async def go():
        app = new_app(folder)
        async with running(app) as pilot:
            for each in keys_and_texts:
                if isinstance(each, bytes):
                    app.screen.focused.value = each.decode()
                else:
                    await pilot.press(each)
                await settle(pilot)
            return screen_text(app)

    return asyncio.run(go())


@pytest.mark.parametrize("name", ["/no/[/x]", "games [old] 1.wgn", "~nobody-here/x"])
def test_a_file_that_cannot_be_read_is_told_by_its_whole_name(tmp_path, name):
    """Once brackets were missing from it, or ended the app."""
    screen = told_after(tmp_path, "s", "o", name.encode(), "enter")
    assert name.removeprefix("~") in screen.replace("\n", "")
    assert "cannot" in screen


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    screen = told_after(tmp_path, "s", "o", str(tmp_path / "pipe").encode(), "enter")
    assert "is not a plain file" in screen


def test_damaged_games_are_listed_as_damaged(tmp_path):
    """Once they vanished from the list."""
    (tmp_path / "ABCD2345.room").write_bytes(b"nothing of the kind")
    assert "Damaged, cannot be read: ABCD2345.room" in told_after(tmp_path, "s")


def test_a_turn_of_brackets_is_told_as_it_was_typed(tmp_path):
    """Once it ended the app."""
    file = tmp_path / "game.wgn"
    file.write_text(recorded_game().wgn())
    screen = told_after(tmp_path, "s", "o", str(file).encode(), "enter", "g", b"[/]", "enter")
    assert "There is no turn [/]." in screen


def test_a_name_of_brackets_is_told_as_it_was_typed(tmp_path):
    """Once it ended the app."""
    screen = told_after(tmp_path, "n", "tab", b"bot:[/x]", "f2")
    assert "bot:[/x]" in screen
