"""Every page speaks the language of its visitor, and changes it on wish."""

import pytest
from playwright.sync_api import expect

from page_checks import assert_fits
from pickomino.i18n import LANGUAGES
from pickomino.i18n.options import LANGUAGE_NAMES


@pytest.mark.parametrize(("locale", "lang"), [("de-AT", "de"), ("pt-PT", "pt-BR"), ("ja-JP", "en")])
def test_the_browser_chooses_the_language(new_page, locale, lang):
    page = new_page(locale=locale)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", lang)


def test_the_select_changes_the_language_and_keeps_it(page, server):
    page.goto("/rules")
    select = page.locator("#language-form select")
    assert select.locator("option").all_inner_texts() == list(LANGUAGE_NAMES.values())
    select.select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    # The address stays clean, so that a shared link does not change the language of others.
    expect(page).to_have_url(f"{server}/rules")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["value"]) == ("language", "nl")


def test_the_client_says_errors_and_bots_in_the_language(new_page):
    page = new_page(locale="de-DE")
    page.goto("/")
    text = page.evaluate(
        """async () => {
          const { refusalText } = await import(clientFile("api.js"));
          const { botTitle } = await import(clientFile("texts.js"));
          return [
            refusalText({ code: "room_full" }),
            refusalText({ code: "seat_taken", parameters: { seat: 2 } }),
            refusalText({ code: "never_heard_of" }),
            botTitle("bot:beginner"),
            botTitle("strategist:depth=1"),
            refusalText({ code: "bad_message", parameters: { reason: { code: "room_full" } } }),
          ];
        }"""
    )
    assert text[0] != "All seats are taken."
    assert text[0].endswith(".")
    assert "3" in text[1]
    assert "never_heard_of" in text[2]
    assert text[3] == "Berta Behutsam"
    assert "strategist" not in text[4]
    assert text[0][1:-1] in text[5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_small_phone(new_page, language):
    page = new_page(viewport={"width": 320, "height": 640})
    for path in ("/", "/rules", "/privacy"):
        page.goto(f"{path}?language={language}")
        expect(page.locator("pm-preferences button").first).to_be_visible()
        assert_fits(page)
