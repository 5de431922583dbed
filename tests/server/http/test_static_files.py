"""The files of the browser client as they are served."""

import gzip
import re

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.http.static_files import FOLDER, ClientFiles, client_files

MODULES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))


def test_served_modules_keep_their_line_numbers():
    assert MODULES
    for name in MODULES:
        source = (FOLDER / name).read_text("utf-8").splitlines()
        served = client_files().read(name).body.decode().splitlines()
        assert len(served) == len(source), name
        for line, served_line in zip(source, served, strict=True):
            assert served_line in {line, ""}, name


def test_doc_comments_are_not_served():
    source = (FOLDER / "shared/art.js").read_bytes()
    served = client_files().read("shared/art.js").body
    assert b"@param" in source
    assert b"@param" not in served


def test_style_sheets_are_combined_on_request():
    files = ClientFiles()
    theme, forms = "styles/base/theme.css", "styles/base/forms.css"
    body = files.read(f"{theme}+{forms}").body
    files.stylesheet([theme, forms])
    assert body == files.read(f"{theme}+{forms}").body
    for name in (f"{theme}+{theme}", f"{theme}+shared/art.js", f"{theme}+no.css", "+", ""):
        with pytest.raises(PickominoError) as caught:
            files.read(name)
        assert caught.value.code == "no_such_page"


def test_client_files_are_compressed(server):
    with server.http(headers={"accept-encoding": "gzip"}) as http:
        plain = http.get("/client/shared/art.js", headers={"accept-encoding": "identity"})
        with http.stream("GET", "/client/shared/art.js") as compressed:
            raw = b"".join(compressed.iter_raw())
        assert compressed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(raw) == plain.content
        assert plain.headers["content-type"].startswith("text/javascript")


def test_only_versioned_client_files_are_cached_for_good(server):
    with server.http() as http:
        plain = http.get("/client/shared/art.js")
        again = http.get("/client/shared/art.js", headers={"if-none-match": plain.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert plain.headers["cache-control"] == "no-cache"
        current = re.search(r"/client/v-[0-9a-f]+/", http.get("/").text)[0]
        versioned = http.get(f"{current}shared/art.js")
        assert versioned.content == plain.content
        assert "immutable" in versioned.headers["cache-control"]
        older = http.get("/client/v-0123456789ab/shared/art.js")
        assert (older.content, older.headers["cache-control"]) == (plain.content, "no-cache")


@pytest.mark.parametrize(
    "path", ["/client/../settings.py", "/client/%2e%2e/settings.py", "/client/nothing", "/client/"]
)
def test_only_client_files_are_served(server, path):
    with server.http() as http:
        assert http.get(path).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["%00", "a%00.js", "x" * 5000, "x/" * 2500, "%ff%fe"],
    ids=["zero", "zero inside", "long", "deep", "no text"],
)
def test_impossible_file_name_is_not_found(server, name):
    """It was once reported as an internal error."""
    with server.http() as http:
        assert http.get(f"/client/{name}").status_code == 404


def test_puzzle_files_are_ready_to_show(server):
    with server.http() as http:
        current = re.search(r"/client/v-[0-9a-f]+/", http.get("/").text)[0]
        day = http.get(f"{current}puzzles/day-2026-11-16.json")
        assert "immutable" in day.headers["cache-control"]
        practised = http.get(f"{current}puzzles/practice-2026-11.json").json()
        number, theme, difficulty = practised[0]
        practice = http.get(f"{current}puzzles/{number}.json").json()
    assert (practice["theme"], practice["difficulty"]) == (theme, difficulty)
    assert len(day.json()) == 5
    for puzzle in [*day.json(), practice]:
        costs = {choice["action"]: choice["cost"] for choice in puzzle["choices"]}
        assert set(puzzle["legal"]) == set(costs) == set(puzzle["frame"]["texts"])
        assert (
            0 == costs[puzzle["choices"][0]["action"]] == min(costs.values()) < max(costs.values())
        )


@pytest.mark.parametrize(
    "name",
    [
        "day-2026-11-15",
        "day-2026-02-30",
        "day-",
        "practice-2026-10",
        "practice-9999-12",
        "1-0",
        "x",
    ],
)
def test_unknown_puzzle_file_is_missing(name):
    with pytest.raises(PickominoError) as caught:
        client_files().read(f"puzzles/{name}.json")
    assert caught.value.code == "no_such_page"
