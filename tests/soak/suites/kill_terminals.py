"""The terminal app: end the real app at a random moment, and continue from its folder.

A seed determines one game in a pseudo-terminal. Keys are typed quickly, then the process is killed
or its window closed. The last thing on the screen (the turn, the sum, the dice to choose from) must
be in the saved log. The app is started again, must show the position at the end of the log, and
continue from there.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from pickomino import legal_actions
from pickomino.core.turns import total as total_of
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.rooms import FileStore, fold
from pickomino.tui.action_keys import keyed_actions
from support.tui.terminal import Terminal

RULES = ("standard", "classic", "short", "manual", "standard+extrawurm")
SIZES = ((80, 24), (160, 50), (60, 20))
KEYS = "12345wwrrs s\r"
MAX_EVENTS = 60
"""No game ends within so few events; a finished game could not be continued."""
NO_DELAYS = "pp"
"""Pressing the key for the pace twice switches delays off."""
TURN = re.compile(r"turn (\d+[a-g]) *$")
SUM = re.compile(r"\bSum (\d+)\b")
DICE = re.compile(r"^ *(\[[1-5w]\] \d+) ")
"""The start of a choice of dice; a notice may cover the rest."""


class Screen(NamedTuple):
    """The parts of a position that the screen shows."""

    turn: str
    total: str
    """Empty before dice are set aside."""
    dice: frozenset[str]
    """Choices such as `[4] 2`; a small screen has no room for all of them."""


def check_seed(seed: int) -> int:
    """Play, end the app, continue; return the number of saved events."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, screen = _play_until_killed(folder, rng)
        saved = _log(folder)
        assert saved[: len(before)] == before, "a saved event is gone or changed"
        _check_screen(screen, _screens(saved), "it was shown, but is not saved")
        after = _continue(folder, rng, saved)
        assert after[: len(saved)] == saved, "continuing changed saved events"
        assert len(after) > len(saved), "the game did not continue"
        return len(after)


def _play_until_killed(folder: Path, rng: random.Random):
    """Type for a while, then end the app; return the log just before and the last screen."""
    arguments = ["--names", "Ann", "--bots", "beginner", "--rules", rng.choice(RULES)]
    arguments += ["--seed", str(rng.randrange(10**6))]
    with Terminal("play", *arguments, folder=folder, size=rng.choice(SIZES)) as terminal:
        _wait_for_table(terminal)  # all of it, or the app might end before the rest is drawn
        terminal.press(NO_DELAYS)
        end = time.monotonic() + rng.uniform(0.0, 3.0)
        while time.monotonic() < end and len(_log(folder)) < MAX_EVENTS:
            terminal.press(rng.choice(KEYS))
            terminal.drain(rng.uniform(0.0, 0.05))
        before = _log(folder)
        terminal.press(rng.choice(KEYS))
        terminal.drain(rng.uniform(0.0, 0.03))
        _end(terminal, rng)
        return before, _read_screen(terminal)


def _end(terminal: Terminal, rng: random.Random) -> None:
    way = rng.randrange(3)
    if way == 0:
        terminal.kill(signal.SIGKILL)
    elif way == 1:
        terminal.kill(signal.SIGHUP)
    else:
        terminal.hang_up()


def _continue(folder: Path, rng: random.Random, saved):
    """Start the app again and continue the saved game until a new event is saved."""
    with Terminal("play", folder=folder, size=rng.choice(SIZES)) as terminal:
        terminal.wait_for("Continue: Ann")
        terminal.press("c")
        # The head of the screen may be drawn before the rest, so the check is repeated.
        end = time.monotonic() + 90
        while not _matches_any(_wait_for_table(terminal), _screens_since(folder, saved)):
            assert time.monotonic() < end, "the game did not continue where it was"
            terminal.drain(0.05)
        terminal.press(NO_DELAYS)
        end = time.monotonic() + 90
        while len(_log(folder)) == len(saved) and time.monotonic() < end:
            terminal.press(rng.choice("12345wrs"))
            terminal.drain(0.05)
        return _log(folder)


def _wait_for_table(terminal: Terminal) -> Screen:
    end = time.monotonic() + 90
    while (screen := _read_screen(terminal)) is None:
        assert time.monotonic() < end, "the table was not shown"
        terminal.drain(0.05)
    return screen


def _read_screen(terminal: Terminal) -> Screen | None:
    """Return the position on the screen, or None if there is no table."""
    lines = terminal.screen()
    # The turn is in the first line, or in the middle of three lines on a large screen.
    turns = [match[1] for line in lines[:3] if (match := TURN.search(line))]
    if not turns:
        return None
    totals = [match[1] for line in lines if (match := SUM.search(line))]
    dice = frozenset(match[1] for line in lines if (match := DICE.match(line)))
    return Screen(turns[0], totals[0] if totals else "", dice)


def _screens(log) -> list[Screen]:
    """Return the expected screen after each event of the game."""
    state, screens = None, []
    for entry in log:
        state = fold([entry], state)
        if state.game is None:
            continue
        position, narrator = state.game.position, Narrator(texts_in("en"), ["Ann", "Clara"])
        set_aside = position.turn.set_aside
        choices = (
            f"[{key}] {narrator.choice(position, action)}"
            for key, action in keyed_actions(legal_actions(position))
            if action.kind == "k"
        )
        dice = frozenset(" ".join(text.split()[:2]) for text in choices)
        total = str(total_of(position)) if set_aside.size else ""
        screens.append(Screen(state.game.turn_label, total, dice))
    return screens


def _screens_since(folder: Path, saved) -> list[Screen]:
    """Return the screens allowed after a restart: the last saved one, or later ones of a bot."""
    return _screens(_log(folder))[len(_screens(saved)) - 1 :]


def _matches_any(screen: Screen, expected: list[Screen]) -> bool:
    return any(screen[:2] == other[:2] and screen.dice <= other.dice for other in expected)


def _check_screen(screen: Screen | None, expected: list[Screen], complaint: str) -> None:
    """Check that the screen matches one of the expected ones."""
    assert screen is not None, "there was no table on the screen"
    assert _matches_any(screen, expected), f"{complaint}: {screen}"


def _log(folder: Path):
    store = FileStore(folder / "pickomino" / "games")
    (code,) = store.codes_now()
    return store.load_now(code)
