"""Addresses of online tables, and the tokens that this device holds there."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.rooms.domain.tokens import is_code, is_token
from pickomino.tables.locked_file import KeptFile

_SOCKETS: Final = {"http": "ws", "https": "wss"}


class TableAddress(NamedTuple):
    """Where a table is: `http://host:port` and its code."""

    site: str
    code: str

    @staticmethod
    def parse(text: str) -> TableAddress:
        """Read the link to a table.

        >>> TableAddress.parse("http://10.0.0.7:8000/table/ABCD2345").site
        'http://10.0.0.7:8000'
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
        self._file = KeptFile(file)

    @property
    def folder(self) -> Path:
        """Where this device keeps what belongs to its seats."""
        return self._file.path.parent

    def get(self, address: TableAddress) -> str | None:
        """Return the token for a table."""
        token = self._file.read().get(_key(address))
        return token if isinstance(token, str) and is_token(token) else None

    def tables(self) -> list[TableAddress]:
        """Return where there are seats, the last one first."""
        found: list[TableAddress] = []
        for link in reversed(self._file.read()):
            with contextlib.suppress(InvalidNotation):
                found.append(TableAddress.parse(link))
        return found

    def keep(self, address: TableAddress, token: str | None) -> None:
        """Remember a token, or forget it; a disk that is full costs the seat after a restart."""

        def edit(tokens: dict[str, object]) -> None:
            tokens.pop(_key(address), None)
            if token is not None:
                tokens[_key(address)] = token

        self._file.change(edit)


def no_connection() -> PickominoError:
    """Say that a table cannot be reached just now."""
    return PickominoError("no_connection")


def _key(address: TableAddress) -> str:
    return f"{address.site}/table/{address.code}"
