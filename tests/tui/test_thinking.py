"""A bot that works hard, in its own process, and the interface meanwhile."""

import asyncio

from pickomino.service import ProcessBots
from tui.playing import new_app, plan, running, table_of, text_of, until

STRONG = "champion:depth=2"


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
    bots = WatchedBots()

    async def play():
        app = new_app(tmp_path, plan(*[f"bot:{STRONG}"] * 7), make_bots=lambda: bots)
        async with running(app) as pilot:
            table = table_of(app)
            # If bots thought on the loop, nothing here could ever see one think. A quick move may
            # end before the help is drawn, so many are tried: seven bots always have one.
            for _ in range(200):
                await until(pilot, lambda: bots.is_thinking)
                version, count = table.view.version, len(bots.asked)
                await pilot.press("question_mark")
                await until(pilot, lambda: "How to play" in text_of(app))
                is_same = bots.is_thinking and len(bots.asked) == count
                if is_same and table.view.version == version:
                    break
                await pilot.press("escape")
            else:
                raise AssertionError("every key was answered only after the bot had moved")
            await pilot.press("escape")
            # And it was no bot that hangs: its move comes.
            await until(pilot, lambda: table.view.version > version)

    asyncio.run(play())
    assert set(bots.asked) == {STRONG}
