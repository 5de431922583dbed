"""The browser client as it is handed out."""

from pickomino.server.static import FOLDER, client_files

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
