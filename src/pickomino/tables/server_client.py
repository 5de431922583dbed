"""What a server offers before one sits at a table: open one, and find those that are public."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from http.client import HTTPException, IncompleteRead
from typing import Final, TypeVar

import msgspec

from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.rooms.protocol.messages import CreateRoom, Refused, encode, error_of
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.addresses import TableAddress, Tokens

SECONDS: Final = 15.0
MOST_BYTES: Final = 1_000_000
_ANY_CODE: Final = "AAAA2222"
_T = TypeVar("_T")


class _Made(msgspec.Struct):
    code: str
    token: str


class _Listed(msgspec.Struct):
    rooms: tuple[RoomSummary, ...]


class Site:
    """A server by its address."""

    def __init__(self, text: str) -> None:
        """Take what people typed: a host with or without `http://`, or the link to a table."""
        text = text.strip().rstrip("/")
        if not text or " " in text or text.endswith(":"):
            raise InvalidNotation("bad_table_link", link=quoted(text))
        if "://" not in text:
            text = f"http://{text}"
        link = text if "/table/" in text else f"{text}/table/{_ANY_CODE}"
        self.address = TableAddress.parse(link).site

    def table(self, text: str) -> TableAddress:
        """Return a table by its code here, or by its link anywhere."""
        if "/" in text:
            return TableAddress.parse(text)
        return TableAddress.parse(f"{self.address}/table/{text.strip()}")

    async def open_table(self, plan: CreateRoom, tokens: Tokens) -> TableAddress:
        """Open a table, and keep the token of its host."""
        made = await self._asked(msgspec.json.Decoder(_Made), encode(plan))
        address = self.table(made.code)
        tokens.keep(address, made.token)
        return address

    async def public_tables(self) -> tuple[RoomSummary, ...]:
        """Return the tables that anybody may join or watch."""
        return (await self._asked(msgspec.json.Decoder(_Listed))).rooms

    async def _asked(self, decoder: msgspec.json.Decoder[_T], body: bytes | None = None) -> _T:
        headers = {} if body is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/rooms", body, headers)  # noqa: S310 - http or https
        try:
            return decoder.decode(await asyncio.to_thread(response_to, request, MOST_BYTES))
        except urllib.error.HTTPError as error:
            raise refusal_in(error, self._silence()) from None
        except (ValueError, msgspec.MsgspecError, IncompleteRead):
            raise InvalidNotation("bad_table_link", link=quoted(self.address)) from None
        except (OSError, HTTPException):
            raise self._silence() from None

    def _silence(self) -> PickominoError:
        return PickominoError("no_server", address=quoted(self.address))


def response_to(request: urllib.request.Request, most: int) -> bytes:
    """Return what a server answers, whole."""
    with urllib.request.urlopen(request, timeout=SECONDS) as response:  # noqa: S310 - http or https
        data: bytes = response.read(most)
        if response.length:
            raise IncompleteRead(data, response.length)
    return data


def refusal_in(error: urllib.error.HTTPError, otherwise: PickominoError) -> PickominoError:
    """Return what a server refused, or what to say where something else answers in its place."""
    try:
        return error_of(msgspec.json.decode(error.read(), type=Refused))
    except (OSError, ValueError):
        return otherwise
