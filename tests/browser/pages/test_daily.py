"""The five puzzles of a day: answered on the board, scored, and stored on this device."""

import json
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import expect

from pickomino.core.extrawurm import WAITING
from pickomino.puzzles.packs import daily_puzzles, packs
from pickomino.puzzles.scores import band, share_line
from support.browser.page_checks import assert_accessible, assert_fits, use_theme

FIRST = packs()[0].starts
FULL_STORAGE = (
    "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
)
FIRST_SECOND, LAST_SECOND = time(0, 0, 0), time(23, 59, 59)


def go_to(page, day, path="/daily", at=FIRST_SECOND):
    page.clock.set_fixed_time(datetime.combine(day, at, UTC))
    page.goto(path)


def answer(page, action):
    """Answer with the keyboard if the action has a key."""
    token = str(action)
    if action.kind in "kr":
        page.keyboard.press(token[-1])
    else:
        page.locator(f"pm-actions [data-action={token}]").click()


def test_answering_the_daily_five_starts_a_streak(new_page):
    # In a time zone where it is still the day before.
    page = new_page(viewport={"width": 390, "height": 844}, timezone_id="Pacific/Honolulu")
    use_theme(page)
    # Future and invalid dates lead to today.
    for wanted in (FIRST + timedelta(days=2), "1999-01-01", "<b>"):
        go_to(page, FIRST, f"/daily?date={wanted}")
        expect(page.locator("pm-daily-five .lesson")).to_have_attribute(
            "aria-label", f"The five for {FIRST}"
        )
    go_to(page, FIRST)
    words = page.locator("pm-daily-five .lesson-text")
    costs = []
    for number, puzzle in enumerate(daily_puzzles(FIRST)):
        expect(words).to_contain_text(f"{number + 1} of 5")
        expect(words).to_contain_text("Grill: ")
        # No button stands out, or it would suggest an answer.
        expect(page.locator("pm-actions :is(.primary, .quiet)")).to_have_count(0)
        chosen = puzzle.choices[0 if number else -1]
        if number == 0:
            assert_accessible(page)
            assert_fits(page)
        answer(page, chosen.action)
        costs.append(puzzle.given_away(chosen.action))
        expect(page.locator(".tries li")).to_have_count(len(puzzle.choices))
        if number == 0:
            expect(words).to_contain_text("Better: ")
            assert_accessible(page, ".lesson, .tray")
        else:
            expect(words).to_contain_text("Right!")
        expect(page.locator(".lesson-buttons .primary")).to_be_focused()
        page.keyboard.press("Enter")
        if number == 0:
            expect(page.locator(".turn-title")).to_be_focused()
    marks = "".join(str(band(cost)) for cost in costs)
    address = f"{page.url.split('?')[0]}?date={FIRST}&marks={marks}"
    expect(page.locator(".share-line")).to_have_text(share_line(FIRST, costs, address))
    expect(page.locator(".daily-streak")).to_have_text("1 day in a row")
    assert_accessible(page)
    assert_fits(page)
    go_to(page, FIRST + timedelta(days=1), "/")
    expect(page.locator("pm-daily-progress")).to_contain_text("1 day in a row")
    page.get_by_role("link", name="Today’s five").first.click()
    expect(words).to_contain_text("1 of 5")
    expect(page.locator(".days a")).to_have_count(2)
    page.locator(".days a").first.click()
    expect(page.locator(".share-line")).to_contain_text(str(FIRST))
    page.locator(".days a").last.click()
    expect(words).to_contain_text("1 of 5")
    answer(page, daily_puzzles(FIRST + timedelta(days=1))[0].best)
    expect(page.locator(".tries")).to_be_visible()
    page.goto("/")
    expect(page.locator("pm-daily-progress")).to_contain_text("1 of 5 · 1 day in a row")


def test_damaged_or_full_storage_affects_only_the_streak(new_page):
    page = new_page(viewport={"width": 844, "height": 390})
    use_theme(page, "daylight")
    page.add_init_script("localStorage.setItem('pickomino.daily', '{\"2026-11-16\": {')")
    page.add_init_script(FULL_STORAGE)
    go_to(page, FIRST)
    expect(page.locator(".daily-streak")).to_contain_text("damaged")
    words = page.locator("pm-daily-five .lesson-text")
    for number, puzzle in enumerate(daily_puzzles(FIRST)):
        expect(words).to_contain_text(f"{number + 1} of 5")
        answer(page, puzzle.best)
        expect(words).to_contain_text("do not count towards a streak")
        expect(page.locator(".lesson-buttons .primary")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(".daily-marks .mark-0")).to_have_count(5)
    expect(page.locator(".daily-streak")).to_contain_text("This browser keeps nothing here")


def test_full_table_fits_a_landscape_phone(new_page):
    """Specialists beside the grill used to widen the page, and tiles to cover names."""
    # In a time zone where it is already the next day.
    zone = "Pacific/Auckland"
    page = new_page(viewport={"width": 667, "height": 375}, locale="de-DE", timezone_id=zone)
    use_theme(page, "daylight")
    days = (FIRST + timedelta(days=number) for number in range(packs()[0].days))
    day = next(day for day in days if has_full_table(daily_puzzles(day)[0]))
    go_to(page, day, at=LAST_SECOND)
    lesson = page.locator("pm-daily-five .lesson")
    expect(lesson).to_have_attribute("aria-label", f"Die Fünf vom {day}")
    expect(lesson).to_contain_text("1 von 5")
    expect(page.locator(".grill-beside")).to_contain_text("Neben dem Grill")
    assert_fits(page)
    expect(
        page.locator("pm-dice button:enabled, pm-actions [data-action]").last
    ).to_be_in_viewport()
    covered = """seats => seats.some(seat => {
      const [name, stack] = [".seat-name", ".stack"].map(part => seat.querySelector(part));
      const [left, right] = [name.getBoundingClientRect(), stack.getBoundingClientRect()];
      return left.right > right.left + 1 && left.bottom > right.top + 1;
    })"""
    assert not page.locator("pm-seats .seat").evaluate_all(covered)


def finished_day(costs, on_time=True, **entry):
    """Return what a device stores about a complete day."""
    return {"costs": costs, "finished": str(FIRST) if on_time else None} | entry


def open_finished_day(page, days, players):
    """Open the result of the first day; return the requests for counts."""
    requests = []

    def answer(route):
        requests.append((route.request.method, route.request.post_data_json))
        route.fulfill(json={"players": players})

    page.route("**/api/daily/*", answer)
    page.add_init_script(
        "if (!localStorage.getItem('pickomino.daily'))"
        f" localStorage.setItem('pickomino.daily', '{json.dumps(days)}')"
    )
    go_to(page, FIRST, at=LAST_SECOND)
    return requests


def test_day_is_compared_with_all_players(page_on_each_screen):
    page = page_on_each_screen
    days = {str(FIRST): finished_day([0, 0, 0.004, 0.02, 0])}
    # 157 of the other 215 players have fewer points.
    players = [*[10] * 10, 40, 17, 49, 1, 4, 5]
    requests = open_finished_day(page, days, players)
    everybody = page.get_by_role("region", name="Everybody’s points")
    expect(everybody).to_contain_text("Better than 73% of 215 players.")
    expect(everybody.locator("li.is-own")).to_have_text("4912: 49")
    assert requests == [("POST", {"points": 12})]
    expect(page.locator(".daily-result")).to_contain_text("12 of 15 points")
    expect(page.locator("pm-countdown")).to_have_text("The next five in 0:00:01")
    assert_accessible(page)
    assert_fits(page)
    page.reload()
    expect(everybody).to_contain_text("of 215 players.")
    assert requests[1:] == [("GET", None)]
    page.clock.set_fixed_time(datetime.combine(FIRST + timedelta(days=1), FIRST_SECOND, UTC))
    expect(page.locator("pm-countdown a")).to_have_text("Today’s five")


def test_late_answers_are_compared_but_not_counted(new_page):
    page = new_page()
    before = FIRST - timedelta(days=3)
    run = {str(before - timedelta(days=back)): [0] * 5 for back in range(3)}
    days = {day: {"costs": costs, "finished": day} for day, costs in run.items()}
    days[str(FIRST)] = finished_day([0.3] * 5, on_time=False)
    requests = open_finished_day(page, days, [0] * 15 + [3])
    everybody = page.get_by_role("region", name="Everybody’s points")
    expect(everybody).to_contain_text("3 other players have answered.")
    assert requests == [("GET", None)]
    own = page.get_by_role("list", name="Your days by points").locator(".histogram-count")
    expect(own).to_have_text(["1", *[""] * 14, "3"])
    # The first day is a Monday: 0 points this week, and 15 on each day of the week before.
    weeks = page.get_by_role("list", name="Your average points, week by week")
    expect(weeks.locator(".histogram-count")).to_have_text([*[""] * 6, "15.0", "0.0"])
    expect(weeks.locator("li.is-own .histogram-title")).to_have_text("Nov 16")
    expect(page.locator(".daily-streak")).to_have_text("Longest: 3 days")
    assert_fits(page)
    assert_accessible(page)


def has_full_table(puzzle):
    extrawurm = puzzle.position.extrawurm
    waiting = extrawurm.specialists.count(WAITING) if extrawurm else 0
    return puzzle.position.players > 3 and waiting > 1
