"""The browser client as it is handed out."""

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.http.static_files import FOLDER, ClientFiles, client_files

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
    source = (FOLDER / "shared/art.js").read_bytes()
    served = client_files().read("shared/art.js").body
    assert b"@param" in source
    assert b"@param" not in served


def test_style_sheets_come_as_one_also_for_a_page_that_another_server_has_made():
    files = ClientFiles()
    theme, forms = "styles/base/theme.css", "styles/base/forms.css"
    body = files.read(f"{theme}+{forms}").body
    files.stylesheet([theme, forms])
    assert body == files.read(f"{theme}+{forms}").body
    for nonsense in (f"{theme}+{theme}", f"{theme}+shared/art.js", f"{theme}+no.css", "+", ""):
        with pytest.raises(PickominoError, match="nothing here"):
            files.read(nonsense)
