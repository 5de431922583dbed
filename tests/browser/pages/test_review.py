"""The review of a finished game, and "Try again"."""

import re

import pytest
from playwright.sync_api import expect

from pickomino.i18n import LANGUAGES
from support.browser.page_checks import (
    assert_accessible,
    assert_fits,
    assert_no_scroll_gap,
    assert_nothing_is_suggested,
)
from support.browser.play import finished_game, remember, wait_until
from support.server.serving import serving
from support.server.stores import copy_stored_review

LABELS = ("inaccuracy", "mistake", "blunder")
PINK, PINK_COLOUR = 6, "#dd7ba4"
TURNS = 14
"""Long enough for a player who always takes the first choice to make mistakes."""


@pytest.fixture(scope="module")
def finished(server):
    return finished_game(server, bots=("random",), turn_limit=TURNS, chicken=PINK)


def open_review(page, finished, rest=""):
    page.goto(f"/review/{finished['game_id']}{rest}")
    expect(page.locator("pm-review .review-turns li").first).to_be_visible()


def percent(text):
    return float(text.replace("−", "-").replace("%", "").replace("+", "").strip())


def test_end_and_replay_link_to_the_review(page, finished):
    remember(page, finished)
    page.goto(f"/table/{finished['code']}")
    link = page.get_by_role("link", name="How did I play?")
    expect(link).to_have_attribute("href", f"/review/{finished['game_id']}")
    page.goto(f"/game/{finished['code']}/{finished['game_id']}")
    expect(link).to_have_attribute("href", f"/review/{finished['game_id']}")
    link.click()
    expect(page.get_by_role("heading", name="Was I lucky?")).to_be_visible()
    page.goto("/profile")
    expect(page.locator("#games-title ~ .figures").first).to_contain_text("of 1 won")
    expect(page.locator("#skill-title ~ p")).to_contain_text("After 4 more reviews")


def test_review_stored_by_an_earlier_version_is_shown(page, tmp_path):
    game = copy_stored_review(tmp_path)["game"]["id"]
    with serving(tmp_path) as earlier:
        page.goto(f"{earlier.url}/review/{game}?seat=0")
        turns = page.locator("pm-review .review-turn")
        expect(turns).to_have_count(2)
        expect(page.locator(".waterfall th").last).to_have_text("Result")
        expect(page.locator(".review-moments .moment").first).to_contain_text("Better:")
        turns.first.locator("summary").click()
        expect(turns.first.locator(".step-choice, .moment")).to_have_count(7)


def test_costly_decisions_link_to_their_replay_step(page, finished):
    remember(page, finished)
    open_review(page, finished)
    moments = page.locator(".review-moments .moment")
    expect(moments).to_have_count(3)
    texts = moments.all_text_contents()
    costs = [float(re.search(r"\(−([\d.]+)%\)", text)[1]) for text in texts]
    assert costs == sorted(costs, reverse=True)
    expect(moments.first.locator(".moment-label")).to_have_text(re.compile("|".join(LABELS)))
    assert len(re.findall("|".join(LABELS), texts[0])) == 1, "one verdict a line"
    expect(moments.first.locator(".moment-turn")).to_have_text(re.compile(r"^Turn \d+$"))
    expect(moments.first.locator("p").first).to_contain_text("Better:")
    expect(moments.first.locator(".moment-reason")).to_have_text(re.compile(r"\.$"))
    expect(page.locator(".review-rolls dt")).to_have_text(
        ["Luckiest roll for you", "Unluckiest roll for you"]
    )
    link = moments.first.get_by_role("link")
    step = int(link.get_attribute("href").partition("step=")[2])
    link.click()
    expect(page.locator(".replay-position")).to_contain_text(f"Step {step} of")
    # The step is in the URL of the replay.
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url(f"**?step={step - 1}")
    page.goto(f"/game/{finished['code']}/{finished['game_id']}?step=nonsense")
    expect(page.locator(".replay-position")).to_contain_text("Step 1 of")


def test_review_shows_luck_chances_and_turns_of_every_seat(page, finished):
    """The waterfall adds up to the result, and chart and turns link to the replay."""
    remember(page, finished)
    open_review(page, finished)
    expect(page.locator(".waterfall th").last).to_have_text("Result")
    values = page.locator(".waterfall-value").all_text_contents()
    *parts, result = map(percent, values)
    assert sum(parts) == pytest.approx(result, abs=0.5)
    expect(page.locator(".waterfall th").first).to_have_text("Win chance at the start")
    expect(page.locator(".waterfall th").nth(1)).to_have_text("What your dice did")
    expect(page.locator(".waterfall svg rect.bar")).to_have_count(len(values))
    expect(page.locator(".review-verdict")).to_contain_text(re.compile("[Yy]ou"))
    verdict = page.locator(".review-verdict").text_content()
    page.get_by_role("radio").nth(1).check(force=True)
    expect(page.locator(".review-verdict")).not_to_have_text(verdict)
    expect(page).to_have_url(re.compile(r"\?seat=1$"))
    page.reload()
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.get_by_role("radio").nth(0).check(force=True)
    expect(page.locator(".review-verdict")).to_have_text(verdict)
    lines = page.locator(".chart-drawing .chart-line")
    expect(lines).to_have_count(2)
    dashes = [line.get_attribute("stroke-dasharray") for line in lines.all()]
    assert len(set(dashes)) == 2, "lines must differ not only in colour"
    marks = page.locator(".chart-mark")
    mark = marks.first
    expect(mark).to_have_attribute("aria-label", re.compile("|".join(LABELS), re.IGNORECASE))
    own = marks.count()
    key = "?! inaccuracy (from 1.0%) · ? mistake (from 2.5%) · ?? blunder (from 5.0%)"
    expect(page.locator("pm-chance-chart .explanation")).to_have_text(key)
    page.get_by_label("Show rivals’ mistakes").check()
    wait_until(page, lambda: marks.count() > own)
    page.get_by_label("Show rivals’ mistakes").uncheck()
    expect(marks).to_have_count(own)
    page.get_by_text("As a table").click()
    rows = page.locator(".chart-table tbody tr")
    expect(rows).to_have_count(TURNS + 1)
    chances = rows.evaluate_all(
        "(rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent))"
    )
    for row in chances:
        assert sum(map(percent, row)) == pytest.approx(100, abs=0.2)
    turn = page.locator(".review-turn").first
    turn.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(turn.locator(".step-roll").first).to_contain_text("Ann rolls")
    expect(turn.locator(".step-choice, .moment").first).to_be_visible()
    mark.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**?step=*")


def test_review_draws_the_chosen_chicken(page, finished):
    """A pink chicken once had an orange line, and in "Try again" it was orange itself."""
    remember(page, finished)
    open_review(page, finished)
    own = page.locator(".chart-names li").first
    expect(own.locator(f".chart-chicken path[fill='{PINK_COLOUR}']")).to_have_count(1)
    for line in (own.locator(".chart-line"), page.locator(".chart-drawing .chart-line").first):
        expect(line).to_have_attribute("stroke", PINK_COLOUR)
    page.goto(f"/review/{finished['game_id']}/try?seat=0")
    chicken = page.locator(f".lesson-chicken path[fill='{PINK_COLOUR}']")
    expect(chicken).to_have_count(1)


def test_review_answers_three_questions_before_any_chart(page_on_each_screen, finished):
    page = page_on_each_screen
    remember(page, finished)
    open_review(page, finished)
    panels = page.locator("pm-review :is(.review-answers, .waterfall, pm-chance-chart)")
    assert panels.evaluate_all("(all) => all.map((each) => each.localName)")[0] == "section"
    questions, answers = page.locator(".review-answers h2"), page.locator(".review-answers p")
    expect(questions).to_have_text(
        ["Was I lucky?", "Where did I go wrong?", "What should I learn?"]
    )
    expect(answers.nth(0)).to_contain_text("dice")
    expect(answers.nth(1)).to_have_text(re.compile("^(Above all in turn|Hardly anywhere|Nowhere)"))
    lesson = re.compile(r" \(\d+ decisions?: −[\d.]+% win chance\)\.|^Nothing big|^Keep it up")
    expect(answers.nth(2)).to_have_text(lesson)
    sentences = re.compile(r"[.!?](\s|$)")
    assert [len(sentences.findall(text)) for text in answers.all_text_contents()] == [1, 1, 1]
    page.get_by_role("radio").nth(1).check(force=True)
    expect(questions.first).to_have_text("Was Pecking Pip lucky?")
    expect(page.locator(".waterfall th")).not_to_contain_text(["What you gave away"])
    assert_fits(page)


def test_answers_begin_in_the_upper_half_of_a_phone(new_page, server):
    """Below the list of four players and the replay, the lesson was below the screen."""
    bots = ("random", "beginner", "family")
    game = finished_game(server, bots=bots, turn_limit=TURNS)
    page = new_page(viewport={"width": 360, "height": 740})
    remember(page, game)
    open_review(page, game)
    assert page.locator(".review-answers").bounding_box()["y"] <= 740 / 2


def test_try_again_can_ask_the_costliest_decision_alone(page, finished):
    remember(page, finished)
    page.goto(f"/review/{finished['game_id']}/try?seat=0&worst=1")
    bubble = page.locator(".lesson-bubble")
    expect(bubble).to_contain_text("What would you do now?")
    page.locator("pm-try-again :is(pm-dice, pm-actions) button").first.click()
    bubble.get_by_role("button").click()
    expect(bubble).to_contain_text("of 1 question right")


def test_try_again_asks_costly_decisions(page, finished):
    remember(page, finished)
    open_review(page, finished)
    link = page.get_by_role("link", name=re.compile("costly decisions? again"))
    count = int(re.search(r"\d+", link.text_content())[0])
    link.click()
    bubble = page.locator(".lesson-bubble")
    choices = page.locator("pm-try-again :is(pm-dice, pm-actions) button")
    for question in range(count):
        expect(bubble).to_contain_text("What would you do now?")
        expect(bubble).not_to_contain_text("Better")
        expect(choices.first).to_be_visible()
        choices.nth(question % choices.count()).click()
        expect(bubble).to_contain_text(re.compile("Right!|Not quite"))
        expect(choices).to_have_count(0)
        bubble.get_by_role("button").click()
    expect(bubble).to_contain_text(re.compile(rf"\d+ of {count} questions? right"))
    bubble.get_by_role("link", name="To the review").click()
    expect(page.get_by_role("heading", name="Was I lucky?")).to_be_visible()


def test_review_in_progress_can_be_cancelled(page, finished):
    remember(page, finished)
    methods = []
    status = {"game": {}, "review": None, "share": 0.4, "place": 1}
    page.route(
        "**/api/games/*/review",
        lambda route: (methods.append(route.request.method), route.fulfill(json=status)),
    )
    page.goto(f"/review/{finished['game_id']}")
    expect(page.get_by_role("status")).to_contain_text("1 other game is reviewed first")
    status["place"] = 0
    expect(page.get_by_role("status")).to_contain_text("is being weighed")
    expect(page.locator("progress")).to_have_attribute("value", "0.4")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_contain_text("cancelled")
    assert set(methods) == {"POST"}, "others may be waiting for the same review"
    page.unroute("**/api/games/*/review")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("heading", name="From the start to the result")).to_be_visible()


OFFER_TILE = """() => {
  const table = document.querySelector("pm-try-again pm-table");
  table.actions.state = { ...table.state, legal: ["t21", "r"], claims: ["t21"],
    texts: { t21: ["take", { tile: 21 }] }, dice_left: 2 };
}"""


def test_review_and_questions_pass_the_page_checks(page_on_each_screen, finished):
    """In a question, a filled "Take" gave the answer away."""
    page = page_on_each_screen
    remember(page, finished)
    open_review(page, finished)
    page.locator(".review-turn summary").first.click()
    page.get_by_text("As a table").click()
    assert_fits(page)
    assert_accessible(page)
    page.goto(f"/review/{finished['game_id']}/try")
    expect(page.locator(".lesson-text p").first).to_be_visible()
    assert_fits(page)
    page.evaluate(OFFER_TILE)
    assert_nothing_is_suggested(page, "t21")
    page.reload()
    page.locator("pm-try-again :is(pm-dice, pm-actions) button").first.click()
    expect(page.locator(".lesson-buttons .primary")).to_be_visible()
    assert_accessible(page)


def test_missing_game_is_reported(page, new_page):
    page.goto("/review/nothing")
    expect(page.get_by_role("heading")).to_contain_text("no finished game")
    new_page.complaints.clear()


def test_review_does_not_scroll_by_a_few_pixels(page, finished):
    remember(page, finished)
    open_review(page, finished)
    assert_no_scroll_gap(page)


def test_review_fits_a_phone_in_every_language(new_page, finished):
    page = new_page(viewport={"width": 320, "height": 640})
    remember(page, finished)
    titles = set()
    for language in LANGUAGES:
        open_review(page, finished, f"?language={language}")
        titles.add(page.locator("h1").inner_text())
        assert_fits(page)
        if language != "en":
            text = page.locator("pm-review").inner_text()
            assert not re.search(r"\b(the|costs|better|roll on)\b", text, re.IGNORECASE), language
        page.goto(f"/review/{finished['game_id']}/try")
        expect(page.locator(".lesson-text p").first).to_be_visible()
        assert_fits(page)
    assert len(titles) == len(LANGUAGES)


def test_estimate_shows_no_verdict_sums_or_decimals(page_on_each_screen, server):
    """The sums of an estimate are mostly its errors: they once came to +389.1% and −403.4%."""
    page = page_on_each_screen
    game = finished_game(server, bots=("random",), turn_limit=6, rules="standard+extrawurm")
    remember(page, game)
    open_review(page, game)
    expect(page.locator(".review-answers")).to_contain_text("Only an estimate")
    expect(page.locator(".review-answers h2")).to_have_count(3)
    expect(page.locator(".waterfall, .review-verdict, .moment-label")).to_have_count(0)
    expect(page.locator(".chart-rivals")).to_have_count(0)
    for turn in page.locator(".review-turn summary").all():
        turn.click()
    expect(page.locator(".step-choice").first).to_be_visible()
    text = page.locator("pm-review").text_content()
    assert "%" in text
    assert not re.search(r"\d[.,]\d+\s?%", text)
    assert not re.search("better|best|as good as", text, re.IGNORECASE)
    assert_fits(page)
    assert_accessible(page)
