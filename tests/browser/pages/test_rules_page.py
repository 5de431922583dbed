"""Pages of text: rules, privacy and errors, with accessible pictures."""

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits, use_theme

PAGES = ("/rules", "/privacy", "/nowhere", "/table/23456789")
"""The last one is a table that does not exist."""


def open_page(page, path, new_page):
    """Open a page, ignoring the browser's own report of the status 404."""
    page.goto(path)
    expect(page.get_by_role("button", name="Preferences")).to_be_visible()
    new_page.complaints[:] = [text for text in new_page.complaints if "404" not in text]


def test_every_picture_has_a_drawing_with_a_label(page):
    page.goto("/rules")
    pictures = page.locator("figure :is(pm-picture, pm-example)")
    expect(pictures.locator("svg").first).to_be_visible()
    expect(page.locator("figure :is(pm-picture, pm-example):not(:has(svg))")).to_have_count(0)
    described = pictures.evaluate_all(
        """(pictures) => pictures.map((picture) => [
          picture.tagName, picture.querySelectorAll("svg").length, picture.role, picture.ariaLabel
        ])"""
    )
    assert sum(name == "PM-EXAMPLE" for name, *_ in described) >= 13
    for _, drawings, role, label in described:
        assert drawings > 0
        assert role == "img"
        assert len(label) > 20


def test_pictures_show_the_position_of_the_engine(page):
    """Highlighted tiles can be taken, and specialists are where the engine put them."""
    page.goto("/rules")
    above = page.locator("pm-example", has=page.locator(".sum", has_text="39"))
    expect(above.locator(".chosen")).to_have_count(1)
    expect(above.locator(".grill-row .tile")).to_have_count(15)
    canned = page.locator("pm-example[choice=k4]").first
    expect(canned.locator(".rolled .chosen")).to_have_count(2)
    expect(canned.locator(".player .guest")).to_have_count(1)


def test_details_open_with_the_keyboard(page):
    page.goto("/rules")
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Returned tile is the highest")).to_be_visible()


def test_rules_can_be_read_without_scripts(browser, server):
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/rules")
    expect(page.get_by_role("heading", name="A failed turn")).to_be_visible()
    page.locator("#language-form select").select_option("it")
    page.locator("#language-form button").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    context.close()


def test_text_pages_pass_the_page_checks(new_page):
    page = new_page(viewport={"width": 320, "height": 640})
    use_theme(page)
    for path in PAGES:
        open_page(page, path, new_page)
        for summary in page.locator("summary").all():
            summary.click()
        assert_fits(page)
        assert_accessible(page)


def test_page_of_a_missing_table_links_to_the_home_page(page, new_page):
    open_page(page, PAGES[-1], new_page)
    expect(page.get_by_role("heading", name="no table with this code")).to_be_visible()
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
