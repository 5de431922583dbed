"""The roll animation: it reveals nothing before the dice land."""

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import act, enter, make_table, next_choice, view_of
from support.browser.touch import PHONE, WATCH_DICE, random_taps

WATCH = """() => {
  unseen.deleteRule(1);
  const all = (selector) => document.querySelectorAll(selector).length;
  const running = (selector) => document.getAnimations().filter((motion) =>
    motion.playState === 'running' && motion.effect.target.matches(selector));
  globalThis.frames_seen = [];
  const look = () => {
    frames_seen.push({
      waiting: all('.rolling-dice .die'),
      landed: all('.rolling-dice .has-landed'),
      moving: running('.rolled .die, .rolled .die *').length,
      beside: running(':not(.rolled *)').length,
      groups: all('.group'),
      used: all('.used-note'),
      spoken: document.querySelector('.live').textContent.includes('rolls'),
    });
    requestAnimationFrame(look);
  };
  look();
}"""
"""Records what is visible in every painted frame, including the embers."""
PATIENT = """const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => later(run, ms >= 3000 ? 60_000 : ms, ...more);"""
"""Dice stay in the hand until they are rolled, even on a slow machine."""
SEEN = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 400)))"""
"""Wait until the dice in the hand have been visible for long enough to be pressed."""
MOVING = "() => frames_seen.some((frame) => frame.moving > 0)"


def wait_for_hand(page):
    expect(page.locator(".rolling-dice .die")).to_have_count(8)
    expect(page.get_by_role("button", name="Roll 8 dice")).to_be_visible()


def end_turn(server, made):
    """Play the current turn through the API."""
    turn = view_of(server, made)["turn"]
    while (view := view_of(server, made))["turn"] == turn:
        legal = view["legal"]
        act(server, made, next((action for action in legal if action[0] in "tsk"), legal[-1]))


def test_roll_reveals_nothing_before_the_dice_land(page, server):
    page.add_init_script(PATIENT)
    made = make_table(server, people=("Ann", "Bob"), bots=())
    enter(page, made, speed="normal")
    wait_for_hand(page)
    assert_accessible(page, ".tray")
    page.evaluate(WATCH)
    roll = page.get_by_role("button", name="Roll 8 dice")
    roll.hover()
    page.evaluate(SEEN)
    page.mouse.down()
    expect(page.locator(".rolled.is-shaken")).to_be_visible()
    expect(page.locator(".live")).to_have_text("It is your turn, Ann. Roll the dice.")
    page.mouse.up()
    assert next_choice(page) == "yours"
    expect(page.locator(".live")).to_contain_text("Ann rolls")
    frames = [frame for frame in page.evaluate("frames_seen") if frame["waiting"]]
    assert all(frame["groups"] == frame["used"] == frame["spoken"] == 0 for frame in frames)
    # Other animations would make slow browsers drop frames.
    assert all(frame["beside"] == 0 for frame in frames)
    landed = [frame["landed"] for frame in frames]
    assert landed == sorted(landed)
    assert landed[0] == 0
    assert page.evaluate(MOVING)
    # The next player rolls with the space bar and chooses with the keyboard.
    end_turn(server, made)
    wait_for_hand(page)
    roll.focus()
    page.keyboard.press("Space")
    assert next_choice(page) == "yours"
    expect(page.locator("pm-dice button").first).to_be_focused()
    expect(page.locator(".live")).to_contain_text("Bob rolls")
    # Dice cannot be chosen before they have been visible and still.
    assert view_of(server, made)["set_aside"] == ""


def test_reduced_motion_delays_dice_without_moving_them(new_page, server):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(PATIENT)
    enter(page, make_table(server), speed="normal")
    wait_for_hand(page)
    page.evaluate(WATCH)
    page.keyboard.press("r")
    assert next_choice(page) == "yours"
    assert page.evaluate("frames_seen.some((frame) => frame.waiting > 0 && frame.landed === 0)")
    assert not page.evaluate(MOVING)


def test_taps_do_not_choose_dice_that_just_landed(new_page, server):
    """A sample of the soak test: a second tap used to set aside dice that had just landed."""
    page = new_page(**PHONE)
    page.add_init_script(WATCH_DICE)
    enter(page, make_table(server), speed="fast")
    random_taps(page, 15, seed=1)
    # Less than the page's own delay: a busy machine paints, and measures, late.
    too_early = [still for still in page.evaluate("chosen") if still < 200]
    assert too_early == []
