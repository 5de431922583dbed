"""The target line, and the previews of groups of dice."""

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import (
    act,
    enter,
    make_table,
    next_choice,
    view_of,
    wait_for_drawing,
    wait_for_table,
)

PHONE = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
HOLD = """async () => {
  const group = document.querySelector('pm-dice button.group');
  const touch = (type) => group.dispatchEvent(
    new PointerEvent(type, {bubbles: true, pointerType: 'touch'}));
  touch('pointerdown');
  while (!document.querySelector('pm-target-line.is-preview'))
    await new Promise(requestAnimationFrame);
  touch('pointerup');
  group.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
}"""


def winning_preview(view):
    """Return an action that would win a tile, its sum and the claim."""
    for action, (lines, claims) in view.get("previews", {}).items():
        if claims:
            return action, lines[0][1]["total"], claims[0]
    return None


def choose(view):
    """Return the dice worth most, or else the other way to go on."""
    previews = view.get("previews", {})
    dice = {action: previews[action][0][0][1]["total"] for action in previews if action != "q"}
    return max(dice, key=dice.get) if dice else "r" if "r" in view["legal"] else "q"


def test_preview_of_a_group_shows_the_tile_it_wins(page, server):
    """By mouse and by keyboard, in a turn in which a group would win a tile."""
    made = make_table(server, people=("Ann", "Gus"), bots=())
    enter(page, made)
    target = page.locator(".target-text")
    expect(target).to_have_text("Needed: 21 and a worm")
    while not (won := winning_preview(view := view_of(server, made))):
        act(server, made, choose(view))
    wait_for_table(page, view)
    action, total, claim = won
    group = page.locator(f"pm-dice [data-symbol='{action[1]}']")
    before = target.text_content()
    group.hover()
    expect(target).to_have_text(f"{total}: take tile {claim[1:]}")
    expect(page.locator(".place.is-lit")).to_contain_text(claim[1:])
    assert_accessible(page, "pm-grill, .tray")
    page.mouse.move(1, 1)
    expect(target).to_have_text(before)
    expect(page.locator(".is-lit")).to_have_count(0)
    page.keyboard.press("Tab")
    group.focus()
    expect(page.locator(".place.is-lit")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(target).to_contain_text(f"{total} now")


def test_holding_a_group_previews_without_playing(new_page, server):
    page = new_page(**PHONE)
    made = make_table(server)
    enter(page, made)
    next_choice(page)
    page.evaluate(HOLD)
    wait_for_drawing(page)
    expect(page.locator("pm-target-line.is-preview")).to_have_count(0)
    assert view_of(server, made)["set_aside"] == ""
