"""Whole games on the static site, with and without the server that sends its files."""

from playwright.sync_api import expect

from pickomino.core.rules import PRESETS
from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import STATE, finish, next_choice, play_on, state_of
from support.browser.static_site import (
    ask,
    assert_champion_played,
    assert_links_lead_to_files,
    make,
    open_table,
    play,
    wait_until_kept,
    wait_until_ready,
)

NOTE_PERSISTENCE = """navigator.storage.persist = async () => {
  localStorage.setItem("asked to keep games", "yes");
  return true;
};"""
RULES = (*PRESETS, "standard+extrawurm")
BOTS = ("beginner", "family", "expert")


def plan(rules, bots=BOTS, **settings):
    seats = [{"type": "PersonSeat", "name": "Ann"}]
    seats += [{"type": "BotSeat", "bot": bot} for bot in bots]
    return {
        "seats": seats,
        "settings": {"rules": rules, "practice": True, "hints": True} | settings,
    }


def assert_coach_advises(page):
    coach = page.locator("pm-coach")
    if not coach.is_visible():
        page.keyboard.press("c")
    expect(coach.locator(".coach-choices li").first).to_contain_text("best")


def test_games_of_all_rules_go_on_when_the_server_is_gone(page, files):
    page.goto("en/index.html")
    wait_until_ready(page)
    short = plan("standard", ("champion",), turn_limit=2)
    played = play(page, *map(plan, RULES), short, plan("mini", ("random", "strategist")))
    assert len({game["game"] for game in played}) == len(RULES) + 2
    assert all(game["winners"] for game in played)
    wait_until_kept(page, "network-2.bin")
    files.stop()
    requests = len(files.requests)
    page.reload()
    expect(page.locator("pm-play-now")).to_be_visible()
    wait_until_ready(page)
    [game] = play(page, plan("standard", ("champion",)))
    assert game["winners"]
    assert_champion_played(ask(page, f"/api/rooms/{game['code']}/record"), seat=1)
    open_table(page, make(page, "Ann", bots=("champion",)))
    assert next_choice(page) == "yours"
    assert_coach_advises(page)
    assert len(files.requests) == requests, "the stopped server has answered"


def test_game_goes_on_although_the_network_of_the_champion_was_never_loaded(page, new_page, files):
    page.goto("en/index.html")
    play(page, plan("standard", ("beginner",), turn_limit=2))
    wait_until_kept(page, "turns.bin")
    assert not [path for path in files.requests if "/network-" in path]
    files.stop()
    open_table(page, make(page, "Ann", bots=("champion",), turn_limit=2))
    assert next_choice(page) == "yours"
    coach = page.locator("pm-coach")
    if not coach.is_visible():
        page.keyboard.press("c")
    expect(coach).to_contain_text("need a file that could not be loaded")
    notice = page.get_by_text("until then another bot plays")
    expect(notice).to_be_visible()
    page.locator(".storage-notice").get_by_role("button", name="Close").click()
    finish(page)
    expect(notice).to_be_hidden()
    page.get_by_role("link", name="How did I play?").click()
    expect(page.locator(".page-problem")).to_contain_text("need a file that could not be loaded")
    assert_fits(page)
    # The browser itself complains of each network that it cannot load.
    new_page.complaints[:] = [text for text in new_page.complaints if "network-" not in text]


def test_game_is_played_resumed_reviewed_and_listed(page, new_page, files):
    page.set_viewport_size({"width": 390, "height": 800})
    page.add_init_script(NOTE_PERSISTENCE)
    page.goto("")
    page.wait_for_url("**/en/index.html")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("pm-table")).to_be_visible()
    assert "table.html?room=" in page.url
    assert page.evaluate("localStorage.getItem('asked to keep games')") == "yes"
    assert next_choice(page) == "yours"
    play_on(page)
    sum_before = page.locator(".sum").first.text_content()
    page.close()  # a killed tab
    again = new_page()
    again.goto("en/index.html")
    again.get_by_role("link", name="Continue").click()
    expect(again.locator("pm-table")).to_be_visible()
    assert again.locator(".sum").first.text_content() == sum_before
    made = make(again, "Ann", turn_limit=3)
    open_table(again, made)
    assert next_choice(again) == "yours"
    state = state_of(again)
    play_on(again)
    again.get_by_role("button", name="Take back").click()
    again.wait_for_function(f"(before) => ({STATE})() === before", arg=state)
    finish(again)
    assert_fits(again)
    assert_links_lead_to_files(again, files)
    with again.expect_download() as download:
        again.get_by_role("button", name="Download the record").click()
    assert download.value.path().read_text().startswith("[")
    again.get_by_role("link", name="How did I play?").click()
    expect(again.locator("pm-review")).to_be_visible()
    assert_links_lead_to_files(again, files)
    again.goto(again.url.replace("review.html", "try.html") + "&worst=1&seat=0")
    expect(again.locator("pm-try-again")).to_be_visible()
    assert_links_lead_to_files(again, files)
    again.goto("en/index.html")
    games = again.locator("pm-my-games")
    expect(games.get_by_role("link", name="Replay")).to_be_visible()
    with again.expect_download() as download:
        games.get_by_role("button", name="Save all games").click()
    assert download.value.path().read_text().count("[Rules") == 2  # one is in progress
    assert_accessible(again)
    assert_links_lead_to_files(again, files)
    games.get_by_role("link", name="Replay").click()
    expect(again.locator("pm-replay")).to_be_visible()
    assert_links_lead_to_files(again, files)
    again.goto("en/profile.html")
    expect(again.locator(".figures").first).to_contain_text("of 1 won")
    assert_links_lead_to_files(again, files)


def test_shared_device_and_coach_need_no_server(page):
    page.goto("en/index.html")
    made = make(page, "Ann", "Ben", bots=(), turn_limit=4)
    open_table(page, made)
    assert next_choice(page) == "yours"
    assert_coach_advises(page)
    finish(page)
