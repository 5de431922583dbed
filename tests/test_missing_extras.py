"""A bot whose libraries are missing is never offered, and refused with the command for them."""

import asyncio
import importlib.util
import json

import pytest

from pickomino import PickominoError
from pickomino.bots.registry import make_bot
from pickomino.cli.bots import bots
from pickomino.cli.serve import serve
from pickomino.rooms import BotSeat, LocalTable, PersonSeat
from pickomino.rooms.domain.validation import checked_bot
from pickomino.server.http.api import show_options
from pickomino.server.http.locale import client_catalog
from support.thread_bots import ThreadBots
from support.tui.playing import new_app, running, settled

COMMAND = "pip install 'pickomino[bots]'"


@pytest.fixture
def hide(monkeypatch):
    real = importlib.util.find_spec

    def hidden(*names):
        monkeypatch.setattr(
            importlib.util,
            "find_spec",
            lambda name, *rest: None if name in names else real(name, *rest),
        )

    return hidden


@pytest.mark.parametrize("library", ["numba", "numpy"])
@pytest.mark.parametrize("bot", ["strategist", "champion", "champion:depth=2"])
@pytest.mark.parametrize("asked", [make_bot, checked_bot])
def test_strong_bots_are_refused_with_the_command_that_installs_them(hide, asked, bot, library):
    asked(bot)
    hide(library)
    with pytest.raises(PickominoError, match=library) as refused:
        asked(bot)
    assert COMMAND in str(refused.value)
    asked("expert")


def test_a_server_offers_only_bots_that_are_installed(hide):
    hide("numpy")
    offered = [bot["name"] for bot in show_options.fn()["bots"]]
    assert offered == ["random", "beginner", "family", "expert"]
    assert list(json.loads(client_catalog.__wrapped__("de"))["bots"]) == offered


def test_the_list_of_bots_says_what_is_missing(hide, capsys):
    bots(language="en")
    assert "pip install" not in capsys.readouterr().out
    hide("numba", "numpy")
    bots(language="en")
    assert capsys.readouterr().out.count(f"not installed: numba, numpy; {COMMAND}") == 2
    bots(json=True)
    missing = {bot["name"]: bot["missing"] for bot in json.loads(capsys.readouterr().out)}
    assert missing["champion"] == ["numba", "numpy"]
    assert missing["expert"] == []


def test_the_hint_of_the_server_names_all_that_is_needed(hide):
    hide("litestar", "segno", "numba")
    with pytest.raises(PickominoError, match="litestar, segno, numba") as refused:
        serve()
    assert "pip install 'pickomino[bots,web]'" in str(refused.value)


def test_a_new_game_offers_only_bots_that_are_installed(hide, tmp_path):
    async def offered():
        async with running(new_app(tmp_path)) as pilot:
            await pilot.press("n")
            await settled(pilot)
            return [value for value, _ in pilot.app.screen.query_one("#seat-1").values]

    hide("numba")
    kinds = asyncio.run(offered())
    assert kinds == ["person", "random", "beginner", "family", "expert", "nobody"]


def test_a_saved_game_does_not_go_on_with_a_bot_that_only_has_the_name(hide, tmp_path):
    async def begun():
        seats = PersonSeat("Ann"), BotSeat("champion")
        table = await LocalTable.new(tmp_path, seats, seed=1, bots=ThreadBots())
        await table.close()
        return table.code

    code = asyncio.run(begun())
    hide("numpy")
    with pytest.raises(PickominoError, match="numpy"):
        asyncio.run(LocalTable.resume(tmp_path, code, bots=ThreadBots()))
