"""Collects the secrets of a server, and checks that they do not leak."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from pickomino.rooms.domain.tokens import hash_token
from pickomino.server.storage.vault import Vault
from support.server.serving import Server


def collect_secrets(server: Server, tokens: Iterable[str]) -> set[str]:
    """Return tokens, their hashes, the key, and the dice secrets and seeds of all rooms."""
    secrets = {secret for token in tokens for secret in (token, hash_token(token))}
    key = Path(f"{server.database}.key")
    secrets.add(key.read_bytes().hex())
    with closing(sqlite3.connect(server.database)) as database, database:
        rows = database.execute("SELECT room, entry FROM events ORDER BY room, version").fetchall()
    logs: dict[str, list[str]] = {}
    for code, entry in rows:
        logs.setdefault(code, []).append(entry)
    for code, entries in logs.items():
        for entry in Vault(key).decode_log(code, entries):
            for name in ("secret", "seed"):
                secrets.add(str(getattr(entry.event, name, None) or ""))
    return secrets - {""}


def check_log_is_clean(server: Server, tokens: Iterable[str]) -> None:
    """Assert that no line of the log contains a secret."""
    log = server.log()
    assert "created" in log, "something was logged"
    leaked = [secret[:6] for secret in collect_secrets(server, tokens) if secret in log]
    assert not leaked, f"secrets in the log: {leaked}"
