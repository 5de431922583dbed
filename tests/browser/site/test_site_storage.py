"""What the static site keeps: the database refused, full, shared by two tabs, and updates."""

import shutil
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.site.test_site_pages import assert_phone_fits
from pickomino.site.build import site_files
from pickomino.site.runtime import Runtime
from support.browser.play import finish, next_choice, play_on, state_of, wait_until
from support.browser.static_site import make, open_table, play, wait_until_ready

REFUSE = """Object.defineProperty(globalThis, "indexedDB", {
  get() { throw new DOMException("Access is denied.", "SecurityError"); } });"""
"""What some browsers do in private windows."""
UPGRADE = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("pickomino", 2);
  opening.onsuccess = () => resolve(opening.result.version);
  opening.onblocked = () => reject(new Error("an earlier version keeps it open"));
})"""
SITE_CACHES = (
    """async () => (await caches.keys()).filter((name) => name.startsWith("pickomino /"))"""
)
KEPT_MEMORY = """async () => {
  const [name] = (await caches.keys()).filter((key) => key.startsWith("pickomino-snapshot"));
  const cache = name && (await caches.open(name));
  const [request] = cache ? await cache.keys() : [];
  return request ? (await (await cache.match(request)).arrayBuffer()).byteLength : 0;
}"""
"""The size of the snapshot of Python's memory."""
DAMAGE = """async () => {
  const [name] = (await caches.keys()).filter((key) => key.startsWith("pickomino-snapshot"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  await cache.put(request, new Response("damaged"));
}"""
GAME = {
    "seats": [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "beginner"}],
    "settings": {"practice": True, "turn_limit": 6},
}


@pytest.fixture
def manage_storage(page, files):
    """Return a function that changes what the browser itself keeps for the site."""
    devtools = page.context.new_cdp_session(page)
    origin = "http://" + urlsplit(files.url).netloc
    return lambda command, **values: devtools.send(
        f"Storage.{command}", {"origin": origin} | values
    )


def assert_game_goes_on_unkept(page, notice):
    page.goto("en/index.html")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("pm-table")).to_be_visible()
    expect(page.get_by_text(notice)).to_be_visible()
    assert_phone_fits(page)
    assert next_choice(page) == "yours"
    play_on(page)
    [game] = play(page, GAME)
    assert game["winners"]


def test_game_without_database_plays_on_and_says_so(page, files):
    files.first_lines = {"/offline/worker.js": REFUSE}
    assert_game_goes_on_unkept(page, "stores no games here")


def test_game_is_played_to_the_end_although_storage_is_full(page, manage_storage):
    manage_storage("overrideQuotaForOrigin", quotaSize=1)
    assert_game_goes_on_unkept(page, "The storage of this browser is full")


def test_game_goes_on_when_the_browser_deletes_its_database(page, manage_storage):
    page.goto("en/index.html")
    open_table(page, make(page, "Ann", turn_limit=6))
    assert next_choice(page) == "yours"
    play_on(page)
    manage_storage("clearDataForOrigin", storageTypes="indexeddb")
    expect(page.get_by_text("stores no games here")).to_be_visible()
    finish(page)
    page.get_by_role("link", name="How did I play?").wait_for()


def test_two_tabs_show_the_same_game(page, new_page):
    page.goto("en/index.html")
    made = make(page, "Ann")
    open_table(page, made)
    other = new_page()
    other.goto(page.url)
    assert next_choice(page) == next_choice(other) == "yours"
    play_on(page)
    other.wait_for_function(
        "(state) => document.querySelector('.sum').textContent === state",
        arg=page.locator(".sum").text_content(),
    )
    play_on(other)
    assert next_choice(page) == "yours"
    # A later version of the site may need another version of the database.
    new_page.complaints[:] = []
    assert other.evaluate(UPGRADE) == 2
    expect(page.get_by_text("Reload the page to try again")).to_be_visible()
    assert_phone_fits(page)


@pytest.fixture
def newer_site(runtime, tmp_path):
    """Return the folder of a later version of the site."""
    changed = dict(runtime.files)
    changed["pyodide.js"] += b"\n// later\n"
    folder = tmp_path / "newer"
    for name, content in site_files(Runtime(runtime.version, runtime.lock_info, changed)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    yield folder
    shutil.rmtree(folder)


def test_update_is_offered_and_keeps_the_running_game(page, files, newer_site):
    page.goto("en/index.html")
    wait_until_ready(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    open_table(page, make(page, "Ann", hints=False))
    assert next_choice(page) == "yours"
    play_on(page)
    state = state_of(page)
    old = page.evaluate(SITE_CACHES)
    files.folder = newer_site
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    offer = page.locator(".site-update")
    expect(offer).to_contain_text("A new version is ready")
    assert_phone_fits(page)
    assert state_of(page) == state
    with page.expect_navigation():
        offer.get_by_role("button", name="Update").click()
    expect(page.locator("pm-table")).to_be_visible()
    assert next_choice(page) == "yours"
    assert state_of(page) == state
    page.wait_for_function(
        f"async (old) => {{ const names = await ({SITE_CACHES})();"
        " return names.length === 1 && names[0] !== old[0]; }",
        arg=old,
    )
    assert "later" in page.evaluate(
        "(at) => fetch(at).then((answer) => answer.text())",
        page.evaluate("JSON.parse(document.documentElement.dataset.site).runtime") + "pyodide.js",
    )


def test_later_visit_starts_python_from_a_snapshot(page, new_page):
    page.goto("en/index.html")
    wait_until_ready(page)
    assert wait_until(page, lambda: page.evaluate(KEPT_MEMORY)) > 10_000_000
    page.reload()
    [game] = play(page, GAME)
    assert game["winners"]
    page.evaluate(DAMAGE)
    page.reload()
    wait_until_ready(page)
    assert wait_until(page, lambda: page.evaluate(KEPT_MEMORY) > 10_000_000)
    new_page.complaints[:] = [text for text in new_page.complaints if "snapshot" not in text]
