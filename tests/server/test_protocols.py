"""What strangers can do before anybody reads them, and what the server shows of it."""

import asyncio
import base64
import contextlib
import json
import logging
import os
import select
import socket
import sqlite3
import stat
import sys
import threading
import time
from contextlib import closing

import pytest
from sqlalchemy import text

from pickomino import Position
from pickomino.core.errors import PickominoError
from pickomino.server.live.frame_meter import FrameMeter
from pickomino.server.ops.logs import TextFormatter
from pickomino.server.storage.backups import back_up
from pickomino.server.storage.sqlite import SqliteDatabase
from support.server.serving import TIMEOUT, eventually, serving

POSITION = Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")
TEXT, MORE, PING = 1, 0, 9


def frame(kind, payload=b"", *, is_last=True):
    """Write a short frame as a client does."""
    return bytes([kind | 0x80 * is_last, 0x80 | len(payload), 0, 0, 0, 0]) + payload


FLOODS = {
    "messages": (b"", frame(TEXT, b'{"type":"Ping"}') * 500),
    "pings": (b"", frame(PING, b"x" * 125) * 500),
    "pieces": (frame(TEXT, b"{", is_last=False), frame(MORE, is_last=False) * 5000),
}
"""What is sent first, and then again and again."""


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def frames_allowed(meter, data, chunk):
    """Return how many of these bytes pass, handed over in chunks."""
    passed = 0
    for start in range(0, len(data), chunk):
        piece = data[start : start + chunk]
        passed += (allowed := meter.admit(piece))
        if allowed < len(piece):
            break
    return passed


@pytest.mark.parametrize("chunk", [1000, 7, 64])
def test_frames_are_counted_however_they_are_cut(chunk):
    long = bytes([0x81, 0xFE]) + (300).to_bytes(2, "big") + bytes(304)
    data = (frame(TEXT, b"abc") + long) * 100
    assert frames_allowed(FrameMeter(1000, Clock()), data, chunk) == len(data)
    pings = frame(PING) * 1000
    assert frames_allowed(FrameMeter(20, Clock()), pings, chunk) <= 320 * 7


def test_a_meter_fills_up_again():
    clock = Clock()
    meter = FrameMeter(20, clock)
    ping = frame(PING)
    assert meter.admit(ping * 400) == 320 * len(ping)
    assert meter.admit(ping) == 0
    clock.now += 1
    assert meter.admit(ping * 100) == 79 * len(ping), "one was spent on what was refused"


def test_a_frame_that_comes_alone_counts_as_much_as_any_other():
    meter, text = FrameMeter(20, Clock()), frame(TEXT, b"abc")
    assert meter.admit(text * 100) == 100 * len(text)
    assert [meter.try_frame(len(text)) for _ in range(221)] == [True] * 220 + [False]
    assert meter.admit(text) == 0
    assert not FrameMeter(20, Clock()).try_frame(4 * 20 * 4096 + 1)


def test_a_frame_is_not_taken_for_whole_in_the_midst_of_another():
    meter, text = FrameMeter(20, Clock()), frame(TEXT, b"abc")
    assert meter.admit(text[:1]) == 1
    assert not meter.try_frame(len(text))
    assert meter.admit(text[1:]) == len(text) - 1
    assert meter.try_frame(len(text))


def test_bytes_are_counted_too():
    head = bytes([0x82, 0xFF]) + (1_000_000).to_bytes(8, "big")
    assert FrameMeter(20, Clock()).admit(head + bytes(500_000)) == 4 * 20 * 4096


def handshake(server, code):
    """Open a live connection by hand."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /api/rooms/{code}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in raw.recv(4096)
    raw.sendall(frame(TEXT, b'{"type":"Hello","protocol":2}'))
    return raw


def flood(server, code, first, again, begun):
    """Send as fast as possible, without reading, until cut off; returns whether that happened."""
    until = time.monotonic() + TIMEOUT
    with handshake(server, code) as raw:
        try:
            raw.sendall(first + again)
            begun.set()
            while time.monotonic() < until:
                raw.sendall(again)
        except OSError as error:
            return not isinstance(error, TimeoutError)
    return False


@pytest.fixture(scope="module")
def watchful(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), messages_per_second=20) as server:
        yield server


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_one_connection_holds_up_no_other_table(watchful, kind):
    """Once it froze every table."""
    begun = threading.Event()

    async def play():
        code, token = watchful.create()
        async with watchful.live(code, token) as calm:
            await calm.next_view()
            flooding = asyncio.create_task(
                asyncio.to_thread(flood, watchful, code, *FLOODS[kind], begun)
            )
            await asyncio.to_thread(begun.wait, TIMEOUT)
            for _ in range(5):
                await calm.send({"type": "Ping"})
                await calm.until(lambda message: message["type"] == "Pong")
            return await flooding

    assert asyncio.run(play()), "cut off"


def test_a_message_in_pieces_without_end_is_cut_off(server):
    """Once the pieces piled up without end."""
    code, _ = server.create()
    with handshake(server, code) as raw:
        raw.sendall(FLOODS["pieces"][0] + FLOODS["pieces"][1][:6000])
        assert is_ended(raw)


def masked(data, mask=b"\x37\xfa\x21\x3d"):
    """Hide the text of a short frame as browsers do."""
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data[6:]))
    return data[:2] + mask + hidden


PINGS = {
    "whole": [masked(frame(TEXT, b'{"type":"Ping"}'))],
    "two at once": [masked(frame(TEXT, b'{"type":"Ping"}')) * 2],
    "cut": [frame(TEXT, b'{"type":"Ping"}')[:9], frame(TEXT, b'{"type":"Ping"}')[9:]],
    "in pieces": [frame(TEXT, b'{"type":', is_last=False), frame(MORE, b'"Ping"}')],
    "not ascii": [masked(frame(TEXT, '{"type":"Ping","to":"Zoë"}'.encode()))],
    "long": [bytes([0x81, 0xFE, 1, 0, 0, 0, 0, 0]) + b'{"type":"Ping"}'.ljust(256)],
}


def test_messages_are_heard_however_they_are_cut(server):
    code, _ = server.create()
    heard, wanted = b"", 0
    with handshake(server, code) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for kind, pieces in PINGS.items():
            wanted += 2 if kind == "two at once" else 1
            for piece in pieces:
                raw.sendall(piece)
            while heard.count(b'"Pong"') < wanted:
                heard += (found := raw.recv(4096))
                assert found, kind


def test_a_text_that_is_none_ends_the_connection(server):
    code, _ = server.create()
    with handshake(server, code) as raw:
        raw.sendall(masked(frame(TEXT, b'{"type":"\xff"}')))
        assert is_ended(raw)


def is_ended(raw, seconds=TIMEOUT):
    """Read on; returns whether the other side ends it in time."""
    raw.settimeout(seconds)
    try:
        while raw.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def is_cut_off(server, begin):
    """Begin a request; returns whether the server does not wait for its end."""
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(begin)
        return is_ended(raw)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), request_seconds=1.0) as server:
        yield server


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-a",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost",
    ],
    ids=["nothing", "headers", "body", "second"],
)
def test_half_a_request_loses_its_connection_after_a_while(impatient, begin):
    """Once it held its connection for ever."""
    assert is_cut_off(impatient, begin)
    with impatient.http() as http:
        assert http.get("/health").is_success


def test_bytes_that_drip_in_do_not_lengthen_the_wait(impatient):
    with socket.create_connection(("127.0.0.1", impatient.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nX-a: ")
        with contextlib.suppress(OSError):  # it may end between two bytes
            for _ in range(10 * TIMEOUT):
                raw.sendall(b"x")
                if select.select([raw], [], [], 0.1)[0]:
                    break
            else:
                pytest.fail("the server waits on")
        assert is_ended(raw)


def test_a_live_connection_is_no_unfinished_request(impatient):
    async def play():
        code, token = impatient.create()
        async with impatient.live(code, token) as ann:
            await ann.next_view()
            assert await asyncio.to_thread(is_cut_off, impatient, b"")
            await ann.send({"type": "Ping"})
            return await ann.receive()

    assert asyncio.run(play())["type"] == "Pong"


def test_connections_for_requests_are_limited(tmp_path):
    """Once only live connections were."""
    with serving(tmp_path, max_connections=1, max_requests=3) as server, server.http() as http:
        assert http.get("/health").status_code == 200
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
        try:
            # A connection counts once the server has taken it up, which may be after this request.
            assert eventually(lambda: http.get("/health").status_code == 503)
        finally:
            for raw in held:
                raw.close()


@pytest.mark.parametrize("path", ["/health", "/", "/api/rooms/{code}/qr.svg", "/table/{code}"])
def test_links_are_made_only_from_hosts_that_can_be(server, path):
    """Once whatever was sent as the host ended up in links."""
    code, _ = server.create()
    path = path.format(code=code)
    with server.http() as http:
        for host in ("a:b", "a:70000", "me@evil.example", "[", "[:::]", "x" * 256, "a b", "a/b"):
            answer = http.get(path, headers={"host": host})
            assert answer.status_code == 400
            assert "bad_address" in answer.text or "web address" in answer.text
            assert "default-src 'self'" in answer.headers["content-security-policy"]
        for fine in ("games.example", "a_b:80", "[::1]:8000"):
            assert http.get(path, headers={"host": fine}).is_success
    assert "Traceback" not in server.log()


@pytest.mark.parametrize(
    "name",
    ["%00", "a%00.js", "x" * 5000, "x/" * 2500, "%ff%fe"],
    ids=["zero", "zero inside", "long", "deep", "no text"],
)
def test_a_name_that_no_file_can_have_is_not_found(server, name):
    """Once it was told as a failure of ours."""
    with server.http() as http:
        assert http.get(f"/client/{name}").status_code == 404


def test_a_path_writes_no_lines_into_the_log(tmp_path):
    """Once its line breaks did."""
    with serving(tmp_path, log_addresses=True) as server, server.http() as http:
        http.get("/a%0A2026-01-01 INFO forged%1B[2J%E2%80%A8")
    lines = server.log().split("\n")
    assert not any(line.startswith("2026-01-01 INFO forged") for line in lines)
    assert any(r"/a\n2026-01-01 INFO forged\x1b[2J\u2028 404" in line for line in lines)


def test_traces_keep_their_lines():
    try:
        json.loads("no")
    except ValueError:
        record = logging.LogRecord("a", 40, "", 0, "%s failed\n", ("x\ry",), sys.exc_info())
    first, *trace = TextFormatter("%(message)s").format(record).split("\n")
    assert first == r"x\ry failed"
    assert trace[0].startswith("Traceback")


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE played (name TEXT)")
    database.close()
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_a_backup_does_not_follow_a_link_that_others_have_laid(tmp_path, source, make):
    """Once it wrote over what the link led to."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    target = tmp_path / "copy.db"
    make(victim, f"{target}.part")
    with pytest.raises(PickominoError) as caught:
        back_up(str(source), str(target))
    assert caught.value.code == "unwritable_file"
    assert victim.read_text() == "precious"
    assert (tmp_path / "copy.db.part").exists(), "not ours to remove"
    assert not target.exists()


def test_a_backup_that_was_broken_off_is_begun_anew(tmp_path, source):
    draft = tmp_path / "copy.db.part"
    draft.write_text("half")
    draft.chmod(0o644)
    back_up(str(source), str(tmp_path / "copy.db"))
    assert not draft.exists()
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_errors_of_the_database_do_not_show_what_is_stored(tmp_path):
    """Once they listed the parameters of the statement."""

    async def fail():
        database = SqliteDatabase(str(tmp_path / "games.db"))
        with pytest.raises(Exception, match="nowhere") as wrote:
            await database.write(
                lambda at: at.execute(text("INSERT INTO nowhere VALUES (:x)"), {"x": "secret"})
            )
        with pytest.raises(Exception, match="nowhere") as read:
            await database.read(text("SELECT :x FROM nowhere").bindparams(x="secret"))
        await database.close()
        return str(wrote.value) + str(read.value)

    assert "secret" not in asyncio.run(fail())
