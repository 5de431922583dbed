"""The HTTP API that a client uses before joining a table, to create one or list public ones."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from http.client import HTTPException, IncompleteRead
from typing import Final, TypeVar

import msgspec

from pickomino.core.errors import InvalidNotation, PickominoError, quote_path
from pickomino.rooms.protocol.messages import CreateRoom, Refused, encode, error_of
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.addresses import TableAddress
from pickomino.tables.seat_tokens import SeatTokens

TIMEOUT_SECONDS: Final = 15.0
MAX_BYTES: Final = 1_000_000
_ANY_CODE: Final = "AAAA2222"
_T = TypeVar("_T")


class _CreatedRoom(msgspec.Struct):
    code: str
    token: str


class _RoomList(msgspec.Struct):
    rooms: tuple[RoomSummary, ...]


class ServerClient:
    def __init__(self, text: str) -> None:
        """Use an address as players type it: a host with or without `http://`, or a table link."""
        text = text.strip().rstrip("/")
        if not text or " " in text or text.endswith(":"):
            raise InvalidNotation("bad_table_link", link=quote_path(text))
        if "://" not in text:
            text = f"http://{text}"
        link = text if "/table/" in text else f"{text}/table/{_ANY_CODE}"
        self.address = TableAddress.parse(link).server

    def table(self, text: str) -> TableAddress:
        """Return a table's address; `text` is its code on this server or a link to any server."""
        if "/" in text:
            return TableAddress.parse(text)
        return TableAddress.parse(f"{self.address}/table/{text.strip()}")

    async def open_table(self, plan: CreateRoom, tokens: SeatTokens) -> TableAddress:
        """Create a table and store the host's token."""
        room = await self._request(msgspec.json.Decoder(_CreatedRoom), encode(plan))
        address = self.table(room.code)
        tokens.keep(address, room.token)
        return address

    async def public_tables(self) -> tuple[RoomSummary, ...]:
        """Return the tables that anyone may join or watch."""
        return (await self._request(msgspec.json.Decoder(_RoomList))).rooms

    async def _request(self, decoder: msgspec.json.Decoder[_T], body: bytes | None = None) -> _T:
        headers = {} if body is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/rooms", body, headers)  # noqa: S310 - http or https
        try:
            return decoder.decode(await asyncio.to_thread(fetch, request, MAX_BYTES))
        except urllib.error.HTTPError as error:
            raise error_in_response(error, self._no_server()) from None
        except (ValueError, msgspec.MsgspecError, IncompleteRead):
            raise InvalidNotation("bad_table_link", link=quote_path(self.address)) from None
        except (OSError, HTTPException):
            raise self._no_server() from None

    def _no_server(self) -> PickominoError:
        return PickominoError("no_server", address=quote_path(self.address))


def fetch(request: urllib.request.Request, max_bytes: int) -> bytes:
    """Return the whole body of a response; raise IncompleteRead if it is too long or cut off."""
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310 - http or https
        data: bytes = response.read(max_bytes)
        if response.length:
            raise IncompleteRead(data, response.length)
    return data


def error_in_response(error: urllib.error.HTTPError, otherwise: PickominoError) -> PickominoError:
    """Return the error that a server sent, or `otherwise` if the response holds something else."""
    try:
        return error_of(msgspec.json.decode(error.read(), type=Refused))
    except (OSError, ValueError):
        return otherwise
