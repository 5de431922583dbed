"""Where the pages of the static site find each other and their files.

All addresses are relative, so the site works at any path. Every page lies in the folder of its
language; everything else is beside these folders.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from pickomino.server.http.locale import PARTS, client_catalog
from pickomino.server.http.static_files import client_files

ROOT: Final = "../"
"""The root of the site, seen from a page."""
PAGES: Final = {
    "/": "index.html",
    "/review": "upload.html",
    **{
        f"/{name}": f"{name}.html"
        for name in (
            *("rules", "tutorial", "practice", "profile", "position", "privacy", "daily"),
            "shared-game",
        )
    },
}
"""The file of each page that has no parameters, by its path on a server."""
MANIFEST: Final = "manifest.webmanifest"


class SiteAddresses:
    """The addresses on the pages of the static site; it collects the files that they need."""

    def __init__(self, settings: str) -> None:
        self.site = settings
        self.files: dict[str, bytes] = {}
        """The combined style sheets and the texts that pages use, by their path."""

    def page(self, path: str) -> str:
        """Return the file of a page."""
        return PAGES[path]

    def client(self, name: str) -> str:
        """Return the address of a file of the client."""
        return ROOT + client_folder() + name

    def stylesheet(self, names: Sequence[str]) -> str:
        """Return the address of combined style sheets."""
        return self._add("styles", ".css", client_files().read("+".join(names)).body)

    def texts(self, language: str, part: str) -> str:
        """Return the address of the client's texts, which are the same for all pages."""
        del part
        return self._add(f"texts/{language}", ".json", client_catalog(language, *PARTS))

    def manifest(self, language: str) -> str:
        """Return the address of the manifest in a page's own language."""
        del language
        return MANIFEST

    def _add(self, stem: str, suffix: str, content: bytes) -> str:
        name = f"{stem}-{digest(content)}{suffix}"
        self.files[name] = content
        return ROOT + name


def client_folder() -> str:
    """Return the folder of the client's files, which changes with their content."""
    return f"client/{client_files().version}/"


def digest(content: bytes) -> str:
    """Return a short digest, for names that change with the content of their files."""
    return hashlib.sha256(content).hexdigest()[:12]
