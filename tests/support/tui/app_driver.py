"""Runs the app in tests and drives it with keys."""

import asyncio
import contextlib
import weakref

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.rooms import BotSeat, PersonSeat, Settings
from pickomino.tables.offline import GamePlan
from pickomino.tui.app import PickominoApp
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from support.room_harness import InstantBots
from support.thread_bots import ThreadBots
from support.tui.screen_text import SIZES, screen_text, table_screen

_THREADS = weakref.WeakSet()
"""Futures of work in threads, such as reading files, which `settle` waits for."""


class QuietBots(ThreadBots):
    """Bots that never move, so that a screen stays as it is; the coach works as usual."""

    def __init__(self):
        super().__init__(seconds=60)

    async def choose(self, *_):
        await asyncio.Event().wait()


def plan(*seats, rules="standard", seed=7, hints=True, turn_limit=1000):
    """Return the plan of a game of people, by name, and bots, as `bot:name`."""
    chosen = seats or ("Ann", "bot:beginner")
    plans = tuple(
        BotSeat(seat.removeprefix("bot:")) if seat.startswith("bot:") else PersonSeat(seat)
        for seat in chosen
    )
    return GamePlan(plans, Settings(rules, hints=hints, turn_limit=turn_limit), seed)


def new_app(folder, game=None, **how):
    how.setdefault("make_bots", InstantBots)
    how.setdefault("pace", 0.0)
    app = PickominoApp(folder, plan=game, **how)
    app.animation_level = "none"
    return app


@contextlib.asynccontextmanager
async def running(app, size=SIZES["medium"], *, notifications=True):
    with tracked_threads():
        async with app.run_test(size=size, notifications=notifications) as pilot:
            await settle(pilot)
            yield pilot
            # As in a terminal, unlike in Textual's tests: workers end before the widgets do.
            app.workers.cancel_all()


@contextlib.asynccontextmanager
async def running_app(folder, game=None, size=SIZES["medium"], **how):
    """Run a new app; yields it and its pilot."""
    app = new_app(folder, game, **how)
    async with running(app, size) as pilot:
        yield app, pilot


@contextlib.contextmanager
def tracked_threads():
    """Let `settle` know what runs in threads for the current event loop."""
    loop = asyncio.get_running_loop()
    run_in_executor = loop.run_in_executor

    def run_tracked(*arguments):
        future = run_in_executor(*arguments)
        _THREADS.add(future)
        return future

    loop.run_in_executor = run_tracked
    try:
        yield
    finally:
        del loop.run_in_executor


async def settle(pilot, seconds=60.0):
    """Wait until nothing is under way: no thread, and no worker but those that never end."""
    quiet = 0
    async with asyncio.timeout(seconds):
        while quiet < 2:
            await pilot.pause()
            quiet += 1
            if busy := _busy(pilot.app):
                quiet = 0
                await asyncio.wait(busy, return_when="FIRST_COMPLETED")


def _busy(app):
    workers = [w for w in app.workers if w.is_running and w.group not in ("follow", "coach")]
    loop = asyncio.get_running_loop()
    threads = [f for f in _THREADS if f.get_loop() is loop and not f.done()]
    return [*(worker._task for worker in workers), *threads]


async def resize(pilot, size):
    """Resize the terminal and wait until all visible screens have the size (a timer sets it)."""

    def is_resized():
        screens = [pilot.app.screen, *pilot.app._background_screens]
        return all(tuple(screen._compositor.size) == size for screen in screens)

    await pilot.resize_terminal(*size)
    with contextlib.suppress(TimeoutError):
        await until(pilot, is_resized, seconds=10)
    if not is_resized():  # a screen that was just opening has missed it
        await pilot.resize_terminal(*size)
        await until(pilot, is_resized)
    await settle(pilot)


async def until(pilot, condition, seconds=60.0):
    async with asyncio.timeout(seconds):
        while not condition():
            await pilot.pause(0.01)


async def press_to(pilot, screen, *keys):
    """Press keys that open a screen, and wait until it is drawn."""
    await pilot.press(*keys)
    await until(pilot, lambda: isinstance(pilot.app.screen, screen))
    await settle(pilot)


def after_keys(folder, keys, size=SIZES["medium"], read=screen_text, **options):
    """Start the app, press keys, and return what `read` finds, by default the screen's text."""

    async def run():
        app = new_app(folder, **options)
        async with running(app, size) as pilot:
            for key in keys:
                await pilot.press(key)
                await settle(pilot)
            return read(app)

    return asyncio.run(run())


async def set_something_aside(pilot):
    table = table_screen(pilot.app)
    await pilot.press(table.view.you.legal[0][1:])
    await until(pilot, lambda: table.view.table.total > 0)
    return table


async def reviewed(pilot):
    """Wait for the review of a game."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
    await until(pilot, lambda: pilot.app.screen.moments)
    await settle(pilot)


def careful_key(view):
    """Return the key of a careful player: any claim, else worms and high dice."""
    legal = view.you.legal
    claims = [token for token in legal if token[0] in "ts"]
    if claims:
        return "s" if len(claims) == 1 else "1"
    if legal[0].startswith("b"):
        return "1"
    kept = [token[1:] for token in legal if token.startswith("k")]
    if kept:
        return max(kept, key="12345w".index)
    return "r" if "r" in legal else "s"


def recorded_game(seed=3, players=2, turn_limit=12):
    """Return a game of players who set aside the highest symbol and stop as soon as they can."""
    game = Game(Rules.preset("standard"), players, SeededDice(seed), turn_limit=turn_limit)
    while not game.is_over:
        legal = legal_actions(game.position)
        claims = [action for action in legal if action.kind in "ts"]
        highest = max(legal, key=lambda action: (action.kind != "q", action.value))
        game.play(claims[0] if claims else highest)
    return game.add_tags(dict(zip("abc"[:players], ("Ann", "bot:family", "Ben"), strict=False)))


async def play_by_keys(pilot, max_keys=5000):
    """Play until the end; returns how many keys it took."""
    keys = 0
    await until(pilot, lambda: any(isinstance(s, TableScreen) for s in pilot.app.screen_stack))
    table = table_screen(pilot.app)
    while not isinstance(pilot.app.screen, EndScreen):
        assert keys < max_keys, "the game does not end"
        view = table.view
        if view is not None and view.you.is_your_turn and not table.is_playing_back:
            version = view.version
            await pilot.press(careful_key(view))
            keys += 1
            await until(pilot, lambda version=version: table.view.version > version)
        else:
            await pilot.pause(0.005)
    # The end covers the table from now on, but is drawn a moment later.
    await until(pilot, lambda: screen_text(pilot.app).strip())
    return keys
