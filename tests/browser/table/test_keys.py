"""The table with the keyboard and a screen reader."""

from playwright.sync_api import expect

from support.browser.play import (
    STATE,
    enter,
    make_table,
    next_choice,
    state_of,
    view_of,
    wait_for_drawing,
    wait_until,
)


def press_once(page, server, made):
    """Press the key of a simple strategy and return its action."""
    legal = view_of(server, made)["legal"]
    claims = [action for action in legal if action[0] in "ts"]
    dice = sorted(action for action in legal if action[0] == "k")
    action = claims[0] if claims else dice[-1] if dice else "r"
    key = "t" if claims else action[1] if dice else "r"
    page.keyboard.press(key)
    return action


def test_game_can_be_played_by_keyboard(page, server):
    made = make_table(server, bots=("beginner",), turn_limit=8)
    enter(page, made)
    for _ in range(150):
        if next_choice(page) == "over":
            break
        version = view_of(server, made)["version"]
        before = state_of(page)
        action = press_once(page, server, made)
        page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
        events = view_of(server, made, version)["events"]
        assert events[0]["action"] == action
    expect(page.locator("pm-end h1")).to_be_focused()


def test_question_mark_opens_help(page, server):
    enter(page, make_table(server, hints=False))
    next_choice(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_contain_text("A worm counts as 5, but fives and worms are two symbols.")
    dialog.get_by_text("Keys").click()
    for text in ("set aside this symbol", "coach", "sound", "take back"):
        expect(dialog).to_contain_text(text)
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".slot.is-filled")).to_have_count(0)


def test_l_hides_the_log(page, server):
    enter(page, make_table(server, hints=False))
    next_choice(page)
    expect(page.locator("pm-turn-log")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("pm-turn-log")).to_be_hidden()


def test_c_opens_no_coach_at_a_table_without_hints(page, server):
    enter(page, make_table(server, hints=False))
    next_choice(page)
    page.keyboard.press("c")
    expect(page.locator("pm-coach")).to_be_hidden()
    expect(page.get_by_role("button", name="Coach")).to_have_count(0)


def test_focus_stays_on_the_board_when_its_button_is_removed(page, server):
    enter(page, make_table(server, hints=False))
    next_choice(page)
    page.locator("pm-dice button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".slot.is-filled")).to_have_count(1)
    expect(page.locator(".tray pm-actions button:focus")).to_have_count(1)


def test_live_region_announces_a_turn_and_its_end(page, server):
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made)
    next_choice(page)
    live = page.get_by_role("status").and_(page.locator(".live"))
    expect(live).to_contain_text("It is your turn, Ann. Dice:")
    page.locator("pm-dice button").last.click()
    expect(live).to_contain_text("Stopping now:")
    view = view_of(server, made)
    # The first dice rarely win a tile, but five worms do.
    nothing = "" if view["claims"] else "nothing to win."
    expect(live).to_contain_text(f"Stopping now: {nothing}")
    expect(live).to_contain_text(f"Sum {view['total']}.")
    for _ in range(600):
        if view_of(server, made)["turn"] != "1a":
            break
        next_choice(page)
        press_once(page, server, made)
        wait_for_drawing(page)
    frames = view_of(server, made, 0)["frames"]
    result = next(frame["ended"] for frame in frames if "ended" in frame)[1]
    words = {"failed": "The turn fails:", "took": "Ann takes tile", "stole": "Ann steals tile"}
    expect(live).to_contain_text(words[result])
    # Screen readers get the browser's accessibility tree, so check it too.
    wait_until(page, lambda: words[result] in live_region_text(page))


def live_region_text(page):
    """Return the text of polite live regions in the accessibility tree."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}

    def text_of(node):
        name = node.get("name", {}).get("value", "") if not node["ignored"] else ""
        inner = (text_of(nodes[child]) for child in node.get("childIds", ()) if child in nodes)
        return " ".join([name, *inner])

    def is_polite(node):
        properties = {
            item["name"]: item["value"].get("value") for item in node.get("properties", ())
        }
        return properties.get("live") == "polite"

    return " ".join(text_of(node) for node in tree if is_polite(node))
