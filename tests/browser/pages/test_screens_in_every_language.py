"""No text overflows on the smallest phones, on any screen, in any language.

test_language.py and test_review.py do the same for boards, selects and charts, which differ by
language, with a page load for each.
"""

from playwright.sync_api import expect

from browser.pages.test_language import BUTTONS, SMALL_PHONE
from browser.pages.test_profile import GAME, open_profile
from support.browser.play import (
    enter,
    finished_game,
    make_online,
    make_table,
    next_choice,
    post,
    remember,
    sit,
)
from support.browser.translation import problems_in_every_language

PAGES = {
    "/daily": "pm-actions button, pm-dice button",
    "/practice": "pm-actions button, pm-dice button",
    "/profile": "main h2",
    "/position": "pm-position-editor button",
    "/review": "main textarea",
    "/nowhere": "main h1",
    "/tutorial": ".lesson-buttons .primary",
}
"""Each page with a part that is shown once its script has run."""
ANSWER = "pm-actions [data-action], pm-dice button:enabled"


def assert_every_language_fits(page, least):
    problems, translated = problems_in_every_language(page, BUTTONS)
    assert problems == []
    assert translated >= least


def test_pages_fit_a_phone_in_every_language(phone, new_page):
    for path, part in PAGES.items():
        phone.goto(path)
        expect(phone.locator(part).first).to_be_visible()
        for summary in phone.locator("main summary").all():
            summary.click()
        assert_every_language_fits(phone, least=3)
    new_page.complaints[:] = [text for text in new_page.complaints if "404" not in text]


def test_profile_with_games_fits_a_phone_in_every_language(phone):
    games = {f"game-{day}": {**GAME, "at": day, "won": day % 2} for day in range(12)}
    open_profile(phone, games)
    expect(phone.locator(".cost-chart li").first).to_be_visible()
    assert_every_language_fits(phone, least=20)


def test_answered_puzzles_fit_a_phone_in_every_language(phone):
    phone.goto("/practice")
    phone.locator(ANSWER).first.click()
    expect(phone.locator(".practice-rating")).to_be_visible()
    assert_every_language_fits(phone, least=4)
    phone.goto("/daily")
    for number in range(5):
        phone.locator(ANSWER).first.click()
        expect(phone.locator(".tries li").first).to_be_visible()
        if number == 0:
            assert_every_language_fits(phone, least=4)
        phone.locator(".lesson-buttons .primary").click()
    expect(phone.locator(".share-line")).to_be_visible()
    assert_every_language_fits(phone, least=6)


def test_home_page_and_its_dialogs_fit_a_phone_in_every_language(phone):
    phone.goto("/")
    expect(phone.locator("pm-seat-plan select").first).to_be_visible()
    assert_every_language_fits(phone, least=20)
    for name in ("Invite friends", "Preferences"):
        phone.get_by_role("button", name=name).first.click()
        dialog = phone.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        for summary in dialog.locator("summary").all():
            summary.click()
        assert_every_language_fits(phone, least=20)
        phone.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


def test_lobby_fits_a_phone_in_every_language(phone, server):
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "family"}]
    seats.append({"type": "OpenSeat"})
    sit(phone, post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": {}}))
    expect(phone.get_by_role("heading", name="Invite friends")).to_be_visible()
    assert_every_language_fits(phone, least=8)


def test_table_and_its_help_fit_a_phone_in_every_language(phone, server):
    enter(phone, make_table(server, hints=True), coach=True)
    expect(phone.locator("pm-dice button, pm-actions button").first).to_be_visible()
    expect(phone.get_by_role("list", name="Turns so far, the newest first")).to_be_visible()
    assert_every_language_fits(phone, least=4)
    phone.keyboard.press("?")
    dialog = phone.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    for summary in dialog.locator("summary").all():
        summary.click()
    assert_every_language_fits(phone, least=4)
    phone.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_online_table_and_its_menus_fit_a_phone_in_every_language(phone, new_page, server):
    ann, bob = make_online(server, rules="classic+extrawurm", hints=True)
    sit(phone, ann)
    sit(new_page(), bob)
    next_choice(phone)
    phone.get_by_role("button", name="More").click()
    expect(phone.get_by_role("dialog", name="This table")).to_be_visible()
    assert_every_language_fits(phone, least=6)
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Say something").click()
    expect(phone.get_by_role("group", name="Say something")).to_be_visible()
    assert_every_language_fits(phone, least=6)
    watcher = new_page(viewport=SMALL_PHONE)
    remember(watcher)
    watcher.goto(f"/table/{ann['code']}")
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    assert_every_language_fits(watcher, least=3)


def test_end_and_replay_fit_a_phone_in_every_language(phone, server):
    made = finished_game(server, bots=("random",), turn_limit=6)
    enter(phone, made)
    expect(phone.locator(".end-slot:not([hidden]) pm-end")).to_be_visible()
    assert_every_language_fits(phone, least=8)
    phone.goto(f"/game/{made['code']}/{made['game_id']}")
    expect(phone.locator(".replay-position")).to_be_visible()
    assert_every_language_fits(phone, least=4)
