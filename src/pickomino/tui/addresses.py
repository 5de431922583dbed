"""Addresses of online tables, and the tokens that this device holds there."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.service.file_lock import locked
from pickomino.service.tokens import is_code, is_token

_SOCKETS: Final = {"http": "ws", "https": "wss"}


class TableAddress(NamedTuple):
    """Where a table is: `http://host:port` and its code."""

    site: str
    code: str

    @staticmethod
    def parse(text: str) -> TableAddress:
        """Read the link to a table.

        >>> TableAddress.parse("http://10.0.0.7:8400/table/ABCD2345").site
        'http://10.0.0.7:8400'
        """
        try:
            parts = urlsplit(text.strip())
            has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
            (parts.hostname or "").encode("idna")  # as the connection will do
        except ValueError:
            raise InvalidNotation("bad_table_link", link=quoted(text)) from None
        page, _, code = parts.path.rstrip("/").rpartition("/")
        code = code.upper()
        if parts.scheme not in _SOCKETS or not has_host or not page.endswith("/table"):
            raise InvalidNotation("bad_table_link", link=quoted(text))
        if not is_code(code) or "@" in parts.netloc:
            raise InvalidNotation("bad_table_link", link=quoted(text))
        prefix = page.removesuffix("/table")
        return TableAddress(f"{parts.scheme}://{parts.netloc}{prefix}", code)

    @property
    def socket(self) -> str:
        """Where its events come from."""
        scheme, _, rest = self.site.partition("://")
        return f"{_SOCKETS[scheme]}://{rest}/api/rooms/{self.code}/live"

    def page(self, path: str) -> str:
        """Return the address of something of this room."""
        return f"{self.site}/api/rooms/{self.code}/{path}"


class Tokens:
    """Tokens by table in a file that only its owner can read."""

    def __init__(self, file: Path) -> None:
        """Take the file, which need not exist."""
        self._file = file

    def get(self, address: TableAddress) -> str | None:
        """Return the token for a table."""
        try:
            token = self._read().get(_key(address))
        except OSError:
            return None
        return token if token is not None and is_token(token) else None

    def tables(self) -> list[TableAddress]:
        """Return where there are seats, the last one first."""
        found: list[TableAddress] = []
        with contextlib.suppress(OSError):
            for link in reversed(self._read()):
                with contextlib.suppress(InvalidNotation):
                    found.append(TableAddress.parse(link))
        return found

    def keep(self, address: TableAddress, token: str | None) -> None:
        """Remember a token, or forget it; a disk that is full costs the seat after a restart."""
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self._file.with_suffix(".lock")):
                tokens = self._read()
                if token is None:
                    tokens.pop(_key(address), None)
                else:
                    tokens[_key(address)] = token
                self._write(tokens)

    def _read(self) -> dict[str, str]:
        try:
            found: object = json.loads(self._file.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        pairs = cast("dict[object, object]", found).items()
        return {str(key): value for key, value in pairs if isinstance(value, str)}

    def _write(self, tokens: dict[str, str]) -> None:
        draft = self._file.with_name(f"{self._file.name}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tokens, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._file)


def no_connection() -> PickominoError:
    """Say that a table cannot be reached just now."""
    return PickominoError("no_connection")


def _key(address: TableAddress) -> str:
    return f"{address.site}/table/{address.code}"
