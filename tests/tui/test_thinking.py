"""A bot that works hard, in its own process, and the interface meanwhile."""

import asyncio
import sys

from pickomino.rooms import ProcessBots
from support.tui.app_driver import new_app, plan, running, until
from support.tui.screen_text import screen_text, table_screen

HARD_WORK = """
import sys, time
for line in sys.stdin:
    words = line.split()
    if words[0] == "pickomino":
        print("ready", flush=True)
    elif words[0] == "choose":
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            pass
        print(words[2], flush=True)
"""
"""A program that works without a pause before each of its moves."""


class WatchedBots(ProcessBots):
    """The real bots; tells whether one thinks."""

    def __init__(self):
        super().__init__(workers=1)
        self.asked = []
        self.is_thinking = False

    async def choose(self, bot, position, seed):
        self.asked.append(bot)
        self.is_thinking = True
        try:
            return await super().choose(bot, position, seed)
        finally:
            self.is_thinking = False


def test_keys_are_answered_while_a_real_bot_thinks(tmp_path):
    program = tmp_path / "hard_work.py"
    program.write_text(HARD_WORK)
    bot = f"external:command={sys.executable} {program}"
    bots = WatchedBots()

    async def play():
        app = new_app(tmp_path / "games", plan(f"bot:{bot}", f"bot:{bot}"), make_bots=lambda: bots)
        async with running(app) as pilot:
            table = table_screen(app)
            # If bots thought on the loop, nothing here could ever see one think. A move may end
            # just before the help is drawn, so a few are tried.
            for _ in range(10):
                await until(pilot, lambda: bots.is_thinking)
                version, count = table.view.version, len(bots.asked)
                await pilot.press("question_mark")
                await until(pilot, lambda: "How to play" in screen_text(app))
                is_same = bots.is_thinking and len(bots.asked) == count
                await pilot.press("escape")
                if is_same and table.view.version == version:
                    break
            else:
                raise AssertionError("every key was answered only after the bot had moved")
            # And it was no bot that hangs: its move comes.
            await until(pilot, lambda: table.view.version > version)

    asyncio.run(play())
    assert set(bots.asked) == {bot}
