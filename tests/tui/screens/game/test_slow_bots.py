"""The app while a bot or the coach thinks."""

import asyncio
import sys

from pickomino.rooms import ProcessBots
from pickomino.tui.screens.menus.home import HomeScreen
from support.room_harness import InstantBots
from support.tui.app_driver import new_app, plan, press_to, running, running_app, until
from support.tui.screen_text import screen_text, table_screen

PEOPLE = plan("Ann", "Ida", seed=5)


class SlowBots(InstantBots):
    """Bots that never finish thinking; they record whether they were cancelled."""

    def __init__(self):
        super().__init__()
        self.is_thinking = False
        self.was_stopped = False
        self.advised = []

    async def choose(self, bot, position, seed):
        self.is_thinking = True
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.was_stopped = True
            raise
        return await super().choose(bot, position, seed)

    async def advise(self, position):
        self.advised.append(position)
        await asyncio.Event().wait()


async def test_slow_bot_does_not_block_the_app(tmp_path):
    slow = SlowBots()
    app = new_app(tmp_path, plan("bot:beginner", "Ann"), make_bots=lambda: slow)
    async with running(app) as pilot:
        await until(pilot, lambda: slow.is_thinking)
        await pilot.press("question_mark")
        await until(pilot, lambda: "How to play" in screen_text(app))
        await pilot.press("escape")
        await pilot.press("l")
        await until(pilot, lambda: "What happened" in screen_text(app))
        await pilot.press("escape")
        await pilot.press("c")
        await until(pilot, lambda: "The coach waits" in screen_text(app))
        await press_to(pilot, HomeScreen, "escape")
        await until(pilot, lambda: slow.was_stopped)
        await until(pilot, lambda: "Continue: " in screen_text(app))
    assert slow.was_stopped


async def test_slow_advice_is_dropped_after_a_move(tmp_path):
    slow = SlowBots()
    async with running_app(tmp_path, PEOPLE, make_bots=lambda: slow) as (app, pilot):
        table = table_screen(app)
        await pilot.press("c")
        await until(pilot, lambda: "The coach is thinking." in screen_text(app))
        version = table.view.version
        await pilot.press(table.view.you.legal[0][1:])
        await until(pilot, lambda: table.view.version > version)
        await until(pilot, lambda: len(slow.advised) == 2)
    before, after = slow.advised
    assert before.turn.set_aside != after.turn.set_aside


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
"""A program that keeps its core busy before each move."""


class WatchedBots(ProcessBots):
    """The real bots; they record whether one is thinking."""

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


async def test_keys_work_while_a_bot_process_thinks(tmp_path):
    program = tmp_path / "hard_work.py"
    program.write_text(HARD_WORK)
    bot = f"external:command={sys.executable} {program}"
    bots = WatchedBots()
    app = new_app(tmp_path / "games", plan(f"bot:{bot}", f"bot:{bot}"), make_bots=lambda: bots)
    async with running(app) as pilot:
        table = table_screen(app)
        # If bots ran on the event loop, no test code could run while one thinks. A move may
        # end just before the help is drawn, so several are tried.
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
            raise AssertionError("keys had an effect only after the bot had moved")
        # The bot does not hang: its move comes.
        await until(pilot, lambda: table.view.version > version)
    assert set(bots.asked) == {bot}
