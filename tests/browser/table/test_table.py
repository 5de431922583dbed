"""The table: whole games against bots, legal actions, dialogs and layout."""

import itertools
import json
import re

import pytest
from playwright.sync_api import expect

from support.browser.page_checks import OUTSIDE, assert_accessible, assert_fits
from support.browser.play import (
    STEP,
    act,
    choices,
    enter,
    finish,
    make_table,
    next_choice,
    play_on,
    play_until,
    remember,
    view_of,
    wait_for_drawing,
)

EVIL = "<img src=x onerror=document.title='hacked'>"


def play_until_view(server, made, page, is_wanted):
    """Play until the player's view meets a condition; return the view."""
    for _ in range(400):
        assert next_choice(page) == "yours"
        view = view_of(server, made)
        if is_wanted(view):
            return view
        play_on(page)
    raise AssertionError("the condition was never met")


def test_name_is_never_html_in_a_whole_game(page, server):
    made = make_table(server, people=(EVIL[:40],), rules="mini")
    enter(page, made)
    finish(page)
    view = view_of(server, made)
    assert view["phase"] == "over"
    scores = sorted(view["scores"], reverse=True)
    worms = [re.compile(rf"^{score}\s") for score in scores]
    expect(page.locator(".rank-worms .visually-hidden")).to_have_text(worms)
    missing = scores[0] - view["scores"][0]
    headline = f"{missing} worm{'s' * (missing > 1)} short" if missing else "win"
    expect(page.locator("pm-end h1")).to_contain_text(headline)
    expect(page.locator("pm-end")).to_contain_text("win")
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
    expect(page.locator("img")).to_have_count(0)
    expect(page.locator(".seat-name").first).to_contain_text("<img src=x")
    expect(page).not_to_have_title("hacked")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("pm-end")).to_be_hidden()
    assert next_choice(page) == "yours"


def test_ranking_is_taken_from_the_server(new_page, server):
    """Including shared places."""
    made = make_table(server, bots=("random", "random"), turn_limit=3)

    def rank(socket):
        def change(text):
            message = json.loads(text)
            for frame in message.get("frames", []):
                if "ranks" in frame:
                    frame["ranks"] = [3, 1, 1]
            socket.send(json.dumps(message))

        socket.connect_to_server().on_message(change)

    page = new_page(has_own_sockets=True)
    page.route_web_socket("**/live", rank)
    enter(page, made)
    finish(page)
    expect(page.locator(".rank-name")).to_have_text(["Pecking Pip 1", "Pecking Pip 2", "Ann"])
    places = page.locator(".ranking li").evaluate_all(
        "rows => rows.map(row => getComputedStyle(row, '::before').content)"
    )
    assert [place.count("1") + 3 * place.count("3") for place in places] == [1, 1, 3]


CUT_NAMES = """() => [...document.querySelectorAll(".seat-name")]
  .filter((name) => name.scrollHeight > name.clientHeight + 1
    || name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""


def test_bot_names_are_not_truncated(page, server):
    """They used to be cut off."""
    bots = ("family", "expert", "champion", "strategist", "beginner", "random")
    tables = {count: make_table(server, bots=bots[:count]) for count in (1, 3, 6)}
    remember(page, *tables.values())
    for language, count in itertools.product(("en", "de"), tables):
        page.goto(f"/table/{tables[count]['code']}?language={language}")
        expect(page.locator(".seat-name")).to_have_count(count + 1)
        for width, height in ((320, 568), (390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            wait_for_drawing(page)
            assert page.evaluate(CUT_NAMES) == [], (language, count, width)
            assert_fits(page)


def test_turn_offers_legal_actions_and_undo(page, server):
    made = make_table(server)
    enter(page, made)
    expect(page).to_have_title("● Your turn! · Pickomino")
    before = view_of(server, made)["wfen"]
    page.locator("pm-dice button").first.click()
    expect(page.locator(".slot.is-filled")).to_have_count(1)
    # The dialog does not threaten the loss of a tile that the player does not have.
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Stop with nothing?")
    expect(dialog).to_contain_text("the turn would fail.")
    expect(dialog).not_to_contain_text("top tile")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".slot.is-filled")).to_have_count(0)
    assert view_of(server, made)["wfen"] == before
    for _ in choices(page, 12):
        legal = ",".join(sorted(view_of(server, made)["legal"]))
        page.wait_for_function(f"(legal) => ({OFFERED})().sort().join() === legal", arg=legal)


OFFERED = """() => [
  ...[...document.querySelectorAll("pm-dice button")].map((group) => `k${group.dataset.symbol}`),
  ...[...document.querySelectorAll("pm-actions button")].map((button) => button.dataset.action),
]"""


def test_stopping_with_nothing_needs_confirmation(page, server):
    """Tiles that can be won are highlighted, and a stack can be opened."""
    made = make_table(server)
    enter(page, made)
    view = play_until_view(server, made, page, lambda view: "q" in view["legal"])
    page.get_by_role("button", name="Stop with nothing").click()
    dialog = page.get_by_role("dialog", name="Stop with nothing?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert view_of(server, made)["version"] == view["version"]
    page.keyboard.press("s")
    dialog.get_by_role("button", name="Stop anyway").click()
    expect(page.locator("pm-verdict.has-failed, pm-turn-log .has-failed").first).to_be_attached()
    events = view_of(server, made, view["version"])["events"]
    assert {"type": "Acted", "seat": 0, "action": "q"} in events
    view = play_until_view(
        server, made, page, lambda view: any(c[0] == "t" for c in view["claims"])
    )
    tiles = [claim[1:] for claim in view["claims"] if claim[0] == "t"]
    for tile in tiles:
        button = page.get_by_role("region", name="Grill").get_by_role(
            "button", name=f"Take tile {tile}"
        )
        expect(button).to_be_visible()
    expect(page.locator(".place.is-won")).to_have_count(len(tiles))
    expect(page.locator(".sum-number")).to_have_text(str(view["total"]))
    button.click()
    expect(page.locator("pm-turn-log")).to_contain_text(
        f"Ann takes tile {tiles[-1]} from the grill"
    )
    view = play_until_view(
        server, made, page, lambda view: not view["wfen"].split()[2].startswith("-")
    )
    top = view["wfen"].split()[2].split("/")[0].split(",")[-1]
    page.get_by_role("button", name="Stack of Ann").click()
    dialog = page.get_by_role("dialog", name="Tiles of Ann")
    expect(dialog.get_by_role("listitem").first).to_contain_text(f"Tile {top}")
    expect(dialog.get_by_role("listitem").first).to_contain_text("on top")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_visitor_without_a_seat_watches(page, server):
    made = make_table(server)
    page.goto(f"/table/{made['code']}")
    expect(page.get_by_text("You are watching this game.")).to_be_visible()
    expect(page.locator("pm-dice button, pm-actions button")).to_have_count(0)
    view = view_of(server, made)
    act(server, made, view["legal"][0])
    expect(page.locator(".slot.is-filled")).to_have_count(1)


COUNT_TONES = """
window.tones = 0;
const start = AudioScheduledSourceNode.prototype.start;
OscillatorNode.prototype.start = AudioBufferSourceNode.prototype.start = function (...given) {
  window.tones += 1;
  return start.apply(this, given);
};"""


@pytest.mark.parametrize("speed", ["fast", "instant"])
def test_sounds_are_played_only_when_enabled(page, server, speed):
    page.add_init_script(COUNT_TONES)
    enter(page, make_table(server), speed=speed)
    play_until(page, ".slot.is-filled")
    assert page.evaluate("window.tones") == 0
    page.keyboard.press("m")
    page.wait_for_function(f"() => {{ ({STEP})(); return window.tones > 0 }}", polling=50)


def test_table_is_accessible_in_play_and_at_the_end(page, server):
    made = make_table(server, bots=("beginner",), hints=True, turn_limit=4)
    enter(page, made)
    next_choice(page)
    expect(page.locator(".coach-choices li").first).to_be_visible()
    assert_accessible(page)
    play_on(page)
    next_choice(page)
    assert_accessible(page, ".tray")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    finish(page)
    assert_accessible(page, "pm-end")


def test_phones_need_no_horizontal_scrolling(new_page, server):
    page = new_page(viewport=PHONES[0], has_touch=True)
    made = make_table(server, bots=("beginner",) * 6, rules="classic+extrawurm", turn_limit=8)
    enter(page, made)
    for _ in choices(page, 6):
        assert_fits_phones(page)
    finish(page)
    assert_fits_phones(page)


PHONES = ({"width": 320, "height": 568}, {"width": 390, "height": 844})


def assert_fits_phones(page):
    for phone in PHONES:
        page.set_viewport_size(phone)
        wait_for_drawing(page)
        assert_fits(page)


STAND_IN = """() => {
  const table = document.querySelector('pm-table');
  const seats = table.state.seats.map((seat) => ({ ...seat, stand_in: 'family' }));
  table.state = { ...table.state, seats };
}"""
COVERED = """() => [...document.querySelectorAll('.seat')].flatMap((seat) => {
  const box = (part) => seat.querySelector(part).getBoundingClientRect();
  const note = box('.seat-notes');
  return ['.seat-name', '.seat-worms', '.stack'].filter((part) => {
    const { left, top, right, bottom } = box(part);
    return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  });
})"""
BUTTONS_AT = "document.querySelector('pm-actions').getBoundingClientRect().top"
SCREENS = ((390, 844), (768, 1024), (1024, 768), (1440, 900))
LOW_SCREENS = ((320, 568), (360, 640), (1280, 720), (1366, 650), (1440, 789), (1920, 950))
"""Small phones, and browsers on laptops."""


def on_screens(page, script, screens=SCREENS):
    results = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_drawing(page)
        results.append(page.evaluate(script))
    return results


def test_table_layout_holds_on_every_screen(page, server):
    """Buttons used to be below the screen on laptops, and stand-in tags to cover names."""
    enter(page, make_table(server, people=("Maximiliane", "Bob", "Cy"), bots=()))
    next_choice(page)
    choosing = on_screens(page, BUTTONS_AT)
    assert on_screens(page, OUTSIDE, LOW_SCREENS) == [[]] * len(LOW_SCREENS)
    play_on(page)
    next_choice(page)
    assert on_screens(page, OUTSIDE, LOW_SCREENS) == [[]] * len(LOW_SCREENS)
    assert on_screens(page, BUTTONS_AT) == pytest.approx(choosing, abs=8)
    page.evaluate(STAND_IN)
    assert on_screens(page, COVERED) == [[], [], [], []]


FRAMES = """(lines) => {
  const table = document.querySelector("pm-table");
  const { state } = table;
  const ended = [0, "failed", "no_new_symbol", null, null, null, null];
  const frame = { ended, lines, turn: "1a", set_aside: "55", rolled: "5", total: 10 };
  table.log.show([], state.names);
  table.log.show([frame], state.names);
}"""


def test_harmless_failure_takes_one_line_in_the_log(page, server):
    """Two sentences and two rows of dice used to report that nothing happened."""
    enter(page, make_table(server))
    assert next_choice(page) == "yours"
    row = page.locator(".log-turns li")
    reason = ["no_new_symbol", {"name": 0}]
    page.evaluate(FRAMES, [reason, ["none_back", {}], ["none_turned", {}]])
    expect(row.locator("p")).to_have_text(["The turn fails: Ann rolled no new symbol."])
    page.evaluate(FRAMES, [reason, ["goes_back", {"tile": 25}]])
    expect(row.locator("p")).to_have_count(3)


OFFER_ALL_TILES = """() => {
  const table = document.querySelector("pm-table");
  const claims = Array.from({ length: 16 }, (_none, index) => `t${21 + index}`);
  const texts = Object.fromEntries(claims.map((claim) =>
    [claim, ["take", { tile: Number(claim.slice(1)) }]]));
  table.actions.state = { ...table.state, legal: [...claims, "r"], claims, texts, dice_left: 2 };
}"""


@pytest.mark.parametrize("size", [(1366, 768), (360, 740)])
def test_rolling_on_is_on_the_screen_with_any_tile(new_page, server, size):
    """Sixteen labelled buttons used to push it below the screen."""
    page = new_page(viewport={"width": size[0], "height": size[1]})
    enter(page, make_table(server, rules="manual", hints=True), coach=True)
    # Its answer draws the table again.
    expect(page.locator(".coach-choices li").first).to_be_visible()
    page.evaluate(OFFER_ALL_TILES)
    roll = page.locator("pm-actions [data-action='r']")
    expect(roll).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Take tile 36")).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "pm-actions")
    if size[0] > 1000:
        expect(page.get_by_role("button", name="Take tile 36")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(600, 960), (1440, 900), (1600, 1000), (1920, 1080)])
def test_table_does_not_scroll_by_a_few_pixels(new_page, server, size):
    """Between two layouts, a turn used to end just below the screen."""
    page = new_page(viewport={"width": size[0], "height": size[1]})
    players = 2 if size[0] < 1000 else 7
    enter(page, make_table(server, bots=("random",) * (players - 1)))
    for _ in choices(page, 3):
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
