"""Renders pages from templates, for the server and for the static site."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pickomino.i18n import texts_in
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.server.http.locale import catalog_url, language_tag
from pickomino.server.http.rule_examples import example
from pickomino.server.http.static_files import client_files

TEMPLATES: Final = Path(__file__).parent / "templates"
THEME_COLORS: Final = {"dusk": "#181322", "daylight": "#bfe2f2"}
_PARTS: Final = {
    **dict.fromkeys(
        ("review.html", "try.html", "upload.html", "position.html", "shared-game.html"), "review"
    ),
    "tutorial.html": "tutorial",
    **dict.fromkeys(("daily.html", "practice.html"), "daily"),
    "profile.html": "profile",
}
"""Templates that need the additional texts of a part; see `locale.PARTS`."""


class Addresses(Protocol):
    """Where a page finds other pages and the files of the client."""

    site: str
    """The settings of the static site as JSON; empty if a server sends the page."""

    def page(self, path: str) -> str:
        """Return the address of a page of the server, given its path."""
        ...

    def client(self, name: str) -> str:
        """Return the address of a file of the client."""
        ...

    def stylesheet(self, names: Sequence[str]) -> str:
        """Return the address of combined style sheets."""
        ...

    def texts(self, language: str, part: str) -> str:
        """Return the address of the client's texts."""
        ...

    def manifest(self, language: str) -> str:
        """Return the address of the manifest of the installed game."""
        ...


class ServerAddresses:
    """The addresses that a server uses: all begin with a slash."""

    site = ""

    def page(self, path: str) -> str:
        """Return the path."""
        return path

    def client(self, name: str) -> str:
        """Return the address of a file, which browsers may cache forever."""
        return client_files().address(name)

    def stylesheet(self, names: Sequence[str]) -> str:
        """Return the address of combined style sheets."""
        return client_files().stylesheet(names)

    def texts(self, language: str, part: str) -> str:
        """Return the address of the client's texts."""
        return catalog_url(language, part)

    def manifest(self, language: str) -> str:
        """Return the address of the manifest in a language."""
        return f"/manifest.webmanifest?language={language}"


def load_templates() -> None:
    """Compile all templates."""
    for name in _environment().list_templates():
        _environment().get_template(name)


def render(template: str, language: str, path: str, addresses: Addresses, **values: object) -> str:
    """Render a page in a language; `path` is the page's path on a server."""
    texts = texts_in(language)
    return (
        _environment()
        .get_template(template)
        .render(
            _=texts.gettext,
            ngettext=texts.ngettext,
            language=language,
            lang=language_tag(language),
            languages=LANGUAGE_NAMES,
            link=addresses.page,
            client=addresses.client,
            stylesheet=addresses.stylesheet,
            scripts=client_files().scripts,
            site=addresses.site,
            manifest=addresses.manifest(language),
            texts_url=addresses.texts(language, _PARTS.get(template, "")),
            theme_colors=THEME_COLORS,
            path=path,
            example=partial(example, texts),
            **values,
        )
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
