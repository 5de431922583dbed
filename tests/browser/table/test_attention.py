"""A game keeps the screen on, calls its players back, and gives returning players their seats."""

import re

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import (
    enter,
    finish,
    make_online,
    make_table,
    next_choice,
    play_turn,
    sit,
)

WAKE_LOCK = """
globalThis.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { async request(type) {
  const lock = Object.assign(new EventTarget(), {
    type, released: false,
    async release() { this.released = true; this.dispatchEvent(new Event("release")); },
  });
  locks.push(lock);
  return lock;
} } });
"""
NOTIFICATION = """
globalThis.asked = 0;
globalThis.notified = [];
globalThis.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { asked += 1; this.permission = "granted"; }
  constructor(title, { body }) { super(); notified.push([title, body]); }
  close() {}
};
"""
SET_HIDDEN = """(isHidden) => {
  const state = isHidden ? "hidden" : "visible";
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  if (isHidden) globalThis.locks?.at(-1)?.release();
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LOCKED = "() => locks.map(({ type, released }) => [type, released])"


def wait_for_locks(page, *released):
    expected = [["screen", is_released] for is_released in released]
    page.wait_for_function(
        f"(expected) => JSON.stringify(({LOCKED})()) === JSON.stringify(expected)", arg=expected
    )


def test_screen_stays_on_during_a_game(page_on_each_screen, server):
    page = page_on_each_screen
    page.add_init_script(WAKE_LOCK)
    enter(page, make_table(server, rules="mini", turn_limit=2))
    assert next_choice(page) == "yours"
    wait_for_locks(page, False)
    page.evaluate(SET_HIDDEN, True)
    wait_for_locks(page, True)
    page.evaluate(SET_HIDDEN, False)
    wait_for_locks(page, True, False)
    finish(page)
    wait_for_locks(page, True, True)


def test_player_is_called_back_to_a_hidden_page(new_page, screen, server):
    """Permission is asked for only by a click, after a turn that began unseen."""
    ann, bob = make_online(server)
    first, second = new_page(), new_page(viewport=screen)
    second.add_init_script(NOTIFICATION)
    sit(first, ann)
    sit(second, bob)
    expect(second.locator("pm-table")).to_be_visible()
    icon = second.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.svg$"))
    second.evaluate(SET_HIDDEN, True)
    play_turn(first, server, ann)
    expect(second).to_have_title(re.compile("^● Your turn!"))
    expect(icon).to_have_attribute("href", re.compile(r"/icon-turn\.svg$"))
    assert second.evaluate("() => [asked, notified]") == [0, []]
    second.evaluate(SET_HIDDEN, False)
    expect(second.get_by_text("It became your turn while you were away.")).to_be_visible()
    assert_accessible(second, ".notices")
    second.get_by_role("button", name="Notify me").click()
    expect(second.get_by_role("button", name="Notify me")).to_be_hidden()
    play_turn(second, server, bob)
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.svg$"))
    second.evaluate(SET_HIDDEN, True)
    play_turn(first, server, ann)
    second.wait_for_function("() => notified.length === 1")
    message = ["Your turn!", f"Table {bob['code']}"]
    assert second.evaluate("() => [asked, notified]") == [1, [message]]


def test_returning_player_gets_the_seat_back(new_page, server):
    """A phone that is locked loses its connection, and a bot plays meanwhile."""
    ann, bob = make_online(server)
    first, second = sit(new_page(), ann), sit(new_page(), bob)
    stand_in = second.get_by_text("Careful Clara plays for you.")
    expect(second.locator("pm-table")).to_be_visible()
    second.evaluate(SET_HIDDEN, True)
    first.get_by_role("button", name="More").click()
    first.get_by_role("button", name="Let a bot play for Bob").click()
    first.get_by_role("button", name="Careful Clara").click()
    expect(stand_in).to_be_visible()
    second.evaluate(SET_HIDDEN, False)
    expect(stand_in).to_be_hidden()
    expect(second.locator(".notices [role=alert]")).to_be_hidden()


WORKER_NOTIFICATIONS = """
globalThis.shown = [];
globalThis.Notification = { permission: "granted" };
Object.assign(ServiceWorkerRegistration.prototype, {
  async showNotification(title, { body, data }) {
    shown.push([title, body, data, this.active.state]);
  },
  async getNotifications() { return shown.map(() => ({ close: () => shown.pop() })); },
});
"""
"""Stand-ins, since a browser without windows permits no notifications; the worker is real."""


def test_phone_is_called_back_by_a_service_worker(new_page, server):
    """Browsers on phones have no other notifications."""
    ann, bob = make_online(server)
    first = sit(new_page(), ann)
    phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    second = new_page(**phone)
    second.add_init_script(WORKER_NOTIFICATIONS)
    sit(second, bob)
    expect(second.locator("pm-table")).to_be_visible()
    second.evaluate(SET_HIDDEN, True)
    play_turn(first, server, ann)
    second.wait_for_function("() => shown.length === 1")
    message = ["Your turn!", f"Table {bob['code']}", second.url, "activated"]
    assert second.evaluate("() => shown") == [message]
    second.evaluate(SET_HIDDEN, False)
    second.wait_for_function("() => shown.length === 0")
