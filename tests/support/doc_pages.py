"""The pages of the documentation, and the blocks of code on them."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *DOCS]
MAX_LINES = 250
FENCED = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    page: str
    line: int
    text: str
    language: str


def blocks(language=None):
    """Return the fenced blocks of all pages, or those in a language."""
    return [
        Block(str(page.relative_to(ROOT)), line, match["text"], match["language"])
        for page in PAGES
        for text in [page.read_text(encoding="utf-8")]
        for match in FENCED.finditer(text)
        for line in [text.count("\n", 0, match.start("text"))]
        if language in {None, match["language"]}
    ]


def inline_code():
    """Return the code within the sentences of all pages."""
    texts = [FENCED.sub("", page.read_text("utf-8")) for page in PAGES]
    return sorted({code for text in texts for code in re.findall(r"`([^`\n]+)`", text)})
