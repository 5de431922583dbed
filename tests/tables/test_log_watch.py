"""A client notices when a server shows it another log of a table than before."""

import asyncio

import pytest
from msgspec.structs import replace

from pickomino.core.errors import Problem
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import React
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.server.storage.backups import back_up, restore
from pickomino.tables import online
from pickomino.tables.addresses import TableAddress
from pickomino.tables.dice_promises import DicePromise
from pickomino.tables.log_watch import LogWatch, log_mark
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from support.server.serving import serving

SEEN = RoomView(3, "lobby", digest="aa")


def alarm_after(*views, reconnected=False):
    watch = LogWatch()
    for view in views[:-1]:
        watch.follow(view)
    watch.follow(views[-1], is_first=reconnected)
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


def test_missing_digest_raises_an_alarm():
    """After one view without a digest, the client once accepted any other log."""
    assert alarm_after(SEEN, RoomView(4, "lobby")) == Problem("log_changed")
    assert alarm_after(RoomView(3, "lobby"), RoomView(4, "lobby")) is None


def test_digest_before_may_be_missing_only_within_a_connection():
    later = RoomView(5, "lobby", digest="bb")
    assert alarm_after(SEEN, later) is None
    assert alarm_after(SEEN, later, reconnected=True) == Problem("log_changed")


def test_mark_is_the_one_that_browsers_show():
    """`tests/client/log-mark.test.js` has the same values."""
    digest, frames = "00ff00ff00ff00ff", (Frame(wfen="standard …"),)
    assert log_mark(RoomView(9, "playing", frames=frames, digest=digest)) == "2100bebf"
    assert log_mark(RoomView(9, "lobby", frames=frames, digest=digest)) == "1799324d"
    assert log_mark(RoomView(9, "lobby")) == ""
    dice = Room(commitment="sha256:00", nonce_commitments=("sha256:11", ""))
    assert log_mark(RoomView(9, "nonces", dice, digest=digest)) == "e8131851"


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


@pytest.mark.parametrize("is_other", [False, True])
def test_log_is_compared_after_a_restart(tmp_path, is_other):
    """A client that was started again once accepted any log."""

    async def play(code, host):
        tokens = SeatTokens(tmp_path / "tables.json")
        address = TableAddress.parse(f"{server.url}/table/{code}")
        tokens.keep(address, host)
        table = OnlineTable(address, tokens)
        view = await anext(table.views())
        digest = "0" * len(view.digest) if is_other else view.digest
        head = {"room": code, "log_version": view.version, "log_digest": digest}
        promise = DicePromise("game-1", "sha256:00", "standard", (), "", 1)
        table._promises.keep(replace(promise, **head))
        await table.close()
        again = OnlineTable(address, tokens)
        await anext(again.views())
        await asyncio.gather(*again._dice_tasks)
        await again.close()
        return again.alarm

    with serving(tmp_path) as server:
        alarm = asyncio.run(play(*server.create()))
    assert alarm == (Problem("log_changed") if is_other else None)
