"""The lobby: a host sets the table, friends find it, sit down, watch and leave."""

import re

import pytest
from playwright.sync_api import expect

from page_checks import assert_accessible, assert_fits, use_theme

TABLE = re.compile(r"/table/[2-9A-Z]{8}$")


def open_table(page, name="Ann", friends="3"):
    """Make a table with open seats; returns its code."""
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    sheet = page.get_by_role("dialog", name="Invite friends")
    sheet.get_by_label("Your name").fill(name)
    sheet.get_by_label("How many?").select_option(friends)
    sheet.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
    return page.url[-8:]


def sit_down(page, code, name):
    page.goto(f"/table/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def seat(page, text):
    return page.locator(".lobby-seat").filter(has_text=text)


def test_an_invitation_has_a_link_a_code_and_a_qr_code(page, server):
    code = open_table(page)
    invite = page.locator("pm-invite")
    expect(invite.get_by_label("Link")).to_have_value(f"{server}/table/{code}")
    expect(invite.locator(".code")).to_have_text(code)
    picture = invite.get_by_role("img", name="QR code")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(invite.get_by_text("only works on this device")).to_be_visible()


def test_the_link_is_copied_where_the_browser_allows(new_page, server):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    code = open_table(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/table/{code}"


def test_a_friend_joins_and_the_game_starts_for_both(page, new_page):
    code = open_table(page)
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_disabled()
    friend = new_page()
    sit_down(friend, code, "<i>Bob</i>")
    expect(seat(page, "<i>Bob</i>")).to_be_visible()
    expect(page.locator(".lobby-seat i")).to_have_count(0)
    expect(friend.get_by_text("Waiting for Ann to start.")).to_be_visible()
    expect(friend.get_by_role("button", name="Start the game")).to_have_count(0)
    start.click()
    for each in (page, friend):
        expect(each.locator("pm-table")).to_be_visible()


def test_a_reload_keeps_the_seat(page, new_page):
    code = open_table(page)
    friend = new_page()
    sit_down(friend, code, "Bob")
    friend.reload()
    expect(seat(friend, "Bob").filter(has_text="you")).to_be_visible()


def test_the_host_seats_bots_and_adds_and_closes_seats(page):
    open_table(page, friends="1")
    page.get_by_label("Seat 2").focus()
    page.get_by_label("Seat 2").select_option("strategist")
    expect(seat(page, "Madame Foxglove").filter(has_text="very hard").first).to_be_visible()
    expect(page.get_by_label("Seat 2")).to_be_focused()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    page.get_by_role("button", name="Add a seat").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lobby-seat")).to_have_count(3)
    expect(page.get_by_role("button", name="Add a seat")).to_be_focused()
    page.get_by_label("Seat 2").select_option("")
    expect(page.locator(".lobby-seat.open")).to_have_count(2)
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    for _ in range(4):
        count = page.locator(".lobby-seat").count()
        page.get_by_role("button", name="Add a seat").click()
        expect(page.locator(".lobby-seat")).to_have_count(count + 1)
    expect(page.get_by_role("button", name="Add a seat")).to_have_count(0)


def test_the_host_removes_a_player_who_may_come_back(page, new_page):
    code = open_table(page)
    friend = new_page()
    sit_down(friend, code, "Bob")
    page.get_by_role("button", name="Remove Bob").click()
    expect(seat(page, "Bob")).to_have_count(0)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()


def assert_comes_back(friend, host, code):
    """Whoever lost a seat reloads, watches, sits down again, and keeps the new seat."""
    friend.reload()
    sit_down(friend, code, "Bob")
    expect(seat(host, "Bob")).to_be_visible()
    friend.reload()
    expect(seat(friend, "Bob").filter(has_text="you")).to_be_visible()


@pytest.mark.parametrize("is_removed", [True, False])
def test_whoever_lost_a_seat_may_come_back_after_a_reload(page, new_page, is_removed):
    """Once the old token shut them out."""
    code = open_table(page)
    friend = new_page()
    sit_down(friend, code, "Bob")
    if is_removed:
        page.get_by_role("button", name="Remove Bob").click()
    else:
        friend.get_by_role("button", name="Leave the table").click()
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    assert_comes_back(friend, page, code)


def test_a_guest_leaves_and_may_come_back_by_the_code_of_the_table(page, new_page):
    """Once the old token shut them out."""
    code = open_table(page)
    friend = new_page()
    sit_down(friend, code, "Bob")
    friend.get_by_role("button", name="Leave the table").click()
    expect(seat(page, "Bob")).to_have_count(0)
    # The page with the games of this device would forget the token: it is not asked here.
    friend.route(
        "**/elements/my-games.js",
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )
    friend.goto("/")
    friend.get_by_role("button", name="Got a code?").click()
    friend.get_by_label("Code or link").fill(code)
    friend.get_by_role("button", name="Go to the table").click()
    friend.wait_for_url(TABLE)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_refused_seat_in_the_lobby_is_told(page, new_page):
    code = open_table(page)
    guest = new_page()
    guest.goto(f"/table/{code}")
    # Blank to the eye, but the browser's own check of the field lets it pass.
    guest.get_by_label("Your name").fill("\u3164")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("alert").filter(has_text="name")).to_be_visible()


def test_a_full_table_can_be_watched(page, new_page):
    code = open_table(page, friends="1")
    sit_down(new_page(), code, "Bob")
    watcher = new_page()
    watcher.goto(f"/table/{code}")
    expect(watcher.get_by_text("All seats are taken. Stay here to watch")).to_be_visible()
    expect(watcher.get_by_role("link", name="Find another table")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(watcher.locator("pm-table")).to_be_visible()


def test_typing_a_name_survives_what_others_do(page, new_page):
    code = open_table(page)
    friend = new_page()
    friend.goto(f"/table/{code}")
    field = friend.get_by_label("Your name")
    field.press_sequentially("Bo")
    page.get_by_label("Seat 4").select_option("random")
    expect(seat(friend, "Pecking Pip")).to_be_visible()
    expect(field).to_be_focused()
    friend.keyboard.type("b")
    expect(field).to_have_value("Bob")


def test_settings_are_told_in_words(page):
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    sheet = page.get_by_role("dialog", name="Invite friends")
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Rule set").select_option("manual")
    sheet.get_by_label("Extrawurm").check()
    sheet.get_by_label("Coach").check()
    sheet.get_by_label("Time per turn").select_option("60")
    sheet.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    told = page.locator(".lobby-settings")
    for text in (
        "Reference manual + Extrawurm",
        "Any tile up to your sum",
        "coach",
        "After 60 seconds",
    ):
        expect(told).to_contain_text(text)


def test_the_lobby_works_with_the_keyboard_alone(page, new_page):
    code = open_table(page)
    friend = new_page()
    friend.goto(f"/table/{code}")
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    friend.get_by_role("link", name="Skip to the content").focus()
    friend.keyboard.press("Enter")
    friend.keyboard.press("Tab")
    expect(friend.get_by_label("Your name")).to_be_focused()
    friend.keyboard.type("Bob")
    friend.keyboard.press("Enter")
    expect(seat(page, "Bob")).to_be_visible()
    page.get_by_role("button", name="Start the game").focus()
    page.keyboard.press("Enter")
    expect(friend.locator("pm-table")).to_be_visible()


def test_the_lobby_is_accessible_for_host_and_visitor(new_page):
    host, visitor = new_page(), new_page()
    for page in (host, visitor):
        use_theme(page)
    code = open_table(host)
    host.get_by_label("Seat 2").select_option("beginner")
    expect(seat(host, "Careful Clara").first).to_be_visible()
    assert_accessible(host)
    visitor.goto(f"/table/{code}")
    expect(visitor.get_by_role("button", name="Sit down")).to_be_visible()
    assert_accessible(visitor)


def test_the_lobby_fits_a_small_phone(new_page):
    page = new_page(viewport={"width": 320, "height": 640})
    use_theme(page)
    open_table(page, name="A very long name without end, really so")
    page.get_by_label("Seat 2").select_option("strategist")
    expect(seat(page, "Madame Foxglove").first).to_be_visible()
    assert_fits(page)
