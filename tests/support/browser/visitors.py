"""Visitors of the pages, each with a browser of their own.

A page is used again for the next visitor, emptied of whatever a test did to it: to open a new one
and to load everything anew would take twice as long.
"""

import json
from collections import defaultdict

from playwright.sync_api import Error

PATIENCE_MS = 60_000
"""What anything may take: only a test that fails waits for so long."""
CLIENT_FILE = r"""globalThis.clientFile = (name) =>
  document.querySelector('script[type="module"]').src
    .replace(/(\/v-\w+\/(?:game\/)?).+$/, `$1${name}`)"""
"""Where the page has its modules from: another address would be another module."""
UNSEEN = """{ const unseen = new CSSStyleSheet();
unseen.replaceSync('html { opacity: 0 !important; will-change: opacity !important }'
  + '.scene *, .grill-glow, .is-won, .is-won .tile { animation: none !important }');
globalThis.unseen = unseen;
document.adoptedStyleSheets = [unseen] }"""
"""Nothing is painted, and smoke, embers and glows stand still: half of the time went into what
nobody sees. All is laid out and can be clicked as ever. What is not to be seen is still painted
into its layer, if it has none of its own."""
SOCKETS = "**/live"
WINDOW = {"width": 1280, "height": 720}
EMPTY = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return !('__pwClock' in globalThis);
}"""
"""Tells whether the time is the real one."""


def _pass_on(socket):
    socket.connect_to_server()


class Visitor:
    """A page that notes what a test does to it."""

    def __init__(self, browser, *, has_own_sockets=False, **options):
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(CLIENT_FILE)
        self.context.add_init_script(UNSEEN)
        self.page = page = self.context.new_page()
        self._go = page.goto
        self.resize = page.set_viewport_size
        self._scripts, self._listeners = [], []
        self._is_spoilt = False
        page.goto, page.reload = self._patient(page.goto), self._patient(page.reload)
        page.set_viewport_size = self._resize_and_wait
        page.add_init_script = self._noted(page.add_init_script)
        page.on = self._heard(page.on)
        page.emulate_media = self._spoiling(page.emulate_media)
        self._answer = _pass_on
        if has_own_sockets:
            # Whatever the answer is by then.
            page.route_web_socket(SOCKETS, lambda socket: self._answer(socket))  # noqa: PLW0108
            page.route_web_socket = self._answer_sockets
        else:
            page.route_web_socket = self._spoiling(page.route_web_socket)

    def leave(self):
        """Undo what the test has done; returns whether another one can come."""
        for event, hear in self._listeners:
            self.page.remove_listener(event, hear)
        for script in self._scripts:
            script.close()
        self._scripts, self._listeners = [], []
        self._answer = _pass_on
        if self._is_spoilt or self.page.is_closed():
            return False
        self.page.unroute_all(behavior="ignoreErrors")
        self._go("/robots.txt")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        return self.page.evaluate(EMPTY)

    def _patient(self, go):
        """Let nothing be done at a page before its scripts have run: nobody is that fast."""

        def go_and_wait(*where, **how):
            answer = go(*where, **how)
            self.page.locator("pm-preferences button").first.wait_for(state="attached")
            return answer

        return go_and_wait

    def _resize_and_wait(self, size):
        """Let nothing be measured before: a busy browser may hear of its size after the call."""
        self.resize(size)
        is_there = "({ width, height }) => innerWidth === width && innerHeight === height"
        self.page.wait_for_function(is_there, arg=size)

    def _answer_sockets(self, where, answer):
        assert where == SOCKETS
        self._answer = answer

    def _noted(self, add):
        return lambda *script, **how: self._scripts.append(add(*script, **how))

    def _heard(self, listen):
        def note_and_listen(event, hear):
            self._listeners.append((event, hear))
            listen(event, hear)

        return note_and_listen

    def _spoiling(self, change):
        def spoil_and_change(*what, **how):
            self._is_spoilt = True
            change(*what, **how)

        return spoil_and_change


class Visitors:
    """Those who are here, and pages for those who will come."""

    def __init__(self, browser):
        self._browser = browser
        self._idle = defaultdict(list)

    def come(self, *, is_new=False, **options):
        """Return a visitor, and where to send them when they go; a new one has seen nothing yet.

        One that `has_own_sockets` may answer in place of the server, and can still come again.
        """
        window = options.pop("viewport", WINDOW)
        kept = None if is_new else self._idle[json.dumps(options, sort_keys=True)]
        visitor = kept.pop() if kept else Visitor(self._browser, **options)
        visitor.resize(window)  # what is loaded next has it
        return visitor, kept

    def go(self, visitor, kept, *, can_return):
        """Keep the page, or close it."""
        try:
            if can_return and visitor.leave() and kept is not None:
                kept.append(visitor)
                return
        except Error:
            pass  # whatever it is that cannot be undone
        visitor.context.close()
