"""Dice with tension: a roll gives nothing away before it lies, and only this device waits."""

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import act, enter, make_table, next_choice, view_of
from support.browser.touch import PHONE, WATCH_DICE, random_taps

WATCH = """() => {
  unseen.deleteRule(1);
  const all = (where) => document.querySelectorAll(where).length;
  const running = (where) => document.getAnimations().filter((motion) =>
    motion.playState === 'running' && motion.effect.target.matches(where));
  globalThis.told = [];
  const look = () => {
    told.push({
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
"""What a player could see in every frame that was drawn, embers included."""
PATIENT = """const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => later(run, ms >= 3000 ? 60_000 : ms, ...more);"""
"""Dice stay in the hand until they are rolled, however slow the machine is."""
SEEN = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 400)))"""
"""A press counts once the dice in the hand were painted and have been seen for a moment."""
MOVING = "() => told.some((each) => each.moving > 0)"


def wait_for_hand(page):
    expect(page.locator(".rolling-dice .die")).to_have_count(8)
    expect(page.get_by_role("button", name="Roll 8 dice")).to_be_visible()


def end_turn(server, made):
    """Play the turn of whoever is on it from elsewhere."""
    turn = view_of(server, made)["turn"]
    while (view := view_of(server, made))["turn"] == turn:
        legal = view["legal"]
        act(server, made, next((each for each in legal if each[0] in "tsk"), legal[-1]))


def test_a_roll_gives_nothing_away_before_the_dice_lie(page, server):
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
    told = page.evaluate("told")
    before = [each for each in told if each["waiting"]]
    assert all(each["groups"] == each["used"] == each["spoken"] == 0 for each in before)
    # What else moves would drop frames of slow browsers.
    assert all(each["beside"] == 0 for each in before)
    landed = [each["landed"] for each in before]
    assert landed == sorted(landed)
    assert landed[0] == 0
    assert page.evaluate(MOVING)
    # The next one rolls with the space bar, and chooses with the keys.
    end_turn(server, made)
    wait_for_hand(page)
    roll.focus()
    page.keyboard.press("Space")
    assert next_choice(page) == "yours"
    expect(page.locator("pm-dice button").first).to_be_focused()
    expect(page.locator(".live")).to_contain_text("Bob rolls")
    # Nobody chooses what has not been seen lying still.
    assert "set_aside" not in view_of(server, made)


def test_without_motion_dice_wait_too_but_nothing_moves(new_page, server):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(PATIENT)
    enter(page, make_table(server), speed="normal")
    wait_for_hand(page)
    page.evaluate(WATCH)
    page.keyboard.press("r")
    assert next_choice(page) == "yours"
    assert page.evaluate("told.some((each) => each.waiting > 0 && each.landed === 0)")
    assert not page.evaluate(MOVING)


def test_no_tap_chooses_dice_that_have_not_been_seen_lying_still(new_page, server):
    """A sample of the soak test: a second tap once set dice aside that nobody had seen."""
    page = new_page(**PHONE)
    page.add_init_script(WATCH_DICE)
    enter(page, make_table(server), speed="fast")
    random_taps(page, 15, seed=1)
    # Less than what the page waits for: a machine with much to do draws, and looks, late.
    hasty = [still for still in page.evaluate("chosen") if still < 200]
    assert hasty == []
