"""The terminal app survives random keys, clicks and sizes, faster than it can draw."""

import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path

from textual import events
from textual.geometry import Size

from pickomino.rooms import PersonSeat
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.thread_bots import ThreadBots
from support.tui.app_driver import new_app, plan, recorded_game, settle, tracked_threads
from support.tui.scripted_table import ScriptedTable

ACTIONS = 100
KEYS = (
    *"12345wrszuclpebnqvgdohjk?",
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"),
    *("enter", "space", "escape", "backspace", "f1", "f2", "f3", "f4", "f5", "f6"),
    *("ctrl+t", "ctrl+l", "ctrl+p", "ctrl+c", "ctrl+s", "ctrl+b", "ctrl+o", "ctrl+z"),
)
SIZES = ((60, 20), (80, 24), (110, 34), (120, 40), (160, 50), (200, 22), (59, 19), (4, 3), (1, 1))
TYPED = (
    *"12345wrszuclpebnvgdohjkqtmx? \t\r\x7f\x1b",
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"),
    *("\x1bOP", "\x1bOQ", "\x1bOR", "\x1b[15~", "\x10", "\x14", "\x0c", "\x03"),
)
"""The same as bytes of a terminal, without Ctrl-Z, because there is no shell to resume from."""
QUIT = "\x11"
COMMANDS = ((), ("--seed", "7"), ("--seed", "7", "--extrawurm", "--bots", "random"))
PAIRS = ((b"\x1b[?1000h", b"\x1b[?1000l"), (b"\x1b[?25l", b"\x1b[?25h"))
"""The sequences with which the app changes mouse and cursor, and those that restore them."""
REAL_EVERY = 10
"""Every tenth seed also uses a real terminal."""
STARTS = (
    *("home", "new", "saved", "replayed", "table", "extrawurm", "lobby", "end"),
    *("tutorial", "daily", "practice", "profile", "online", "review"),
)


def check_terminal(seed, actions=ACTIONS):
    """Press keys and click at random; return the number of actions."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_fuzz(Path(folder) / "games", seed, actions))
    if seed % REAL_EVERY == 0 and sys.platform != "win32":
        return actions + check_terminal_is_restored(seed, actions)
    return actions


def check_terminal_is_restored(seed, actions=ACTIONS):
    """Type and click at random in a real terminal, and check that its state is restored."""
    import termios

    from support.tui.terminal import RESTORES_SCREEN, Terminal

    rng = random.Random(seed)
    command = ("play", *rng.choice(COMMANDS))
    with tempfile.TemporaryDirectory() as folder, Terminal(*command, folder=folder) as terminal:
        before = termios.tcgetattr(terminal.descriptor)
        terminal.wait_for("Enter" if len(command) == 1 else "Coach")
        for _ in range(actions):
            if terminal.is_over():
                break
            if rng.random() < 0.1:
                terminal.resize(*rng.choice(SIZES))
            terminal.press(_click_bytes(rng) if rng.random() < 0.2 else rng.choice(TYPED))
            terminal.read(0.01)
        while not terminal.is_over():
            terminal.press(QUIT)
            terminal.drain(1)
        terminal.drain(0)
        assert os.waitstatus_to_exitcode(terminal.status) == 0
        assert RESTORES_SCREEN in terminal.written
        for on, off in PAIRS:
            assert terminal.written.rfind(off) > terminal.written.rfind(on), off
        assert termios.tcgetattr(terminal.descriptor) == before
    return actions


def _click_bytes(rng):
    place = f"0;{rng.randint(1, 160)};{rng.randint(1, 50)}"
    return f"\x1b[<{place}M\x1b[<{place}m"


async def _fuzz(folder, seed, actions):
    rng = random.Random(seed)
    start = STARTS[seed % len(STARTS)]
    app = new_app(folder, _plan(start), make_bots=ThreadBots, pace=rng.choice([0.0, 0.01]))
    exits = []
    app.exit = lambda *_, **__: exits.append(1)  # a random exit must not end the test
    app.action_suspend_process = lambda: None
    with tracked_threads():
        async with app.run_test(size=rng.choice(SIZES), notifications=True) as pilot:
            await _open_start(app, pilot, folder, start)
            for _ in range(actions):
                _act(app, rng)
                if rng.random() < 0.3:
                    await pilot.pause()
            await settle(pilot)
            await _check_responds(app, pilot, exits)
            app.workers.cancel_all()


def _plan(start):
    match start:
        case "table":
            return plan("Ann", "bot:random", seed=7)
        case "extrawurm":
            return plan("Ann", "Ben", "bot:random", rules="classic+extrawurm", seed=7)
        case "end":
            return plan("bot:random", "bot:random", seed=7, turn_limit=3)
        case _:
            return None


async def _open_start(app, pilot, folder, start):
    if start == "saved":
        table = await OfflineTable.new(
            folder, GamePlan((PersonSeat("Ann"), PersonSeat("Ben")), seed=1), ThreadBots()
        )
        await table.close()
    if start in ("new", "saved", "tutorial", "daily", "practice", "profile", "online"):
        app.open_menu_entry(start)
    elif start in ("replayed", "review"):
        await app.push_screen(ReplayScreen(recorded_game(players=3)))
        if start == "review":
            await pilot.press("r")
    elif start == "lobby":
        table = ScriptedTable()
        table.show("lobby")
        await app._show_table(table)
    await pilot.pause()


def _act(app, rng):
    match rng.randrange(10):
        case 0:
            size = Size(*rng.choice(SIZES))
            app._driver._size = size
            app.post_message(events.Resize(size, size))
        case 1 | 2:
            _click(app, rng)
        case _:
            key = rng.choice(KEYS)
            event = events.Key(key, key if len(key) == 1 else None)
            event.set_sender(app)
            app._driver.send_message(event)


def _click(app, rng):
    x, y = rng.randrange(max(1, app.size.width)), rng.randrange(max(1, app.size.height))
    where = {"x": x, "y": y, "screen_x": x, "screen_y": y, "delta_x": 0, "delta_y": 0, "button": 1}
    for kind in (events.MouseDown, events.MouseUp):
        app.post_message(kind(None, shift=False, meta=False, ctrl=False, **where))


async def _check_responds(app, pilot, exits):
    """Check that the app still draws and reacts to keys."""
    await pilot.resize_terminal(80, 24)
    await settle(pilot)
    assert app.screen._compositor.render_strips(), "nothing is drawn"
    before = len(exits)
    await pilot.press("ctrl+q")
    assert len(exits) == before + 1, "keys have no effect"
