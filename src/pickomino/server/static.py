"""Hands out the browser client: small files from the package, compressed, with an ETag."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get

from pickomino.core.errors import PickominoError

FOLDER: Final = Path(__file__).parent / "client"
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
}
_TEXT: Final = (".js", ".css", ".svg", ".json")
_DOC_COMMENT: Final = re.compile(rb"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\r?\n", re.MULTILINE)
_REVALIDATE: Final = "no-cache"
_FOREVER: Final = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    stamp: tuple[int, int]
    """Size and time of change, so that a new version is seen without a restart."""
    etag: str
    body: bytes
    packed: bytes | None
    kind: str


class StaticFiles:
    """Files of a folder, read once and again when they change."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Take the folder."""
        self._folder = folder.resolve()
        self._known: dict[str, _File] = {}

    def version(self, name: str) -> str:
        """Give what changes with a file's content; `?v=` and this lets browsers keep it."""
        return self.read(name).etag.strip('"')

    def read(self, name: str) -> _File:
        """Give a file by its path below the folder; raises `no_such_page`."""
        try:
            path = (self._folder / name.lstrip("/")).resolve()
            is_ours = path.is_relative_to(self._folder) and path.is_file()
        except (OSError, ValueError) as error:
            # Names that no file can have: too long, or with a zero in them.
            raise PickominoError("no_such_page") from error
        if not is_ours:
            raise PickominoError("no_such_page")
        stat = path.stat()
        stamp = stat.st_size, stat.st_mtime_ns
        known = self._known.get(str(path))
        if known is None or known.stamp != stamp:
            known = self._known[str(path)] = _loaded(path, stamp)
        return known

    def answer(self, request: Request[Any, Any, Any], name: str) -> Response[bytes]:
        """Answer a request for a file: nothing where the browser has it, packed where it can."""
        file = self.read(name)
        is_named = request.query_params.get("v") == file.etag.strip('"')
        headers = {
            "etag": file.etag,
            "cache-control": _FOREVER if is_named else _REVALIDATE,
            "vary": "accept-encoding",
        }
        seen = request.headers.get("if-none-match", "")
        if file.etag in seen.replace("W/", "").split(", "):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = file.packed
        return Response(body, headers=headers, media_type=file.kind)


files: Final = StaticFiles()


@get("/client/{name:path}", include_in_schema=False, opt={"is_packed": True}, sync_to_thread=False)
def client_file(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """Give a file of the browser client."""
    return files.answer(request, name)


def without_types(source: bytes) -> bytes:
    r"""Leave out doc comments: the types in them are for checks, and a seventh of the bytes.

    >>> without_types(b'/** @param {string} name */\nf(name); /* stays */\n')
    b'f(name); /* stays */\n'
    """
    return _DOC_COMMENT.sub(b"", source)


def _loaded(path: Path, stamp: tuple[int, int]) -> _File:
    body = path.read_bytes()
    if path.suffix == ".js":
        body = without_types(body)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in _TEXT else None
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return _File(stamp, etag, body, packed, kind or "application/octet-stream")
