"""Finished games are listed, replayed and deleted on the start page."""

import json

import pytest
from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import finished_game, remember


@pytest.fixture
def finished(server):
    return finished_game(server, turn_limit=4)


def test_finished_games_are_listed(page, finished):
    remember(page, finished)
    page.goto("/")
    games = page.locator("pm-my-games")
    address = f"/game/{finished['code']}/{finished['game_id']}"
    expect(games.get_by_role("link", name="Replay")).to_have_attribute("href", address)
    expect(games).to_contain_text("won by")
    assert_accessible(page, "pm-my-games")


def test_finished_game_can_be_deleted(page, finished):
    remember(page, finished)
    page.goto("/")
    evidence = [[finished["game_id"], {"room": finished["code"], "hasEnded": False}]]
    page.evaluate("text => localStorage.setItem('pickomino.dice', text)", json.dumps(evidence))
    games = page.locator("pm-my-games")
    games.get_by_role("button", name="Delete the game with").click()
    cancel = page.get_by_role("dialog").get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    assert_accessible(page)
    cancel.click()
    expect(cancel).to_have_count(0)
    expect(games).to_be_visible()
    games.get_by_role("button", name="Delete the game with").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(games).to_be_hidden()
    text = page.evaluate("localStorage.getItem('pickomino.dice')")
    assert json.loads(text)[0][1]["hasEnded"], "its dice need no check at the table any more"
    page.reload()
    expect(games).to_be_hidden()
