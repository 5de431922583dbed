"""A web server that sends files and knows nothing else, and what tests do on the static site."""

import random
import socket
import threading
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import expect

from pickomino import Game
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.record.state import ActionEvent
from support.server.serving import free_port

FOLDER = "/games/worms/"
"""The site works at any path."""
LONG_MS = 90_000
"""Python takes seconds to start, and longer on a busy machine."""
PREFERENCES = """if (!localStorage.getItem("pickomino.preferences"))
  localStorage.setItem("pickomino.preferences", '{"theme":"dusk","speed":"instant"}');"""
LINKS = """[...document.querySelectorAll("a[href]:not([download])")].map(
  (link) => new URL(link.getAttribute("href"), document.baseURI).href)"""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

SCRIPTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def call(page, name, argument=None):
    """Call a function of `static_site.js` in the page."""
    return page.evaluate(f"(argument) => {{ {SCRIPTS}; return {name}(argument); }}", argument)


class FileServer:
    """Serves a folder below FOLDER; it can be stopped and started again, also with another one."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = free_port()
        self.first_lines = {}
        """Text to put before the content of files, by the end of their path."""
        self.requests = []
        self._server = None
        self._connections = set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}{FOLDER}"

    def start(self):
        owner = self

        class Handler(SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                owner._connections.add(self.request)
                super().setup()

            def finish(self):
                super().finish()
                owner._connections.discard(self.request)

            def translate_path(self, path):
                # A connection that is kept open outlives a change of the folder.
                self.directory = str(owner.folder)
                inside = path.partition("?")[0].removeprefix(FOLDER)
                return super().translate_path(f"/{inside}")

            def do_GET(self):
                owner.requests.append(self.path)
                if not self.path.startswith(FOLDER):
                    self.send_error(404)
                    return
                path = self.path.partition("?")[0]
                changed = [v for k, v in owner.first_lines.items() if path.endswith(k)]
                if not changed:
                    super().do_GET()
                    return
                content = (changed[0] + Path(self.translate_path(self.path)).read_text()).encode()
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(path))
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def end_headers(self):
                if self.path.endswith("/offline/worker.js"):
                    self.send_header("Content-Security-Policy", WORKER_POLICY)
                super().end_headers()

            def log_message(self, *_arguments):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        # Browsers that are closed break connections.
        self._server.handle_error = lambda *_request: None
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self):
        """Stop for good: browsers keep connections open, on which they would still be answered."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        for connection in tuple(self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def note_foreign_requests(context, own, complaints):
    """Complain of requests to other addresses than those that begin like the visitor's own."""

    def on_request(request):
        if not request.url.startswith((own, "blob:", "data:")):
            complaints.append(f"request to {request.url}")

    context.on("request", on_request)


def wait_until_ready(page):
    """Wait until Python runs."""
    call(page, "whenReady")


def wait_until_kept(page, name):
    """Wait until the service worker runs and keeps a file."""
    call(page, "whenKept", name)


def assert_links_lead_to_files(page, files):
    """Check all links on the page, also those that its scripts have made."""
    addresses = page.evaluate(LINKS)
    assert addresses
    for address in addresses:
        assert address.startswith(files.url), address
        name = urlsplit(address.removeprefix(files.url)).path or "index.html"
        assert (files.folder / unquote(name)).is_file(), address


def ask(page, path):
    """Return the text that the page's worker answers to a request."""
    return call(page, "ask", path)


def play(page, *plans):
    """Play whole games in the page's worker, all at once; return each room with its game."""
    return call(page, "play", [{"isPlayed": True} | plan for plan in plans])


def act(page, made):
    """Play one action in the page's worker; return it with the room's version after it."""
    return call(page, "act", made)


def assert_champion_played(record, seat):
    """Check that the champion in the browser played as it does here."""
    game = Game.from_wgn(record)
    champion, position, decisions = make_bot("champion"), game.start, 0
    for step in game.steps:
        if isinstance(step.event, ActionEvent) and position.seat == seat:
            assert champion.choose(position, Thinking(random.Random(0), 5)) == step.event.action
            decisions += 1
        position = step.position
    assert decisions > 1


def make(page, *people, bots=("beginner",), **settings):
    """Start a game of people on this device and bots; return its room."""
    seats = [{"type": "PersonSeat", "name": name} for name in people or ("Ann",)]
    seats += [{"type": "BotSeat", "bot": bot} for bot in bots]
    settings = {"practice": True, "hints": True} | settings
    [made] = call(page, "play", [{"seats": seats, "settings": settings}])
    return made


def open_table(page, made):
    """Open a table as its host."""
    page.evaluate(
        """({ code, token }) => {
          const games = JSON.parse(localStorage.getItem("pickomino.offline-games") ?? "{}");
          games[code] = { token, name: "Ann", at: 1 };
          localStorage.setItem("pickomino.offline-games", JSON.stringify(games));
        }""",
        made,
    )
    page.goto(f"en/table.html?room={made['code']}")
    expect(page.locator("pm-table")).to_be_visible()
