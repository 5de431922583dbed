"""The database alone does not reveal the dice."""

import asyncio
import sqlite3
import stat
import sys
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
from support.server.stores import append

SECRET = "5e" * 32
SEED = 471_100_815_471_100
"""Long enough not to appear by chance in a time or in encrypted data."""
LOG = (
    LogEntry(1, 1.0, RoomCreated("ABCDEFGH", Settings(), (), seed=SEED)),
    LogEntry(2, 2.0, DiceCommitted("game", "sha256:00", SECRET)),
    LogEntry(3, 3.0, GameStarted("game", seed=SEED)),
    LogEntry(4, 4.0, Rolled(0, "12345www")),
)


def stored_log(path, log=LOG):
    """Append a log, and load it again."""

    async def store_and_load():
        store = SqlStore(str(path))
        try:
            await store.open()
            if log:
                await append(store, "ABCDEFGH", 0, log)
            return await store.load("ABCDEFGH")
        finally:
            await store.close()

    return asyncio.run(store_and_load())


def new_vault(folder):
    vault = Vault(folder / "key")
    vault.create_key()
    return vault


def rows(path):
    with closing(sqlite3.connect(path)) as database:
        return [row[0] for row in database.execute("SELECT entry FROM events ORDER BY version")]


def test_database_without_its_key_reveals_no_secret(tmp_path):
    path = tmp_path / "games.db"
    assert stored_log(path) == LOG
    assert stored_log(path, ()) == LOG, "the next start reads the same key"
    database = b"".join(
        file.read_bytes() for file in tmp_path.glob("games.db*") if file.suffix != ".key"
    )
    assert SECRET.encode() not in database
    assert bytes.fromhex(SECRET) not in database
    assert str(SEED).encode() not in database
    assert [text.startswith("locked2:") for text in rows(path)] == [True, True, True, False]
    key = tmp_path / "games.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_bytes()) == KEY_BYTES


def test_plain_rows_of_older_versions_are_read(tmp_path):
    vault = Vault(tmp_path / "key")
    plain = encode(LOG[1]).decode()
    assert vault.decode_row("ABCDEFGH", 2, plain) == plain
    assert not (tmp_path / "key").exists()


EARLIER_KEY = bytes(range(KEY_BYTES))
EARLIER_ROW = (
    "locked1:f12337cffbc2b4be89cc579eae7ab5baa216d321f21008473a179c6485b6c6c33f6a66eaa3888cde0d38"
    "d56d4b93bce70567115ff3a00df5bea7a22434cb81cc671d9e7054f173425f0d3352f80f82445974fb28b0ffe2fc"
    "abc7d61bd805e9d701ab35cb7152d125b0a2432652b44ccabd57e74807384f2e352078b6307305f891d4d29c2faf"
    "81ad18109a4127a976eb647053b814b66c4c5982d95b084ad089b3ddb28d08833059a6bd19eea73a14fb9b49c339"
    "afdca8fc73a5eb3fab74c2b32a9730cde09a2372690c3f95914e07331f70a870bca2d5262c7efa2142"
)
"""`LOG[1]`, encrypted with `EARLIER_KEY` by the version before AES."""


def test_encrypted_rows_of_older_versions_are_read(tmp_path):
    (tmp_path / "key").touch(0o600)
    (tmp_path / "key").write_bytes(EARLIER_KEY)
    vault = Vault(tmp_path / "key")
    assert vault.decode_row("ABCDEFGH", 2, EARLIER_ROW) == encode(LOG[1]).decode()
    for code, version, row in (
        ("ABCDEFGH", 3, EARLIER_ROW),
        ("ABCDEFGX", 2, EARLIER_ROW),
        ("ABCDEFGH", 2, f"{EARLIER_ROW[:-1]}3"),
        ("ABCDEFGH", 2, "locked1:zz"),
    ):
        with pytest.raises(PickominoError) as caught:
            vault.decode_row(code, version, row)
        assert caught.value.code == "room_damaged"


def test_long_entry_is_encrypted(tmp_path):
    vault = new_vault(tmp_path)
    entry = LogEntry(2, 2.0, DiceCommitted("game", "sha256:00", SECRET * 1_000))
    row = vault.encode_entry("ABCDEFGH", entry)
    assert SECRET not in row
    assert vault.decode_tail("ABCDEFGH", [(2, row)]) == [entry]


def test_equal_secrets_are_encrypted_differently(tmp_path):
    vault = new_vault(tmp_path)
    assert vault.encode_entry("ABCDEFGH", LOG[1]) != vault.encode_entry("ABCDEFGH", LOG[1])


@pytest.mark.parametrize("place", [10, 60, -1])
def test_changed_row_is_refused(tmp_path, place):
    vault = new_vault(tmp_path)
    text = vault.encode_entry("ABCDEFGH", LOG[1])
    digits = list(text)
    digits[place] = "0" if digits[place] != "0" else "1"
    for code, version, row in (
        ("ABCDEFGH", 2, "".join(digits)),
        ("ABCDEFGH", 3, text),
        ("ABCDEFGX", 2, text),
        ("ABCDEFGH", 2, "locked2:zz"),
        ("ABCDEFGH", 2, "locked2:z*=="),
    ):
        with pytest.raises(PickominoError) as caught:
            vault.decode_row(code, version, row)
        assert caught.value.code == "room_damaged"


def key_error(path):
    """Return the error with which a database is refused at the start."""
    with pytest.raises(PickominoError) as caught:
        stored_log(path, ())
    return caught.value


def test_missing_key_of_encrypted_rows_is_not_replaced(tmp_path):
    """A new key was once created silently, and running games were lost."""
    path, key = tmp_path / "games.db", tmp_path / "games.db.key"
    stored_log(path)
    original = key.read_bytes()
    key.unlink()
    error = key_error(path)
    assert error.code == "bad_key"
    assert "it is missing" in str(error)
    assert not key.exists()
    key.touch(0o600)
    key.write_bytes(original)
    assert stored_log(path, ()) == LOG


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (b"", "has 0"),
        (b"short", "has 5"),
        (bytes(KEY_BYTES), "not the key that this database was encrypted with"),
    ],
)
def test_unusable_keys_stop_the_start(tmp_path, key, reason):
    path = tmp_path / "games.db"
    stored_log(path)
    (tmp_path / "games.db.key").write_bytes(key)
    error = key_error(path)
    assert error.code == "bad_key"
    assert reason in str(error)
    assert (tmp_path / "games.db.key").read_bytes() == key


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
@pytest.mark.parametrize(("mode", "is_allowed"), [(0o640, True), (0o604, False), (0o602, False)])
def test_key_that_others_can_open_stops_the_start(tmp_path, mode, is_allowed):
    """The group may read it: systemd passes credentials with the mode 0440."""
    path = tmp_path / "games.db"
    stored_log(path)
    (tmp_path / "games.db.key").chmod(mode)
    if is_allowed:
        assert stored_log(path, ()) == LOG
    else:
        assert "chmod o-rwx" in str(key_error(path))


def test_one_damaged_row_does_not_make_a_key_wrong(tmp_path):
    path = tmp_path / "games.db"
    stored_log(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET entry = 'locked2:AAAA' WHERE version = 3")
    with pytest.raises(PickominoError) as caught:
        stored_log(path, ())
    assert caught.value.code == "room_damaged", "the room, not the server"


def test_new_database_gets_a_key(tmp_path):
    path = tmp_path / "new" / "games.db"
    assert stored_log(path) == LOG
    assert stat.S_IMODE((tmp_path / "new" / "games.db.key").stat().st_mode) == 0o600
