"""Take the pictures of the terminal app for the documentation: python scripts/app_pictures.py.

The games have fixed seeds, so that the pictures are the same every time.
"""

import asyncio
import re
import tempfile
from pathlib import Path

from pickomino.rooms import PersonSeat, Settings
from pickomino.tables.offline import GamePlan
from pickomino.tui.app import PickominoApp
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.widgets.coach_panel import CoachPanel

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FONT = re.compile(r',\s*url\("https://[^"]*"\) format\("[^"]*"\)')
"""The pictures must not fetch anything."""
SEATS = tuple(PersonSeat(name) for name in ("Ann", "Ben", "Cleo"))
ROUND = 5
"""Pictures are taken from this round on, when players have tiles."""


def careful_key(view):
    """Return the key of a careful player."""
    legal = view.you.legal
    claims = [token for token in legal if token[0] in "ts"]
    if claims and (view.table.total >= 25 or "r" not in legal):
        return "s" if len(claims) == 1 else "1"
    kept = [token[1:] for token in legal if token.startswith("k")]
    return max(kept, key="12345w".index) if kept else "r" if "r" in legal else "s"


async def until(pilot, condition):
    while not condition():
        await pilot.pause(0.02)


async def play_until(pilot, table, is_wanted):
    while not is_wanted(table.view):
        version = table.view.version
        await pilot.press(careful_key(table.view))
        await until(pilot, lambda version=version: table.view.version > version)


def save_picture(app, name):
    svg = FONT.sub("", app.export_screenshot(title="pickomino play"))
    svg = re.sub("<!--.*?-->", "", svg)
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(name)


async def take_table(name, size, *, has_coach=False, theme="dusk"):
    plan = GamePlan(SEATS, Settings("classic", hints=True), seed=12)
    with tempfile.TemporaryDirectory() as folder:
        app = PickominoApp(Path(folder), plan=plan, pace=0.0)
        app.is_coach_on = has_coach
        async with app.run_test(size=size) as pilot:
            app.theme = theme
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            table = app.screen
            await play_until(pilot, table, lambda view: is_worth_showing(view, has_coach=has_coach))
            if has_coach:
                panel = table.query_one(CoachPanel)
                await until(pilot, lambda: panel.advice is not None)
            await pilot.pause(0.3)
            save_picture(app, name)


def is_worth_showing(view, *, has_coach):
    """Return whether a view has a claim or, for the coach, a real choice."""
    if int(view.table.turn[:-1]) < ROUND:
        return False
    if has_coach:
        return len(view.you.legal) > 2 and 5 <= view.table.total <= 12
    return bool(view.table.claims)


async def take_menus():
    with tempfile.TemporaryDirectory() as folder:
        app = PickominoApp(Path(folder))
        app.form_values |= {"seat-2": "expert", "seat-3": "strategist", "name-0": "Ann"}
        async with app.run_test(size=(80, 24)) as pilot:
            app.theme = "dusk"
            await pilot.pause(0.3)
            save_picture(app, "terminal-menu")
            await pilot.press("n")
            await pilot.pause(0.3)
            save_picture(app, "terminal-new-game")


def main():
    asyncio.run(take_menus())
    asyncio.run(take_table("terminal-large", (160, 50), has_coach=True))
    asyncio.run(take_table("terminal", (80, 24), has_coach=True))
    asyncio.run(take_table("terminal-small", (60, 20)))
    asyncio.run(take_table("terminal-daylight", (80, 24), theme="daylight"))


if __name__ == "__main__":
    main()
