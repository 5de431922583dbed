"""Serves the browser client: small files from the package, all read and compressed at startup.

Files of puzzles are made when they are first requested.

The URLs of files contain a version that changes whenever any file changes, so that browsers can
cache them forever. Modules import each other by relative paths, and so stay within one version. The
framework's own static file handler does not support versioned URLs, combined files or preload
lists. It also reads the disk and compresses for every request, and sends more headers, which
matters on a first visit (`make bench ARGS=first_roll`).
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath

from pickomino.api.puzzle_views import puzzle_file
from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import pack_files, packs
from pickomino.server.http.bundle import BUNDLE, bundle_files, resolve
from pickomino.server.http.bundle import FOLDER as BUNDLE_FOLDER
from pickomino.server.http.compressed import IS_COMPRESSED

FOLDER: Final = Path(__file__).parents[2] / "client"
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".map": "application/json",
}
COMMON_SCRIPT: Final = "shared/page.js"
BUNDLED: Final = ("home/home-page.js", "table/table-page.js")
"""The scripts of the pages that a visitor sees up to the first roll."""
BUNDLED_TOO: Final = ("fair-dice/watcher.js", "fair-dice/proof.js", "table/attention.js")
"""Modules that these pages import dynamically, but that every online game needs at once."""
FALLBACK: Final = "offline/fallback-worker.js"
"""A service worker for all pages of a server."""
_TEXT: Final = (".js", ".css", ".svg", ".json", ".map")
_DOC_COMMENT: Final = re.compile(rb"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_IMPORT: Final = re.compile(rb'^(?:import|export)\b(?:[^;"]*?\bfrom)? "(\.[^"]+)"', re.MULTILINE)
"""Matches static imports only, because dynamic imports do not start a line."""
_PUZZLES: Final = re.compile(r"puzzles/([a-z0-9-]+)\.json")
_VERSIONED: Final = re.compile(r"v-([0-9a-f]+)/(.*)")
REVALIDATE: Final = "no-cache"
FOREVER: Final = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    etag: str
    body: bytes
    compressed: bytes | None
    kind: str


class ClientFiles:
    """The files of a folder, which are read only once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _load(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        self._modules: dict[tuple[str, ...], list[str]] = {}
        for name, text in self._bundle().items():
            self._files[name] = _make_file(text.encode(), posixpath.splitext(name)[1])
        etags = "".join(name + file.etag for name, file in self._files.items())
        # The sample changes with the format of puzzles.
        sample = _puzzle_file(f"day-{packs()[0].starts}").etag
        version = "".join([etags, sample, *pack_files().values()])
        self.version: Final = hashlib.sha256(version.encode()).hexdigest()[:12]

    def names(self) -> list[str]:
        """Return the paths of all files, without combined style sheets."""
        return [name for name in self._files if "+" not in name]

    def address(self, name: str) -> str:
        """Return the URL of a file; browsers may cache it forever."""
        return f"/client/v-{self.version}/{name}"

    def stylesheet(self, names: Sequence[str]) -> str:
        """Return the URL of combined style sheets: saving a request is worth a few more bytes."""
        name = "+".join(names)
        if name not in self._files:
            self._files[name] = _make_file(self._join(names), ".css")
        return self.address(name)

    def _join(self, names: Sequence[str]) -> bytes:
        return b"\n".join(self.read(name).body for name in names)

    def scripts(self, script: str | None) -> tuple[list[str], list[str]]:
        """Return the modules that a page runs, and those that it can preload."""
        if script in BUNDLED:
            return [f"{BUNDLE_FOLDER}{script}"], [BUNDLE]
        run = [COMMON_SCRIPT, *([script] if script else [])]
        return run, self.modules(run)[len(run) :]

    def _bundle(self) -> dict[str, str]:
        sources = {
            name: file.body.decode() for name, file in self._files.items() if name.endswith(".js")
        }
        entries = {name: (COMMON_SCRIPT, name) for name in BUNDLED}
        return bundle_files(sources, self.modules([COMMON_SCRIPT, *BUNDLED, *BUNDLED_TOO]), entries)

    def modules(self, entries: Sequence[str]) -> list[str]:
        """Return these modules, then all others that they import statically, even indirectly."""
        key = tuple(entries)
        if key not in self._modules:
            modules = self._modules[key] = list(entries)
            for name in modules:  # grows during the loop
                imports = _IMPORT.findall(self.read(name).body)
                paths = [resolve(name, path.decode()) for path in imports]
                modules += [path for path in dict.fromkeys(paths) if path not in modules]
        return self._modules[key]

    def read(self, name: str) -> _File:
        """Return a file by its path, or combined style sheets; raises `no_such_page`."""
        if name in self._files:
            return self._files[name]
        puzzles = _PUZZLES.fullmatch(name)
        if puzzles is not None:
            return _puzzle_file(puzzles[1])
        parts = name.split("+")
        styles = {part for part in parts if part.endswith(".css") and part in self._files}
        if len(parts) == 1 or sorted(styles) != sorted(parts):
            raise PickominoError("no_such_page")
        # For pages that another server rendered; not cached, so that clients cannot fill memory.
        body = self._join(parts)
        return _File(_etag(body), body, None, TYPES[".css"])

    def respond(self, request: Request[Any, Any, Any], name: str) -> Response[bytes]:
        """Return a file, compressed if the browser accepts that, or 304 if it is cached there."""
        versioned = _VERSIONED.fullmatch(name)
        file = self.read(versioned[2] if versioned else name)
        # A page of an older version may still load further files.
        is_current = versioned is not None and versioned[1] == self.version
        headers = {"vary": "accept-encoding", "cache-control": FOREVER}
        if not is_current:
            headers |= {"etag": file.etag, "cache-control": REVALIDATE}
        if name.endswith(FALLBACK):
            headers["service-worker-allowed"] = "/"
        seen = request.headers.get("if-none-match", "")
        if file.etag in seen.replace("W/", "").split(", "):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = file.body
        if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = file.compressed
        return Response(body, headers=headers, media_type=file.kind)


@cache
def client_files() -> ClientFiles:
    return ClientFiles()


@get(
    "/client/{name:path}",
    include_in_schema=False,
    opt=IS_COMPRESSED,
    sync_to_thread=False,
)
def client_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return a file of the browser client."""
    return client_files().respond(request, name.lstrip("/"))


def strip_doc_comments(source: bytes) -> bytes:
    r"""Remove doc comments: browsers ignore the types in them, and they are a seventh of the bytes.

    Their line breaks stay, so that line numbers in a browser's error messages match the source.

    >>> strip_doc_comments(b'/**\n * @param {string} name */\nf(name); /* stays */\n')
    b'\n\nf(name); /* stays */\n'
    """
    return _DOC_COMMENT.sub(lambda match: b"\n" * match[0].count(b"\n"), source)


def _load(path: Path) -> _File:
    body = path.read_bytes()
    return _make_file(strip_doc_comments(body) if path.suffix == ".js" else body, path.suffix)


def _make_file(body: bytes, suffix: str) -> _File:
    compressed = gzip.compress(body, 9, mtime=0) if suffix in _TEXT else None
    return _File(_etag(body), body, compressed, TYPES[suffix])


@lru_cache(maxsize=1024)
def _puzzle_file(name: str) -> _File:
    body = puzzle_file(name)
    if body is None:
        raise PickominoError("no_such_page")
    return _make_file(body, ".json")


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'
