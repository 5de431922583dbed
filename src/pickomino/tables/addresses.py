"""Addresses of online tables."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from pickomino.core.errors import InvalidNotation, quote_path
from pickomino.rooms.domain.tokens import is_code

_SOCKETS: Final = {"http": "ws", "https": "wss"}


class TableAddress(NamedTuple):
    """The server of a table, as `http://host:port`, and the table's code."""

    server: str
    code: str

    @staticmethod
    def parse(text: str) -> TableAddress:
        """Parse the link to a table.

        >>> TableAddress.parse("http://10.0.0.7:8000/table/ABCD2345").server
        'http://10.0.0.7:8000'
        """
        try:
            parts = urlsplit(text.strip())
            has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
            (parts.hostname or "").encode("idna")  # as the connection does later
        except ValueError:
            raise InvalidNotation("bad_table_link", link=quote_path(text)) from None
        page, _, code = parts.path.rstrip("/").rpartition("/")
        code = code.upper()
        if parts.scheme not in _SOCKETS or not has_host or not page.endswith("/table"):
            raise InvalidNotation("bad_table_link", link=quote_path(text))
        if not is_code(code) or "@" in parts.netloc:
            raise InvalidNotation("bad_table_link", link=quote_path(text))
        prefix = page.removesuffix("/table")
        return TableAddress(f"{parts.scheme}://{parts.netloc}{prefix}", code)

    @property
    def link(self) -> str:
        """The link that other players open to join."""
        return f"{self.server}/table/{self.code}"

    @property
    def socket(self) -> str:
        scheme, _, rest = self.server.partition("://")
        return f"{_SOCKETS[scheme]}://{rest}/api/rooms/{self.code}/live"

    def resource(self, path: str) -> str:
        return f"{self.server}/api/rooms/{self.code}{path}"
