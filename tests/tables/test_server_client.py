"""Addresses of servers as players type them."""

import pytest

from pickomino import PickominoError
from pickomino.tables.addresses import TableAddress
from pickomino.tables.server_client import ServerClient


@pytest.mark.parametrize(
    ("typed", "site"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        (" https://games.example.org/ ", "https://games.example.org"),
        ("http://example.org:80/table/ABCD2345", "http://example.org:80"),
    ],
)
def test_addresses_are_completed(typed, site):
    assert ServerClient(typed).address == site
    assert ServerClient(typed).table("abcd2345") == TableAddress(site, "ABCD2345")


@pytest.mark.parametrize("typed", ["", "not a host", "ftp://example.org", "http://"])
def test_bad_addresses_are_refused(typed):
    with pytest.raises(PickominoError):
        ServerClient(typed)
