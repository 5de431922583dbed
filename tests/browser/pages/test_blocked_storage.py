"""With storage blocked the pages work on, and say once what is not remembered."""

import json

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import next_choice, play_on

BLOCK = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(globalThis, name, {
    get() { throw new DOMException('Access is denied.', 'SecurityError'); },
  });"""
"""What a browser does whose settings block all cookies."""


def test_own_seat_is_played_without_storage(page_on_each_screen):
    page = page_on_each_screen
    page.add_init_script(BLOCK)
    page.goto("/")
    notice = page.get_by_text("does not let the page store anything")
    expect(notice).to_be_visible()
    assert_accessible(page, ".storage-notice")
    assert_fits(page)
    page.locator(".storage-notice").get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Speed").select_option("instant")
    page.get_by_role("button", name="Done").click()
    card = page.locator("pm-play-now")
    card.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("pm-table")).to_be_visible()
    expect(page.locator(".seat.is-yours")).to_contain_text("Maria")
    expect(notice).to_have_count(0)
    assert next_choice(page) == "yours"
    play_on(page)
    page.reload()
    expect(page.locator(".seat.is-yours")).to_contain_text("Maria")
    page.goto("/")
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    expect(card.get_by_label("Your name")).to_have_value("Maria")


def test_window_name_counts_only_without_storage(page):
    """Another site may have named the window; only a blocked browser has to rely on the name."""
    stored = json.dumps({"pickomino.preferences": json.dumps({"name": "Eve"})})
    page.add_init_script(f"window.name = 'pickomino ' + {json.dumps(stored)}")
    page.goto("/")
    expect(page.locator("pm-play-now").get_by_label("Your name")).to_have_value("")
    expect(page.locator(".storage-notice")).to_have_count(0)
