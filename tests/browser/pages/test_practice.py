"""Practice and the profile: ratings, stored data, export and deletion."""

import json
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import expect

from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle
from support.browser.page_checks import assert_accessible, assert_fits, use_theme

PACK = packs()[0]
NOON = datetime.combine(PACK.starts, time(12), UTC)
OWN = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)
GAME = {
    "at": 1,
    "rules": "standard",
    "seat": 0,
    "rivals": ["bot:random"],
    "won": 1,
    "turns": 15,
    "steals": 2,
    "busts": 4,
    "best": 31,
    "given_away": 0.02,
    "luck": 0.1,
}
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


def test_due_decision_is_repeated(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    page.clock.set_fixed_time(NOON)
    page.goto("/practice?theme=extrawurm")
    words = page.locator("pm-practice-question .lesson-text")
    page.locator("pm-actions [data-action], pm-dice button:enabled").first.click()
    expect(page.locator(".practice-rating")).to_contain_text("Puzzle rating ")
    stored = page.evaluate(LOAD, "pickomino.practice")
    yesterday = (PACK.starts - timedelta(days=1)).isoformat()
    stored["cards"] = [{"line": OWN, "due": yesterday, "step": 0}]
    page.evaluate(SAVE, ["pickomino.practice", json.dumps(stored)])
    page.goto("/practice?theme=own")
    expect(words).to_contain_text("1 decision from your own games is due.")
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


def open_profile(page, games):
    page.goto("/profile")
    page.evaluate(SAVE, ["pickomino.profile", json.dumps(games)])
    page.reload()


def test_new_profile_is_empty(page):
    page.goto("/profile")
    expect(page.locator("#games-title + p")).to_have_text("No game has been finished here yet.")
    expect(page.locator("#games-title ~ p").last).to_contain_text("a device is passed around")


def test_profile_skips_damaged_games(new_page):
    page = new_page(viewport={"width": 844, "height": 390})
    use_theme(page, "daylight")
    open_profile(page, {"a": GAME, "b": {"rules": 7}})
    expect(page.locator(".daily-note")).to_contain_text("damaged")
    expect(page.locator(".figures").first).to_contain_text("1 of 1 won")
    expect(page.locator(".ladder .is-beaten strong")).to_have_text(["Pecking Pip"])
    expect(page.locator(".ladder .is-next")).to_contain_text("Beat Careful Clara to meet")
    expect(page.locator(".cost-chart li")).to_have_count(1)
    assert_accessible(page)
    assert_fits(page)


def test_profile_can_be_exported(page):
    open_profile(page, {"a": GAME, "b": {"rules": 7}})
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    exported = json.loads(download.value.path().read_text())
    assert exported["games"]["a"] == GAME
    assert set(exported) == {"daily", "practice", "games"}


def test_deleted_profile_can_be_restored(page):
    open_profile(page, {"a": GAME})
    page.get_by_role("button", name="Delete everything").click()
    expect(page.locator("header [role=status]")).to_contain_text("Everything is deleted.")
    expect(page.locator("#games-title + p")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".figures").first).to_contain_text("1 of 1 won")


def test_ladder_links_to_a_game_with_the_next_bot(page):
    open_profile(page, {"a": GAME})
    page.locator(".ladder .is-next a").click()
    expect(page.locator("pm-seat-plan select")).to_have_value("beginner")
