"""The internals of uvicorn that we use: these tests name what a new version lacks.

The package allows only versions of uvicorn with which these tests passed.
"""

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from pickomino.server.live import uvicorn_protocols
from pickomino.server.ops.logs import CLIENT_ERRORS

USED = {
    H11Protocol: (
        *("connection_made", "connection_lost", "handle_events", "limit_concurrency"),
        *("connections", "transport", "conn", "loop"),
    ),
    WebSocketsSansIOProtocol: (
        *("connection_made", "data_received", "connection_lost", "handshake_initiated", "frames"),
        *("transport", "loop", "conn", "app_state", "writable", "disconnected", "queue"),
        *("start_keepalive", "request", "response", "scope", "read_paused", "close_sent"),
    ),
    uvicorn.Server: ("capture_signals", "handle_exit", "serve", "startup", "shutdown", "servers"),
}


@pytest.mark.parametrize("kind", USED, ids=lambda kind: kind.__name__)
def test_uvicorn_has_the_members_we_use(kind):
    source = inspect.getsource(kind)
    missing = [
        name for name in USED[kind] if not hasattr(kind, name) and f"self.{name}" not in source
    ]
    assert not missing, f"uvicorn {version('uvicorn')}: {kind.__name__} has no {missing}"


@pytest.mark.parametrize("length", [0, 125, 126, 2**16 - 1, 2**16])
def test_text_frames_match_the_library(length):
    data = b"x" * length
    written = Frame(Opcode.TEXT, data).serialize(mask=False)
    assert written == uvicorn_protocols._text_header(length) + data


@pytest.mark.parametrize("message", CLIENT_ERRORS)
def test_uvicorn_logs_the_messages_we_count(message):
    kinds = (H11Protocol, RequestResponseCycle, WebSocketsSansIOProtocol)
    assert any(f'"{message}"' in inspect.getsource(kind) for kind in kinds)


def test_next_uvicorn_is_not_allowed_untested():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["optional-dependencies"]["web"]
    bound = next(text for text in wanted if text.startswith("uvicorn"))
    _, minor, *_ = map(int, version("uvicorn").split("."))
    assert bound.endswith(f",<0.{minor + 1}")
