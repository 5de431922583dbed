"""The tokens of this device's seats at online tables."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pickomino.core.errors import InvalidNotation
from pickomino.rooms.domain.tokens import is_token
from pickomino.tables.addresses import TableAddress
from pickomino.tables.locked_file import LockedFile


class SeatTokens:
    """Stores a seat token per table in a file that only its owner can read."""

    def __init__(self, file: Path) -> None:
        """Use a file, which need not exist yet."""
        self._file = LockedFile(file)

    @property
    def folder(self) -> Path:
        """The folder with all files about this device's seats."""
        return self._file.path.parent

    def get(self, address: TableAddress) -> str | None:
        token = self._file.read().get(address.link)
        return token if isinstance(token, str) and is_token(token) else None

    def tables(self) -> list[TableAddress]:
        """Return the tables for which a token is stored, the latest first."""
        tables: list[TableAddress] = []
        for link in reversed(self._file.read()):
            with contextlib.suppress(InvalidNotation):
                tables.append(TableAddress.parse(link))
        return tables

    def keep(self, address: TableAddress, token: str | None) -> None:
        """Store the token for a table; None deletes the stored token.

        If the disk is full, the token is not stored, and restarting the app loses the seat.
        """

        def edit(tokens: dict[str, object]) -> None:
            tokens.pop(address.link, None)
            if token is not None:
                tokens[address.link] = token

        self._file.change(edit)
