"""The file with the tokens of this device's seats."""

import secrets
import stat
import threading

from pickomino.rooms.domain.tokens import new_token
from pickomino.tables.addresses import TableAddress
from pickomino.tables.seat_tokens import SeatTokens


def test_only_the_owner_can_read_tokens(tmp_path):
    address = TableAddress.parse("http://host/table/ABCD2345")
    file = tmp_path / "new" / "tables.json"
    token = "x" * 43
    SeatTokens(file).keep(address, token)
    assert SeatTokens(file).get(address) == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("[]")
    assert SeatTokens(file).get(address) is None
    SeatTokens(file).keep(address, None)
    assert SeatTokens(file).get(address) is None


def test_concurrent_writers_keep_both_tokens(tmp_path):
    addresses = [TableAddress("http://127.0.0.1:1", code) for code in ("ABCD2345", "EFGH2345")]
    token = new_token(secrets.token_bytes)

    def keep(address):
        for _ in range(50):
            SeatTokens(tmp_path / "tables.json").keep(address, None)
            SeatTokens(tmp_path / "tables.json").keep(address, token)

    threads = [threading.Thread(target=keep, args=(address,)) for address in addresses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [SeatTokens(tmp_path / "tables.json").get(address) for address in addresses] == [
        token
    ] * 2
