"""The folder of the static site: complete, relative, small, and equal for equal sources."""

import gzip
import json
import os
import posixpath
import re
import struct
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import jsonschema
import pytest

from pickomino.core.errors import PickominoError
from pickomino.i18n import LANGUAGES
from pickomino.site.addresses import MANIFEST, PAGES
from pickomino.site.build import build_site, site_files
from pickomino.site.runtime import LIBRARY, PYODIDE_FILES, Runtime, load_runtime
from support.cli_runner import pickomino

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "build" / "runtime"
FAKE = Runtime("1.0", {"abi_version": "1"}, dict.fromkeys(PYODIDE_FILES, b"x"))
MAX_SIZE = 8_000_000
MAX_NETWORK_SIZE = 2_500_000


@cache
def built():
    """Return the files of a site without Python."""
    return site_files(FAKE)


class Links(HTMLParser):
    """Collects the addresses on a page."""

    def __init__(self, page):
        super().__init__()
        self.links = []
        self.feed(page)

    def handle_starttag(self, _tag, attributes):
        self.links += [v for k, v in attributes if k in ("href", "src", "data-texts") and v]


def test_pages_link_only_to_files_of_the_site():
    for name, content in built().items():
        if not name.endswith(".html"):
            continue
        for link in Links(content.decode()).links:
            parts = urlsplit(link)
            assert not parts.scheme, (name, link)
            assert not parts.netloc, (name, link)
            assert not parts.path.startswith("/"), (name, link)
            assert not parts.path or target_of(name, link) in built(), (name, link)


def target_of(name, link):
    """Return the file, or the folder, to which a link of a file leads."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), urlsplit(link).path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_manifest_makes_the_site_installable(language):
    folder = language.replace("_", "-")
    name = f"{folder}/{MANIFEST}"
    manifest = json.loads(built()[name])
    assert manifest["name"]
    assert manifest["display"] == "standalone"
    assert target_of(name, manifest["start_url"]) == f"{folder}/index.html"
    assert target_of(name, manifest["scope"]) == "."
    icons = {icon["sizes"]: built()[target_of(name, icon["src"])] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} < set(icons)
    for size, icon in icons.items():
        width, height = struct.unpack(">II", icon[16:24])
        assert size in ("any", f"{width}x{height}")


def test_every_language_has_every_page():
    for language in LANGUAGES:
        folder = language.replace("_", "-")
        for page in (*PAGES.values(), "table.html", "replay.html", "review.html", "try.html"):
            assert f"{folder}/{page}" in built()


def test_equal_sources_give_equal_files():
    again = site_files(FAKE)
    assert again == built()


def test_web_servers_know_the_type_of_every_script():
    """nginx in Debian 12 sends .mjs as a download, which browsers do not run."""
    assert any(name.endswith("/pyodide.asm.js") for name in built())
    assert not [name for name in built() if name.endswith(".mjs")]


def test_service_worker_knows_every_file_and_changes_with_it():
    worker = built()["service-worker.js"].decode()
    files = json.loads(re.search("^const FILES = (.*);$", worker, re.MULTILINE)[1])
    assert set(files) == set(built()) - {"service-worker.js", ".pickomino-site"}
    changed = FAKE._replace(files=FAKE.files | {LIBRARY: b"y"})
    version = re.search("VERSION = .*", worker)[0]
    assert version not in site_files(changed)["service-worker.js"].decode()


def test_policy_of_pages_forbids_evaluation():
    page = built()["en/table.html"].decode()
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src" in policy
    assert "unsafe" not in policy


def test_links_are_the_same_in_python_and_javascript():
    script = """
      globalThis.document = { documentElement: { dataset: { site: "{}" } } };
      const { pageAddress } = await import(process.argv[1]);
      console.log(JSON.stringify(JSON.parse(process.argv[2]).map(pageAddress)));
    """
    module = ROOT / "src/pickomino/client/shared/site.js"
    command = ["node", "--input-type=module", "-e", script, str(module), json.dumps(list(PAGES))]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == list(PAGES.values())


def test_site_replaces_only_a_site(tmp_path):
    folder = tmp_path / "public"
    build_site(folder, FAKE)
    (folder / "old.html").write_text("from an earlier version")
    build_site(folder, FAKE)
    assert not (folder / "old.html").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("keep")
    with pytest.raises(PickominoError, match="not of a site"):
        build_site(other, FAKE)
    assert (other / "mine.txt").read_text() == "keep"


def test_command_says_what_is_missing(tmp_path):
    out = str(tmp_path / "out")
    code, _, errors = pickomino("site", "--output", out, "--runtime", str(tmp_path))
    assert code == 2
    assert "make site" in errors
    assert not (tmp_path / "out").exists()


def test_printed_size_follows_its_schema(tmp_path, monkeypatch):
    monkeypatch.setattr("pickomino.site.runtime.load_runtime", lambda _folder: FAKE)
    code, printed, _ = pickomino("site", "--output", str(tmp_path / "out"), "--json")
    assert code == 0
    schema = json.loads((ROOT / "docs/schemas/site.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(printed))


def test_site_is_small():
    """The download of a first visit, which servers compress."""
    if not (RUNTIME / ".complete").exists():
        assert not os.environ.get("CI"), "make site"
        pytest.skip("Python for the browser is missing (make site)")
    files = site_files(load_runtime(RUNTIME))
    sizes = {
        name: len(body if name.endswith((".png", ".zip", ".bin")) else gzip.compress(body, 9))
        for name, body in files.items()
    }
    networks = {name: size for name, size in sizes.items() if "/network-" in name}
    assert sum(sizes.values()) - sum(networks.values()) <= MAX_SIZE
    assert max(networks.values()) <= MAX_NETWORK_SIZE
