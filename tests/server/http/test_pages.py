"""Every page is rendered in every language, without inline scripts or styles."""

import asyncio
import json
import re
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from litestar import get
from litestar.datastructures import State
from litestar.testing import create_test_client

from pickomino import TurnEnd
from pickomino.core.errors import PickominoError
from pickomino.i18n import LANGUAGES
from pickomino.rooms import RoomService
from pickomino.rooms.protocol.messages import BotSeat, CreateRoom, OpenSeat, PersonSeat
from pickomino.rooms.storage.memory_store import MemoryStore
from pickomino.server.http.error_responses import EXCEPTION_HANDLERS
from pickomino.server.http.pages import PAGE_HANDLERS
from pickomino.server.http.static_files import FOLDER, client_file
from pickomino.server.settings import ServerSettings

PAGES = (
    *("/", "/rules", "/privacy", "/tutorial", "/nowhere", "/table/23456789"),
    *("/review", "/position", "/daily", "/practice", "/profile"),
)
OWN_TEXTS = {
    "/tutorial": "tutorial",
    "/review": "review",
    "/position": "review",
    "/daily": "daily",
    "/practice": "daily",
    "/profile": "profile",
}


@get("/broken", sync_to_thread=False)
def broken() -> None:
    raise RuntimeError("an internal error")


@get("/closed", sync_to_thread=False)
def closed() -> None:
    raise PickominoError("service_closed")


def state_with(**settings):
    """Return the server state that pages need, with rooms in memory."""

    async def has_game(_code, _game):
        return False

    return SimpleNamespace(
        settings=ServerSettings(**settings),
        store=SimpleNamespace(finished_games=SimpleNamespace(has_game=has_game)),
        service=RoomService(MemoryStore()),
        base_url=lambda _request: "https://games.example",
    )


@pytest.fixture(scope="module")
def running():
    with create_test_client(
        [*PAGE_HANDLERS, client_file, broken, closed],
        state=State({"server": state_with()}),
        exception_handlers=EXCEPTION_HANDLERS,
        raise_server_exceptions=False,
    ) as client:
        yield client


@pytest.fixture
def client(running):
    """A visitor without cookies."""
    running.cookies.clear()
    return running


class Page(HTMLParser):
    """Parses a page, and checks that its elements are closed in order."""

    EMPTY = frozenset({"meta", "link", "img", "input", "br", "path", "circle"})

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_formed_in_every_language(client, path, language):
    answer = client.get(path, headers={"Accept-Language": language.replace("_", "-")})
    page = Page(answer.text)
    assert not page.open
    assert page.all("html")[0]["lang"] == language.replace("_", "-")
    part = OWN_TEXTS.get(path)
    name = f"{language}-{part}" if part else language
    assert page.all("html")[0]["data-texts"].startswith(f"/api/texts/{name}.json?v=")
    selected = [option["value"] for option in page.all("option") if "selected" in option]
    assert selected == [language]
    assert len(page.all("main")) == 1


@pytest.mark.parametrize("path", [*PAGES, "/broken"])
def test_page_has_no_inline_script_or_style(client, path):
    page = Page(client.get(path).text)
    assert all("src" in script for script in page.all("script"))
    assert not page.all("style")
    for _, attributes in page.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", [*PAGES, "/broken"])
def test_files_that_a_page_loads_exist(client, path):
    page = Page(client.get(path).text)
    loaded = [tag["src"] for tag in page.all("script")] + [tag["href"] for tag in page.all("link")]
    for address in loaded:
        if address.startswith("/api/texts/"):
            assert address == page.all("html")[0]["data-texts"]
        elif address.startswith("/client/"):
            assert "immutable" in client.get(address).headers["cache-control"], address
        else:
            assert client.get(address).status_code == 200, address


def test_language_comes_from_query_cookie_then_browser(client):
    headers = {"Accept-Language": "fr"}
    assert '<html lang="fr"' in client.get("/", headers=headers).text
    answer = client.get("/?language=nl", headers=headers)
    assert '<html lang="nl"' in answer.text
    assert "language=nl" in answer.headers["set-cookie"]
    assert '<html lang="nl"' in client.get("/", headers=headers).text
    assert '<html lang="es"' in client.get("/?language=es", headers=headers).text


def test_language_cookie_is_the_only_one(client):
    """Other sites cannot send it along with what they post."""
    (cookie,) = client.get("/?language=nl").headers.get_list("set-cookie")
    assert {"language=nl", "samesite=lax", "path=/"} <= set(cookie.lower().split("; "))
    client.cookies.clear()
    for path in ("/", "/rules", "/privacy", "/api/options"):
        assert "set-cookie" not in client.get(path).headers


@pytest.mark.parametrize("language", ["xx", "../../etc", '"><script>', ""])
def test_unknown_language_is_ignored(client, language):
    answer = client.get("/", params={"language": language}, headers={"Accept-Language": "it"})
    assert '<html lang="it"' in answer.text
    assert "set-cookie" not in answer.headers
    assert "<script>" not in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/table/23456789", 404),
        ("/table/x", 404),
        ("/broken", 500),
        ("/closed", 503),
    ],
)
def test_error_pages_have_their_status_and_a_home_link(client, path, status):
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == status
    links = [
        link["href"] for link in Page(answer.text).all("a") if "button" in link.get("class", "")
    ]
    assert "/" in links
    assert "an internal error" not in answer.text


def test_strange_path_creates_no_foreign_links(client):
    page = Page(client.get("//elsewhere.example/rules").text)
    for _, attributes in page.elements:
        for name in ("href", "src", "action"):
            assert "elsewhere" not in (attributes.get(name) or "")


def test_missing_table_asks_for_another_code(client):
    assert Page(client.get("/table/23456789").text).all("pm-join")
    assert not Page(client.get("/nowhere").text).all("pm-join")


def test_table_code_is_case_insensitive():
    state = state_with()
    command = CreateRoom((PersonSeat("Ann"), BotSeat("random")))
    created = asyncio.run(state.service.create(command))
    with create_test_client(
        PAGE_HANDLERS, state=State({"server": state}), exception_handlers=EXCEPTION_HANDLERS
    ) as client:
        answer = client.get(f"/table/{created.code.lower()}", follow_redirects=True)
        assert answer.status_code == 200
        assert answer.url.path == f"/table/{created.code}"
        assert created.code in answer.text
        assert created.token not in answer.text
        assert client.get(f"/game/{created.code}/latest").status_code == 200
        assert client.get("/game/23456789/latest").status_code == 404


def test_privacy_page_shows_the_server_settings():
    state = state_with(lobby_hours=5, playing_days=11, over_days=13, archive_days=17)
    with create_test_client(PAGE_HANDLERS, state=State({"server": state})) as client:
        words = " ".join(Page(client.get("/privacy").text).words)
        for text in ("5 hours", "11 days", "13 days", "17 days", "It is not written to the log"):
            assert text in words
    state = state_with(log_addresses=True, over_days=1)
    with create_test_client(PAGE_HANDLERS, state=State({"server": state})) as client:
        words = " ".join(Page(client.get("/privacy").text).words)
        assert "It is also written" in words
        assert "1 day" in words
        assert "1 days" not in words


def test_links_use_the_public_url():
    state = state_with(public_url="https://worms.example/")
    with create_test_client(PAGE_HANDLERS, state=State({"server": state})) as client:
        assert Page(client.get("/").text).all("html")[0]["data-public"] == "https://worms.example"


def test_manifest_has_icons_and_language(client):
    answer = client.get("/manifest.webmanifest?language=de")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert "set-cookie" not in answer.headers
    manifest = answer.json()
    assert manifest["lang"] == "de"
    assert manifest["start_url"] == manifest["scope"] == "/"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert {"maskable"} <= {icon.get("purpose") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        file = FOLDER / icon["src"].removeprefix("/client/")
        if file.suffix == ".png":
            header = file.read_bytes()[:24]
            width, height = (int.from_bytes(header[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.parametrize(
    ("language", "name", "short"),
    [
        ("en", "Pickomino", "Pickomino"),
        ("de", "Heckmeck am Bratwurmeck", "Heckmeck"),
        ("nl", "Regenwormen", "Regenwormen"),
    ],
)
def test_game_has_its_localized_name(client, language, name, short):
    manifest = client.get(f"/manifest.webmanifest?language={language}").json()
    assert (manifest["name"], manifest["short_name"]) == (name, short)
    for path in ("/", "/rules", "/tutorial", "/privacy", "/review", "/position", "/nowhere"):
        text = client.get(f"{path}?language={language}").text
        assert name in text.partition("<title>")[2].partition("</title>")[0]
        assert (short == "Pickomino") == (">Pickomino<" in text)
    assert f'aria-label="{name}"' in client.get(f"/?language={language}").text


def test_rules_page_covers_rule_sets_and_specialists(client):
    words = " ".join(Page(client.get("/rules").text).words)
    for name in (
        "Standard",
        "Classic",
        "Short",
        "Reference manual",
        "Mini",
        "Extrawurm",
        "Canned Worm",
    ):
        assert name in words
    for name in ("Sitting Hen", "Raven", "Weasel", "Golden Die", "Bratwurm", "11 and 13"):
        assert name in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_has_an_example_for_each_specialist(client, language):
    page = Page(client.get(f"/rules?language={language}").text)
    examples = [json.loads(example["frame"]) for example in page.all("pm-example")]
    held = [frame["wfen"].split()[6].split("/")[0] for frame in examples if "+" in frame["wfen"]]
    seats = [[place in ("a", "b") for place in places.split(",")] for places in held]
    assert [any(column) for column in zip(*seats, strict=True)] == [True, True, False, True, True]
    under = [frame for frame in examples if "24,11/" in frame["wfen"]]
    ends = [TurnEnd(*frame["ended"]) for frame in under]
    assert [(end.result, end.returned) for end in ends] == [("failed", None)]


def test_sums_in_pictures_of_the_rules_page_are_right(client):
    pictures = Page(client.get("/rules").text).all("pm-picture")
    sums = [picture for picture in pictures if "sum" in picture]
    assert len(sums) >= 2
    for picture in sums:
        points = [5 if symbol == "w" else int(symbol) for symbol in picture["dice"].split()]
        assert sum(points) == int(picture["sum"])
        assert re.search(rf"\b{picture['sum']}:", picture["tiles"])
    for tile in re.findall(r"\d+:\d", " ".join(picture.get("tiles") or "" for picture in pictures)):
        number, worms = map(int, tile.split(":"))
        assert worms == (1 if number < 21 else (number - 17) // 4)


def preview_of(html):
    tags = Page(html).all("meta")
    return {tag.get("property"): tag["content"] for tag in tags if "property" in tag}


def test_pages_have_a_link_preview_with_absolute_addresses(client):
    preview = preview_of(client.get("/?language=de").text)
    assert preview["og:title"] == "Heckmeck am Bratwurmeck · Würmer auf dem Grill"
    assert preview["og:url"] == "https://games.example/"
    assert preview["og:image"] == "https://games.example/preview.png?language=de"


def test_preview_of_an_open_table_names_its_host():
    state = state_with()
    seats = PersonSeat("<Maria>"), OpenSeat()
    code = asyncio.run(state.service.create(CreateRoom(seats))).code
    with create_test_client(PAGE_HANDLERS, state=State({"server": state})) as client:
        preview = preview_of(client.get(f"/table/{code}").text)
    assert preview["og:title"] == "<Maria> invites you to a game of Pickomino"
    assert preview["og:url"] == f"https://games.example/table/{code}"
