"""Fingers: a tap plays only what was there to be seen when it came down."""

import json

from playwright.sync_api import expect

from support.browser.play import (
    act,
    enter,
    make_table,
    next_choice,
    play_until,
    view_of,
    wait_for_drawing,
    wait_until,
)
from support.browser.touch import PHONE

SHOWN = """() => !document.querySelector('pm-turn-title.is-yours')
  && document.querySelector('pm-turn-title')"""

LOOK = """() => {
  globalThis.seen = new Set();
  const look = () => {
    const fresh = document.querySelector('pm-verdict.is-fresh:not([hidden])');
    if (fresh) seen.add(document.querySelector('pm-turn-title h1').textContent);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Whose turn the title named while the end of a turn was news."""

ROLL_AND_TAP = """() => new Promise((done) => {
  const tap = () => {
    const group = document.querySelector('pm-dice button.group');
    if (!group) return requestAnimationFrame(tap);
    group.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));
    group.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
    group.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, key: group.dataset.symbol}));
    done();
  };
  document.querySelector('pm-actions [data-action=r]').click();
  tap();
})"""
"""In the page, where no slow machine can come between the dice and the tap."""


def acts_of(page):
    """What the page asks to play, as it happens."""
    found = []

    def hear(frame):
        told = json.loads(frame)
        if told.get("command", {}).get("type") == "Act":
            found.append(told["command"]["action"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    return found


def centre(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def end_turn(server, made):
    """Play the own turn to its end from elsewhere, so that the page is told of it."""
    while (view := view_of(server, made))["is_your_turn"] and view["seat"] == 0:
        legal = view["legal"]
        act(server, made, next((each for each in legal if each[0] in "tsk"), legal[-1]))


def test_the_tap_that_ends_what_is_shown_plays_nothing(new_page, server):
    page = new_page(**PHONE)
    sent = acts_of(page)
    made = make_table(server)
    enter(page, made, speed="fast")
    assert next_choice(page) == "yours"
    end_turn(server, made)
    page.wait_for_function(SHOWN)
    spot = centre(page, "pm-dice .rolled")
    while not page.evaluate("() => document.querySelector('pm-turn-title.is-yours')"):
        page.touchscreen.tap(*spot)
    wait_for_drawing(page)
    assert sent == []
    assert view_of(server, made)["is_your_turn"]


def test_a_second_tap_on_roll_and_an_early_key_set_nothing_aside(new_page, server):
    page = new_page(**PHONE)
    sent = acts_of(page)
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="normal", rollsAtOnce=True)
    while next_choice(page) and not page.locator("pm-actions [data-action='r']").count():
        page.evaluate("document.querySelector('pm-dice button')?.click()")
    sent.clear()
    page.evaluate(ROLL_AND_TAP)
    wait_until(page, lambda: sent)
    wait_for_drawing(page)
    assert sent == ["r"]


def test_without_motion_a_roll_that_fails_is_still_shown(new_page, server):
    """Who asks the system for less motion sees every table, only nothing moves."""
    page = new_page(reduced_motion="reduce")
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="fast")
    page.evaluate(LOOK)
    turn = view_of(server, made)["turn"]
    while view_of(server, made)["turn"] == turn:
        legal = view_of(server, made)["legal"]
        act(server, made, legal[0] if "r" not in legal else "r")
    page.wait_for_function("() => seen.has('Ann’s turn')")
    expect(page.locator("pm-turn-title h1")).to_have_text("Bob’s turn")


def test_a_tool_is_not_made_anew_while_rivals_play(page, server):
    made = make_table(server)
    enter(page, made, speed="fast", rollsAtOnce=True)
    play_until(page, "[data-tool=undo]")
    page.evaluate("globalThis.tool = document.querySelector('[data-tool=log]')")
    end_turn(server, made)
    assert next_choice(page) == "yours"
    assert page.evaluate("tool === document.querySelector('[data-tool=log]')")


HALFWAY = """async () => {
  const { flip } = await import(clientFile("board/animation.js"));
  const { tileSvg } = await import(clientFile("shared/art.js"));
  const tile = document.querySelector('pm-grill .tile');
  flip(tile, tileSvg(36, 4));
  const pictures = [...tile.querySelectorAll('.art')];
  const moments = [0, 300, 400, 550, 620, 700, 840];
  const seen = moments.flatMap((now) => {
    for (const motion of tile.getAnimations({subtree: true})) {
      motion.pause();
      motion.currentTime = now;
    }
    return pictures.map((each) => new DOMMatrix(getComputedStyle(each).transform).m11);
  });
  for (const motion of tile.getAnimations({subtree: true})) motion.cancel();
  return seen;
}"""
"""How wide both sides of a tile are at several moments of its turning; less than 0 is mirrored."""


def test_nothing_is_mirrored_or_lit_by_a_finger_that_has_gone(new_page, server):
    """A tile that is turned showed its number mirrored, and what was tapped stayed lit."""
    page = new_page(**PHONE)
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="fast", rollsAtOnce=True)
    assert next_choice(page) == "yours"
    assert min(page.evaluate(HALFWAY)) > -0.001
    tool = page.locator("[data-tool=log]")
    before = tool.evaluate("(each) => getComputedStyle(each).borderTopColor")
    tool.tap()
    tool.tap()
    expect(tool).to_have_css("border-top-color", before)
    # At one device nobody is more "you" than the others.
    expect(page.locator("pm-seats")).not_to_contain_text("you")
