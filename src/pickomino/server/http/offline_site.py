"""Serves the static site, so that players of this server can go on without a network.

The site's service worker keeps it in the browser, but only on https or on this machine itself.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from pickomino.core.errors import PickominoError, quote_path
from pickomino.server.http.compressed import IS_COMPRESSED, accepts_gzip
from pickomino.server.http.static_files import FOREVER, REVALIDATE
from pickomino.server.state import AnyRequest

ADDRESS: Final = "/offline/"
MARK: Final = ".pickomino-site"
"""A file that marks a folder which `pickomino site` wrote."""
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; require-trusted-types-for 'script';"
    " trusted-types pickomino-svg pickomino-worker pickomino-page"
    " pickomino-cache pickomino-notification"
)
"""The content policy of the site's pages; the worker alone compiles WebAssembly."""
_WORKER_POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
_WORKER: Final = "/offline/worker.js"
_TYPES: Final = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
_COMPRESSED: Final = (".bin", ".png", ".zip")
_NAMED_BY_CONTENT: Final = re.compile(r"(client|networks|runtime|texts)/|styles-")
_LEVEL: Final = 9


class OfflineSite:
    """The files of a folder that `pickomino site` wrote, as they are at the start."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.suffix in _TYPES and path.is_file()
        }
        self._etags = {name: _etag(path.read_bytes()) for name, path in self._files.items()}
        self._compressed = cache(self._compress)

    async def respond(self, request: AnyRequest, name: str) -> Response[bytes] | Redirect:
        """Return a file, the start page of a folder, or 304 if the browser has the file."""
        if name == "" or name.endswith("/"):
            name += "index.html"
        elif f"{name}/index.html" in self._files:
            # The links on the page are relative.
            return Redirect(f"{ADDRESS}{name}/")
        if name not in self._files:
            raise PickominoError("no_such_page")
        headers = self._headers(name)
        if self._etags[name] in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if not name.endswith(_COMPRESSED) and accepts_gzip(request):
            headers["content-encoding"] = "gzip"
            body = await asyncio.to_thread(self._compressed, name)
        else:
            body = await asyncio.to_thread(self._files[name].read_bytes)
        return Response(body, headers=headers, media_type=_TYPES[self._files[name].suffix])

    def _headers(self, name: str) -> dict[str, str]:
        is_fixed = _NAMED_BY_CONTENT.match(name)
        headers = {
            "cache-control": FOREVER if is_fixed else REVALIDATE,
            # The service worker asks again for files that the page has loaded.
            "etag": self._etags[name],
            "vary": "accept-encoding",
        }
        if name.endswith(".html"):
            headers["content-security-policy"] = f"{POLICY}; frame-ancestors 'none'"
        elif name.endswith(_WORKER):
            headers["content-security-policy"] = _WORKER_POLICY
        return headers

    def _compress(self, name: str) -> bytes:
        return gzip.compress(self._files[name].read_bytes(), _LEVEL, mtime=0)


def require_site(folder: str) -> None:
    """Raise `not_a_site` unless `pickomino site` wrote the folder, or none is named."""
    if folder and not (Path(folder) / MARK).is_file():
        raise PickominoError("not_a_site", folder=quote_path(folder))


def offline_site_handlers(folder: str) -> list[HTTPRouteHandler]:
    """Return the handlers of the site in a folder; without a folder there are none."""
    if not folder:
        return []
    site = OfflineSite(Path(folder))

    @get([ADDRESS, f"{ADDRESS}{{name:path}}"], include_in_schema=False, opt=IS_COMPRESSED)
    async def offline_file(request: AnyRequest) -> Response[bytes] | Redirect:
        """Return a file of the static site."""
        # The framework removes the slash at the end of its own path.
        path = request.scope["raw_path"].decode("latin-1")
        if path == ADDRESS.rstrip("/"):
            return Redirect(ADDRESS)
        return await site.respond(request, path.removeprefix(ADDRESS))

    return [offline_file]


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'
