"""Code in README and docs runs; positions and records in them can be read."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from pickomino import Game, Position, verify

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    page: str
    line: int
    text: str


def blocks(language):
    return [
        Block(str(page.relative_to(ROOT)), text.count("\n", 0, match.start("text")), match["text"])
        for page in PAGES
        for text in [page.read_text(encoding="utf-8")]
        for match in FENCED.finditer(text)
        if match["language"] == language
    ]


def for_each_block(language):
    return pytest.mark.parametrize(
        "block", [pytest.param(block, id=f"{block[0]}:{block[1]}") for block in blocks(language)]
    )


def run(block, namespace):
    code = compile("\n" * block.line + block.text, block.page, "exec")
    exec(code, namespace)  # noqa: S102 - our own pages


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("python")}))
def test_code_on_pages_runs(page):
    namespace = {"__name__": page}
    for block in blocks("python"):
        if block.page == page:
            run(block, namespace)


@for_each_block("wfen")
def test_positions_round_trip(block):
    for line in block.text.splitlines():
        assert Position.from_wfen(line).wfen() == line


@for_each_block("wgn")
def test_records_round_trip(block):
    assert Game.from_wgn(block.text).wgn() == block.text
    if "[Dice" in block.text:
        assert verify(block.text).is_valid


def test_tests_named_on_pages_exist():
    text = "".join(page.read_text("utf-8") for page in (*PAGES, ROOT / "SECURITY.md"))
    code = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    known = set(re.findall(r"^(?:async )?def (test_\w+)", code, re.MULTILINE))
    assert set(re.findall(r"`(test_\w+)`", text)) <= known
    files = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert files
    assert not [file for file in files if not (ROOT / file).is_file()]


def test_every_chapter_of_the_security_standard_is_covered():
    text = (ROOT / "docs/security.md").read_text("utf-8")
    assert [int(number) for number in re.findall(r"\*\*V(\d+)\*\*", text)] == list(range(1, 15))


def test_files_named_in_architecture_exist():
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|ts|toml))`", text))
    known = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("src", "training", "tests", "scripts", ".")
        for path in (ROOT.glob("*.*") if folder == "." else (ROOT / folder).rglob("*.*"))
    ]
    assert len(named) > 10
    assert not [name for name in named if not any(path.endswith(f"/{name}") for path in known)]


def headings(page):
    """Return the anchors that GitHub gives to the headings of a page."""
    text = FENCED.sub("", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *PAGES[1:]], ids=lambda page: page.name)
def test_links_between_pages_are_valid(page):
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text("utf-8"))
    for path, anchor in links:
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in headings(target), anchor
