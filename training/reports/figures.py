"""`make figures`: the tables and pictures of the docs, from saved results alone.

A page has places for tables: everything between `<!-- figures: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from training.reports import game_figures, network_figures

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PLACE = re.compile(r"(<!-- figures: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def saved(name: str) -> list[dict[str, Any]]:
    """Read saved results."""
    return [json.loads(line) for line in (DOCS / "results" / name).read_text().splitlines()]


def made() -> dict[Path, str]:
    """Return every page and picture with figures, as it should be."""
    games = game_figures.Games(saved("the-game.jsonl"))
    names = (
        "residuals.jsonl",
        "solved.jsonl",
        "responses.jsonl",
        "apart.jsonl",
        "champions.jsonl",
    )
    tables: dict[str, Callable[[], str]] = {
        **game_figures.tables(games),
        **network_figures.tables(*map(saved, names)),
    }
    pages = {
        page: filled(page.read_text("utf-8"), tables)
        for page in sorted(DOCS.glob("*.md"))
        if PLACE.search(page.read_text("utf-8"))
    }
    pictures = game_figures.pictures(games)
    return pages | {DOCS / "pictures" / name: text for name, text in pictures.items()}


def filled(page: str, tables: dict[str, Callable[[], str]]) -> str:
    """Put the tables into a page."""
    return PLACE.sub(lambda found: f"{found[1]}{tables[found['name']]()}\n{found[3]}", page)


def main() -> None:
    """Write them."""
    for path, text in made().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
