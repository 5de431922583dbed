"""Landscape phones and low screens: everything needed for a turn is on the screen."""

from playwright.sync_api import expect

from support.browser.page_checks import OUTSIDE, use_theme
from support.browser.play import choices, enter, make_table, wait_for_drawing

SIZES = ((844, 390), (1024, 600), (667, 375))
"""The smallest is last, because the page keeps that size."""
BESIDE = """() => document.querySelector('pm-grill').getBoundingClientRect().right
  <= document.querySelector('pm-dice .rolled').getBoundingClientRect().left"""
NEXT = "() => document.querySelector('.lesson-buttons .primary, .tray .is-best').click()"


def assert_all_on_screen(page):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_drawing(page)
        assert page.evaluate(OUTSIDE) == [], f"{width} x {height}"
        assert page.evaluate(BESIDE)


def test_turn_needs_no_scrolling_on_low_screens(page, server):
    made = make_table(server, bots=("beginner",) * 6, rules="classic+extrawurm", turn_limit=30)
    enter(page, made)
    for _ in choices(page, 8):
        assert_all_on_screen(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("checkbox", name="Sound")).to_be_visible()


def test_every_lesson_fits_a_low_screen(new_page):
    page = new_page(locale="fr")
    use_theme(page)
    page.goto("/tutorial")
    last = page.locator(".lesson-buttons a")
    text = page.locator(".lesson-text")
    expect(text).not_to_be_empty()
    assert_all_on_screen(page)
    while not last.count():
        assert page.evaluate(OUTSIDE) == []
        before = text.text_content()
        page.evaluate(NEXT)
        expect(text).not_to_have_text(before)
    assert_all_on_screen(page)
