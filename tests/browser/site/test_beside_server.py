"""The static site beside a server: the same player, online and offline."""

from playwright.sync_api import expect

from support.browser.play import (
    FAKE_HOST,
    finish,
    make_table,
    next_choice,
    play_on,
    remember,
    wait_until,
)
from support.browser.static_site import (
    LONG_MS,
    PREFERENCES,
    make,
    note_foreign_requests,
    open_table,
    wait_until_ready,
)
from support.server.serving import serving

KEPT = """async () => {
  const registrations = await navigator.serviceWorker.getRegistrations();
  return registrations.filter(({ active }) => active).map(({ scope }) => scope).sort();
}"""


def test_game_goes_on_offline_and_is_reviewed_online(browser, site, tmp_path):
    with serving(tmp_path, site=site) as server:
        context = browser.new_context(base_url=f"{server.url}/offline/", locale="en-GB")
        context.set_default_timeout(LONG_MS)
        context.add_init_script(PREFERENCES)
        errors = []
        note_foreign_requests(context, server.url, errors)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        # The server's own page keeps the site for a device that has played.
        table = make_table(server.url)
        remember(page, table)
        page.goto("/")
        scopes = [f"{server.url}/", f"{server.url}/offline/"]
        assert wait_until(page, lambda: page.evaluate(KEPT) == scopes)
        page.get_by_role("link", name="Play offline").click()
        page.wait_for_url("**/offline/en/index.html")
        wait_until_ready(page)
        open_table(page, make(page, turn_limit=2))
        finish(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download the record").click()
        record = tmp_path / "game.wgn"
        download.value.save_as(record)
        page.wait_for_function("localStorage.getItem('pickomino.profile')")

        page.goto("/profile")
        expect(page.locator(".figures").first).to_contain_text("of 1 won")
        page.goto("/review")
        page.locator("input[type=file]").set_input_files(record)
        page.get_by_role("button", name="Review the game").click()
        expect(page.locator("pm-review")).to_be_visible()
        assert "/review/" in page.url

        page.goto("en/index.html")
        assert page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)").endswith(
            "/offline/"
        )
        page.goto(f"/table/{table['code']}")
        expect(page.locator("pm-table")).to_be_visible()
        assert server.stop() == 0
        page.locator(".connection-notice").get_by_role("link", name="Play offline").click()
        page.wait_for_url("**/offline/en/index.html")
        page.goto(f"{server.url}/rules")
        page.wait_for_url("**/offline/en/index.html")
        page.get_by_role("button", name="Play now").click()
        expect(page.locator("pm-table")).to_be_visible()
        assert next_choice(page) == "yours"
        play_on(page)
        context.close()
    assert errors == []


def test_nothing_is_kept_over_plain_http_or_before_a_game(browser, site, tmp_path):
    with serving(tmp_path, site=site) as server:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(f"http://{FAKE_HOST}:{server.port}/")
        expect(page.locator("pm-play-now button").first).to_be_visible()
        assert page.evaluate("isSecureContext") is False
        expect(page.get_by_role("link", name="Play offline")).to_be_hidden()
        page.goto(f"{server.url}/")
        expect(page.get_by_role("link", name="Play offline")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []
        context.close()
