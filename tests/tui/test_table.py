"""Playing at a table of this device: keys, mouse, coach, taking back, pauses."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from pickomino import Game, Position, verify
from pickomino.analysis.advice import advise
from pickomino.i18n import texts_in
from pickomino.i18n.numbers import format_percent
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.coach_panel import CoachPanel
from support.room_harness import InstantBots
from support.thread_bots import ThreadBots
from support.tui.app_driver import careful_key, new_app, plan, play_by_keys, running, settle, until
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen

ENGLISH = texts_in("en")
PEOPLE = plan("Ann", "Ida", seed=5)


@asynccontextmanager
async def at_table(folder):
    """Two people at a table of this device."""
    app = new_app(folder, PEOPLE)
    async with running(app) as pilot:
        yield pilot, table_screen(app)


@pytest.mark.parametrize(
    ("size", "rules", "seats", "turn_limit"),
    [
        ("medium", "standard(emptyflip=yes)", ("Ann", "bot:beginner"), 1000),
        ("large", "classic", ("Ann", "Ida", "bot:beginner"), 5),
        ("small", "manual+extrawurm", ("Ann", "bot:beginner"), 8),
    ],
)
@pytest.mark.usefixtures("drawn")
def test_a_whole_game_by_keys_alone(tmp_path, size, rules, seats, turn_limit):
    record = tmp_path / "game.wgn"

    async def play():
        # This seed, and turning a tile with every failure, make a short game.
        game = plan(*seats, rules=rules, seed=114, turn_limit=turn_limit)
        app = new_app(tmp_path, game, write_record=lambda _, text: record.write_text(text))
        async with running(app, SIZES[size]) as pilot:
            keys = await play_by_keys(pilot)
            await settle(pilot)
            assert isinstance(app.screen, EndScreen)
            return keys, screen_text(app), table_screen(app).view

    keys, text, view = asyncio.run(play())
    assert keys > 10
    assert "The game is over." in text
    game = Game.from_wgn(record.read_text())
    assert game.position.wfen() == view.table.wfen
    assert verify(record.read_text()).is_valid


def test_dice_tiles_and_choices_can_be_clicked(tmp_path):
    async def play():
        async with at_table(tmp_path) as (pilot, table):
            first = table.view
            # The key stands under the die: two rows up is its middle.
            await click(pilot, "[4]", rows_up=2)
            await until(pilot, lambda: table.view.version > first.version)
            after_die = table.view.table.total
            while not any(token[0] == "t" for token in table.view.you.legal):
                version = table.view.version
                await pilot.press(careful_key(table.view))
                await until(pilot, lambda version=version: table.view.version > version)
            await settle(pilot)
            tile = next(token for token in table.view.you.legal if token[0] == "t")[1:]
            before = table.view
            await click(pilot, f"▸{tile}◂")
            await until(pilot, lambda: table.view.version > before.version)
            await settle(pilot)
            stacks = Position.from_wfen(table.view.table.wfen).stacks
            choice = table.query_one(ChoiceList).choices[0].action
            version = table.view.version
            await click(pilot, table.board.narrator.choice(table.board.position, choice))
            await until(pilot, lambda: table.view.version > version)
            return after_die, before.table.seat, stacks, int(tile), choice

    after_die, seat, stacks, tile, choice = asyncio.run(play())
    assert after_die == 12, "three dice show 4"
    assert stacks[seat][-1] == tile
    assert choice.kind == "k"


async def click(pilot, text, rows_up=0):
    for y, line in enumerate(screen_lines(pilot.app)):
        if text in line:
            assert await pilot.click(offset=(line.index(text) + 1, y - rows_up))
            return
    raise AssertionError(f"{text!r} is nowhere in\n{screen_text(pilot.app)}")


def test_the_last_move_is_taken_back_by_a_key(tmp_path):
    async def play():
        async with at_table(tmp_path) as (pilot, table):
            before = table.view
            await pilot.press(before.you.legal[0][1:])
            await until(pilot, lambda: table.view.version > before.version)
            played = table.view.table.wfen
            await pilot.press("u")
            await until(pilot, lambda: table.view.table.wfen == before.table.wfen)
            return before.table.wfen, played, len(table.table_log.steps)

    before, played, steps = asyncio.run(play())
    assert before != played
    assert steps == 1, "the log still tells what was taken back"


def test_a_key_pressed_twice_plays_once(tmp_path):
    async def play():
        async with at_table(tmp_path) as (pilot, table):
            key = table.view.you.legal[0][1:]
            await pilot.press(key, key, key)
            await settle(pilot)
            return await table.table.table.log()

    log = asyncio.run(play())
    assert sum(type(entry.event).__name__ == "Acted" for entry in log) == 1


def test_the_coach_says_what_the_advice_says(tmp_path):
    async def play():
        app = new_app(
            tmp_path, plan("Ann", "Ida", seed=7), make_bots=lambda: ThreadBots(seconds=60)
        )
        async with running(app, SIZES["large"]) as pilot:
            table = table_screen(app)
            panel = table.query_one(CoachPanel)
            await pilot.press("c")
            await until(pilot, lambda: panel.advice is not None)
            await pilot.pause()
            shown_advice, shown_text, wfen = panel.advice, screen_text(app), table.view.table.wfen
            await pilot.press("c")
            await pilot.pause()
            return shown_advice, shown_text, wfen, screen_text(app)

    view, text, wfen, without = asyncio.run(play())
    advice = advise(Position.from_wfen(wfen), "win")
    assert view.best == str(advice.best)
    assert format_percent(advice.failure, ENGLISH) in text
    assert format_percent(advice.value, ENGLISH) in text
    for action, value in advice.choices.items():
        assert f"{format_percent(value, ENGLISH)}" in text, action
    for claim, chance in advice.results.items():
        if claim is not None and chance > 0.005:
            assert f"{claim.value} " in text
            assert format_percent(chance, ENGLISH) in text
    assert "Risk of failing" in text
    assert "Risk of failing" not in without


class SlowBots(InstantBots):
    """Thinks for longer than anybody waits; tells when it was told to stop."""

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


def test_a_slow_bot_blocks_nothing_and_can_be_left(tmp_path):
    slow = SlowBots()

    async def play():
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
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await until(pilot, lambda: slow.was_stopped)
            await until(pilot, lambda: "Continue: " in screen_text(app))

    asyncio.run(play())
    assert slow.was_stopped


def test_a_coach_that_thinks_long_is_dropped_when_one_plays_on(tmp_path):
    slow = SlowBots()

    async def play():
        app = new_app(tmp_path, PEOPLE, make_bots=lambda: slow)
        async with running(app) as pilot:
            table = table_screen(app)
            await pilot.press("c")
            await until(pilot, lambda: "The coach is thinking." in screen_text(app))
            version = table.view.version
            await pilot.press(table.view.you.legal[0][1:])
            await until(pilot, lambda: table.view.version > version)
            await until(pilot, lambda: len(slow.advised) == 2)

    asyncio.run(play())
    before, after = slow.advised
    assert before.turn.set_aside != after.turn.set_aside


def test_bots_alone_play_to_the_end(tmp_path):
    async def play():
        app = new_app(tmp_path, plan("bot:beginner", "bot:random", turn_limit=12))
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            await settle(pilot)
            return screen_text(app)

    assert "Careful Clara" in asyncio.run(play())


def test_what_happens_is_shown_and_a_key_skips_it(tmp_path):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", seed=7), pace=1000.0)
        async with running(app) as pilot:
            table = table_screen(app)
            # Setting aside 2, then stopping with nothing, is a failed turn.
            await pilot.press("2")
            await until(pilot, lambda: "r" in table.view.you.legal and not table.is_playing_back)
            await pilot.press("s")
            await until(pilot, lambda: "✖ The turn fails: Ann" in screen_text(app))
            is_playing_back = table.is_playing_back
            await pilot.press("space")
            await until(pilot, lambda: "Ida: choose" in screen_text(app))
            return is_playing_back

    assert asyncio.run(play())
