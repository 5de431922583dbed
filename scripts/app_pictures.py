"""Take pictures of the terminal app for the documentation.

`make pictures ARGS="--language de"` takes those that translators see.
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

ROOT = Path(__file__).parents[1]
FONT = re.compile(r',\s*url\("https://[^"]*"\) format\("[^"]*"\)')
"""The pictures must not fetch anything."""
FRAME = re.compile("[\u2500-\u259f]")
"""Lines and bars, which interrupt sentences."""
SEATS = tuple(PersonSeat(name) for name in ("Ann", "Ben", "Cleo"))
MENU_KEYS = {
    "menu": "",
    "new": "n",
    "daily": "d",
    "profile": "m",
    "online": "o",
    "help": "question_mark",
}
"""The screens that translators see besides the table, with their keys on the first screen."""
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


class Photographer:
    """Takes pictures in a language, saves them in a folder, and may note the texts on them."""

    def __init__(self, folder, language, texts=None):
        self._folder, self._language, self._texts = folder, language, texts

    async def take_table(self, name, size):
        plan = GamePlan(SEATS, Settings("classic", hints=True), seed=12)
        with tempfile.TemporaryDirectory() as folder:
            app = PickominoApp(Path(folder), plan=plan, pace=0.0, language=self._language)
            app.is_coach_on = True
            async with app.run_test(size=size) as pilot:
                app.theme = "dusk"
                await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
                table = app.screen
                await play_until(pilot, table, is_worth_showing)
                panel = table.query_one(CoachPanel)
                await until(pilot, lambda: panel.advice is not None)
                await pilot.pause(0.3)
                self._save(app, name)

    async def take_menus(self, names):
        """Take screens that a key on the first screen leads to, or the first screen itself."""
        for name, key in names.items():
            with tempfile.TemporaryDirectory() as folder:
                app = PickominoApp(Path(folder), language=self._language)
                app.form_values |= {"seat-2": "expert", "seat-3": "strategist", "name-0": "Ann"}
                async with app.run_test(size=(80, 24)) as pilot:
                    app.theme = "dusk"
                    await pilot.pause(0.3)
                    if key:
                        await pilot.press(key)
                        await pilot.pause(0.3)
                    self._save(app, f"terminal-{name}")

    def _save(self, app, name):
        svg = FONT.sub("", app.export_screenshot(title="pickomino play"))
        svg = re.sub("<!--.*?-->", "", svg)
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        if self._texts is not None:
            self._texts.add_terminal(
                name,
                [FRAME.sub(" ", strip.text) for strip in app.screen._compositor.render_strips()],
            )
        print(name)


def is_worth_showing(view):
    """Return whether a view has a real choice, about which the coach has something to say."""
    is_late = int(view.table.turn[:-1]) >= ROUND
    return is_late and len(view.you.legal) > 2 and 5 <= view.table.total <= 12


async def take_for_documentation():
    photographer = Photographer(ROOT / "docs" / "pictures", "en")
    await photographer.take_menus({"new-game": "n"})
    await photographer.take_table("terminal-large", (160, 50))
    await photographer.take_table("terminal", (80, 24))


async def take_for_translators(folder, language, texts):
    photographer = Photographer(folder, language, texts)
    await photographer.take_menus(MENU_KEYS)
    await photographer.take_table("terminal-table", (80, 24))


if __name__ == "__main__":
    asyncio.run(take_for_documentation())
