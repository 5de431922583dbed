"""The coach: numbers, the best choice marked on the board, and only current advice."""

import re

from playwright.sync_api import expect

from support.browser.page_checks import OUTSIDE, assert_accessible, assert_fits
from support.browser.play import (
    enter,
    make_table,
    next_choice,
    play_on,
    remember,
    view_of,
    wait_for_drawing,
    wait_until,
)


def test_coach_shows_risk_costs_and_best_choice(page, server):
    enter(page, make_table(server, hints=True))
    next_choice(page)
    coach = page.locator("pm-coach")
    choices = coach.locator(".coach-choices li")
    expect(choices.first).to_contain_text("best")
    expect(choices).to_have_count(page.locator("pm-dice button").count())
    expect(coach.get_by_text("Risk of failing this turn")).to_be_visible()
    costs = coach.locator(".coach-cost").all_text_contents()
    assert "points" not in " ".join(costs)
    lost = [float(text.split()[0].strip("−%")) for text in costs if "win chance" in text]
    assert lost == sorted(lost)
    assert 0 not in lost
    marked = page.locator("pm-dice .group.is-best")
    expect(marked).to_have_count(1)
    best = page.locator(".coach-choices .is-best .visually-hidden").text_content()
    expect(marked).to_have_attribute("aria-label", best)
    marked.click()
    expect(page.locator("pm-actions .is-best")).to_have_count(1)
    expect(page.locator(".risk")).to_contain_text("% risk")
    # It can be closed, and stays closed.
    expect(coach).to_be_visible()
    page.keyboard.press("c")
    expect(coach).to_be_hidden()
    page.reload()
    next_choice(page)
    expect(coach).to_be_hidden()


def test_television_view_shows_win_chances_with_hints(new_page, server):
    page = new_page(viewport={"width": 1920, "height": 1080})
    for hints, chances in ((False, 0), (True, 2)):
        made = make_table(server, people=("Ann", "Bob"), bots=(), hints=hints)
        page.goto(f"/table/{made['code']}")
        page.get_by_role("button", name="Television view").click()
        expect(page.locator("header.top")).to_be_hidden()
        expect(page.locator(".win-chance")).to_have_count(chances)
        if hints:
            assert_accessible(page)
        page.get_by_role("button", name="Television view").click()
        expect(page.locator("header.top")).to_be_visible()
        expect(page.locator(".win-chance")).to_have_count(0)


GOOD = {"text": ["roll_on", {}], "grade": "good", "verdict": ["good", {}]}
EQUAL = {
    "equals": ["k1", "k2"],
    "why": ["equally_good", {"choices": [["roll_on", {}]]}],
    "choices": [
        {"action": "k1", "value": 0.5, "cost": 0.0002, "failure": 0.1, **GOOD},
        {"action": "k2", "value": 0.5002, "cost": 0.0, "failure": 0.35, **GOOD},
    ],
}


def test_choices_with_the_same_digits_are_equal(page, server):
    """The riskier one used to be advised, and the other to cost −0.0 points."""
    page.route(
        "**/coach", lambda route: route.fulfill(json=route.fetch().json() | EQUAL | {"best": "k1"})
    )
    enter(page, make_table(server, hints=True))
    choices = page.locator(".coach-choices li")
    expect(choices.first).to_contain_text("best · 10% risk")
    expect(choices.last).to_contain_text("equal · 35% risk")
    expect(page.locator(".coach-reason")).to_contain_text("least likely to fail")
    expect(page.locator(".coach-choices")).not_to_contain_text("0.0")


def open_in_german(page, server):
    made = make_table(server, hints=True)
    remember(page, made)
    page.goto(f"/table/{made['code']}?language=de")
    next_choice(page)


def test_voice_sets_how_much_the_coach_says(page, server):
    open_in_german(page, server)
    expect(page.locator(".coach-choices li").first).to_be_visible()
    page.get_by_role("button", name="Flüstern").click()
    expect(page.locator(".coach-reason")).to_be_visible()
    expect(page.locator(".coach-facts, .coach-choices, .odds")).to_have_count(0)
    expect(page.locator("pm-dice .is-best")).to_have_count(1)
    page.get_by_role("button", name="Alles").click()
    expect(page.locator(".coach-facts dd").last).to_have_text(re.compile(r"^−?\d+,\d$"))
    expect(page.locator(".coach-results li").first).to_be_visible()
    expect(page.locator(".place .odds").first).to_have_text(re.compile(r"^\d+\s%$"))
    assert_accessible(page, "pm-grill, pm-coach")
    page.reload()
    expect(page.get_by_role("button", name="Alles")).to_have_attribute("aria-pressed", "true")


def test_coach_grades_a_move(page, server):
    open_in_german(page, server)
    page.get_by_role("button", name="Alles").click()
    page.locator("pm-dice .is-best").click()
    expect(page.locator(".coach-grade")).to_have_text("Deine Wahl war gut.")


def test_hint_does_not_contradict_the_coach(page, server):
    """The hint "Nothing to win yet: roll on." once stood beside the advice to stop."""
    enter(page, make_table(server, hints=True))
    next_choice(page)
    page.locator("pm-dice button").last.click()
    expect(page.locator("pm-actions [data-action='q']")).to_be_visible()
    expect(page.locator(".turn-hint")).to_have_text("Nothing to win yet.")


def test_coach_without_a_verdict_gives_no_grades_and_no_decimals(page_on_each_screen, server):
    page = page_on_each_screen
    risk = {"better": 0.158, "chosen": 0.842, "other": [["roll_on", {}]]}
    page.route(
        "**/coach",
        lambda route: route.fulfill(
            json=route.fetch().json() | {"why": ["why_fails_less", risk], "expected_worms": 1.4}
        ),
    )
    enter(page, make_table(server, hints=True, rules="classic+extrawurm"))
    next_choice(page)
    page.get_by_role("button", name="Everything").click()
    coach = page.locator("pm-coach")
    expect(coach).to_contain_text("Only an estimate")
    expect(coach.locator(".coach-reason")).to_contain_text("fails in 16% of cases; roll on: in 84%")
    expect(coach.locator(".coach-facts dd").last).to_have_text("1")
    expect(coach.locator(".coach-cost").last).to_contain_text("about −")
    assert re.findall(r"\d[.]\d", coach.inner_text()) == []
    assert_fits(page)
    assert_accessible(page, "pm-coach")
    play_on(page)
    expect(coach.locator(".coach-grade")).to_be_empty()


def test_coach_is_available_in_games_against_bots(page):
    """The preference only decides whether it is open."""
    for is_wanted in (True, False):
        page.goto("/")
        page.get_by_role("button", name="Preferences").click()
        page.get_by_role("checkbox", name="Coach").first.set_checked(is_wanted)
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Play now").click()
        next_choice(page)
        expect(page.locator("pm-coach")).to_be_visible(visible=is_wanted)
    page.get_by_role("button", name="Coach").click()
    expect(page.locator(".coach-choices li").first).to_be_visible()


def test_advice_for_another_position_is_not_shown(page, server):
    held = []
    page.route("**/coach", lambda route: held.append(route))  # noqa: PLW0108
    enter(page, make_table(server, hints=True))
    next_choice(page)
    expect(page.locator("pm-coach")).to_contain_text("thinking")
    late = wait_for_request(page, held, 1)
    play_on(page)
    advice = {"type": "CoachView", "version": 0, "wfen": "old", "best": "kw"}
    advice |= {"value": 1, "failure": 0, "expected_worms": 9, "equals": [], "why": None}
    with page.expect_response("**/coach"):
        late.fulfill(json={**advice, "choices": [], "results": []})
    wait_for_drawing(page)
    expect(page.locator("pm-coach")).not_to_contain_text("100%")
    expect(page.locator(".is-best")).to_have_count(0)


def wait_for_request(page, held, count):
    """Wait for a number of requests to the coach and return the last one."""
    wait_until(page, lambda: len(held) >= count)
    return held[count - 1]


def test_late_advice_does_not_replace_current_advice(page, server):
    """Once it replaced the newer one."""
    held = []
    page.route("**/coach", lambda route: held.append(route))  # noqa: PLW0108
    made = make_table(server, hints=True)
    enter(page, made)
    first = wait_for_request(page, held, 1)
    old = first.fetch().json()
    page.locator("pm-dice button").first.click()
    wait_for_request(page, held, 2).continue_()
    best = page.locator("pm-coach .coach-choices li").first
    expect(best).to_contain_text("best")
    with page.expect_response("**/coach"):
        first.fulfill(json=old)
    wait_for_drawing(page)
    expect(page.locator("pm-coach")).not_to_contain_text("thinking")
    expect(best).to_contain_text("best")
    assert len(held) == 2


LEAVE_AND_COME_BACK = """async (view) => {
  const [later, pauses] = [globalThis.setTimeout, []];
  globalThis.setTimeout = (run, ms) => {
    pauses.push(new Promise((end) => later(() => end(run()), ms)));
    return 0;
  };
  const { Store } = await import(clientFile("table/store.js"));
  const { Table } = await import(clientFile("board/table.js"));
  const { TableControls } = await import(clientFile("table/controls.js"));
  await import(clientFile("coach/coach.js"));
  const [store, table] = [new Store(), new Table()];
  document.querySelector("main").append(table);
  const controls = new TableControls(table, store, async () => true);
  store.addEventListener("shown", () => {
    table.state = store.shown;
    controls.follow(store.shown, store.view);
  });
  const [frame] = view.frames;
  const rival = { ...frame, wfen: frame.wfen.replace(" a ", " b ") };
  store.receive({ ...view, is_whole: true });
  store.receive({ ...view, frames: [rival], you: { seats: [0] }, version: view.version + 1 });
  await Promise.all(pauses);
  store.receive({ ...view, is_whole: true, version: view.version + 2 });
}"""


def test_repeated_position_gets_advice(page, server):
    """The player moved on before the coach was requested, and took the move back."""
    made = make_table(server, hints=True)
    remember(page, made)
    page.goto("/privacy")
    page.evaluate(LEAVE_AND_COME_BACK, view_of(server, made))
    expect(page.locator("pm-coach .coach-choices li").first).to_contain_text("best")


def test_advice_for_another_position_is_requested_again(page, server):
    """The server may be a move ahead of this page."""
    answers = []

    def answer_wrongly_once(route):
        answer = route.fetch().json()
        answers.append(answer)
        route.fulfill(json=answer | {"wfen": "another"} if len(answers) == 1 else answer)

    page.route("**/coach", answer_wrongly_once)
    enter(page, make_table(server, hints=True))
    expect(page.locator("pm-coach .coach-choices li").first).to_contain_text("best")
    assert len(answers) == 2


def test_coach_fits_a_phone_and_a_low_screen(new_page, server):
    page = new_page(viewport={"width": 320, "height": 568})
    enter(page, make_table(server, hints=True))
    expect(page.locator(".coach-choices li").first).to_be_visible()
    assert_fits(page)
    page.set_viewport_size({"width": 1024, "height": 600})
    page.get_by_role("button", name="Everything").click()
    expect(page.locator(".coach-results li").first).to_be_visible()
    wait_for_drawing(page)
    assert page.evaluate(OUTSIDE) == []
    title, tools = (
        page.locator("pm-turn-title").bounding_box(),
        page.locator(".toolbar").bounding_box(),
    )
    assert title["x"] + title["width"] <= tools["x"]
