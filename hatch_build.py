"""Build hook: compile every gettext catalog (.po) to its binary form (.mo).

The browser reads no .mo: it gets a JSON with the messages of its own modules.
"""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogs(root: Path) -> None:
    """Write the .mo beside each .po under `root`, leaving files that are up to date alone."""
    for source in sorted(root.glob("src/pickomino/i18n/catalogs/*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parts[-3], abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, catalog)
        _write(source.with_suffix(".mo"), compiled.getvalue())
        _write(source.with_name("client.json"), client_catalog(catalog))


def client_catalog(catalog: Catalog) -> bytes:
    """Return what the client's modules say: every form by the message's id, and the plural rule.

    What only the review or the tutorial says is apart: the table does not wait for it.
    """
    parts: dict[str, dict[str, list[str]]] = {"messages": {}, "review": {}, "tutorial": {}}
    for message in catalog:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        places = [place for place, _ in message.locations if "/server/client/" in place]
        if message.id and places and all(strings) and strings != ids:
            parts[_part_of(places)][ids[0]] = list(strings)
    content = {"plural": catalog.plural_expr, **parts}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _part_of(places: list[str]) -> str:
    for part in ("review", "tutorial"):
        if all(f"/{part}" in place for place in places):
            return part
    return "messages"


def _write(target: Path, content: bytes) -> None:
    if not target.exists() or target.read_bytes() != content:
        target.write_bytes(content)


class CustomBuildHook(BuildHookInterface):
    """Runs before every wheel, sdist and editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogs of the project."""
        compile_catalogs(Path(self.root))
