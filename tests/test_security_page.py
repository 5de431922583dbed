"""The security pages name only tests that exist, and cover every chapter of the standard."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("SECURITY.md", "docs/security.md")


@pytest.mark.parametrize("page", PAGES)
def test_tests_named_on_security_pages_exist(page):
    text = (ROOT / page).read_text()
    code = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert not [name for name in named if f"def {name}(" not in code]
    files = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert not [file for file in files if not (ROOT / file).is_file()]
    assert named or files


def test_every_chapter_of_the_standard_is_covered():
    text = (ROOT / "docs/security.md").read_text()
    assert [int(number) for number in re.findall(r"\*\*V(\d+)\*\*", text)] == list(range(1, 15))
