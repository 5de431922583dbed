"""What reveals the dice cannot be read from the database alone."""

import asyncio
import sqlite3
import stat
from contextlib import closing

import pytest

from pickomino.core.errors import PickominoError
from pickomino.rooms import Settings
from pickomino.rooms.protocol.events import (
    DiceCommitted,
    GameStarted,
    LogEntry,
    Rolled,
    RoomCreated,
)
from pickomino.rooms.protocol.messages import encode
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.vault import KEY_BYTES, Vault

SECRET = "5e" * 32
SEED = 471_100_815_471_100
"""Long enough not to stand in a time or in what is encrypted by chance."""
LOG = (
    LogEntry(1, 1.0, RoomCreated("ABCDEFGH", Settings(), (), seed=SEED)),
    LogEntry(2, 2.0, DiceCommitted("game", "sha256:00", SECRET)),
    LogEntry(3, 3.0, GameStarted("game", seed=SEED)),
    LogEntry(4, 4.0, Rolled(0, "12345www")),
)


def kept(path, log=LOG):
    async def keep():
        store = SqlStore(str(path))
        await store.open()
        try:
            if log:
                await store.append("ABCDEFGH", 0, log)
            return await store.load("ABCDEFGH")
        finally:
            await store.close()

    return asyncio.run(keep())


def rows(path):
    with closing(sqlite3.connect(path)) as database:
        return [row[0] for row in database.execute("SELECT entry FROM events ORDER BY version")]


def test_a_database_without_its_key_tells_no_secret(tmp_path):
    path = tmp_path / "games.db"
    assert kept(path) == LOG
    assert kept(path, ()) == LOG, "the next start reads the same key"
    everything = b"".join(
        file.read_bytes() for file in tmp_path.glob("games.db*") if file.suffix != ".key"
    )
    assert SECRET.encode() not in everything
    assert bytes.fromhex(SECRET) not in everything
    assert str(SEED).encode() not in everything
    assert [text.startswith("locked1:") for text in rows(path)] == [True, True, True, False]
    key = tmp_path / "games.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_bytes()) == KEY_BYTES


def test_rows_of_a_version_without_a_key_are_read(tmp_path):
    vault = Vault(tmp_path / "key")
    plain = encode(LOG[1]).decode()
    assert vault.decode_row("ABCDEFGH", 2, plain) == plain
    assert not (tmp_path / "key").exists()


def test_equal_secrets_are_locked_differently(tmp_path):
    vault = Vault(tmp_path / "key")
    assert vault.encode_entry("ABCDEFGH", LOG[1]) != vault.encode_entry("ABCDEFGH", LOG[1])


@pytest.mark.parametrize("place", [10, 60, -1])
def test_a_changed_row_is_refused(tmp_path, place):
    vault = Vault(tmp_path / "key")
    text = vault.encode_entry("ABCDEFGH", LOG[1])
    digits = list(text)
    digits[place] = "0" if digits[place] != "0" else "1"
    for code, version, row in (
        ("ABCDEFGH", 2, "".join(digits)),
        ("ABCDEFGH", 3, text),
        ("ABCDEFGX", 2, text),
        ("ABCDEFGH", 2, "locked1:zz"),
    ):
        with pytest.raises(PickominoError) as caught:
            vault.decode_row(code, version, row)
        assert caught.value.code == "room_damaged"


def test_without_its_key_a_game_is_refused_and_not_misread(tmp_path):
    path = tmp_path / "games.db"
    kept(path)
    (tmp_path / "games.db.key").unlink()
    with pytest.raises(PickominoError) as caught:
        kept(path, ())
    assert caught.value.code == "room_damaged"
    (tmp_path / "games.db.key").write_bytes(b"short")
    with pytest.raises(PickominoError) as caught:
        kept(path, ())
    assert caught.value.code == "store_failed"
