"""The pages on security name only tests that exist, and leave out no chapter."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("SECURITY.md", "docs/security.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_test_named_on_a_page_on_security_exists(page):
    text = (ROOT / page).read_text()
    code = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert not [name for name in named if f"def {name}(" not in code]
    files = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert not [file for file in files if not (ROOT / file).is_file()]
    assert named or files


def test_every_chapter_of_the_standard_is_answered():
    text = (ROOT / "docs/security.md").read_text()
    assert [int(number) for number in re.findall(r"\*\*V(\d+)\*\*", text)] == list(range(1, 15))
