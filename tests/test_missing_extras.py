"""Bots whose libraries are missing are not offered, and refused with the install command."""

import importlib.util
import io
import json

import pytest

from pickomino import PickominoError
from pickomino.bots.registry import make_bot
from pickomino.cli.commands.bots import bots
from pickomino.cli.commands.play import play
from pickomino.cli.commands.serve import serve
from pickomino.rooms import BotSeat, PersonSeat
from pickomino.rooms.domain.validation import validate_bot
from pickomino.server.http.api import show_options
from pickomino.server.http.locale import client_catalog
from pickomino.tables.offline import GamePlan, OfflineTable
from support.thread_bots import ThreadBots
from support.tui.app_driver import new_app, running
from support.tui.clicks import press

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
@pytest.mark.parametrize("request_bot", [make_bot, validate_bot])
def test_refusal_of_a_bot_names_the_install_command(hide, request_bot, bot, library):
    request_bot(bot)
    hide(library)
    with pytest.raises(PickominoError, match=library) as refused:
        request_bot(bot)
    assert COMMAND in str(refused.value)
    request_bot("expert")


def test_server_offers_only_installed_bots(hide):
    hide("numpy")
    offered = [bot["name"] for bot in show_options.fn()["bots"]]
    assert offered == ["random", "beginner", "family", "expert"]
    assert list(json.loads(client_catalog.__wrapped__("de"))["bots"]) == offered


def test_bot_list_names_missing_libraries(hide, capsys):
    bots(language="en")
    assert "pip install" not in capsys.readouterr().out
    hide("numba", "numpy")
    bots(language="en")
    assert capsys.readouterr().out.count(f"not installed: numba, numpy; run: {COMMAND}") == 2
    bots(json=True)
    missing = {bot["name"]: bot["missing"] for bot in json.loads(capsys.readouterr().out)}
    assert missing["champion"] == ["numba", "numpy"]
    assert missing["expert"] == []


def test_serve_names_every_missing_library(hide):
    hide("litestar", "segno", "numba")
    with pytest.raises(PickominoError, match="litestar, segno, numba") as refused:
        serve()
    assert "pip install 'pickomino[bots,web]'" in str(refused.value)


def test_only_online_tables_need_websockets_in_plain_text(hide, capsys, monkeypatch):
    hide("websockets")
    with pytest.raises(PickominoError, match="websockets") as refused:
        play(join="http://localhost:8000/table/ABCD2345", plain=True)
    assert "pip install 'pickomino[tui]'" in str(refused.value)
    monkeypatch.setattr("sys.stdin", io.StringIO("x\n"))
    assert play(plain=True, language="en") == 0
    assert "left unfinished" in capsys.readouterr().out


async def test_new_game_offers_only_installed_bots(hide, tmp_path):
    hide("numba")
    async with running(new_app(tmp_path)) as pilot:
        await press(pilot, "n")
        kinds = [value for value, _ in pilot.app.screen.query_one("#seat-1").values]
    assert kinds == ["person", "random", "beginner", "family", "expert", "nobody"]


async def test_saved_game_is_not_resumed_without_its_bot(hide, tmp_path):
    seats = PersonSeat("Ann"), BotSeat("champion")
    table = await OfflineTable.new(tmp_path, GamePlan(seats, seed=1), ThreadBots())
    await table.close()
    code = table.code
    hide("numpy")
    with pytest.raises(PickominoError, match="numpy"):
        await OfflineTable.resume(tmp_path, code, ThreadBots())
