"""Token buckets and counters by address."""

import pytest

from pickomino.server.throttle import (
    MAX_KEYS,
    SITE_FACTOR,
    AddressCounter,
    AddressThrottle,
    Throttle,
    address_key,
)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_bucket_refills_with_time():
    clock = Clock()
    throttle = Throttle(3, 2.0, clock)
    assert [throttle.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert throttle.allows("b"), "another key has its own bucket"
    clock.now += 0.5
    assert [throttle.allows("a") for _ in range(2)] == [True, False]
    clock.now += 100
    assert [throttle.allows("a") for _ in range(4)] == [True, True, True, False]


def test_throttle_remembers_a_bounded_number_of_keys():
    throttle = Throttle(1, 0.0, Clock())
    for number in range(MAX_KEYS + 50):
        throttle.allows(str(number))
    assert len(throttle._buckets) == MAX_KEYS
    assert not throttle.allows(str(MAX_KEYS + 49)), "the newest are remembered"


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1::99", "2001:db8:0:1::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_household_share_a_key(host, key):
    assert address_key(host) == key


def test_ipv6_site_has_its_own_bucket():
    throttle = AddressThrottle(2, 0.0, Clock())
    allowed = [throttle.allows(f"2001:db8:0:{number:x}::/64") for number in range(100)]
    assert sum(allowed) == 2 * SITE_FACTOR
    assert throttle.allows("2001:db8:1::/64"), "another site"
    assert throttle.allows("10.0.0.1")


def test_ipv6_site_has_its_own_limit():
    counter = AddressCounter(2)
    keys = [f"2001:db8:0:{number:x}::/64" for number in range(20) for _ in range(3)]
    acquired = [key for key in keys if counter.try_acquire(key)]
    assert len(acquired) == 2 * SITE_FACTOR
    for key in acquired:
        counter.release(key)
    assert not counter._open
