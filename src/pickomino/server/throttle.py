"""Rate limits: a token bucket for each key, and a count of open connections for each address."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pickomino.core.errors import PickominoError

MAX_KEYS: Final = 10_000
"""How many keys are remembered; beyond that, the least recently used ones are dropped."""
_HOUSEHOLD_BITS: Final = 64
_SITE_BITS: Final = 48
"""The prefix length of a site, the largest IPv6 network a customer may get: 65,536 households."""
SITE_FACTOR: Final = 8
"""The limit of a site is this many times the limit of a household."""


class Throttle:
    """A token bucket for each key.

    >>> throttle = Throttle(2, 1.0, lambda: 0.0)
    >>> [throttle.allows("Ann"), throttle.allows("Ann"), throttle.allows("Ann")]
    [True, True, False]
    """

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """For each key, the remaining tokens and when they were counted."""

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Spend tokens if there are enough; return whether there were."""
        now = self._clock()
        left = self._refill(key, now)
        is_allowed = left >= cost
        self._set(key, left - cost if is_allowed else left, now)
        return is_allowed

    def charge(self, key: str, cost: float) -> None:
        """Spend tokens even if there are not enough; the key is refused until they are refilled."""
        now = self._clock()
        left = self._refill(key, now)
        self._set(key, left - cost, now)

    def _refill(self, key: str, now: float) -> float:
        # Removed and inserted again, so that the first key is the least recently used one.
        left, at = self._buckets.pop(key, None) or (self._burst, now)
        return min(self._burst, left + (now - at) * self._per_second)

    def _set(self, key: str, left: float, now: float) -> None:
        self._buckets[key] = left, now
        if len(self._buckets) > MAX_KEYS:
            del self._buckets[next(iter(self._buckets))]

    def seconds_until(self, key: str, cost: float = 1.0) -> float:
        """Return how long it takes until a key has enough tokens.

        >>> throttle = Throttle(1, 0.1, lambda: 0.0)
        >>> throttle.seconds_until("Ann"), throttle.allows("Ann"), throttle.seconds_until("Ann")
        (0.0, True, 10.0)
        """
        now = self._clock()
        left, at = self._buckets.get(key, (self._burst, now))
        return max(0.0, (cost - left) / self._per_second - (now - at))


def too_fast(seconds: float) -> PickominoError:
    """Return the error for a request that a throttle allows only after this time.

    >>> too_fast(0.2).parameters
    {'seconds': 1}
    """
    return PickominoError("too_fast", seconds=max(1, math.ceil(seconds)))


class AddressThrottle:
    """A token bucket for each household, and a larger one for each site."""

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._households = Throttle(burst, per_second, clock)
        self._sites = Throttle(SITE_FACTOR * burst, SITE_FACTOR * per_second, clock)

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Spend tokens of a household and its site; return whether both had enough."""
        site = site_key(key)
        return self._households.allows(key, cost) and (
            site is None or self._sites.allows(site, cost)
        )

    def seconds_until(self, key: str, cost: float = 1.0) -> float:
        """Return how long it takes until a household and its site have enough tokens."""
        site = site_key(key)
        wait = self._households.seconds_until(key, cost)
        return wait if site is None else max(wait, self._sites.seconds_until(site, cost))

    def charge(self, key: str, cost: float) -> None:
        """Spend tokens of a household and its site, even if there are not enough."""
        self._households.charge(key, cost)
        site = site_key(key)
        if site is not None:
            self._sites.charge(site, cost)


class AddressCounter:
    """Counts what is open, such as connections, with one limit per household and one per site."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        return self._open[key]

    def try_acquire(self, key: str) -> bool:
        """Count one more unless the limit is reached; return whether it was counted."""
        site = site_key(key)
        is_full = self._open[key] >= self._limit
        if is_full or (site is not None and self._open[site] >= SITE_FACTOR * self._limit):
            return False
        self._open.update((key,) if site is None else (key, site))
        return True

    def release(self, key: str) -> None:
        decrement(self._open, key)
        site = site_key(key)
        if site is not None:
            decrement(self._open, site)


def decrement(counter: Counter[str], key: str) -> None:
    """Subtract one from a key's count, and drop the key when its count is zero."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


@lru_cache(maxsize=MAX_KEYS)
def site_key(key: str) -> str | None:
    """Return the key of a household's site, or None if the household has an IPv4 address.

    >>> site_key("2001:db8:0:1::/64"), site_key("10.0.0.1")
    ('2001:db8::/48', None)
    """
    if ":" not in key:
        return None
    return str(ipaddress.ip_network(key).supernet(new_prefix=_SITE_BITS))


def address_key(host: str) -> str:
    """Return the key of a household: its IPv4 address, or its IPv6 network.

    >>> address_key("2001:db8::1") == address_key("2001:db8::2")
    True
    >>> address_key("::ffff:10.0.0.1")
    '10.0.0.1'
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _HOUSEHOLD_BITS), strict=False))
