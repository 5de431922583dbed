"""The static site beside the server: its headers, and nothing but its files."""

import gzip

import httpx
import pytest

from pickomino.site.build import build_site
from pickomino.site.runtime import PYODIDE_FILES, Runtime
from support.cli_runner import pickomino
from support.server.serving import TLS_CONTEXT, serving

RUNTIME = Runtime("1.0", {"abi_version": "1"}, dict.fromkeys(PYODIDE_FILES, b"x"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder of a site without Python, beside a file that is not part of it."""
    parent = tmp_path_factory.mktemp("parent")
    build_site(parent / "site", RUNTIME)
    (parent / "secret.json").write_text("{}")
    (parent / "site" / "notes.txt").write_text("of no known type")
    return parent / "site"


@pytest.fixture(scope="module")
def http(folder, tmp_path_factory):
    """Yield a client of a server with the site, whose addresses begin at the site."""
    with serving(tmp_path_factory.mktemp("server"), site=folder) as server:
        address = f"{server.url}/offline/"
        with httpx.Client(base_url=address, timeout=60, verify=TLS_CONTEXT) as client:
            yield client


def one(folder, pattern):
    """Return the address of the first file of a pattern."""
    return next(folder.glob(pattern)).relative_to(folder).as_posix()


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("runtime/*/pyodide.js", "text/javascript"),
        ("runtime/*/pyodide.asm.wasm", "application/wasm"),
        ("runtime/*/python_stdlib.zip", "application/zip"),
        ("networks/*/network-*", "application/octet-stream"),
        ("texts/de-*.json", "application/json"),
        ("styles-*.css", "text/css"),
        ("client/*/offline/worker.js", "text/javascript"),
    ],
)
def test_files_named_by_content_are_cached_for_good(http, folder, pattern, kind):
    name = one(folder, pattern)
    answer = http.get(name)
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.content == (folder / name).read_bytes()
    assert "immutable" in answer.headers["cache-control"]
    seen = http.get(name, headers={"if-none-match": answer.headers["etag"]})
    assert (seen.status_code, seen.content) == (304, b"")


@pytest.mark.parametrize("name", ["", "index.html", "en/", "de/table.html", "service-worker.js"])
def test_pages_and_service_worker_are_revalidated(http, name):
    answer = http.get(name)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_only_the_worker_may_compile_webassembly(http, folder):
    page = http.get("en/index.html").headers["content-security-policy"]
    assert "pickomino-worker" in page
    assert "frame-ancestors 'none'" in page
    assert "unsafe" not in page
    worker = http.get(one(folder, "client/*/offline/worker.js"))
    assert "'wasm-unsafe-eval'" in worker.headers["content-security-policy"]
    assert "unsafe" not in httpx.get(http.base_url.join("/")).headers["content-security-policy"]


def test_text_is_sent_compressed(http, folder):
    with http.stream("GET", "en/rules.html", headers={"accept-encoding": "gzip"}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent) == (folder / "en/rules.html").read_bytes()


@pytest.mark.parametrize(("path", "target"), [("/offline", "/offline/"), ("en", "/offline/en/")])
def test_folder_without_slash_leads_to_its_page(http, path, target):
    answer = http.get(http.base_url.join(path))
    assert answer.is_redirect
    assert answer.headers["location"] == target


@pytest.mark.parametrize(
    "name",
    [
        *("nothing", "en/nothing/", ".pickomino-site", "notes.txt", "en//index.html", "%00"),
        *("%2e%2e/secret.json", "..%2fsecret.json", "en/%2e%2e/%2e%2e/secret.json"),
        "%2Fetc/passwd",
    ],
)
def test_only_files_of_the_site_are_sent(http, name):
    assert http.get(name).status_code == 404


def test_server_without_a_site_offers_none(server):
    with server.http() as http:
        assert http.get("/offline/").status_code == 404
        assert "/offline/" not in http.get("/").text


def test_pages_offer_the_site_in_their_language(http):
    page = httpx.get(http.base_url.join("/rules?language=pt_BR")).text
    assert '<a href="/offline/pt-BR/index.html" data-offline hidden>' in page


def test_other_folder_is_refused_at_the_start(tmp_path):
    database = str(tmp_path / "games.db")
    code, out, errors = pickomino(
        "serve", "--no-open", "--site", str(tmp_path), "--database", database
    )
    assert (code, out) == (2, "")
    assert errors.count("\n") == 1
    assert "pickomino site" in errors
