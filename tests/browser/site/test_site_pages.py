"""The pages of the static site beside the table: without the server, and while Python loads."""

from datetime import UTC, datetime, time
from urllib.parse import urlsplit

from playwright.sync_api import expect

from browser.pages.test_daily import answer
from browser.pages.test_language import SMALL_PHONE
from browser.pages.test_screens_in_every_language import assert_every_language_fits
from pickomino import play_game
from pickomino.puzzles.packs import daily_puzzles, packs
from pickomino.puzzles.scores import share_line
from support.browser.play import next_choice, wait_until
from support.browser.static_site import (
    ask,
    assert_links_lead_to_files,
    wait_until_kept,
    wait_until_ready,
)

FIRST = packs()[0].starts
ASK_FOR_SERVER_WITH_DAILY_FIVE = """() => {
  const element = document.createElement("pm-server-address");
  element.setAttribute("path", "/daily");
  document.querySelector("#main").replaceChildren(element);
}"""
POSITION = "/api/position?wfen=standard_oooooooooooooooo_-/-_a_-_~"


def assert_phone_fits(page):
    """Look at the page on a small phone, in every language."""
    size = page.viewport_size
    page.set_viewport_size(SMALL_PHONE)
    assert_every_language_fits(page, least=3)
    page.set_viewport_size(size)


def solve_daily_five(page):
    page.goto("en/daily.html")
    words = page.locator("pm-daily-five .lesson-text")
    for number, puzzle in enumerate(daily_puzzles(FIRST), 1):
        expect(words).to_contain_text(f"{number} of 5")
        answer(page, puzzle.choices[0].action)
        expect(words).to_contain_text("Right!")
        page.keyboard.press("Enter")
    address = f"{page.url}?date={FIRST}&marks=00000"
    expect(page.locator(".share-line")).to_have_text(share_line(FIRST, [0] * 5, address))
    points = page.get_by_role("region", name="Everybody’s points")
    expect(points).to_contain_text("only on a server")
    expect(points.get_by_label("Address of the server")).to_be_visible()


def answer_practice_puzzle(page):
    page.goto("en/practice.html")
    page.locator("pm-actions [data-action], pm-dice button:enabled").first.click()
    expect(page.locator(".practice-rating")).to_contain_text("Puzzle rating ")


def begin_tutorial(page):
    page.goto("en/tutorial.html")
    marked = page.locator(".lesson-buttons .primary, pm-dice .is-best, pm-actions .is-best").first
    marked.click()
    marked.click()
    expect(page.locator(".slot.is-filled")).not_to_have_count(0)


def review_record(page):
    page.goto("en/upload.html")
    record = play_game(["beginner", "random"], "mini", seed=1).wgn()
    page.get_by_label("The record, as WGN or JSON").fill(record)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".waterfall tr").first).to_be_visible()


def show_position(page):
    page.goto("en/position.html")
    expect(page.locator("pm-coach")).to_contain_text("Chance to win")


def show_profile(page):
    page.goto("en/profile.html")
    expect(page.locator("main")).to_contain_text("1 day in a row")


def show_rules(page):
    page.goto("en/rules.html")
    expect(page.locator("main h1")).to_be_visible()


def test_pages_work_when_the_server_is_gone(page, files):
    page.clock.set_fixed_time(datetime.combine(FIRST, time(12), UTC))
    page.goto("en/index.html")
    wait_until_ready(page)
    ask(page, POSITION)
    wait_until_kept(page, "network-2.bin")
    files.stop()
    requests = len(files.requests)
    for visit in (
        *(solve_daily_five, answer_practice_puzzle, begin_tutorial, review_record),
        *(show_position, show_profile, show_rules),
    ):
        visit(page)
        assert_links_lead_to_files(page, files)
    assert len(files.requests) == requests, "the stopped server has answered"


def test_chosen_language_and_theme_stay(page):
    page.goto("en/rules.html?from=friend#end")
    page.locator("#language-form select").select_option("pt_BR")
    page.wait_for_url("**/pt-BR/rules.html?from=friend#end")
    page.locator("pm-preferences button").click()
    page.locator("dialog.preferences select").first.select_option("daylight")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "daylight")
    page.goto("")
    page.wait_for_url("**/pt-BR/index.html")
    expect(root).to_have_attribute("lang", "pt-BR")
    expect(root).to_have_attribute("data-theme", "daylight")


def test_progress_is_shown_while_python_and_a_network_load(page):
    # What a service worker loads for the page cannot be held back.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    held = []

    def hold(route):
        held.append(route)

    page.route("**/pyodide.asm.wasm", hold)
    page.route("**/network-*.bin", hold)
    page.goto("en/index.html")
    loading = page.locator(".site-loading")
    expect(loading).to_contain_text("Loading the game: ")
    expect(loading.get_by_role("progressbar")).to_be_visible()
    hint = loading.get_by_text("The goal: the most worms.")
    expect(hint).to_be_visible()
    assert_phone_fits(page)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("pm-table")).to_have_count(0)
    wait_until(page, lambda: held)
    held.pop().continue_()
    assert next_choice(page) == "yours"
    if not page.locator("pm-coach").is_visible():
        page.keyboard.press("c")
    expect(loading).to_contain_text("Loading a strong bot: ")
    expect(hint).to_be_hidden()
    assert_phone_fits(page)
    wait_until(page, lambda: held)
    held.pop().continue_()
    expect(loading).to_be_hidden()
    expect(page.locator("pm-coach .coach-choices li").first).to_contain_text("best")


def test_server_can_be_chosen_although_python_cannot_be_loaded(page, new_page, files):
    files.first_lines = {"/pyodide.js": "throw new Error('damaged');\n"}
    page.goto("en/index.html")
    expect(page.get_by_text("The game could not be loaded")).to_be_visible()
    page.get_by_role("button", name="Got a code?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Code or link").fill("ABCD 2345")
    address = dialog.get_by_label("Address of the server")
    address.fill("not an address")
    address.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("not the address of a server")
    assert_phone_fits(page)
    server = "http://" + urlsplit(files.url).netloc
    address.fill(files.url)
    address.press("Enter")
    page.wait_for_url(f"{server}/table/ABCD2345")
    page.goto("en/index.html")
    page.get_by_role("button", name="Invite friends").click()
    expect(page.get_by_role("dialog").get_by_label("Address of the server")).to_have_value(server)
    page.evaluate(ASK_FOR_SERVER_WITH_DAILY_FIVE)
    page.get_by_role("button", name="Go to the server").click()
    page.wait_for_url(f"{server}/daily")
    new_page.complaints.clear()
