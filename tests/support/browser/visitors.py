"""Browser visitors, each with its own context.

A page is reused for the next visitor after undoing what the test did to it: opening a new page and
loading everything again takes twice as long.
"""

import json
from collections import defaultdict

from playwright.sync_api import Error

TIMEOUT_MS = 60_000
"""Only a failing test waits this long."""
CLIENT_FILE = r"""globalThis.clientFile = (name) =>
  document.querySelector('script[type="module"]').src
    .replace(/(\/v-\w+\/(?:game\/)?).+$/, `$1${name}`)"""
"""The page's own module address: another address would be another module instance."""
UNSEEN = """{ const unseen = new CSSStyleSheet();
unseen.replaceSync('html { opacity: 0 !important; will-change: opacity !important }'
  + '.scene *, .grill-glow, .is-won, .is-won .tile { animation: none !important }');
globalThis.unseen = unseen;
document.adoptedStyleSheets = [unseen] }"""
"""Disables painting and decorative animation, which took half of the time; layout and clicks work.

Without a layer of its own, a transparent element is still painted, hence `will-change`."""
SOCKETS = "**/live"
WINDOW = {"width": 1280, "height": 720}
EMPTY = """() => {
  window.name = '';
  localStorage.clear();
  sessionStorage.clear();
  return !('__pwClock' in globalThis);
}"""
"""Clears storage; returns whether the page uses the real clock."""


def _forward(socket):
    socket.connect_to_server()


class Visitor:
    """A page that records what a test does to it, so that it can be undone."""

    def __init__(self, browser, *, has_own_sockets=False, **options):
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(TIMEOUT_MS)
        self.context.add_init_script(CLIENT_FILE)
        self.context.add_init_script(UNSEEN)
        self.page = page = self.context.new_page()
        self._go = page.goto
        self.resize = page.set_viewport_size
        self._scripts, self._listeners = [], []
        self._is_changed = False
        page.goto, page.reload = self._waiting(page.goto), self._waiting(page.reload)
        page.set_viewport_size = self._resize_and_wait
        page.add_init_script = self._recording_scripts(page.add_init_script)
        page.on = self._recording_listeners(page.on)
        page.emulate_media = self._marking_changed(page.emulate_media)
        self._answer = _forward
        if has_own_sockets:
            # Look up the handler when a socket opens, not now.
            page.route_web_socket(SOCKETS, lambda socket: self._answer(socket))  # noqa: PLW0108
            page.route_web_socket = self._answer_sockets
        else:
            page.route_web_socket = self._marking_changed(page.route_web_socket)

    def leave(self):
        """Undo what the test did; return whether the page can be reused."""
        for event, listener in self._listeners:
            self.page.remove_listener(event, listener)
        for script in self._scripts:
            script.close()
        self._scripts, self._listeners = [], []
        self._answer = _forward
        if self._is_changed or self.page.is_closed():
            return False
        self.page.unroute_all(behavior="ignoreErrors")
        self._go("/robots.txt")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        return self.page.evaluate(EMPTY)

    def _waiting(self, go):
        """Return a navigation that waits until the page's scripts have run."""

        def go_and_wait(*where, **how):
            answer = go(*where, **how)
            self.page.locator("pm-preferences button").first.wait_for(state="attached")
            return answer

        return go_and_wait

    def _resize_and_wait(self, size):
        """Wait for the new size: a busy browser may apply it after the call."""
        self.resize(size)
        is_there = "({ width, height }) => innerWidth === width && innerHeight === height"
        self.page.wait_for_function(is_there, arg=size)

    def _answer_sockets(self, where, answer):
        assert where == SOCKETS
        self._answer = answer

    def _recording_scripts(self, add):
        return lambda *script, **how: self._scripts.append(add(*script, **how))

    def _recording_listeners(self, listen):
        def record_and_listen(event, listener):
            self._listeners.append((event, listener))
            listen(event, listener)

        return record_and_listen

    def _marking_changed(self, change):
        def mark_and_change(*what, **how):
            self._is_changed = True
            change(*what, **how)

        return mark_and_change


class Visitors:
    """Current visitors, and idle pages for the next ones."""

    def __init__(self, browser):
        self._browser = browser
        self._idle = defaultdict(list)

    def come(self, *, is_new=False, **options):
        """Return a visitor and the pool to return it to; `is_new` forces a fresh page.

        A visitor that `has_own_sockets` may answer in place of the server and is still reusable.
        """
        window = options.pop("viewport", WINDOW)
        kept = None if is_new else self._idle[json.dumps(options, sort_keys=True)]
        visitor = kept.pop() if kept else Visitor(self._browser, **options)
        visitor.resize(window)
        return visitor, kept

    def go(self, visitor, kept, *, can_reuse):
        """Return the page to its pool, or close it."""
        try:
            if can_reuse and visitor.leave() and kept is not None:
                kept.append(visitor)
                return
        except Error:
            pass  # the page cannot be cleaned: close it
        visitor.context.close()
