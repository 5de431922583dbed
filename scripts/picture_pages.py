"""The pages and dialogs that `make pictures` shows, with what is pressed to reach them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from support.browser.play import (
    act,
    command,
    dice_command,
    finish,
    make_online,
    make_table,
    post,
    remember,
    view_of,
)

Made = dict[str, Any]
"""A table with the token of its host."""
REVIEW_SECONDS = 300


class Shown(NamedTuple):
    """What a picture shows."""

    place: str | Made
    """An address, or the table to enter."""
    steps: Sequence[str] = ()
    """Selectors to click, one after another; they are the same in every language."""
    awaited: str = ""
    """A selector of what comes late."""
    preferences: Mapping[str, object] = {}

    def open(self, page: Page, theme: str) -> None:
        """Open the page, and press what leads to it."""
        made = self.place if isinstance(self.place, dict) else None
        remember(page, *([made] if made else []), theme=theme, **self.preferences)
        page.goto(f"/table/{made['code']}" if made else str(self.place))
        page.wait_for_load_state("networkidle")
        if self.awaited:
            page.locator(self.awaited).first.wait_for(timeout=REVIEW_SECONDS * 1000)
        for step in self.steps:
            page.locator(step).first.click()


def all_pages(server: str, browser: Browser) -> dict[str, Shown]:
    """Return every page by name."""
    return {**_pages(server), **_tables(server), **_dialogs(server), **_game(server, browser)}


def _pages(server: str) -> dict[str, Shown]:
    addresses = {
        "home": "/",
        "rules": "/rules",
        "privacy": "/privacy",
        "missing": "/table/NOTABLE2",
        "daily": "/daily",
        "practice": "/practice",
        "profile": "/profile",
        "position": "/position",
        "upload": "/review",
    }
    return {
        **{name: Shown(address) for name, address in addresses.items()},
        "tutorial": Shown("/tutorial", ("pm-tutorial .button.primary",)),
        "home-invite": Shown("/", ("[data-opens=invite]",)),
        "home-preferences": Shown("/", ("pm-preferences button",)),
        "lobby": Shown(lobby_room(server)),
    }


def _tables(server: str) -> dict[str, Shown]:
    three = ("family", "expert", "beginner")
    return {
        "table-2": Shown(_play_rounds(server, 3, bots=("family",))),
        "table-4-coach": Shown(
            _play_rounds(server, 3, bots=three, hints=True), preferences={"coach": True}
        ),
        "table-7-extrawurm": Shown(
            _play_rounds(server, 2, bots=three * 2, rules="classic+extrawurm")
        ),
        "table-choose": Shown(make_table(server, bots=("family", "expert"))),
        "table-guide": Shown(make_table(server, guided=True)),
        "pass-and-play": Shown(make_table(server, people=("Ann", "Bob", "Cleo"), bots=())),
    }


def _dialogs(server: str) -> dict[str, Shown]:
    table = _online_table(server)
    more = "[data-tool=more]"
    return {
        "dialog-help": Shown(table, ("[data-tool=help]",)),
        "dialog-turns": Shown(table, ("[data-tool=log]",)),
        "dialog-talk": Shown(table, ("[data-tool=talk]",)),
        "dialog-more": Shown(table, (more,)),
        "dialog-bot": Shown(table, (more, "dialog [value='replace 1']")),
        "dialog-remove": Shown(table, (more, "dialog [value='remove 1']")),
        "dialog-leave": Shown(table, (more, "dialog [value='leave 0']")),
    }


def _game(server: str, browser: Browser) -> dict[str, Shown]:
    over = make_table(server, practice=False, bots=("beginner", "family"))
    _finish_in(browser, server, over)
    game = view_of(server, over)["game_id"]
    return {
        "end": Shown(over),
        "replay": Shown(f"/game/{over['code']}/{game}"),
        "review": Shown(f"/review/{game}", awaited="pm-review .review-turns li"),
        "try-again": Shown(f"/review/{game}/try?seat=0", awaited="pm-dice button, main p"),
    }


def lobby_room(server: str) -> Made:
    """Open a room with a player, a bot and an open seat."""
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "family"}]
    body = {"type": "CreateRoom", "seats": [*seats, {"type": "OpenSeat"}], "settings": {}}
    return post(server, "/api/rooms", body)


def _online_table(server: str) -> Made:
    """Start a game of two devices, whose dice are sealed before a page is opened."""
    devices = make_online(server, hints=True)
    is_sealing = True
    while is_sealing:
        is_sealing = False
        for device in devices:
            wanted = {"commitments_wanted": (), "nonces_wanted": ()}
            if addition := dice_command(wanted | view_of(server, device)):
                kind, fields = addition
                command(server, device, {"type": kind} | fields)
                is_sealing = True
    return devices[0]


def _play_rounds(server: str, rounds: int, **options: object) -> Made:
    """Make a table, and play by simple rules until a claim is possible in a late enough round."""
    made = make_table(server, **options)
    while True:
        view = view_of(server, made)
        if view["phase"] != "playing":
            return made
        if not view["is_your_turn"]:
            time.sleep(0.05)
            continue
        legal = view["legal"]
        is_late = int(view["turn"][:-1]) >= rounds
        if is_late and any(action[0] in "ts" for action in legal):
            return made
        claims = [action for action in legal if action[0] in "tsb"]
        dice = sorted(action for action in legal if action[0] == "k")
        act(server, made, claims[0] if claims else dice[-1] if dice else legal[0])


def _finish_in(browser: Browser, server: str, made: Made) -> None:
    """Play a table to its end."""
    context = browser.new_context(base_url=server)
    page = context.new_page()
    remember(page, made)
    page.goto(f"/table/{made['code']}")
    finish(page)
    context.close()
