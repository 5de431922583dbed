"""Build hooks: compile the catalogs, and make the README's links absolute for a package index.

Every gettext catalog (.po) is compiled to .mo. The browser gets a JSON file with the messages of
its own modules instead.
"""

import json
import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HOME = "PICKOMINO_HOME"
"""The variable with the repository's address, set when publishing."""

ON_GITHUB = re.compile(r"https://github\.com/(?P<owner>[\w-]+)/(?P<name>[\w.-]+)")
ON_PAGES = {"docs/index.md": "", "docs/install.md#play-in-the-browser": "play/"}
"""Links of the README that lead to the published site if its address is known."""

PARTS = {
    "daily": "puzzles",
    "offline": "offline",
    "profile": "profile",
    "review": "review",
    "tutorial": "tutorial",
}
"""Parts of the catalog that only some pages load, each with its folder of the client."""


def compile_catalogs(root: Path) -> None:
    """Write the .mo beside each .po under `root`; files that are up to date are not touched."""
    for source in sorted(root.glob("src/pickomino/i18n/catalogs/*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parts[-3], abort_invalid=True)
        _write(source.with_name("client.json"), client_catalog(catalog))
        compiled = BytesIO()
        write_mo(compiled, _without_copies(catalog))
        _write(source.with_suffix(".mo"), compiled.getvalue())


def client_catalog(catalog: Catalog) -> bytes:
    """Return the messages of the client's modules: every plural form by message id.

    Messages that only some pages need are separate parts, so that other pages do not load them.
    """
    parts: dict[str, dict[str, list[str]]] = {name: {} for name in ("messages", *PARTS)}
    for message in catalog:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        places = [place for place, _ in message.locations if "/client/" in place]
        if message.id and places and all(strings) and strings != ids:
            for part in _parts_of(places):
                parts[part][ids[0]] = list(strings)
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()


def _without_copies(catalog: Catalog) -> Catalog:
    """Return the catalog without translations that equal their message, as in English.

    Gettext returns the message itself if there is no translation.
    """
    for message in catalog:
        if message.id and message.string == message.id:
            message.string = "" if isinstance(message.id, str) else ("",) * len(message.id)
    return catalog


def _parts_of(places: list[str]) -> set[str]:
    """Return the parts of a message: those of its pages, or the one that all pages load."""
    parts = {
        next((part for part in PARTS if f"/client/{PARTS[part]}/" in place), "messages")
        for place in places
    }
    return {"messages"} if "messages" in parts else parts


def _write(target: Path, content: bytes) -> None:
    if not target.exists() or target.read_bytes() != content:
        target.write_bytes(content)


class CustomBuildHook(BuildHookInterface):
    """Runs before every wheel, sdist and editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogs(Path(self.root))


def pages_address(home: str) -> str:
    """Return where GitHub Pages publishes the site, or "" if the repository is elsewhere.

    >>> pages_address("https://github.com/Chickens/pickomino")
    'https://chickens.github.io/pickomino/'
    """
    match = ON_GITHUB.fullmatch(home)
    return f"https://{match['owner'].lower()}.github.io/{match['name']}/" if match else ""


def image_name(home: str) -> str:
    """Return the name of the container image that a release publishes, or "".

    >>> image_name("https://github.com/Chickens/pickomino")
    'ghcr.io/chickens/pickomino'
    """
    match = ON_GITHUB.fullmatch(home)
    return f"ghcr.io/{match['owner']}/{match['name']}".lower() if match else ""


def absolute_links(readme: str, home: str) -> str:
    """Return the README with absolute links and picture addresses.

    Links that begin with `../../` lead from a file's page to the repository's other pages.

    >>> absolute_links("![Dice](docs/dice.png), [rules](docs/rules.md)", "https://a.example/b")
    '![Dice](https://a.example/b/raw/main/docs/dice.png), [rules](https://a.example/b/blob/main/docs/rules.md)'
    """
    readme = readme.replace("](../../", f"]({home}/")
    if pages := pages_address(home):
        for link, page in ON_PAGES.items():
            readme = readme.replace(f"]({link})", f"]({pages}{page})")
    own = r"(?!https?:|#|mailto:)"
    pictures = re.sub(rf"(!\[[^]]*\]\(){own}", rf"\g<1>{home}/raw/main/", readme)
    # The text of a link is words, or a picture, whose address ends before the link's begins.
    return re.sub(rf"((?:(?<!!)\[[^]]*|\))\]\(){own}", rf"\g<1>{home}/blob/main/", pictures)


def project_urls(home: str) -> dict[str, str]:
    """Return the addresses that a package index shows beside the README."""
    return {
        "Homepage": home,
        "Documentation": pages_address(home) or f"{home}/tree/main/docs",
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }


class CustomMetadataHook(MetadataHookInterface):
    """Adds the README and, if the repository's address is known, the project's URLs."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get(HOME, "").rstrip("/")
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        text = absolute_links(readme, home) if home else readme
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = project_urls(home) if home else {}
