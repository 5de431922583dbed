"""`/ready` tries what players need: a database, a key, and a game."""

import sys

import pytest

from pickomino.server.ops import readiness
from support.server.in_process import ignore_litestar_warning, open_app

pytestmark = ignore_litestar_warning


async def test_ready_server_starts_a_game_but_stores_none(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        answer = await http.get("/ready")
        rooms = await state.store.count()
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert rooms == 0


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
@pytest.mark.parametrize("damage", ["remove", "replace", "open"])
async def test_server_with_a_lost_key_is_not_ready(tmp_path, damage):
    """Running games were once lost while all probes answered 200."""
    key = tmp_path / "x.db.key"
    async with open_app(tmp_path / "x.db") as (_, http):
        before = (await http.get("/ready")).status_code
        if damage == "remove":
            key.unlink()
        elif damage == "replace":
            key.write_bytes(bytes(32))
        else:
            key.chmod(0o644)
        answer = await http.get("/ready")
    assert before == 200
    assert (answer.status_code, answer.json()["code"]) == (503, "bad_key")


async def test_server_that_cannot_start_a_game_is_not_ready(tmp_path, monkeypatch):
    def fail(*_):
        raise RuntimeError("no bots")

    monkeypatch.setattr(readiness, "decide", fail)
    async with open_app(tmp_path / "x.db") as (_, http):
        answer = await http.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_failed")
