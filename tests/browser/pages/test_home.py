"""The start page: every way into a game works."""

import re

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits, use_theme
from support.browser.play import next_choice, post

DIALOGS = ("Invite friends", "Pass and play", "Got a code?")
TABLE = re.compile(r"/table/[2-9A-Z]{8}$")


def view_of(page):
    """Return the server's view of a page's table."""
    return page.evaluate(
        """async () => {
          const { getView } = await import(clientFile("shared/api.js"));
          return getView(location.pathname.split("/").at(-1));
        }"""
    )


def test_one_click_starts_a_game_with_under_100_kb(new_page):
    page = new_page(is_new=True)
    requests = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    expect(page.locator("pm-table")).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes()["responseBodySize"] for request in requests]
    assert len(sizes) > 10
    assert sum(sizes) <= 100_000
    page.wait_for_function(
        """async () => {
          const { getView } = await import(clientFile("shared/api.js"));
          return (await getView(location.pathname.split("/").at(-1))).phase === "playing";
        }"""
    )
    view = view_of(page)
    assert [(seat["kind"], seat["bot"]) for seat in view["seats"]] == [
        ("person", ""),
        ("bot", "family"),
        ("bot", "beginner"),
    ]
    assert view["seats"][0]["is_yours"]
    assert view["settings"]["rules"] == "standard"


def test_first_game_shows_hints(page):
    """Against the weakest bot, and only in the first game."""
    use_theme(page)
    page.goto("/")
    page.get_by_role("button", name="My first game: show me how").click()
    page.wait_for_url(TABLE)
    hint = page.get_by_role("region", name="Hints")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Pecking Pip")
    expect(hint).to_contain_text("A worm counts as 5.")
    assert_accessible(page, "pm-guide")
    assert next_choice(page) == "yours"
    page.locator("pm-dice button").first.click()
    expect(hint).to_contain_text("You need 21 and a worm")
    hint.get_by_role("button", name="Got it").press("Enter")
    expect(hint).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("pm-guide p")).not_to_contain_text("You need 21")
    hint.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.locator("pm-dice")).to_be_visible()
    expect(hint).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("button", name="My first game: show me how")).to_have_count(0)


def test_choices_for_a_game_are_applied(page):
    page.goto("/")
    card = page.locator("pm-play-now")
    card.get_by_label("Your name").fill("Ännchen <b>")
    card.get_by_role("button", name="Add a bot").click()
    page.get_by_label("Bot in seat 3").select_option("expert")
    page.get_by_role("button", name="Remove seat 1").click()
    card.get_by_text("Options").click()
    card.get_by_label("Rule set").select_option("short")
    summary = "a returned tile that is the highest goes face down"
    expect(card.locator(".explanation").first).to_contain_text(summary)
    card.get_by_label("Extrawurm").check()
    card.get_by_label("Practice").check()
    card.get_by_label("Coach").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    view = view_of(page)
    assert view["seats"][0]["name"] == "Ännchen <b>"
    assert [seat["bot"] for seat in view["seats"]] == ["", "beginner", "expert"]
    assert view["settings"]["rules"] == "short+extrawurm"
    assert view["settings"]["practice"]
    assert view["settings"]["hints"]
    page.goto("/")
    expect(card.get_by_label("Your name")).to_have_value("Ännchen <b>")
    expect(page.get_by_label("Bot in seat 2")).to_have_value("expert")


def test_preferences_survive_a_reload(page):
    page.goto("/")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Colours").select_option("daylight")
    page.get_by_label("Speed").select_option("instant")
    page.get_by_label("Sound").check()
    page.get_by_role("button", name="Done").click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "daylight")
    expect(root).to_have_attribute("data-motion", "off")
    page.reload()
    expect(root).to_have_attribute("data-theme", "daylight")
    expect(root).to_have_attribute("data-motion", "off")
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_label("Sound")).to_be_checked()


def test_seats_are_limited_and_a_lost_server_is_reported(page, new_page):
    page.goto("/")
    add = page.get_by_role("button", name="Add a bot").first
    for _ in range(4):
        add.click()
    expect(add).to_be_disabled()
    expect(page.get_by_label("Bot in seat 6")).to_be_focused()
    expect(page.get_by_label("Bot in seat 7")).to_have_count(0)
    page.route("**/api/rooms", lambda route: route.abort())
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").filter(has_text="server does not answer")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    new_page.complaints.clear()


def test_pass_and_play_gives_all_seats_to_this_device(page):
    page.goto("/")
    page.get_by_role("button", name="Pass and play").click()
    sheet = page.get_by_role("dialog", name="Pass and play")
    sheet.get_by_label("Name of player 1").fill("Ann")
    sheet.get_by_role("button", name="Add a player").click()
    expect(sheet.get_by_label("Name of player 3")).to_be_focused()
    sheet.get_by_label("Name of player 3").fill("Cem")
    sheet.get_by_role("button", name="Add a bot").click()
    sheet.get_by_role("button", name="Start together").click()
    page.wait_for_url(TABLE)
    view = view_of(page)
    assert [seat["name"] for seat in view["seats"][:3]] == ["Ann", "Chick 2", "Cem"]
    assert [seat["is_yours"] for seat in view["seats"]] == [True, True, True, False]
    assert view["seats"][3]["bot"] == "family"


def test_code_or_link_opens_its_table(page, new_page, server):
    """A wrong code shows the problem."""
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "OpenSeat"}]
    room = {"type": "CreateRoom", "seats": seats, "settings": {}}
    code = post(server, "/api/rooms", room)["code"]
    page.goto("/")
    page.get_by_role("button", name="Got a code?").click()
    field = page.get_by_label("Code or link")
    field.fill("ABC")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="8 letters and digits")).to_be_visible()
    field.fill("ABCD1234")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="but never 0, 1, I or O")).to_be_visible()
    field.fill("22222222")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="no table with this code")).to_be_visible()
    expect(field).to_be_focused()
    # The browser itself reports the status 404.
    assert all("404" in complaint for complaint in new_page.complaints)
    new_page.complaints.clear()
    field.fill(f" {code[:4].lower()}-{code[4:]} ")
    field.press("Enter")
    page.wait_for_url(f"**/table/{code}")
    page.goto("/")
    page.get_by_role("button", name="Got a code?").click()
    field.fill(f"{server}/table/{code}?language=de")
    field.press("Enter")
    page.wait_for_url(f"**/table/{code}")


def test_strangers_find_a_public_table(page, new_page):
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    sheet = page.get_by_role("dialog", name="Invite friends")
    sheet.get_by_label("Your name").fill("Publius")
    sheet.get_by_text("Options").click()
    sheet.get_by_label("Public table").check()
    sheet.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    stranger = new_page()
    stranger.clock.install()
    stranger.goto("/")
    card = stranger.get_by_role("listitem").filter(has_text="Publius")
    expect(card).to_contain_text("3 open seats")
    page.get_by_label("Seat 2").select_option("random")
    expect(page.get_by_text("Pecking Pip").first).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("pm-table")).to_be_visible()
    watch = card.get_by_role("link", name="Watch")
    # The list refreshes itself; the server may send one that is a second old.
    for _ in range(1000):
        with stranger.expect_response("**/api/rooms"):
            stranger.clock.run_for(11_000)
        if watch.count():
            break
    watch.click()
    stranger.wait_for_url(page.url)
    # The own table is listed under "My games", not beside "No other public table".
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has_text="Publius")).to_have_count(1)
    expect(page.locator("pm-public-tables .explanation")).not_to_be_empty()
    expect(page.locator("pm-public-tables").get_by_text("Publius")).to_have_count(0)


def test_started_game_is_listed_until_forgotten(page):
    use_theme(page)
    page.goto("/")
    expect(page.get_by_text("My games on this device")).to_be_hidden()
    rivals = page.locator("pm-play-now pm-seat-plan select")
    expect(rivals).to_have_count(2)
    expect(rivals.last).not_to_have_value(rivals.first.input_value())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(TABLE)
    address = page.url
    assert next_choice(page) == "yours"
    page.goto("/")
    games = page.locator("#main > .running:first-child")
    expect(games).to_contain_text("your turn")
    expect(games.get_by_role("link", name="Continue")).to_have_attribute("href", address[-15:])
    games.get_by_role("button", name="Forget the game with").click()
    expect(games).to_be_hidden()
    page.reload()
    expect(games).to_be_hidden()


def open_dialog(page, name):
    """Open a dialog of the start page, which is loaded on demand."""
    page.get_by_role("button", name=name).click()
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


def assert_works_with_keys(page, name):
    """Check that a dialog opens and closes by keyboard and restores the focus."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=name)).to_be_focused()


def test_start_page_passes_the_page_checks(page):
    use_theme(page)
    page.goto("/")
    page.get_by_text("Options").first.click()
    expect(page.locator("pm-public-tables").locator("li, p:not(:empty)").first).to_be_visible()
    assert_accessible(page)
    for name in DIALOGS:
        dialog = open_dialog(page, name)
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    dialog = open_dialog(page, "Preferences")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert_works_with_keys(page, "Got a code?")
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    for name in DIALOGS:
        dialog = open_dialog(page, name)
        assert_fits(page)
        box = dialog.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
