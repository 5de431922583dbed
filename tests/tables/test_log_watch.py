"""A client notices when a server shows it another log of a table than before."""

import asyncio

import pytest

from pickomino.core.errors import Problem
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import React
from pickomino.rooms.protocol.views import RoomView
from pickomino.server.storage.backups import back_up, restore
from pickomino.tables import online
from pickomino.tables.addresses import TableAddress
from pickomino.tables.log_watch import LogWatch, log_mark
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from support.server.serving import serving

SEEN = RoomView(3, "lobby", digest="aa")


def alarm_after(*views):
    watch = LogWatch()
    for view in views:
        watch.follow(view)
    return watch.alarm


def test_view_that_continues_the_log_raises_no_alarm():
    later = RoomView(5, "lobby", digest="bb", digest_before="aa")
    assert alarm_after(SEEN, later, RoomView(5, "lobby", digest="bb", digest_before="bb")) is None


@pytest.mark.parametrize(
    "view",
    [
        RoomView(4, "lobby", digest="bb", digest_before="cc"),
        RoomView(3, "lobby", digest="cc", digest_before="cc"),
        RoomView(2, "lobby", digest="aa"),
    ],
    ids=["other history", "other event", "shorter"],
)
def test_view_of_another_log_raises_an_alarm(view):
    assert alarm_after(SEEN, view) == Problem("log_changed")


def test_views_of_an_older_server_raise_no_alarm():
    """During a deployment, some servers send no digests yet."""
    without = RoomView(4, "lobby")
    later = RoomView(5, "lobby", digest="bb", digest_before="aa")
    assert alarm_after(SEEN, without, later) is None


def test_mark_is_the_one_that_browsers_show():
    """`tests/client/log-mark.test.js` has the same values."""
    digest, frames = "00ff00ff00ff00ff", (Frame(wfen="standard …"),)
    assert log_mark(RoomView(9, "playing", frames=frames, digest=digest)) == "2100bebf"
    assert log_mark(RoomView(9, "lobby", frames=frames, digest=digest)) == "1799324d"
    assert log_mark(RoomView(9, "lobby")) == ""


@pytest.mark.parametrize("is_restored", [False, True])
def test_restored_database_raises_an_alarm(tmp_path, monkeypatch, is_restored):
    """The players continue a table whose last moves the server has lost."""
    monkeypatch.setattr(online, "PAUSES", (0.05,))
    backup = str(tmp_path / "backup.db")

    async def play(server, code, host):
        tokens = SeatTokens(tmp_path / "tables.json")
        address = TableAddress.parse(f"{server.url}/table/{code}")
        tokens.keep(address, host)
        table = OnlineTable(address, tokens)
        views = table.views()
        view = await anext(views)
        await table.command(React(0, "hello"))
        while view.version < 2:
            view = await anext(views)
        await asyncio.to_thread(server.stop)
        if is_restored:
            restore(backup, str(server.database))
        await asyncio.to_thread(server.start)
        again = await anext(views)
        await table.close()
        return again.version, table.alarm

    with serving(tmp_path) as server:
        code, host = server.create()
        back_up(str(server.database), backup)
        version, alarm = asyncio.run(play(server, code, host))
    expected = (1, Problem("log_changed")) if is_restored else (2, None)
    assert (version, alarm) == expected
