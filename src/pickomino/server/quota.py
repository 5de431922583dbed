"""Limits what one address may store in a day.

The bytes of a room are charged to the address whose command or connection comes next, including
those of the bots' moves before it.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms import RoomService
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.usage import room_bytes
from pickomino.server.throttle import MAX_KEYS, AddressThrottle

_DAY_SECONDS: Final = 24 * 3600.0
_MEGABYTE: Final = 1_000_000


class StorageQuota:
    """Counts what each address stores."""

    def __init__(self, service: RoomService, settings: ServerSettings) -> None:
        quota = _MEGABYTE * settings.address_megabytes_per_day
        self._service = service
        self._throttle = AddressThrottle(quota, quota / _DAY_SECONDS)
        self._rooms: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """For each room, the address that was charged last, and the bytes that are charged."""

    def require(self, address: str) -> None:
        """Raise `storage_used_up` if an address has used up its share."""
        if not self._throttle.allows(address, 0.0):
            raise PickominoError("storage_used_up")

    def charge(self, address: str, size: int) -> None:
        """Charge bytes that an address has stored."""
        self._throttle.charge(address, size)

    def charge_room(self, code: str, address: str, *, is_new: bool = False) -> None:
        """Charge what a room has grown by; a room seen for the first time only if it is new."""
        size = self._size_of(code)
        if size is None:
            return
        _, before = self._rooms.pop(code, None) or ("", 0 if is_new else size)
        self._throttle.charge(address, size - before)
        self._rooms[code] = address, size
        if len(self._rooms) > MAX_KEYS:
            self._rooms.popitem(last=False)

    def charge_rooms_of(self, address: str) -> None:
        """Charge what bots have stored in rooms since an address was charged for them."""
        codes = [code for code, (owner, _) in self._rooms.items() if owner == address]
        for code in codes:
            self.charge_room(code, address)

    def watch_room(self, code: str, address: str) -> None:
        """Note the size of a room before a command."""
        if code not in self._rooms:
            self.charge_room(code, address)

    def _size_of(self, code: str) -> int | None:
        counts = self._service.cached_counts(code)
        return None if counts is None else room_bytes(*counts)
