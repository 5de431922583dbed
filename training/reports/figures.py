"""`make figures`: writes the tables and pictures of the docs from the results in docs/results.

A page has a table between `<!-- figures: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from training.reports import bench_figures, game_figures, network_figures

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RESULTS = DOCS / "results"
TABLE = re.compile(r"(<!-- figures: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def read_results(name: str) -> list[dict[str, Any]]:
    """Return the lines of a file in docs/results."""
    return [json.loads(line) for line in (RESULTS / name).read_text().splitlines()]


def render() -> dict[Path, str]:
    """Return the up-to-date text of every page and picture with figures."""
    games = game_figures.GameResults(read_results("the-game.jsonl"))
    tables: dict[str, Callable[[], str]] = {
        **game_figures.tables(games),
        **network_figures.tables(read_results),
        **bench_figures.tables(RESULTS / "bench"),
    }
    pages = {
        page: fill_tables(page.read_text("utf-8"), tables)
        for page in sorted(DOCS.glob("*.md"))
        if TABLE.search(page.read_text("utf-8"))
    }
    pictures = game_figures.pictures(games)
    return pages | {DOCS / "pictures" / name: text for name, text in pictures.items()}


def fill_tables(page: str, tables: dict[str, Callable[[], str]]) -> str:
    """Return a page with its tables replaced by current ones."""
    return TABLE.sub(lambda match: f"{match[1]}{tables[match['name']]()}\n{match[3]}", page)


def main() -> None:
    """Write every page and picture."""
    for path, text in render().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
