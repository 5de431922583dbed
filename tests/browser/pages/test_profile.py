"""The profile of a device: figures, the ladder, export, import and deletion."""

import json
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from pickomino import play_game, review
from pickomino.profile.daily_log import DailyLog
from pickomino.profile.recorder import record_game, record_review
from pickomino.puzzles.packs import today
from support.browser.page_checks import assert_accessible, assert_fits, use_theme
from support.cli_runner import pickomino

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
    expect(page.locator("header [role=status]")).to_contain_text("Everything has been deleted.")
    expect(page.locator("#games-title + p")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".figures").first).to_contain_text("1 of 1 won")


def test_ladder_links_to_a_game_with_the_next_bot(page):
    open_profile(page, {"a": GAME})
    page.locator(".ladder .is-next a").click()
    expect(page.locator("pm-seat-plan select")).to_have_value("beginner")


def import_file(page, content):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import").click()
    file = {"name": "profile.json", "mimeType": "application/json"}
    chooser.value.set_files([file | {"buffer": content.encode()}])


def test_exported_profile_can_be_imported(page_on_each_screen):
    page = page_on_each_screen
    open_profile(page, {"a": GAME})
    status = page.locator("header [role=status]")
    import_file(page, '{"games": {}}')
    expect(status).to_have_text("This file is not an exported profile.")
    games = {"a": GAME, "b": GAME | {"at": 2, "won": 0}, "c": {"rules": 7}}
    import_file(page, json.dumps({"games": games, "daily": {}, "practice": {}}))
    expect(status).to_contain_text("Added – games: 1, days: 0, decisions: 0.")
    expect(status).to_contain_text("1 damaged entry was left out.")
    expect(page.locator("#games-title ~ .figures")).to_contain_text("1 of 2 won")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#games-title ~ .figures")).to_contain_text("1 of 1 won")


def test_profile_of_the_terminal_can_be_imported(page, tmp_path):
    """The browser reads what `pickomino profile --json` prints, figures included."""
    folder = tmp_path / "pickomino"
    for seed in range(1, 7):
        game = play_game(["family", "beginner"], "mini", seed=seed)
        record_game(folder, game, 0, seed)
        record_review(folder, game, review(game), today())
    DailyLog(folder).add(today(), 0, 0.1, today())
    code, printed, _ = pickomino("profile", "--json", XDG_DATA_HOME=str(tmp_path))
    assert code == 0
    own = json.loads(printed)
    page.goto("/profile")
    import_file(page, printed)
    cards = len(own["practice"]["cards"])
    status = page.locator("header [role=status]")
    expect(status).to_contain_text(f"Added – games: 6, days: 1, decisions: {cards}.")
    average = page.get_by_role("region", name="Luck and skill").locator("dd").first
    given = own["figures"]["given_away"]
    mean, low, high = (f"{100 * given[name]:.1f}%" for name in ("mean", "low", "high"))
    expect(average).to_have_text(f"{mean} ({low} to {high}; 6 reviews)")


def test_averages_need_five_reviews(page):
    games = {str(number): GAME | {"at": 86_400 * number} for number in range(1, 6)}
    open_profile(page, {key: games[key] for key in "1234"})
    skill = page.get_by_role("region", name="Luck and skill")
    expect(skill).to_contain_text("After 1 more review, averages are shown here.")
    expect(skill.locator("dt")).to_have_count(0)
    open_profile(page, games)
    expect(skill.locator("dt")).to_have_text(["Given away per game", "Luck per game"])
    expect(skill.get_by_role("list", name="Given away, game by game")).to_contain_text(
        "Jan 2, 1970: 2.0%"
    )
    expect(skill.locator(".cost-scale")).to_have_text("2.0%")
    expect(skill.locator(".cost-dates span")).to_have_text(["Jan 2, 1970", "Jan 6, 1970"])


def test_bots_have_portraits(page):
    open_profile(page, {"a": GAME})
    ladder = page.locator(".ladder li")
    expect(ladder.locator(".portrait svg")).to_have_count(ladder.count())
    expect(page.locator(".rival .portrait svg")).to_have_count(1)


def test_profile_sums_up_the_last_seven_days(page):
    now = datetime.now(UTC)
    old = now - timedelta(days=8)
    days = {str((now - timedelta(days=back)).date()): [0.1 * back] + [0] * 4 for back in (0, 1, 8)}
    page.goto("/profile")
    daily = {day: {"costs": costs, "finished": day} for day, costs in days.items()}
    page.evaluate(SAVE, ["pickomino.daily", json.dumps(daily)])
    open_profile(page, {"a": GAME | {"at": old.timestamp()}, "b": GAME | {"at": now.timestamp()}})
    week = page.get_by_role("region", name="The last seven days")
    expect(week.locator("dd")).to_have_text(["1 of 1 won", "2 of 7 days", "13.5 of 15 points"])
