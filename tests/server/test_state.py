"""The shared state of a server: starting and stopping."""

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server import state as state_module
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots


@pytest.mark.parametrize(
    ("clients", "has_others", "batches"),
    [(25, False, [25]), (25, True, [10, 10, 5]), (2000, True, [25] * 80)],
)
async def test_node_disconnects_its_clients_in_batches(
    tmp_path, monkeypatch, clients, has_others, batches
):
    sizes = []

    async def disconnect(connections):
        sizes.append(len(connections))

    monkeypatch.setattr(state_module, "_disconnect", disconnect)
    monkeypatch.setattr(state_module, "DISCONNECT_PAUSE_SECONDS", 0)
    state = ServerState(ServerSettings(database=str(tmp_path / "x.db")), InstantBots())
    state._node = object() if has_others else None
    state.connections = {object() for _ in range(clients)}
    await state.disconnect_clients()
    assert sizes == batches


async def test_stop_during_warmup_leaves_no_workers(tmp_path):
    state = ServerState(ServerSettings(database=str(tmp_path / "x.db"), bot_workers=1))
    await state.open()
    await state.close()
    assert (
        all(task.done() for task in state._tasks),
        state.bots._players.idle[0].process.is_running,
    ) == (True, False)


def test_redis_needs_postgresql(tmp_path):
    settings = ServerSettings(database=str(tmp_path / "x.db"), redis="redis://127.0.0.1:9")
    with pytest.raises(PickominoError, match="PostgreSQL"):
        ServerState(settings)
