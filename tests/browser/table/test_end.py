"""The end of a game: what it leads to, and whose its figures are."""

import random
import re

import pytest
from playwright.sync_api import expect

from pickomino import Position
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import act, enter, finished_game, make_table, view_of, wait_until

TRIES = 20


def play_well(server, made):
    """Play a game as a good player would; return the seats that win."""
    bot, thinking = make_bot("family"), Thinking(random.Random(1))
    while (view := view_of(server, made))["phase"] != "over":
        if view["is_your_turn"]:
            act(server, made, str(bot.choose(Position.from_wfen(view["wfen"]), thinking)))
    return view["winners"]


def won_game(server, **settings):
    """Return a table at which the person has won a game against the weakest bot."""
    for _ in range(TRIES):
        made = make_table(server, bots=("random",), turn_limit=10, **settings)
        if play_well(server, made) == [0]:
            return made
    raise AssertionError("no game was won")


@pytest.fixture(scope="module")
def won(server):
    return won_game(server)


def test_won_game_leads_to_the_next_bot_of_the_ladder(page, won):
    enter(page, won)
    page.get_by_role("button", name="Next: Careful Clara").click()
    wait_until(page, lambda: won["code"] not in page.url)
    expect(page.locator(".seat-name")).to_contain_text(["Ann", "Careful Clara"])


def test_end_says_what_changed_in_the_profile(page, won):
    enter(page, won)
    profile = page.locator(".end-profile")
    expect(profile).to_have_text("My profile · 1 of 1 won · Beaten for the first time: Pecking Pip")
    page.reload()
    expect(profile).to_have_text("My profile · 1 of 1 won")


def test_end_leads_to_a_puzzle_from_the_game(page_on_each_screen, server):
    """A player who always makes the first choice makes mistakes in a game of this length."""
    page = page_on_each_screen
    enter(page, finished_game(server, bots=("random",), turn_limit=14))
    page.get_by_role("link", name="Puzzle from this game").click()
    page.wait_for_url(re.compile(r"/review/.+/try\?seat=0&worst=1$"))
    expect(page.locator(".lesson-bubble")).to_contain_text("What would you do now?")
    expect(page.locator("pm-try-again progress")).to_have_attribute("max", "1")
    assert_fits(page)
    assert_accessible(page, ".lesson-bubble")


@pytest.mark.parametrize("rules", ["standard+extrawurm", "standard(allsymbols=rolls)"])
def test_end_of_an_estimated_game_offers_no_puzzle(page, server, rules):
    """Its review is only an estimate, so the puzzle had no question."""
    enter(page, finished_game(server, bots=("random",), turn_limit=4, rules=rules))
    expect(page.locator(".end-profile")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle from this game")).to_have_count(0)


def test_figures_of_a_game_say_whose_and_of_what_they_are(page, won):
    enter(page, won)
    figures = page.locator("pm-end dl.figures > div")
    busts, boldest = figures.nth(1), figures.nth(2)
    expect(busts.locator("small")).to_have_text(re.compile(r"^yours \d+, theirs \d+$"))
    total, yours, theirs = map(int, re.findall(r"\d+", busts.text_content()))
    assert total == yours + theirs
    expect(boldest).to_contain_text(re.compile(r"\d+% risk(Ann|Pecking Pip), \d di(e|ce)$"))


def test_end_passes_the_page_checks(new_page, won):
    for viewport in ({"width": 360, "height": 740}, {"width": 1366, "height": 768}):
        page = new_page(viewport=viewport)
        enter(page, won)
        expect(page.locator(".end-profile")).to_be_visible()
        assert_accessible(page, "pm-end")
        assert_fits(page)


def test_open_match_leads_only_to_its_next_game(page, server):
    enter(page, won_game(server, match_games=3))
    expect(page.locator(".end-profile")).to_be_visible()
    expect(page.get_by_role("button", name="Next game")).to_be_enabled()
    expect(page.get_by_role("button", name=re.compile("Next:|Play again"))).to_have_count(0)
