"""The client's catalogs: complete, and with the plural forms of gettext."""

import gettext
import importlib.util
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from litestar.testing import create_test_client

import pickomino
from pickomino.core.errors import ALL_MESSAGES
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.server.http.locale import (
    PARTS,
    TEXT_HANDLERS,
    accepted_language,
    catalog_url,
    client_catalog,
    language_tag,
)

SOURCE = Path(pickomino.__file__).parent
CLIENT = SOURCE / "client"
COUNTS = [*range(201), 1_000_000]
OTHER_LANGUAGES = ("cs", "pl", "ru")
"""Languages with three plural forms, which none of ours has."""
OPERATOR_ERRORS = {
    *("bad_address", "bad_seed", "bad_setting", "file_exists", "no_free_port", "port_taken"),
    *("renamed_setting", "transfer_conflict", "unknown_setting", "unreadable_file"),
    *("bad_backup", "bad_key", "database_in_use", "unwritable_file", "bad_database", "bad_host"),
    *("bad_network_address", "bad_redis_address", "redis_without_postgres"),
    *("linked_database", "not_a_database", "not_archived", "not_a_site"),
}
"""Errors that only the operator of a server can get."""


def build_hook():
    spec = importlib.util.spec_from_file_location(
        "hatch_build", SOURCE.parents[1] / "hatch_build.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def node(script, *arguments):
    program = shutil.which("node")
    assert program, "node is needed to run the client's modules"
    done = subprocess.run(
        [program, "--input-type=module", "-e", script, "--", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def client_plurals(catalogs, one, many):
    """Return the client's text for every count, with catalogs as the server sends them."""
    # A different URL for each language, because a module is loaded once with its page's texts.
    script = f"""
      const [one, many] = {json.dumps([one, many])};
      const module = {json.dumps((CLIENT / "shared/i18n.js").as_uri())};
      const texts = {{}};
      for (const [lang, catalog] of Object.entries(JSON.parse(process.argv[1]))) {{
        const address = "data:application/json," + encodeURIComponent(catalog);
        globalThis.document = {{ documentElement: {{ dataset: {{ texts: address }}, lang }} }};
        const {{ ngettext }} = await import(module + "?" + lang);
        texts[lang] = {json.dumps(COUNTS)}.map((count) => ngettext(one, many, count));
      }}
      console.log(JSON.stringify(texts));
    """
    return node(script, json.dumps(catalogs))


def test_client_uses_the_plural_form_of_gettext():
    one, many = "{count} hen", "{count} hens"
    expected, catalogs = {}, {}
    for language in (*LANGUAGES, *OTHER_LANGUAGES):
        catalog, tag = Catalog(locale=language), language_tag(language)
        forms = tuple(f"form {number} of {{count}}" for number in range(catalog.num_plurals))
        catalog.add((one, many), forms, [("src/pickomino/client/a.js", 1)])
        compiled = io.BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        texts = gettext.GNUTranslations(compiled)
        expected[tag] = [texts.ngettext(one, many, n).format(count=n) for n in COUNTS]
        assert len({sentence[:6] for sentence in expected[tag]}) == catalog.num_plurals > 1
        catalogs[tag] = build_hook().client_catalog(catalog).decode()
    assert client_plurals(catalogs, one, many) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalog_has_every_error_for_clients(language):
    raised = set()
    for folder in ("rooms", "server"):
        for path in (SOURCE / folder).rglob("*.py"):
            raised |= set(re.findall(r'(?:Error|Notation)\(\s*"(\w+)"', path.read_text("utf-8")))
    errors = json.loads(client_catalog(language))["errors"]
    assert {"unknown_room", "room_full", "not_host"} <= raised
    assert raised - OPERATOR_ERRORS <= set(errors)
    assert errors["room_full"] == texts_in(language).gettext(ALL_MESSAGES["room_full"])


def test_catalog_names_bots_weakest_first():
    bots = json.loads(client_catalog("de"))["bots"]
    assert list(bots) == ["random", "beginner", "family", "expert", "strategist", "champion"]
    assert bots["beginner"][0] == texts_in("de").gettext("Careful Clara") != "Careful Clara"


def test_language_follows_accept_language():
    assert accepted_language("pt-PT,pt;q=0.9,en;q=0.8") == "pt_BR"
    assert accepted_language("en;q=0.2, fr-CH;q=0.9") == "fr"
    assert accepted_language("ja, *;q=0.1") == "en"
    assert accepted_language("de;q=nonsense, it;q=0.1") == "it"
    assert accepted_language("x" * 100_000) == "en"


def test_every_language_has_a_name():
    assert tuple(LANGUAGE_NAMES) == LANGUAGES
    assert len(set(LANGUAGE_NAMES.values())) == len(LANGUAGES)


def test_texts_with_their_digest_may_be_cached():
    with create_test_client(TEXT_HANDLERS) as client:
        plain = client.get("/api/texts/nl.json")
        named = client.get(catalog_url("nl"))
        assert plain.content == named.content == client_catalog("nl")
        assert plain.headers["cache-control"] == "no-cache"
        assert "immutable" in named.headers["cache-control"]
        assert "immutable" not in client.get("/api/texts/nl.json?v=").headers["cache-control"]


@pytest.mark.parametrize("part", PARTS)
def test_texts_of_a_part_are_not_in_the_others(part):
    shared, all_texts = (
        set(json.loads(client_catalog("de", name))["messages"]) for name in ("", part)
    )
    assert shared < all_texts
    with create_test_client(TEXT_HANDLERS) as client:
        assert client.get(catalog_url("de", part)).content == client_catalog("de", part)


@pytest.mark.parametrize(
    "name", ["xx.json", "de", "..%2fde.json", "DE.json", "de-.json", "de-x.json"]
)
def test_texts_of_an_unknown_language_are_not_found(name):
    with create_test_client(TEXT_HANDLERS) as client:
        assert client.get(f"/api/texts/{name}").status_code == 404
