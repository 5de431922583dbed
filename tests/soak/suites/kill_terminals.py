"""Soak suite of the terminal: end the real app at a random moment, and go on from its folder.

A seed names one game in a real pseudo-terminal. Somebody types quickly, then the process is
killed, or its window is closed. Whatever the screen showed last must be in the log that is left:
the turn, the sum, the dice to choose from. The app is started again and must show the position that
the log ends with, and go on from there.
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
"""No game is over so soon; what is over cannot go on."""
AT_ONCE = "pp"
"""Twice the key for the pace: nothing is shown for longer than it takes."""
TURN = re.compile(r"turn (\d+[a-g]) *$")
SUM = re.compile(r"\bSum (\d+)\b")
DICE = re.compile(r"^ *(\[[1-5w]\] \d+) ")
"""The beginning of a choice of dice: what follows may lie under a notice."""


class Seen(NamedTuple):
    """What the screen tells of a position."""

    turn: str
    total: str
    """Empty before something is set aside."""
    dice: frozenset[str]
    """Choices as `[4] 2`; on a small screen some have no room."""


def check_seed(seed: int) -> int:
    """Play, end it, go on; returns how many events were safe."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, shown = _play_until_killed(folder, rng)
        safe = _log(folder)
        assert safe[: len(before)] == before, "an event that was safe is gone or changed"
        _check_shown(shown, _positions(safe), "it was shown, but is not safe")
        after = _go_on(folder, rng, safe)
        assert after[: len(safe)] == safe, "going on changed what was safe"
        assert len(after) > len(safe), "the game did not go on"
        return len(after)


def _play_until_killed(folder: Path, rng: random.Random):
    """Type for a while, then end the app; returns the log just before, and what was shown last."""
    arguments = ["--names", "Ann", "--bots", "beginner", "--rules", rng.choice(RULES)]
    arguments += ["--seed", str(rng.randrange(10**6))]
    with Terminal("play", *arguments, folder=folder, size=rng.choice(SIZES)) as terminal:
        _first_seen(terminal)  # not only its first line, or the end may come before the rest
        terminal.press(AT_ONCE)
        end = time.monotonic() + rng.uniform(0.0, 3.0)
        while time.monotonic() < end and len(_log(folder)) < MAX_EVENTS:
            terminal.press(rng.choice(KEYS))
            terminal.drain(rng.uniform(0.0, 0.05))
        before = _log(folder)
        terminal.press(rng.choice(KEYS))
        terminal.drain(rng.uniform(0.0, 0.03))
        _end(terminal, rng)
        return before, _seen(terminal)


def _end(terminal: Terminal, rng: random.Random) -> None:
    way = rng.randrange(3)
    if way == 0:
        terminal.kill(signal.SIGKILL)
    elif way == 1:
        terminal.kill(signal.SIGHUP)
    else:
        terminal.hang_up()


def _go_on(folder: Path, rng: random.Random, safe):
    """Start again and go on with the saved game until something new is safe."""
    with Terminal("play", folder=folder, size=rng.choice(SIZES)) as terminal:
        terminal.wait_for("Continue: Ann")
        terminal.press("c")
        # The head of the screen may be there before the rest: then it is looked at again.
        end = time.monotonic() + 90
        while not _is_shown(_first_seen(terminal), _positions_since(folder, safe)):
            assert time.monotonic() < end, "the game did not go on where it was"
            terminal.drain(0.05)
        terminal.press(AT_ONCE)
        end = time.monotonic() + 90
        while len(_log(folder)) == len(safe) and time.monotonic() < end:
            terminal.press(rng.choice("12345wrs"))
            terminal.drain(0.05)
        return _log(folder)


def _first_seen(terminal: Terminal) -> Seen:
    end = time.monotonic() + 90
    while (seen := _seen(terminal)) is None:
        assert time.monotonic() < end, "the table did not come"
        terminal.drain(0.05)
    return seen


def _seen(terminal: Terminal) -> Seen | None:
    """Read what the screen tells, if there is a table on it."""
    lines = terminal.screen()
    # The first line names the turn; in the middle of three where there is much room.
    turns = [found[1] for line in lines[:3] if (found := TURN.search(line))]
    if not turns:
        return None
    totals = [found[1] for line in lines if (found := SUM.search(line))]
    dice = frozenset(found[1] for line in lines if (found := DICE.match(line)))
    return Seen(turns[0], totals[0] if totals else "", dice)


def _positions(log) -> list[Seen]:
    """Return what a screen would tell after each event of the game."""
    state, found = None, []
    for entry in log:
        state = fold([entry], state)
        if state.game is None:
            continue
        position, narrator = state.game.position, Narrator(texts_in("en"), ["Ann", "Clara"])
        kept = position.turn.set_aside
        told = (
            f"[{key}] {narrator.choice(position, action)}"
            for key, action in keyed_actions(legal_actions(position))
            if action.kind == "k"
        )
        dice = frozenset(" ".join(text.split()[:2]) for text in told)
        total = str(total_of(position)) if kept.size else ""
        found.append(Seen(state.game.turn_label, total, dice))
    return found


def _positions_since(folder: Path, safe) -> list[Seen]:
    """Return what may be shown: a bot may have moved on, but nothing from before may come back."""
    return _positions(_log(folder))[len(_positions(safe)) - 1 :]


def _is_shown(shown: Seen, positions: list[Seen]) -> bool:
    return any(shown[:2] == each[:2] and shown.dice <= each.dice for each in positions)


def _check_shown(shown: Seen | None, positions: list[Seen], complaint: str) -> None:
    """Check that what was seen is one of these positions."""
    assert shown is not None, "there was no table on the screen"
    assert _is_shown(shown, positions), f"{complaint}: {shown}"


def _log(folder: Path):
    store = FileStore(folder / "pickomino" / "games")
    (code,) = store.codes_now()
    return store.load_now(code)
