"""How much anybody may ask for: buckets that refill, one per key."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MOST_KEYS: Final = 10_000
"""Keys that are remembered; beyond, those are forgotten who have been quiet the longest."""
_HOUSEHOLD: Final = 64
_SITE: Final = 48
"""Bits of an IPv6 network that one customer may get, with 65,536 households in it."""
SITE_SHARE: Final = 8
"""So many households' worth a site may use."""


class Throttle:
    """Lets each key do something so many times at once, and so many times a second.

    >>> throttle = Throttle(2, 1.0, lambda: 0.0)
    >>> [throttle.allows("Ann"), throttle.allows("Ann"), throttle.allows("Ann")]
    [True, True, False]
    """

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take how much may come at once and how fast it fills up again."""
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """What is left, and since when."""

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Return whether a key may once more, and count it."""
        now = self._clock()
        # Taken out and put back, so that the first key is the one quiet for longest.
        left, at = self._buckets.pop(key, None) or (self._burst, now)
        left = min(self._burst, left + (now - at) * self._per_second)
        is_allowed = left >= cost
        self._buckets[key] = left - cost if is_allowed else left, now
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return is_allowed


class AddressThrottle:
    """Lets each household do something so often, and each site as often as a few households."""

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._households = Throttle(burst, per_second, clock)
        self._sites = Throttle(SITE_SHARE * burst, SITE_SHARE * per_second, clock)

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Return whether an address may once more, and count it."""
        site = site_key(key)
        return self._households.allows(key, cost) and (
            site is None or self._sites.allows(site, cost)
        )


class AddressCounter:
    """Counts what is open of each household and each site."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        """Return how much a key has open."""
        return self._open[key]

    def enters(self, key: str) -> bool:
        """Count one more, unless that is too many; returns whether it was counted."""
        site = site_key(key)
        is_full = self._open[key] >= self._most
        if is_full or (site is not None and self._open[site] >= SITE_SHARE * self._most):
            return False
        self._open.update((key,) if site is None else (key, site))
        return True

    def leaves(self, key: str) -> None:
        """Count one less."""
        for each in (key, site_key(key)):
            if each is not None:
                count_down(self._open, each)


def count_down(counter: Counter[str], key: str) -> None:
    """Count one less, and keep no zeros."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


@lru_cache(maxsize=MOST_KEYS)
def site_key(key: str) -> str | None:
    """Return what stands for the site of a household, if it is an IPv6 one.

    >>> site_key("2001:db8:0:1::/64"), site_key("10.0.0.1")
    ('2001:db8::/48', None)
    """
    if ":" not in key:
        return None
    return str(ipaddress.ip_network(key).supernet(new_prefix=_SITE))


def address_key(host: str) -> str:
    """Return what stands for one household: an IPv4 address, or the network of an IPv6 one.

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
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False))
