"""A finished game as a link: another device shows its dice, verified, its review and its replay."""

import re

import pytest
from playwright.sync_api import expect

from browser.pages.test_language import BUTTONS
from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import finish
from support.browser.static_site import (
    assert_champion_played,
    make,
    note_foreign_requests,
    open_table,
    wait_until_ready,
)
from support.browser.translation import problems_in_every_language

CODEC = """async ([name, text]) => {
  const addresses = [...document.scripts].map(({ src }) => src);
  const [main] = addresses.filter((src) => src.includes("/game/"));
  const codec = await import(main.replace(/\\/game\\/.*/, "/game/offline/record-link.js"));
  return await codec[name](text);
}"""


def share(page):
    """Finish a game with sealed dice and share it; return the link."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("en/index.html")
    wait_until_ready(page)
    open_table(page, make(page, "Ann", bots=("champion",), turn_limit=4, practice=False))
    finish(page)
    page.get_by_role("button", name="Share the result").click()
    expect(page.locator(".share-status")).to_contain_text("It holds the whole game")
    text = page.evaluate("navigator.clipboard.readText()")
    return re.search(r"http\S+$", text).group()


@pytest.fixture
def other_device(browser, files):
    """Return a narrow page of a visitor who has never been there."""
    context = browser.new_context(base_url=files.url, locale="en-GB")
    context.set_default_timeout(90_000)
    complaints = []
    note_foreign_requests(context, files.url, complaints)
    page = context.new_page()
    page.set_viewport_size({"width": 320, "height": 700})
    yield page
    context.close()
    assert complaints == []


def test_shared_game_is_verified_and_reviewed(page, files, other_device):
    link = share(page)
    address, _, fragment = link.partition("#")
    assert address == f"{files.url}en/shared-game.html"
    record = page.evaluate(CODEC, ["decodeRecord", fragment])
    assert_champion_played(record, seat=1)
    secret = re.search('DiceSecret "([0-9a-f]+)"', record).group(1)
    forged = page.evaluate(CODEC, ["encodeRecord", record.replace(secret, "0" * len(secret))])

    other_device.goto(link)
    expect(other_device.get_by_text("recomputed: all are right")).to_be_visible()
    expect(other_device.get_by_text("it comes with the record")).to_be_visible()
    expect(other_device.get_by_role("heading", name="From the start to the result")).to_be_visible()
    assert_fits(other_device)
    assert_accessible(other_device)
    assert problems_in_every_language(other_device, BUTTONS)[0] == []
    other_device.get_by_role("link", name="Watch the replay").click()
    expect(other_device.locator("pm-replay")).to_be_visible()
    assert not any(fragment[:40] in path for path in files.requests)

    # A link that differs only in its fragment must load the page again.
    other_device.goto(link)
    other_device.evaluate("fragment => { location.hash = fragment }", forged)
    expect(other_device.get_by_text("The secret does not match its fingerprint")).to_be_visible()
    for damaged in (fragment[:-30], "", "2" + fragment[1:]):
        other_device.goto("about:blank")
        other_device.goto(f"{address}#{damaged}")
        expect(other_device.get_by_text("This link does not hold a whole game")).to_be_visible()
        assert_fits(other_device)
