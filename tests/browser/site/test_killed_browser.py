"""A browser that is killed in the middle of a game has kept every move that was answered."""

import json
import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error

from pickomino import Game
from pickomino.record.state import ActionEvent
from support.browser.static_site import LONG_MS, act, ask, make

KILLS = 3
PROCESSES = Path("/proc")


@pytest.fixture
def open_home(launch_with_profile, files, tmp_path):
    """Return a function that opens the start page in a browser; all have the same profile."""
    contexts = []

    def open_page():
        contexts.append(launch_with_profile(tmp_path))
        [page] = contexts[-1].pages
        page.set_default_timeout(LONG_MS)
        page.goto(f"{files.url}en/index.html")
        return page

    yield open_page
    for context in contexts:
        with suppress(Error):
            context.close()


def kill_browser(profile):
    """Kill all processes of the browser with this profile."""
    killed = 0
    for command in PROCESSES.glob("[0-9]*/cmdline"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if str(profile) in command.read_text():
                os.kill(int(command.parent.name), signal.SIGKILL)
                killed += 1
    assert killed


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="browsers are found by their command lines")
def test_killed_browser_has_kept_every_answered_move(open_home, tmp_path):
    page = open_home()
    made = make(page, "Ann", "Ben", bots=())
    actions = []
    for _ in range(KILLS):
        done = act(page, made)
        kill_browser(tmp_path)
        actions.append(done["action"])
        page = open_home()
        assert json.loads(ask(page, f"/api/rooms/{made['code']}"))["version"] == done["version"]
        game = Game.from_wgn(ask(page, f"/api/rooms/{made['code']}/record"))
        events = [step.event for step in game.steps]
        kept = [str(event.action) for event in events if isinstance(event, ActionEvent)]
        assert kept == actions
