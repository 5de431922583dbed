"""The Python that runs in the browser: Pyodide, msgspec for WebAssembly, and this package."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pickomino
from pickomino.core.errors import PickominoError, quote_path

PYODIDE_FILES: Final = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
}
"""Their names in npm's package, by their names on the site.

Some web servers, among them nginx in Debian 12, do not know that .mjs is JavaScript.
"""
LOCK_FILE: Final = "pyodide-lock.json"
WHEEL: Final = "msgspec-*-pyemscripten_*_wasm32.whl"
PACKAGE: Final = Path(pickomino.__file__).parent
LEFT_OUT: Final = (
    *("arena", "bench", "cli", "client", "envs", "i18n", "server", "site", "tables", "tui"),
)
"""Parts of the package that only run outside the browser."""
DATA: Final = (".json", ".py", ".txt")
LIBRARY: Final = "python_stdlib.zip"
UNUSED_MODULES: Final = (
    *("_pyrepl", "ctypes", "curses", "dbm", "ensurepip", "multiprocessing", "pydoc_data"),
    *("sqlite3", "tkinter", "unittest", "venv", "wsgiref", "xml", "xmlrpc"),
    *("cProfile", "difflib", "doctest", "ftplib", "imaplib", "mailbox", "optparse", "pdb"),
    *("pickletools", "poplib", "profile", "pstats", "pydoc", "smtplib", "trace", "turtle"),
)
"""Modules of the standard library that no part of the game imports."""
_UNUSED_CODECS: Final = re.compile(
    r"encodings/(cp(?!437)|iso|mac|koi|euc|big|gb|shift|ptcp|kz|tis)"
)
"""The game needs only UTF-8, and archives the codec cp437."""
_WHEEL_PARTS: Final = (".py", ".so")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all files in the archive, so that equal contents make equal archives."""


class Runtime(NamedTuple):
    """The files that Python needs in the browser."""

    version: str
    """The version of Pyodide."""
    lock_info: dict[str, str]
    """The part of Pyodide's lock file that it checks; the packages listed there are not used."""
    files: dict[str, bytes]
    """By name."""


def load_runtime(folder: Path) -> Runtime:
    """Return Pyodide and msgspec from a folder; raises `no_runtime`.

    The folder has the files of npm's package `pyodide`, perhaps in `node_modules/pyodide`, and the
    wheel of msgspec for Pyodide.
    """
    nested = folder / "node_modules" / "pyodide"
    pyodide = nested if nested.is_dir() else folder
    wheels = sorted(folder.glob(WHEEL))
    needed = (*PYODIDE_FILES.values(), LOCK_FILE)
    missing = [name for name in needed if not (pyodide / name).is_file()]
    if missing or not wheels:
        raise PickominoError(
            "no_runtime", folder=quote_path(folder), missing=", ".join(missing) or WHEEL
        )
    files = {name: (pyodide / source).read_bytes() for name, source in PYODIDE_FILES.items()}
    files[LIBRARY] = _without_unused_modules(files[LIBRARY])
    package = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((pyodide / LOCK_FILE).read_text(encoding="utf-8"))
    return Runtime(
        package["version"], lock["info"], files | {"python.zip": python_archive(wheels[-1])}
    )


def python_archive(wheel: Path) -> bytes:
    """Return a zip archive of msgspec and of the parts of this package that run in the browser."""
    return _zip([*_wheel_files(wheel), *_package_files()])


def _without_unused_modules(library: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(library)) as file:
        names = (name for name in file.namelist() if not name.endswith("/"))
        used = [
            name
            for name in names
            if _top_module(name) not in UNUSED_MODULES and not _UNUSED_CODECS.match(name)
        ]
        return _zip((name, file.read(name)) for name in used)


def _top_module(name: str) -> str:
    return name.partition("/")[0].removesuffix(".py")


def _zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, content in sorted(files):
            info = zipfile.ZipInfo(name, _EPOCH)
            file.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    return archive.getvalue()


def _wheel_files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as file:
        for name in file.namelist():
            if name.startswith("msgspec/") and name.endswith(_WHEEL_PARTS):
                yield name, file.read(name)


def _package_files() -> Iterator[tuple[str, bytes]]:
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE)
        if path.suffix in DATA and path.is_file() and name.parts[0] not in LEFT_OUT:
            yield f"pickomino/{name.as_posix()}", path.read_bytes()


def folder_of(runtime: Runtime) -> str:
    """Return the name of the folder of the runtime, which changes with its content."""
    content = hashlib.sha256()
    for name, body in sorted(runtime.files.items()):
        content.update(f"{name} {len(body)}\n".encode() + body)
    version = re.sub(r"[^0-9a-z.]", "", runtime.version)
    return f"runtime/{version}-{content.hexdigest()[:12]}/"
