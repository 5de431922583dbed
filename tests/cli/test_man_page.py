"""The man page in the source distribution."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from pickomino.cli.app import app

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/pickomino.1"


def generated_page():
    spec = importlib.util.spec_from_file_location("man_page", ROOT / "scripts/man_page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.man_page()


def test_man_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == generated_page(), "run `make man`"


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_man_page_is_valid():
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", str(PAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_man_page_has_every_command():
    text = PAGE.read_text(encoding="utf-8")
    for command in app:
        if not command.startswith("-"):
            assert f".SS pickomino {command}" in text
