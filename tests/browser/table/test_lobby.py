"""The lobby: a host opens a table, and friends find it, join, watch and leave."""

import re

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits, use_theme
from support.browser.play import post, sit

TABLE = re.compile(r"/table/[2-9A-Z]{8}$")


def open_table(page):
    """Open a table with three open seats and custom rules; return its code."""
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    sheet = page.get_by_role("dialog", name="Invite friends")
    sheet.get_by_label("Your name").fill("Ann")
    sheet.get_by_label("How many?").select_option("3")
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Rule set").select_option("manual")
    sheet.get_by_label("Extrawurm").check()
    sheet.get_by_label("Coach").check()
    sheet.get_by_label("Time per turn").select_option("60")
    sheet.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    return page.url[-8:]


def host_table(page, server, name="Ann", friends=3):
    """Open a table through the API, show its lobby to the host, and return its code."""
    seats = [{"type": "PersonSeat", "name": name}, *friends * [{"type": "OpenSeat"}]]
    made = post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": {}})
    sit(page, made)
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
    return made["code"]


def sit_down(page, code, name):
    page.goto(f"/table/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def seat(page, text):
    return page.locator(".lobby-seat").filter(has_text=text)


def test_invitation_has_link_code_and_qr_code(new_page, server):
    """The lobby also describes the settings in words."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    code = open_table(page)
    invite = page.locator("pm-invite")
    expect(invite.get_by_label("Link")).to_have_value(f"{server}/table/{code}")
    expect(invite.locator(".code")).to_have_text(code)
    picture = invite.get_by_role("img", name="QR code")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(invite.get_by_text("only works on this device")).to_be_visible()
    invite.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link has been copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/table/{code}"
    settings = page.locator(".lobby-settings")
    for text in (
        "Reference manual + Extrawurm",
        "Any tile up to your sum",
        "coach",
        "After 60 seconds",
    ):
        expect(settings).to_contain_text(text)


def test_game_starts_for_players_and_spectators(page, new_page, server):
    code = host_table(page, server, friends=1)
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_disabled()
    friend = new_page()
    sit_down(friend, code, "<i>Bob</i>")
    expect(seat(page, "<i>Bob</i>")).to_be_visible()
    expect(page.locator(".lobby-seat i")).to_have_count(0)
    expect(friend.get_by_text("Waiting for Ann to start.")).to_be_visible()
    expect(friend.get_by_role("button", name="Start the game")).to_have_count(0)
    watcher = new_page()
    watcher.goto(f"/table/{code}")
    expect(watcher.get_by_text("All seats are taken. Stay here to watch")).to_be_visible()
    expect(watcher.get_by_role("link", name="Find another table")).to_be_visible()
    start.click()
    for visitor in (page, friend, watcher):
        expect(visitor.locator("pm-table")).to_be_visible()


def test_host_arranges_the_seats_in_the_lobby(page, server):
    host_table(page, server, friends=1)
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


def assert_comes_back(friend, host, code):
    """Check that a player who lost the seat watches, joins again and keeps the new seat."""
    expect(seat(host, "Bob")).to_have_count(0)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    friend.reload()
    sit_down(friend, code, "Bob")
    expect(seat(host, "Bob")).to_be_visible()
    friend.reload()
    expect(seat(friend, "Bob").filter(has_text="you")).to_be_visible()


def test_player_can_join_again_after_removal_or_leaving(page, new_page, server):
    """By a reload or by the code of the table; the old token used to lock them out."""
    code = host_table(page, server)
    friend = new_page()
    sit_down(friend, code, "Bob")
    page.get_by_role("button", name="Remove Bob").click()
    assert_comes_back(friend, page, code)
    friend.get_by_role("button", name="Leave the table").click()
    assert_comes_back(friend, page, code)
    friend.get_by_role("button", name="Leave the table").click()
    expect(seat(page, "Bob")).to_have_count(0)
    # The list of games would forget the token, so it is not loaded here.
    friend.route(
        "**/home/my-games.js",
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )
    friend.goto("/")
    friend.get_by_role("button", name="Got a code?").click()
    friend.get_by_label("Code or link").fill(code)
    friend.get_by_role("button", name="Go to the table").click()
    friend.wait_for_url(TABLE)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()


def test_lobby_works_with_the_keyboard(page, new_page, server):
    """A refused name is shown, and typing is not interrupted by other players."""
    code = host_table(page, server)
    guest = new_page()
    guest.goto(f"/table/{code}")
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    guest.get_by_role("link", name="Skip to the content").focus()
    guest.keyboard.press("Enter")
    guest.keyboard.press("Tab")
    field = guest.get_by_label("Your name")
    expect(field).to_be_focused()
    # A blank character that the browser's own validation accepts.
    guest.keyboard.insert_text("\u3164")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("alert").filter(has_text="name")).to_be_visible()
    field.fill("")
    field.press_sequentially("Bo")
    page.get_by_label("Seat 4").select_option("random")
    expect(seat(guest, "Pecking Pip")).to_be_visible()
    expect(field).to_be_focused()
    guest.keyboard.type("b")
    expect(field).to_have_value("Bob")
    guest.keyboard.press("Enter")
    expect(seat(page, "Bob")).to_be_visible()
    page.get_by_role("button", name="Start the game").focus()
    page.keyboard.press("Enter")
    expect(guest.locator("pm-table")).to_be_visible()


def test_lobby_passes_the_page_checks(new_page, server):
    host, visitor = new_page(), new_page()
    code = host_table(host, server, name="A very long name without end, really so")
    host.get_by_label("Seat 2").select_option("strategist")
    expect(seat(host, "Madame Foxglove").first).to_be_visible()
    use_theme(visitor)
    visitor.goto(f"/table/{code}")
    expect(visitor.get_by_role("button", name="Sit down")).to_be_visible()
    for page in (host, visitor):
        assert_accessible(page)
        page.set_viewport_size({"width": 320, "height": 640})
        assert_fits(page)


CHANGE_BOTH = """(options) => {
  const labelled = (text) => [...options.querySelectorAll("label")]
    .find((label) => label.textContent.includes(text)).querySelector("input, select");
  labelled("Extrawurm").click();
  const seconds = labelled("Time per turn");
  seconds.value = "60";
  seconds.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def test_host_changes_the_options_in_the_lobby(page, new_page, server):
    """A friend sees the changes at once, and has no form.

    The second of two quick changes used to be refused as stale.
    """
    code = host_table(page, server, friends=1)
    friend = new_page()
    sit_down(friend, code, "Ann")
    expect(seat(page, "Ann 2")).to_be_visible()
    options = page.locator("pm-lobby-settings pm-table-options")
    options.get_by_text("Options").click()
    assert_accessible(page, "pm-lobby-settings")
    options.get_by_label("Rule set").select_option("classic")
    expect(friend.locator(".lobby-settings")).to_contain_text("Classic")
    options.evaluate(CHANGE_BOTH)
    options.get_by_label("Public table").check()
    for visitor in (page, friend):
        settings = visitor.locator(".lobby-settings")
        expect(settings).to_contain_text("Classic + Extrawurm")
        expect(settings).to_contain_text("After 60 seconds")
        expect(settings).to_contain_text("strangers can find this table")
    expect(friend.locator("pm-table-options")).to_be_hidden()
    page.reload()
    page.locator("pm-table-options").get_by_text("Options").click()
    expect(page.get_by_label("Rule set")).to_have_value("classic")
    expect(page.get_by_label("Extrawurm")).to_be_checked()
    expect(page.get_by_label("Time per turn")).to_have_value("60")
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    page.get_by_label("Public table").uncheck()
    expect(friend.locator(".lobby-settings")).not_to_contain_text("strangers")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("pm-table")).to_be_visible()
