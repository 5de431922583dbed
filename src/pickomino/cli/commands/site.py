"""`pickomino site`."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Final

from pickomino.bots.registry import require_libraries
from pickomino.cli.options import Flag, Language
from pickomino.i18n import select_texts

_LIBRARIES: Final = ("jinja2", "litestar")
MEGABYTE: Final = 1_000_000


def site(
    *,
    output: Path,
    runtime: Path = Path("build/runtime"),
    json: Flag = False,
    language: Language = None,
) -> int:
    """Build the game as a folder of static files, which any web server can serve at any path.

    The site needs no server of ours: players' browsers run the rooms and the bots themselves.

    Parameters
    ----------
    output
        The folder to write; a site that is there already is replaced.
    runtime
        A folder with the npm package "pyodide" and the wheel of msgspec for it; `make site` makes
        one.
    json
        Print the result as JSON.
    """
    require_libraries(_LIBRARIES, "web")
    require_libraries(("numpy",), "bots")
    from pickomino.site.build import build_site
    from pickomino.site.runtime import load_runtime

    texts = select_texts(language)
    size = build_site(output, load_runtime(runtime))
    if json:
        print(json_format.dumps(size._asdict()))
        return 0
    line = texts.gettext("{count} files in {folder}: {plain} MB, compressed {compressed} MB")
    print(
        line.format(
            count=size.files,
            folder=output,
            plain=f"{size.plain / MEGABYTE:.1f}",
            compressed=f"{size.compressed / MEGABYTE:.1f}",
        )
    )
    return 0
