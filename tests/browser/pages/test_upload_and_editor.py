"""Uploaded games are reviewed, and the position editor shows odds and advice."""

import random
import re

import pytest
from playwright.sync_api import expect

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.i18n import LANGUAGES
from support.browser.page_checks import assert_accessible, assert_fits, use_theme


def short_game(rules):
    """Return the record of a short game."""
    game, rng = Game(rules, 2, SeededDice(1), turn_limit=6), random.Random(1)
    while not game.is_over:
        actions = legal_actions(game.position)
        claims = [action for action in actions if action.kind in "ts"]
        game.play(rng.choice(claims or [action for action in actions if action.kind != "q"]))
    return game.add_tags({"a": "Ann", "b": "Ben"}).wgn()


@pytest.fixture(scope="module")
def record():
    return short_game(Rules.preset("mini"))


def review_pasted(page, record):
    page.goto("/review")
    page.get_by_label("The record, as WGN or JSON").fill(record)
    page.get_by_role("button", name="Review the game").click()


def test_uploaded_record_is_reviewed(page, record, new_page):
    """Invalid records show the problem."""
    use_theme(page)
    page.goto("/review")
    problem = page.get_by_role("alert")
    for text, message in (
        (record[: record.rindex("\n", 0, -1)], "ends before the game is over"),
        (re.sub(r" t\d+\n", " t36\n", record, count=1), "t36"),
        ("x" * 1_000_001, "1000000"),
    ):
        page.get_by_label("Or a file").set_input_files(
            {"name": "game.wgn", "mimeType": "text/plain", "buffer": text.encode()}
        )
        expect(page.get_by_label("The record")).to_have_value(text)
        page.get_by_role("button", name="Review the game").click()
        expect(problem).to_contain_text(message)
    new_page.complaints.clear()
    review_pasted(page, record)
    expect(page.locator(".waterfall tr").first).to_be_visible()
    expect(page.locator(".review-seat")).to_have_text(["Ann", "Ben"])
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("pm-replay .seat").first).to_contain_text("Ann")
    expect(page.get_by_role("link", name="To the table")).to_have_count(0)


def test_extrawurm_review_is_rough_without_verdict(page):
    use_theme(page)
    review_pasted(page, short_game(Rules.preset("classic", extrawurm=True)))
    expect(page.locator(".review-answers")).to_contain_text("Only an estimate")
    expect(page.locator(".moment, .moment-label, .chart-mark, .review-verdict")).to_have_count(0)
    expect(page.get_by_role("link", name="Try again")).to_have_count(0)


def test_edited_position_is_kept_in_the_url(page, new_page):
    """An impossible position shows an error."""
    use_theme(page)
    advice = page.locator("pm-coach")
    page.goto("/position?wfen=standard_oooooooooooooooo_36/-_a_-_~")
    expect(page.get_by_role("alert")).to_contain_text("36")
    new_page.complaints.clear()
    page.route("**/api/position?*", lambda _route: None)
    page.goto("/position")
    expect(advice).to_contain_text("thinking")
    page.unroute("**/api/position?*")
    page.goto("/position")
    expect(advice).to_contain_text("Chance to win")
    page.get_by_label("Tile 36").select_option("B")
    page.get_by_label("Tile 35").select_option("B")
    page.get_by_label("Tile 34").select_option("face down")
    page.get_by_role("button", name="36").click()
    page.get_by_label("Set aside: worm").select_option("3")
    for face in ("4", "5"):
        page.get_by_label(f"Rolled: {face}").select_option("2")
    page.get_by_label("Rolled: 1").select_option("1")
    page.wait_for_url("**/position?wfen=standard_ooooooooooooox.._-/35,36_a_www_14455")
    expect(advice.locator(".coach-choices li")).to_have_count(3)
    expect(advice.locator(".is-best")).to_contain_text("best")
    page.reload()
    expect(advice.locator(".coach-choices li")).to_have_count(3)
    expect(page.get_by_label("Tile 35")).to_have_value("1")


def test_wrong_text_keeps_the_board_of_the_editor(page, new_page):
    """The fields used to disappear, and with them the position that was set up."""
    use_theme(page)
    page.goto("/position?wfen=classic_oooooooooooooooo_-/-/-_c_-_~")
    page.get_by_label("Tile 36").select_option("B")
    text = page.get_by_label("The position as text (WFEN)")
    expect(text).to_have_value("classic ooooooooooooooo. -/36/- c - ~")
    text.fill("classic ooooooooooooooo. -/36/- c - ")
    text.press("Enter")
    expect(page.locator(".problem")).not_to_be_empty()
    new_page.complaints.clear()
    expect(text).to_have_value("classic ooooooooooooooo. -/36/- c -")
    expect(page.get_by_label("Tile 36")).to_have_value("1")
    page.get_by_label("Tile 35").select_option("B")
    expect(page.locator(".problem")).to_be_empty()
    expect(text).to_have_value("classic oooooooooooooo.. -/36,35/- c - ~")


def test_editor_edits_extrawurm(page_on_each_screen):
    page = page_on_each_screen
    use_theme(page, "daylight")
    page.goto("/position")
    text = page.get_by_label("The position as text (WFEN)")
    advice = page.locator("pm-coach")
    page.get_by_label("Extrawurm").check()
    start = "11,21,23,25,27/0,0/-"
    expect(text).to_have_value(f"standard+extrawurm {'o' * 18} -/- a - ~ {start}")
    expect(advice).to_contain_text("Chance to win")
    page.get_by_label("Tile 27").select_option("A")
    page.get_by_label("Golden Die").first.select_option("Player A")
    page.get_by_label("Raven").select_option("beside the grill")
    page.get_by_label("Bratwurms of Player B").select_option("2")
    page.get_by_label("Set aside: worm").first.select_option("3")
    page.get_by_label("Golden Die").last.select_option("Set aside: worm")
    page.get_by_label("Roll on or stop?").check()
    wfen = f"standard+extrawurm {'o' * 8}.{'o' * 9} 27/- a wwwW - 11,21,-,25,a/0,2/-"
    expect(text).to_have_value(wfen)
    expect(advice.locator(".coach-choices li").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.reload()
    expect(text).to_have_value(wfen)
    expect(page.get_by_label("Raven")).to_have_value("-1")
    page.get_by_label("Extrawurm").uncheck()
    expect(text).to_have_value(f"standard {'o' * 6}.{'o' * 9} 27/- a www -")


def test_upload_and_editor_pass_the_page_checks(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    use_theme(page)
    page.route("**/api/position?*", lambda _route: None)
    for language in LANGUAGES:
        for address in ("/position", "/review"):
            page.goto(f"{address}?language={language}")
            expect(page.locator("main h1")).to_be_visible()
            assert_fits(page)
    page.unroute("**/api/position?*")
    assert_accessible(page)
    page.goto("/?language=en")
    page.goto("/position?wfen=classic_.oooooooooooo..._21,34/36,35_b_55w_-")
    expect(page.locator(".coach-choices li").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
