"""Soak suite of the terminal: end the real app at a random moment, and go on from its folder.

A seed names one game in a real pseudo-terminal. Somebody types quickly, then the process is
killed, or its window is closed. The app is started again and must go on at the last event that
was safe: nothing that it had shown may be lost or changed.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
import time
from pathlib import Path

from pickomino.service import FileStore, fold
from tui.terminal import Terminal

RULES = ("standard", "classic", "short", "manual", "standard+extrawurm")
SIZES = ((80, 24), (160, 50), (60, 20))
KEYS = "12345wwrrs s\r"
AT_ONCE = "pp"
"""Twice the key for the pace: nothing is shown for longer than it takes."""
TURN = re.compile(rb"turn (\d+)([a-g])")


def check_seed(seed: int) -> int:
    """Play, end it, go on; gives how many events were safe."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, shown = _play_until_killed(folder, rng)
        safe = _log(folder)
        assert safe[: len(before)] == before, "an event that was safe is gone or changed"
        number = fold(safe).game.turn
        assert shown <= number, f"turn {shown} was shown, but only {number} turns are safe"
        after = _go_on(folder, rng)
        assert after[: len(safe)] == safe, "going on changed what was safe"
        assert len(after) > len(safe), "the game did not go on"
        return len(after)


def _play_until_killed(folder: Path, rng: random.Random):
    """Type for a while, then end the app; gives the log just before and the last turn shown."""
    arguments = ["--names", "Ann", "--bots", "beginner", "--rules", rng.choice(RULES)]
    arguments += ["--seed", str(rng.randrange(10**6))]
    with Terminal("play", *arguments, folder=folder, size=rng.choice(SIZES)) as terminal:
        terminal.wait_for("turn 1a")
        terminal.press(AT_ONCE)
        end = time.monotonic() + rng.uniform(0.0, 3.0)
        while time.monotonic() < end and not terminal.is_over():
            terminal.press(rng.choice(KEYS))
            terminal.drain(rng.uniform(0.0, 0.05))
        before = _log(folder)
        terminal.press(rng.choice(KEYS))
        terminal.drain(rng.uniform(0.0, 0.03))
        _end(terminal, rng)
        return before, _last_turn(terminal)


def _end(terminal: Terminal, rng: random.Random) -> None:
    way = rng.randrange(3)
    if way == 0:
        terminal.kill(signal.SIGKILL)
    elif way == 1:
        terminal.kill(signal.SIGHUP)
    else:
        terminal.hang_up()


def _go_on(folder: Path, rng: random.Random):
    """Start again and go on with the saved game until something new is safe."""
    with Terminal("play", folder=folder, size=rng.choice(SIZES)) as terminal:
        terminal.wait_for("Go on: Ann")
        known = len(_log(folder))
        terminal.forget()
        terminal.press("c")
        terminal.wait_for("turn ")
        terminal.press(AT_ONCE)
        end = time.monotonic() + 90
        while len(_log(folder)) == known and time.monotonic() < end:
            terminal.press(rng.choice("12345wrs"))
            terminal.drain(0.05)
        return _log(folder)


def _last_turn(terminal: Terminal) -> int:
    """Give how many turns had ended in the last turn that was shown."""
    labels = TURN.findall(terminal.text())
    number, seat = labels[-1]
    return (int(number) - 1) * 2 + (ord(seat) - ord("a"))


def _log(folder: Path):
    store = FileStore(folder / "pickomino" / "games")
    (code,) = store.codes_now()
    return store.load_now(code)
