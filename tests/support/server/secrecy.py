"""What nobody but its owner may read, and where it must not be found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from pickomino.rooms.domain.tokens import hash_token
from pickomino.server.storage.vault import Vault
from support.server.serving import Server


def secrets_of(server: Server, tokens: Iterable[str]) -> set[str]:
    """Return tokens and their hashes, and all that dice of these rooms are made of."""
    found = {secret for token in tokens for secret in (token, hash_token(token))}
    key = Path(f"{server.database}.key")
    found.add(key.read_bytes().hex())
    with closing(sqlite3.connect(server.database)) as database, database:
        rows = database.execute("SELECT room, entry FROM events ORDER BY room, version").fetchall()
    logs: dict[str, list[str]] = {}
    for code, entry in rows:
        logs.setdefault(code, []).append(entry)
    for code, entries in logs.items():
        for logged in Vault(key).log(code, entries):
            for name in ("secret", "seed"):
                found.add(str(getattr(logged.event, name, None) or ""))
    return found - {""}


def check_log_is_clean(server: Server, tokens: Iterable[str]) -> None:
    """No line of the log holds a secret."""
    log = server.log()
    assert "created" in log, "something was logged"
    found = [secret[:6] for secret in secrets_of(server, tokens) if secret in log]
    assert not found, f"secrets in the log: {found}"
