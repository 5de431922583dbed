"""Practice and the profile: ratings, stored data, export and deletion."""

import json
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import expect

from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle
from support.browser.page_checks import (
    assert_accessible,
    assert_fits,
    assert_nothing_is_suggested,
    use_theme,
)

PACK = packs()[0]
NOON = datetime.combine(PACK.starts, time(12), UTC)
OWN = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)
SAVE = "([key, value]) => localStorage.setItem(key, value)"
LOAD = "(key) => JSON.parse(localStorage.getItem(key))"


def test_answered_puzzle_changes_the_rating(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    use_theme(page)
    page.clock.set_fixed_time(NOON)
    page.goto("/practice?theme=extrawurm")
    words = page.locator("pm-practice-question .lesson-text")
    expect(words).to_contain_text("Puzzle rating 1500 ± 700")
    expect(words).to_contain_text("Extrawurm")
    expect(words).to_contain_text("Grill: ")
    expect(page.locator(".themes [aria-current]")).to_have_text("Extrawurm")
    assert_accessible(page)
    assert_fits(page)
    page.locator("pm-actions [data-action], pm-dice button:enabled").first.click()
    expect(page.locator(".practice-rating")).to_contain_text("Puzzle rating ")
    page.get_by_role("button", name="Next").hover()
    assert_accessible(page, ".lesson, .tray")
    stored = page.evaluate(LOAD, "pickomino.practice")
    assert len(stored["puzzles"]) == 1
    (number,) = stored["puzzles"]
    assert parse_puzzle(PACK.lines[int(number.split("-")[1]) - 1]).theme == "extrawurm"
    page.keyboard.press("Enter")
    expect(words).to_contain_text(f"Puzzle rating {round(stored['player'][0])}")


def test_due_decision_is_repeated(page_on_each_screen):
    """In a question, a filled "Take" gave the answer away."""
    page = page_on_each_screen
    page.clock.set_fixed_time(NOON)
    page.goto("/practice?theme=extrawurm")
    words = page.locator("pm-practice-question .lesson-text")
    page.locator("pm-actions [data-action], pm-dice button:enabled").first.click()
    expect(page.locator(".practice-rating")).to_contain_text("Puzzle rating ")
    stored = page.evaluate(LOAD, "pickomino.practice")
    yesterday = (PACK.starts - timedelta(days=1)).isoformat()
    stored["cards"] = [{"line": OWN, "due": yesterday, "step": 0}]
    page.evaluate(SAVE, ["pickomino.practice", json.dumps(stored)])
    page.goto("/profile")
    expect(
        page.get_by_text("receives one of your decisions only when you practise it")
    ).to_be_visible()
    with page.expect_request("**/api/puzzle*") as sent:
        page.goto("/practice?theme=own")
    assert not {"authorization", "cookie"} & sent.value.all_headers().keys()
    expect(words).to_contain_text("1 decision from your own games is due.")
    assert_nothing_is_suggested(page, "t24")
    assert_fits(page)
    page.locator("pm-actions [data-action=s25]").click()
    expect(words).to_contain_text("It comes back in 3 days.")
    expect(page.locator(".themes [aria-current]")).to_have_text("From a game of yours")
    assert page.evaluate(LOAD, "pickomino.practice")["cards"][0]["step"] == 1


def test_stored_decision_that_is_not_a_puzzle_is_dropped(new_page):
    page = new_page()
    page.clock.set_fixed_time(NOON)
    page.goto("/profile")
    yesterday = (PACK.starts - timedelta(days=1)).isoformat()
    lines = OWN.replace("5555w", "5555555555w"), OWN
    cards = [{"line": line, "due": yesterday, "step": 0} for line in lines]
    stored = {"player": [1500, 350], "puzzles": {}, "cards": cards}
    page.evaluate(SAVE, ["pickomino.practice", json.dumps(stored)])
    page.goto("/practice?theme=own")
    expect(page.locator(".lesson-text")).to_contain_text("1 decision from your own games is due.")
    assert page.evaluate(LOAD, "pickomino.practice")["cards"] == cards[1:]
    new_page.complaints.clear()  # about the request that was refused


def test_practice_continues_when_the_server_answers_again(new_page):
    page = new_page()
    page.clock.set_fixed_time(NOON)
    page.goto("/practice")
    words = page.locator(".lesson-text")
    page.locator("pm-actions [data-action], pm-dice button:enabled").first.click()
    expect(page.locator(".practice-rating")).to_be_visible()
    page.route("**/puzzles/1-*.json", lambda route: route.abort())
    page.get_by_role("button", name="Next").click()
    expect(words).to_have_text("The server does not answer. Are you online?")
    page.unroute("**/puzzles/1-*.json")
    page.get_by_role("button", name="Next").click()
    expect(words).to_contain_text("What would you do now?")
    new_page.complaints.clear()  # about the request without an answer
