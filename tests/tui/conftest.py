"""The same terminal everywhere; snapshots name no hosts: they need no font from elsewhere."""

import re

import pytest
import pytest_textual_snapshot as plugin

_FONT = re.compile(r',\s*url\("https://[^"]*"\) format\("[^"]*"\)')
_usual = plugin.normalize_svg


def _normal(svg):
    return _FONT.sub("", _usual(svg))


plugin.normalize_svg = _normal


@pytest.fixture(autouse=True)
def _many_colours(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
