"""Sharing a result: with a share sheet, and without one."""

import pytest
from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import finished_game, sit

SHEET = """
globalThis.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ text, url, files }) => {
  shared.push({ text, url, files: files.map(({ name, type }) => [name, type]) });
};
"""


@pytest.fixture(scope="module")
def finished(server):
    return finished_game(server, turn_limit=4)


def open_result(page, finished):
    sit(page, finished)
    return page.get_by_role("button", name="Share the result")


def test_share_sheet_gets_picture_text_and_link(page_on_each_screen, server, finished):
    page = page_on_each_screen
    page.add_init_script(SHEET)
    open_result(page, finished).click()
    page.wait_for_function("() => shared.length === 1")
    (shared,) = page.evaluate("() => shared")
    assert shared["url"] == f"{server}/game/{finished['code']}/{finished['game_id']}"
    assert shared["text"]
    assert shared["text"] in page.locator("pm-end").inner_text()
    assert shared["files"] == [["pickomino.png", "image/png"]]
    expect(page.locator(".share-status")).to_be_empty()


def test_without_a_share_sheet_sharing_says_what_it_did(new_page, screen, server, finished):
    page = new_page(viewport=screen, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    share = open_result(page, finished)
    with page.expect_download() as download:
        share.click()
    assert download.value.suggested_filename == "pickomino.png"
    expect(page.locator(".share-status")).to_have_text(
        "The picture has been saved, and the text with its link copied."
    )
    assert_fits(page)
    assert_accessible(page, "pm-end")
    link = f"{server}/game/{finished['code']}/{finished['game_id']}"
    assert page.evaluate("navigator.clipboard.readText()").endswith(f" {link}")
