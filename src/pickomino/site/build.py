"""Builds the folder of the static site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from pickomino.core.errors import PickominoError, quote_path
from pickomino.evaluation.export import export_kernels
from pickomino.i18n import LANGUAGES
from pickomino.puzzles.packs import packs
from pickomino.server.http.locale import language_tag
from pickomino.server.http.offline_site import MARK, POLICY
from pickomino.server.http.rendering import render
from pickomino.server.http.static_files import client_files
from pickomino.site.addresses import MANIFEST, PAGES, SiteAddresses, client_folder, digest
from pickomino.site.runtime import Runtime, folder_of

WORKER: Final = "service-worker.js"
_GAME_PAGES: Final = {
    "table.html": {"code": "", "inviter": ""},
    "replay.html": {"code": "", "game_id": "", "has_table": True},
    "review.html": {"code": "", "game_id": ""},
    "try.html": {"code": "", "game_id": ""},
}
"""Pages of one game, which their query names, with what the templates need."""
_LEFT_OUT: Final = (".map", f"offline/{WORKER}")
_COMPRESSED: Final = (".bin", ".png", ".zip")


class SiteSize(NamedTuple):
    """How many bytes a site has."""

    files: int
    plain: int
    compressed: int
    """What a server sends that compresses files."""


def build_site(output: Path, runtime: Runtime) -> SiteSize:
    """Write the site into a folder, in place of an earlier site; raises `folder_in_use`."""
    files = site_files(runtime)
    _clear(output)
    for name, content in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return SiteSize(
        len(files),
        sum(map(len, files.values())),
        sum(_sent_size(name, content) for name, content in files.items()),
    )


def site_files(runtime: Runtime) -> dict[str, bytes]:
    """Return all files of the site by their path; the same source gives the same files."""
    folder = folder_of(runtime)
    files = {folder + name: content for name, content in runtime.files.items()}
    client = client_files()
    for name in client.names():
        if not name.endswith(_LEFT_OUT):
            files[client_folder() + name] = client.read(name).body
    networks = export_kernels()
    networks_folder = f"networks/{digest(b''.join(networks.values()))}/"
    files |= {networks_folder + name: content for name, content in networks.items()}
    addresses = SiteAddresses(_settings(runtime, folder, networks_folder))
    for language in LANGUAGES:
        for name, page in _pages(language, addresses).items():
            files[f"{language_tag(language)}/{name}"] = page.encode()
    files |= addresses.files
    files["index.html"] = _start_page(addresses)
    files[MARK] = b""
    files[WORKER] = _service_worker(files)
    return files


def _start_page(addresses: SiteAddresses) -> bytes:
    script = client_folder() + "offline/choose-language.js"
    return _render("languages.html", "en", "/", addresses, script=script).encode()


def _settings(runtime: Runtime, folder: str, networks: str) -> str:
    """Return what the client must know about the site, as JSON."""
    sizes = {name: len(content) for name, content in runtime.files.items()}
    settings = {
        "runtime": f"../{folder}",
        "sizes": sizes,
        "lock": runtime.lock_info,
        "networks": f"../{networks}",
    }
    return json.dumps(settings, separators=(",", ":"))


def _pages(language: str, addresses: SiteAddresses) -> dict[str, str]:
    pages = {
        name: _render(_template_of(path), language, path, addresses, **_values_of(path))
        for path, name in PAGES.items()
    }
    for name, values in _GAME_PAGES.items():
        pages[name] = _render(name, language, f"/{name}", addresses, **values)
    pages[MANIFEST] = _render(MANIFEST, language, "/", addresses, scope="../")
    return pages


def _template_of(path: str) -> str:
    return {"/": "home.html", "/review": "upload.html"}.get(path, PAGES[path])


def _values_of(path: str) -> dict[str, object]:
    if path == "/daily":
        return {"first": packs()[0].starts.isoformat()}
    return {}


def _render(
    template: str, language: str, path: str, addresses: SiteAddresses, **values: object
) -> str:
    return render(template, language, path, addresses, public_url="", policy=POLICY, **values)


def _service_worker(files: dict[str, bytes]) -> bytes:
    """Return the service worker, which knows the digest of every file of its version."""
    hashes = {name: _integrity(content) for name, content in sorted(files.items()) if name != MARK}
    version = digest(json.dumps(hashes).encode() + _service_worker_source())
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(hashes)};\n"
    return head.encode() + _service_worker_source()


def _service_worker_source() -> bytes:
    return client_files().read("offline/service-worker.js").body


def _integrity(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def _clear(output: Path) -> None:
    """Delete an earlier site; other folders must be empty."""
    if output.is_dir() and any(output.iterdir()):
        if not (output / MARK).exists():
            raise PickominoError("folder_in_use", folder=quote_path(output))
        shutil.rmtree(output)
    output.mkdir(parents=True, exist_ok=True)


def _sent_size(name: str, content: bytes) -> int:
    return len(content) if name.endswith(_COMPRESSED) else len(gzip.compress(content, 9))
