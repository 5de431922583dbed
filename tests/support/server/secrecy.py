"""Collects the secrets of a server, and checks that they do not leak."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from pickomino.rooms import LogEntry
from pickomino.rooms.domain.tokens import hash_token
from pickomino.server.storage.vault import Vault
from support.server.serving import Server


def stored_log(server: Server, code: str) -> list[LogEntry]:
    """Return the log of a room from the database of a server."""
    with closing(sqlite3.connect(server.database)) as database, database:
        query = "SELECT entry FROM events WHERE room = ? ORDER BY version"
        entries = [entry for (entry,) in database.execute(query, (code,))]
    return Vault(Path(f"{server.database}.key")).decode_log(code, entries)


def collect_secrets(server: Server, tokens: Iterable[str]) -> set[str]:
    """Return tokens, their hashes, the key, and the dice secrets and seeds of all rooms."""
    secrets = {secret for token in tokens for secret in (token, hash_token(token))}
    key = Path(f"{server.database}.key")
    secrets.add(key.read_bytes().hex())
    with closing(sqlite3.connect(server.database)) as database, database:
        codes = [code for (code,) in database.execute("SELECT DISTINCT room FROM events")]
    for code in codes:
        for entry in stored_log(server, code):
            for name in ("secret", "seed"):
                secrets.add(str(getattr(entry.event, name, None) or ""))
    return secrets - {""}


def check_log_is_clean(server: Server, tokens: Iterable[str]) -> None:
    """Assert that no line of the log contains a secret."""
    log = server.log()
    assert "created" in log, "something was logged"
    leaked = [secret[:6] for secret in collect_secrets(server, tokens) if secret in log]
    assert not leaked, f"secrets in the log: {leaked}"
