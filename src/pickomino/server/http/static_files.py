"""Hands out the browser client: small files from the package, compressed, all read at the start.

Pages name the files below a version that changes with any of them, so that browsers keep them for
good; modules import each other by relative paths, and so stay within one version. The framework's
static files know neither such addresses nor files put together nor lists of what to load ahead,
read the disk and compress for every request, and send more headers: that counts on a first visit
(`make bench ARGS=first_roll`).
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath

from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import pack_files
from pickomino.server.http.bundle import BUNDLE, beside, bundle_files
from pickomino.server.http.bundle import FOLDER as BUNDLE_FOLDER

FOLDER: Final = Path(__file__).parents[2] / "client"
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".map": "application/json",
}
EVERYWHERE: Final = "shared/page.js"
BUNDLED: Final = ("home/home-page.js", "table/table-page.js")
"""The pages on the way to the first roll."""
_TEXT: Final = (".js", ".css", ".svg", ".txt", ".map")
_DOC_COMMENT: Final = re.compile(rb"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_IMPORT: Final = re.compile(rb'^(?:import|export)\b(?:[^;"]*?\bfrom)? "(\.[^"]+)"', re.MULTILINE)
"""What a module needs at once; what it imports later stands within its code."""
_VERSIONED: Final = re.compile(r"v-([0-9a-f]+)/(.*)")
_REVALIDATE: Final = "no-cache"
_FOREVER: Final = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    etag: str
    body: bytes
    packed: bytes | None
    kind: str


class ClientFiles:
    """Files of a folder, read once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _loaded(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        for name, text in pack_files().items():
            self._files[f"puzzles/{name}"] = _packed(text.encode(), ".txt")
        self._modules: dict[tuple[str, ...], list[str]] = {}
        for name, text in self._bundle().items():
            self._files[name] = _packed(text.encode(), posixpath.splitext(name)[1])
        etags = "".join(name + file.etag for name, file in self._files.items())
        self.version: Final = hashlib.sha256(etags.encode()).hexdigest()[:12]

    def address(self, name: str) -> str:
        """Return where a page finds a file; browsers keep what is there."""
        return f"/client/v-{self.version}/{name}"

    def stylesheet(self, names: Sequence[str]) -> str:
        """Return where a page finds style sheets as one: a request costs more than its bytes."""
        name = "+".join(names)
        if name not in self._files:
            self._files[name] = _packed(self._joined(names), ".css")
        return self.address(name)

    def _joined(self, names: Sequence[str]) -> bytes:
        return b"\n".join(self.read(name).body for name in names)

    def scripts(self, script: str | None) -> tuple[list[str], list[str]]:
        """Return the modules that a page runs, and those that it can load ahead."""
        if script in BUNDLED:
            return [f"{BUNDLE_FOLDER}{script}"], [BUNDLE]
        run = [EVERYWHERE, *([script] if script else [])]
        return run, self.modules(run)[len(run) :]

    def _bundle(self) -> dict[str, str]:
        sources = {
            name: file.body.decode() for name, file in self._files.items() if name.endswith(".js")
        }
        entries = {name: (EVERYWHERE, name) for name in BUNDLED}
        return bundle_files(sources, self.modules([EVERYWHERE, *BUNDLED]), entries)

    def modules(self, entries: Sequence[str]) -> list[str]:
        """Return every module that some modules need at once, they themselves first."""
        key = tuple(entries)
        if key not in self._modules:
            found = self._modules[key] = list(entries)
            for name in found:  # grows on the way
                needed = _IMPORT.findall(self.read(name).body)
                paths = [beside(name, other.decode()) for other in needed]
                found += [path for path in dict.fromkeys(paths) if path not in found]
        return self._modules[key]

    def read(self, name: str) -> _File:
        """Return a file by its path below the folder, or style sheets as one; `no_such_page`."""
        if name in self._files:
            return self._files[name]
        parts = name.split("+")
        styles = {part for part in parts if part.endswith(".css") and part in self._files}
        if len(parts) == 1 or sorted(styles) != sorted(parts):
            raise PickominoError("no_such_page")
        # A page that another server has made asks for it: not kept, so that nobody can fill us up.
        body = self._joined(parts)
        return _File(_etag(body), body, None, TYPES[".css"])

    def answer(self, request: Request[Any, Any, Any], name: str) -> Response[bytes]:
        """Answer a request for a file: nothing where the browser has it, packed where it can."""
        versioned = _VERSIONED.fullmatch(name)
        file = self.read(versioned[2] if versioned else name)
        # A page of an older version may still ask for what it did not load then.
        is_present = versioned is not None and versioned[1] == self.version
        headers = {"vary": "accept-encoding", "cache-control": _FOREVER}
        if not is_present:
            headers |= {"etag": file.etag, "cache-control": _REVALIDATE}
        seen = request.headers.get("if-none-match", "")
        if file.etag in seen.replace("W/", "").split(", "):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = file.packed
        return Response(body, headers=headers, media_type=file.kind)


@cache
def client_files() -> ClientFiles:
    """Return the files of the client."""
    return ClientFiles()


@get("/client/{name:path}", include_in_schema=False, opt={"is_packed": True}, sync_to_thread=False)
def client_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return a file of the browser client."""
    return client_files().answer(request, name.lstrip("/"))


def without_types(source: bytes) -> bytes:
    r"""Leave out doc comments: the types in them are for checks, and a seventh of the bytes.

    Their line breaks stay, so that a browser's complaints name the lines of the source.

    >>> without_types(b'/**\n * @param {string} name */\nf(name); /* stays */\n')
    b'\n\nf(name); /* stays */\n'
    """
    return _DOC_COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


def _loaded(path: Path) -> _File:
    body = path.read_bytes()
    return _packed(without_types(body) if path.suffix == ".js" else body, path.suffix)


def _packed(body: bytes, suffix: str) -> _File:
    packed = gzip.compress(body, 9, mtime=0) if suffix in _TEXT else None
    return _File(_etag(body), body, packed, TYPES[suffix])


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'
