"""The start page: every way into a game works."""

import re

from playwright.sync_api import expect

from pickomino.i18n import LANGUAGES
from support.browser.page_checks import (
    assert_accessible,
    assert_fits,
    assert_no_scroll_gap,
    use_theme,
)
from support.browser.play import (
    choices,
    make_table,
    next_choice,
    play_until,
    post,
    remember,
)

DIALOGS = ("Invite friends", "Pass and play", "Got a code?")
STORED_GAMES = "JSON.parse(localStorage.getItem('pickomino.games'))"
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


def test_first_game_explains_itself(page):
    """Against a bot that wins tiles; hints say what happened, and end for good when closed."""
    use_theme(page)
    page.goto("/")
    page.get_by_role("button", name="My first game: show me how").click()
    page.wait_for_url(TABLE)
    hint = page.get_by_role("region", name="Hints")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Careful Clara")
    expect(hint).to_contain_text("The goal: the most worms.")
    expect(hint).to_contain_text("The first dice of Careful Clara are arranged")
    expect(hint).to_contain_text("A worm counts as 5.")
    assert_accessible(page, "pm-guide")
    assert next_choice(page) == "yours"
    page.locator("pm-dice button").first.click()
    expect(hint).not_to_contain_text("The goal")
    seen = ""
    shown = "Careful Clara has won tile", "stole it", "goes back to the grill"
    for _ in choices(page, 200):
        seen += " ".join(hint.all_inner_texts())
        if all(text in seen for text in shown):
            break
    assert [text for text in shown if text not in seen] == []
    page.reload()
    expect(hint.or_(page.locator("pm-dice")).first).to_be_visible()
    play_until(page, "pm-guide:not([hidden])")
    hint.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.locator("pm-dice")).to_be_visible()
    expect(hint).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("button", name="My first game: show me how")).to_have_count(0)


def test_choices_for_a_game_are_applied(page_on_each_screen):
    page = page_on_each_screen
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
    card.get_by_label("Match").select_option("3 games")
    card.get_by_label("Take back").check()
    card.get_by_label("Coach").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    view = view_of(page)
    assert view["seats"][0]["name"] == "Ännchen <b>"
    assert [seat["bot"] for seat in view["seats"]] == ["", "beginner", "expert"]
    assert view["settings"]["rules"] == "short+extrawurm"
    assert view["settings"]["match_games"] == 3
    assert view["settings"]["practice"]
    assert view["settings"]["hints"]
    page.goto("/")
    expect(card.get_by_label("Your name")).to_have_value("Ännchen <b>")
    expect(page.get_by_label("Bot in seat 2")).to_have_value("expert")
    # The rules, the match and the coach are remembered, too.
    expect(card.locator(".chosen-rules")).to_have_text("Short + Extrawurm")
    card.get_by_text("Options").click()
    expect(card.get_by_label("Match")).to_have_value("3 0")
    expect(card.get_by_label("Coach")).to_be_checked()
    assert_fits(page)
    assert_accessible(page, "pm-play-now")


def test_added_bots_are_different_characters(page):
    page.goto("/")
    for _ in range(4):
        page.get_by_role("button", name="Add a bot").first.click()
    rivals = page.locator("pm-play-now pm-seat-plan select")
    bots = rivals.evaluate_all("fields => fields.map(({ value }) => value)")
    assert len(set(bots)) == len(bots) == 6


def test_header_has_a_lesson_link_on_phones(new_page):
    """The language menu is no wider than the language."""
    page = new_page(viewport={"width": 320, "height": 640})
    use_theme(page)
    for language in LANGUAGES:
        page.goto(f"/?language={language}")
        expect(page.locator(".top-links a[href='/tutorial']")).to_be_visible()
        assert_fits(page)
    page.goto("/?language=en")
    menu = page.locator(".top-language select")
    assert menu.bounding_box()["width"] < 110
    assert_accessible(page, "header")


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


def test_chosen_chicken_is_seen_by_everybody(page_on_each_screen, new_page):
    """Every player used to be the chicken of the seat."""
    page = page_on_each_screen
    page.goto("/")
    page.get_by_role("button", name="Preferences").click()
    chickens = page.get_by_role("group", name="Your chicken")
    expect(chickens.get_by_role("radio", name="Any")).to_be_checked()
    chickens.get_by_role("radio", name="Pink").check(force=True)
    assert_accessible(page)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    expect(page.locator("pm-table")).to_be_visible()
    friend = new_page()
    friend.goto(page.url)
    for visitor in (page, friend):
        chicken = visitor.locator(".seat[data-seat='0'] .seat-chicken svg")
        expect(chicken.locator("path[fill='#dd7ba4']")).to_have_count(1)
    page.goto("/")
    page.locator("[data-opens='together']").click()
    for drawn in (".mini-chicken", "pm-pass-and-play .seat-chicken"):
        expect(page.locator(drawn).first.locator("path[fill='#dd7ba4']")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Preferences").click()
    expect(chickens.get_by_role("radio", name="Pink")).to_be_checked()
    chickens.get_by_role("radio", name="Teal").check(force=True)
    rival = page.locator("pm-play-now .seat-chicken").first
    expect(rival.locator("path[fill='#d4572f']")).to_have_count(1)


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
    # The own table is listed under "My games", not among the public ones.
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has_text="Publius")).to_have_count(1)
    expect(page.locator("pm-public-tables").locator("li, p:not(:empty)").first).to_be_visible()
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
    expect(games.get_by_role("link", name="Continue")).to_have_count(0)
    page.reload()
    expect(games).to_be_hidden()


def test_forgotten_game_can_be_kept_for_ten_seconds(page_on_each_screen, server):
    page, made = page_on_each_screen, make_table(server)
    remember(page, made)
    page.clock.install()
    page.goto("/")
    games = page.locator("#main > .running:first-child")
    games.get_by_role("button", name="Forget the game with").click()
    undo = games.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    undo.press("Enter")
    expect(games.get_by_role("link", name="Continue")).to_be_focused()
    assert page.evaluate(STORED_GAMES)[made["code"]]["token"] == made["token"]
    page.clock.run_for(11_000)
    expect(games.get_by_role("link", name="Continue")).to_be_visible()
    games.get_by_role("button", name="Forget the game with").click()
    assert_fits(page)
    assert_accessible(page, ".running")
    page.clock.run_for(11_000)
    expect(games).to_be_hidden()
    assert page.evaluate(STORED_GAMES) == {}


def test_typed_name_is_carried_into_other_forms(page):
    page.goto("/")
    open_dialog(page, "Invite friends")
    page.keyboard.press("Escape")
    page.locator("pm-play-now").get_by_label("Your name").fill("Maria")
    dialog = open_dialog(page, "Invite friends")
    expect(dialog.get_by_label("Your name")).to_have_value("Maria")


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


def test_practice_names_only_the_puzzles(page):
    """An option of games was called so, too; it is "Take back" now."""
    page.goto("/")
    dialog = open_dialog(page, "Pass and play")
    dialog.get_by_text("Options").click()
    expect(dialog.get_by_label("Take back")).to_be_visible()
    named = page.get_by_text(re.compile("practi[cs]e", re.IGNORECASE))
    links = named.evaluate_all("(all) => all.map((text) => text.closest('a')?.pathname)")
    assert links == ["/practice"] * len(links)
    assert links


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
    assert_no_scroll_gap(page)
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


def test_browser_refuses_markup_from_scripts(new_page):
    """With Trusted Types, only `shared/svg.js` turns text into elements."""
    page = new_page()
    page.goto("/")
    expect(page.locator("pm-scene .hop").first).to_be_attached()
    expect(page.locator("pm-preferences svg")).to_be_attached()
    attempts = [
        "document.body.insertAdjacentHTML('beforeend', '<b>evil</b>')",
        "document.body.innerHTML = '<b>evil</b>'",
        "new DOMParser().parseFromString('<b>evil</b>', 'text/html')",
        "document.createElement('script').src = '/evil.js'",
        "trustedTypes.createPolicy('evil', {createHTML: (text) => text})",
        "trustedTypes.createPolicy('pickomino-svg', {createHTML: (text) => text})",
    ]
    errors = [
        page.evaluate(f"() => {{ try {{ {attempt} }} catch (error) {{ return error.name }} }}")
        for attempt in attempts
    ]
    assert errors == ["TypeError"] * len(attempts)
    assert "evil" not in page.content()
    new_page.complaints.clear()  # about these attempts
