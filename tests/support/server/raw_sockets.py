"""WebSocket frames and connections by hand, for clients that break the rules."""

import base64
import os
import socket

from pickomino.rooms.protocol.messages import PROTOCOL, Hello, encode
from support.server.serving import TIMEOUT

TEXT, CONTINUATION, PING = 1, 0, 9


def client_frame(kind, payload=b"", *, is_last=True):
    """Return a short frame with an empty mask."""
    return bytes([kind | 0x80 * is_last, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def open_live_socket(server, code):
    """Open a live connection and send a Hello."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /api/rooms/{code}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in raw.recv(4096)
    raw.sendall(client_frame(TEXT, encode(Hello(PROTOCOL))))
    return raw


def is_closed_by_server(raw, seconds=TIMEOUT):
    """Read all data; return whether the server closes the connection in time."""
    raw.settimeout(seconds)
    try:
        while raw.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
