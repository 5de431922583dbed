"""Touch: a tap plays only what was visible when the finger came down."""

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
"""Records whose turn the title showed while the end of a turn was new."""

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
"""Runs in the page, so that a slow machine cannot delay the tap."""


def sent_actions(page):
    """Return a list that collects the actions sent by the page."""
    actions = []

    def on_sent(frame):
        message = json.loads(frame)
        if message.get("command", {}).get("type") == "Act":
            actions.append(message["command"]["action"])

    page.on("websocket", lambda socket: socket.on("framesent", on_sent))
    return actions


def centre(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def end_turn(server, made):
    """Play the player's turn to its end through the API, so that the page shows it."""
    while (view := view_of(server, made))["is_your_turn"] and view["seat"] == 0:
        legal = view["legal"]
        act(server, made, next((action for action in legal if action[0] in "tsk"), legal[-1]))


def test_tap_that_skips_playback_plays_nothing(new_page, server):
    page = new_page(**PHONE)
    sent = sent_actions(page)
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


def test_double_tap_on_roll_sets_nothing_aside(new_page, server):
    page = new_page(**PHONE)
    sent = sent_actions(page)
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="normal", rollsAtOnce=True)
    while next_choice(page) and not page.locator("pm-actions [data-action='r']").count():
        page.evaluate("document.querySelector('pm-dice button')?.click()")
    sent.clear()
    page.evaluate(ROLL_AND_TAP)
    wait_until(page, lambda: sent)
    wait_for_drawing(page)
    assert sent == ["r"]


def test_failed_roll_is_shown_with_reduced_motion(new_page, server):
    """With reduced motion every state is shown, without animations."""
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


def test_toolbar_buttons_are_not_replaced_during_play(page, server):
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
    return pictures.map((picture) => new DOMMatrix(getComputedStyle(picture).transform).m11);
  });
  for (const motion of tile.getAnimations({subtree: true})) motion.cancel();
  return seen;
}"""
"""The widths of both sides of a tile while it turns over; negative means mirrored."""


def test_tap_leaves_no_mirrored_tile_or_highlight(new_page, server):
    """A turned tile used to show its number mirrored, and a tapped button to stay highlighted."""
    page = new_page(**PHONE)
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="fast", rollsAtOnce=True)
    assert next_choice(page) == "yours"
    assert min(page.evaluate(HALFWAY)) > -0.001
    tool = page.locator("[data-tool=log]")
    before = tool.evaluate("(button) => getComputedStyle(button).borderTopColor")
    tool.tap()
    tool.tap()
    expect(tool).to_have_css("border-top-color", before)
    # On a shared device no player is marked as "you".
    expect(page.locator("pm-seats")).not_to_contain_text("you")
