"""Frames and bytes of a WebSocket are counted without decoding them."""

import pytest

from pickomino.server.live.frame_meter import FrameMeter
from support.server.raw_sockets import PING, TEXT, client_frame


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def admit_in_chunks(meter, data, size):
    """Return how many bytes are admitted if they arrive in chunks."""
    total = 0
    for start in range(0, len(data), size):
        chunk = data[start : start + size]
        total += (admitted := meter.admit(chunk))
        if admitted < len(chunk):
            break
    return total


@pytest.mark.parametrize("chunk", [1000, 7, 64])
def test_frames_are_counted_in_any_chunks(chunk):
    long = bytes([0x81, 0xFE]) + (300).to_bytes(2, "big") + bytes(304)
    data = (client_frame(TEXT, b"abc") + long) * 100
    assert admit_in_chunks(FrameMeter(1000, Clock()), data, chunk) == len(data)
    pings = client_frame(PING) * 1000
    assert admit_in_chunks(FrameMeter(20, Clock()), pings, chunk) <= 320 * 7


def test_meter_refills_with_time():
    clock = Clock()
    meter = FrameMeter(20, clock)
    ping = client_frame(PING)
    assert meter.admit(ping * 400) == 320 * len(ping)
    assert meter.admit(ping) == 0
    clock.now += 1
    assert meter.admit(ping * 100) == 79 * len(ping), "the refused ping cost one frame"


def test_single_frames_count_like_others():
    meter, text = FrameMeter(20, Clock()), client_frame(TEXT, b"abc")
    assert meter.admit(text * 100) == 100 * len(text)
    assert [meter.try_frame(len(text)) for _ in range(221)] == [True] * 220 + [False]
    assert meter.admit(text) == 0
    assert not FrameMeter(20, Clock()).try_frame(4 * 20 * 4096 + 1)


def test_single_frame_needs_a_frame_boundary():
    meter, text = FrameMeter(20, Clock()), client_frame(TEXT, b"abc")
    assert meter.admit(text[:1]) == 1
    assert not meter.try_frame(len(text))
    assert meter.admit(text[1:]) == len(text) - 1
    assert meter.try_frame(len(text))


def test_meter_admits_a_limited_number_of_bytes():
    head = bytes([0x82, 0xFF]) + (1_000_000).to_bytes(8, "big")
    assert FrameMeter(20, Clock()).admit(head + bytes(500_000)) == 4 * 20 * 4096
