"""The line by the sum, and what a group of dice would make of it."""

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
  while (!document.querySelector('pm-target-line.is-preview')) await new Promise(requestAnimationFrame);
  touch('pointerup');
  group.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
}"""


def wins_something(view):
    return next((each for each in view.get("previews", []) if each.get("claims")), None)


def test_groups_tell_the_sum_they_would_make_and_light_the_tile(page, server):
    """By mouse and by keyboard, at a turn in which a group would win a tile."""
    made = make_table(server, people=("Ann", "Gus"), bots=())
    enter(page, made)
    need = page.locator(".target-text")
    expect(need).to_have_text("Needed: 21 and a worm")
    while not (won := wins_something(view := view_of(server, made))):
        kept = max(view.get("previews", []), key=lambda each: each["total"], default=None)
        act(server, made, kept["action"] if kept else "r" if "r" in view["legal"] else "q")
    wait_for_table(page, view)
    group = page.locator(f"pm-dice [data-symbol='{won['action'][1]}']")
    before = need.text_content()
    group.hover()
    expect(need).to_have_text(f"{won['total']}: take tile {won['claims'][0][1:]}")
    expect(page.locator(".place.is-lit")).to_contain_text(won["claims"][0][1:])
    assert_accessible(page, "pm-grill, .tray")
    page.mouse.move(1, 1)
    expect(need).to_have_text(before)
    expect(page.locator(".is-lit")).to_have_count(0)
    page.keyboard.press("Tab")
    group.focus()
    expect(page.locator(".place.is-lit")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(need).to_contain_text(f"stop with {won['total']}", ignore_case=True)


def test_a_finger_that_rests_on_a_group_sees_and_does_not_play(new_page, server):
    page = new_page(**PHONE)
    made = make_table(server)
    enter(page, made)
    next_choice(page)
    page.evaluate(HOLD)
    wait_for_drawing(page)
    expect(page.locator("pm-target-line.is-preview")).to_have_count(0)
    assert "set_aside" not in view_of(server, made)
