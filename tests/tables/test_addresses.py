"""Links to online tables."""

import pytest

from pickomino import PickominoError
from pickomino.tables.addresses import TableAddress


@pytest.mark.parametrize(
    "link",
    [
        "",
        "ABCD2345",
        "http://host/table/",
        "http://host/rooms/ABCD2345",
        "ftp://host/table/ABCD2345",
        "http://me@host/table/ABCD2345",
        "http://host:99999999/table/ABCD2345",
        "http:///table/ABCD2345",
        "http://host/table/../ABCD",
    ],
)
def test_bad_links_are_refused(link):
    with pytest.raises(PickominoError) as caught:
        TableAddress.parse(link)
    assert caught.value.code == "bad_table_link"


def test_socket_url_follows_the_link():
    plain = TableAddress.parse("http://10.0.0.7:8400/table/abcd2345/")
    assert plain.socket == "ws://10.0.0.7:8400/api/rooms/ABCD2345/live"
    behind = TableAddress.parse("https://example.org/games/table/ABCD2345")
    assert behind.socket == "wss://example.org/games/api/rooms/ABCD2345/live"


def test_impossible_hosts_are_refused():
    """Regression: the client waited for it forever."""
    with pytest.raises(PickominoError, match="not a link to a table"):
        TableAddress.parse("http://192.168.1..20:8400/table/ABCD2345")
