"""How much anybody may ask for: buckets that fill up again, one a key."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final, NamedTuple

MOST_KEYS: Final = 10_000
"""Keys that are remembered; beyond, those are forgotten who have been quiet the longest."""
_IPV6_PREFIX: Final = 64


class _Bucket(NamedTuple):
    left: float
    at: float


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
        self._buckets: dict[str, _Bucket] = {}

    def allows(self, key: str) -> bool:
        """Tell whether a key may once more, and count it."""
        now = self._clock()
        # Taken out and put back, so that the first key is the one quiet for longest.
        bucket = self._buckets.pop(key, None) or _Bucket(self._burst, now)
        left = min(self._burst, bucket.left + (now - bucket.at) * self._per_second)
        is_allowed = left >= 1
        self._buckets[key] = _Bucket(left - 1 if is_allowed else left, now)
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return is_allowed


def address_key(host: str) -> str:
    """Give what stands for one household: an IPv4 address, or the network of an IPv6 one.

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
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False))
