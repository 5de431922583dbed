"""The hints of a guided game: where they stand, and what is shown beside them."""

import re

import pytest
from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import choices, enter, make_table

SIZES = {
    "small phone": (320, 568),
    "phone": (360, 740),
    "sideways": (740, 360),
    "laptop": (1366, 768),
}
COVERED = """() => {
  const box = document.querySelector('pm-guide').getBoundingClientRect();
  return [...document.querySelectorAll('.place, .seat, pm-dice .die, pm-dice button, .sum, .slot, '
    + 'pm-actions button, .toolbar button, .turn-title')].filter((element) => {
    const other = element.getBoundingClientRect();
    return other.width > 0 && other.left < box.right - 1 && other.right > box.left + 1
      && other.top < box.bottom - 1 && other.bottom > box.top + 1;
  }).map((element) => element.className);
}"""
"""What the hint covers."""
PUSHED = """() => document.querySelector('pm-guide').clientHeight > 110 ? []
  : [...document.querySelectorAll('pm-dice .die, pm-dice button')]
  .filter((element) => element.getBoundingClientRect().bottom > innerHeight + 1)
  .map((element) => element.className)"""
"""The dice that the hint pushes off the screen. Longer hints, of failures, stand beside dice only
if nothing moves: otherwise they go before the roll."""


@pytest.mark.parametrize("size", SIZES)
def test_hints_cover_nothing(page, server, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    enter(page, make_table(server, guided=True))
    hint = page.locator("pm-guide:not([hidden])")
    expect(hint).to_be_visible()
    checked = 0
    for _ in choices(page, 40):
        if hint.count():
            assert page.evaluate(COVERED) == []
            assert page.evaluate(PUSHED) == []
            checked += 1
        if checked == 6:
            break
    assert checked == 6
    assert_fits(page)
    assert_accessible(page, "pm-guide")


def test_failure_of_a_rival_is_not_shown_as_the_players_own(page_on_each_screen, server):
    """The rival's failure stood below "Your turn"."""
    page = page_on_each_screen
    enter(page, make_table(server, guided=True))
    verdict = page.locator("pm-verdict")
    failures = 0
    for _ in choices(page, 60):
        end = page.evaluate("document.querySelector('pm-table').state.lastEnd")
        if end and end["hasFailed"] and end["seat"] == 1:
            assert page.locator(".turn-title").inner_text() == "Your turn"
            expect(verdict).to_be_hidden()
            hints = page.locator(".guide-text p").filter(has_text="Careful Clara failed: ")
            for hint in hints.all():
                expect(hint).to_have_text(re.compile("^Careful Clara’s turn"))
                failures += 1
        if failures:
            assert_fits(page)
            assert_accessible(page, "pm-guide")
            return
    raise AssertionError("the rival's arranged failure did not come")


def test_dice_wait_for_a_beginner(page, server):
    page.set_viewport_size({"width": 320, "height": 568})
    enter(page, make_table(server, guided=True), speed="normal")
    hint = page.locator("pm-guide")
    expect(page.locator("pm-actions [data-action='r']")).to_be_in_viewport(ratio=1)
    expect(hint).to_contain_text("The goal")
    expect(hint).not_to_contain_text("Choose a symbol")
    page.keyboard.press("r")
    expect(hint).to_contain_text("Choose a symbol")
    expect(hint).not_to_contain_text("The goal")
