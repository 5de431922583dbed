"""A game looked at again, and its dice checked, also on an insecure origin."""

import re

import pytest
from playwright.sync_api import expect

from page_checks import THEMES, assert_accessible, assert_fits, use_theme
from table_pages import FAKE_HOST, enter, finish, make_table, view_of


@pytest.fixture(scope="module")
def finished(server, browser):
    """A short finished game with committed dice."""
    made = make_table(server, practice=False, bots=("beginner", "random"), turn_limit=9)
    context = browser.new_context(base_url=server)
    page = context.new_page()
    enter(page, made)
    finish(page)
    context.close()
    return made | {"game_id": view_of(server, made)["game_id"]}


def open_replay(page, finished):
    page.goto(f"/game/{finished['code']}/{finished['game_id']}")
    expect(page.locator("pm-replay .seat").first).to_be_visible()


def step_number(page):
    return int(re.search(r"Step (\d+)", page.locator(".replay-where").text_content())[1])


def test_a_replay_goes_step_by_step_forward_and_back(page, finished):
    use_theme(page, "dusk")
    open_replay(page, finished)
    expect(page.locator(".replay-where")).to_contain_text("The start")
    first = page.locator("pm-replay").inner_text()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".replay-where")).to_contain_text("Ann rolls")
    assert page.locator(".rolled .die").count() == 8
    page.get_by_role("button", name="One step back").click()
    assert page.locator("pm-replay").inner_text() == first


def test_a_replay_goes_by_turns_and_by_keys(page, server, finished):
    use_theme(page, "dusk")
    open_replay(page, finished)
    page.get_by_role("button", name="Next turn").click()
    told = page.locator(".replay-where").text_content()
    assert "Ann" in told
    expect(page.locator(".log-turns li")).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(page.locator(".log-turns li")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator(".replay-where")).to_contain_text("win")
    scores = view_of(server, finished)["scores"]
    shown = page.locator(".seat-worms .visually-hidden").all_text_contents()
    assert [int(text.split()[0]) for text in shown] == scores
    page.keyboard.press("Home")
    assert step_number(page) == 1
    page.keyboard.press("ArrowRight")
    assert step_number(page) == 2


def test_a_replay_plays_by_itself(page, finished):
    use_theme(page, "dusk")
    open_replay(page, finished)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".replay-where")).to_contain_text("Step 3", timeout=5000)
    page.get_by_role("button", name="Pause").click()
    at = step_number(page)
    page.wait_for_timeout(800)
    assert step_number(page) == at


@pytest.mark.parametrize("theme", THEMES)
def test_a_replay_is_accessible(page, finished, theme):
    use_theme(page, theme)
    open_replay(page, finished)
    page.get_by_role("button", name="Next turn").click()
    assert_accessible(page)
    page.get_by_role("button", name="Verify these dice").click()
    assert_accessible(page)


def test_a_replay_fits_a_phone(new_page, finished):
    page = new_page(viewport={"width": 320, "height": 568})
    use_theme(page, "dusk")
    open_replay(page, finished)
    page.get_by_role("button", name="Next turn").click()
    assert_fits(page)


def test_the_dice_are_verified_on_an_insecure_origin(new_page, server, finished):
    page = new_page(base_url=server.replace("127.0.0.1", FAKE_HOST))
    use_theme(page, "dusk")
    open_replay(page, finished)
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Verify these dice").click()
    rolls = sum(e["event"]["type"] == "Rolled" for e in view_of(server, finished, 0)["events"])
    expect(page.locator(".proof")).to_contain_text(f"All {rolls} rolls checked")


@pytest.mark.parametrize("change", ["roll", "secret"])
def test_a_changed_roll_or_secret_is_found(page, finished, change):
    use_theme(page, "dusk")

    def forge(route):
        replay = route.fetch().json()
        if change == "secret":
            replay["secret"] = "00" * 32
        else:
            event = next(
                f["event"]
                for f in replay["frames"]
                if f["event"] and f["event"]["type"] == "Rolled"
            )
            event["roll"] = "12345www" if event["roll"] != "12345www" else "11345www"
        route.fulfill(json=replay)

    page.route("**/games/*", forge)
    open_replay(page, finished)
    page.get_by_role("button", name="Verify these dice").click()
    text = "roll 1 should be" if change == "roll" else "does not match its fingerprint"
    expect(page.locator(".proof .has-failed")).to_contain_text(text)


def test_the_end_of_a_game_verifies_its_dice(page, finished):
    enter(page, finished)
    page.get_by_role("button", name="Verify these dice").click()
    expect(page.locator(".proof")).to_contain_text("every one is as promised")
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator("pm-replay .seat").first).to_be_visible()
