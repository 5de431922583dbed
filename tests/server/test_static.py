"""The browser client as it is handed out."""

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.static import FOLDER, ClientFiles, client_files

MODULES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))


def test_served_modules_keep_the_line_numbers_of_their_sources():
    assert MODULES
    for name in MODULES:
        source = (FOLDER / name).read_text("utf-8").splitlines()
        served = client_files().read(name).body.decode().splitlines()
        assert len(served) == len(source), name
        for line, given in zip(source, served, strict=True):
            assert given in {line, ""}, name


def test_types_for_checks_are_left_out():
    source, served = ((FOLDER / "art.js").read_bytes(), client_files().read("art.js").body)
    assert b"@param" in source
    assert b"@param" not in served


def test_style_sheets_come_as_one_also_for_a_page_that_another_server_has_made():
    files = ClientFiles()
    body = files.read("theme.css+forms.css").body
    files.stylesheet(["theme.css", "forms.css"])
    assert body == files.read("theme.css+forms.css").body
    for nonsense in ("theme.css+theme.css", "theme.css+art.js", "theme.css+no.css", "+", ""):
        with pytest.raises(PickominoError, match="nothing here"):
            files.read(nonsense)
