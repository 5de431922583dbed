"""Build hook: compile every gettext catalog (.po) to its binary form (.mo)."""

from io import BytesIO
from pathlib import Path
from typing import Any

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
        target = source.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())


class CustomBuildHook(BuildHookInterface):
    """Runs before every wheel, sdist and editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogs of the project."""
        compile_catalogs(Path(self.root))
