"""Pages are in the visitor's language, which can be changed."""

import json

import pytest
from playwright.sync_api import expect

from pickomino import Position, legal_actions
from pickomino.i18n import LANGUAGES
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import Lesson, LessonStep, play_lesson
from support.browser.page_checks import assert_fits, use_theme


def test_language_select_is_remembered(page, server):
    page.goto("/rules")
    select = page.locator("#language-form select")
    expect(select.locator("option")).to_have_text(list(LANGUAGE_NAMES.values()))
    select.select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    # The URL does not contain the language, so that shared links do not change it for others.
    expect(page).to_have_url(f"{server}/rules")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["value"]) == ("language", "nl")


def test_browser_language_applies_to_errors_and_bots(new_page):
    page = new_page(locale="de-AT")
    page.goto("/privacy")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    text = page.evaluate(
        """async () => {
          const { refusalText } = await import(clientFile("shared/api.js"));
          const { botTitle } = await import(clientFile("shared/i18n.js"));
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


CUT_CHOICES = """async () => {
  const { botTitle, BOTS } = await import(clientFile("shared/i18n.js"));
  const pen = document.createElement("canvas").getContext("2d");
  const [arrow, rounding] = [20, 1];
  const cut = (select, texts) => {
    const style = getComputedStyle(select);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = select.clientWidth - padding - arrow;
    return texts.filter((text) => pen.measureText(text).width > room + rounding);
  };
  const language = document.querySelector("#language-form select");
  return [
    ...cut(document.querySelector("pm-seat-plan select"), BOTS.map(botTitle)),
    ...cut(language, [language.selectedOptions[0].label]),
  ];
}"""
"""Names of bots and of the language that do not fit their select."""
BUTTONS = """() => [...document.querySelectorAll("button, a.button")]
  .filter((button) => button.checkVisibility() && !button.matches(".entry-card"))
  .map((button) => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const lines = new Set();
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest(".visually-hidden, kbd, .best-note")) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { width, bottom } of range.getClientRects())
        if (width > 1) lines.add(Math.round(bottom / 8));
    }
    const isWider = lines.size > 0 && button.scrollWidth > button.clientWidth + 1;
    return { text: button.textContent.trim(), lines: lines.size, isWider };
  })"""
"""All visible buttons, except the cards of the home page, which contain sentences."""
BOARDS = f"""async (steps) => {{
  const {{ Tutorial }} = await import(clientFile("tutorial/tutorial.js"));
  return steps.flatMap((step) => {{
    const board = new Tutorial();
    document.querySelector("main").replaceChildren(board);
    board.steps = [step];
    const table = board.querySelector("pm-table");
    table.actions.risk = 0.37;
    table.state = {{ ...table.state }};
    return ({BUTTONS})();
  }});
}}"""
"""The buttons of tables, with the risk on the roll button, which makes its text longest."""
DECISIONS = (
    "standard oooooooooooooooo -/- a 1555w -",
    "standard oooooooooooooooo -/- a 5 -",
    "classic .xxxo.oxoooxxxxx 21/26 a 1244www -",
    "manual oooooooooooooooo -/- a 4555www -",
    "standard+extrawurm oooooo.ooooooooooo 25/- a - 11223345 11,21,23,a,27/0,0/-",
    "standard+extrawurm ooooo.oooooooooooo -/24 a 1445ww - 11,b,23,25,27/0,0/-",
)
"""Positions with every kind of button: take, steal, roll, stop, many claims, Weasel, Hen."""


def decision(wfen):
    """Return a lesson step that asks for a decision at a position."""
    legal = legal_actions(Position.from_wfen(wfen))
    (step,) = play_lesson(Lesson(wfen, "", (LessonStep("decide", str(legal[0])),)))
    return json.loads(encode(step))


def assert_buttons_fit(buttons):
    """Check that texts have at most two lines and do not overflow their buttons."""
    assert buttons
    assert [button for button in buttons if button["lines"] > 2 or button["isWider"]] == []


SMALL_PHONE = {"width": 320, "height": 640}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_small_phone(new_page, language):
    """In German the roll button used to have five lines, and names were cut off."""
    page = new_page(viewport=SMALL_PHONE)
    use_theme(page)
    page.goto(f"/?language={language}")
    expect(page.locator("pm-seat-plan select").first).to_be_visible()
    assert_fits(page)
    assert_buttons_fit(page.evaluate(BUTTONS))
    assert page.evaluate(CUT_CHOICES) == []
    page.goto("/tutorial")
    expect(page.locator(".lesson-buttons .primary")).to_be_visible()
    assert_fits(page)
    assert_buttons_fit(page.evaluate(BUTTONS))
    assert_buttons_fit(page.evaluate(BOARDS, list(map(decision, DECISIONS))))


SHOW_TEXT = """async (address) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  await new Promise((resolve) => { request.onload = resolve; request.send(); });
  const page = request.response;
  document.documentElement.lang = page.documentElement.lang;
  document.querySelector("main").replaceWith(page.querySelector("main"));
}"""
"""Replace the text of this page with another page's."""


def test_text_pages_fit_a_phone_in_every_language(new_page):
    page = new_page(viewport=SMALL_PHONE)
    use_theme(page)
    for path, drawn in (("/rules", "pm-example svg"), ("/privacy", "main h1")):
        page.goto(path)
        for language in LANGUAGES:
            page.evaluate(SHOW_TEXT, f"{path}?language={language}")
            expect(page.locator(f"html[lang={language.replace('_', '-')}]")).to_have_count(1)
            expect(page.locator(drawn).first).to_be_visible()
            assert_fits(page)
            assert_buttons_fit(page.evaluate(BUTTONS))
