"""`pickomino play` in real terminals: app or plain text, start and exit."""

import asyncio
import os
import re
import signal
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from pickomino.tables.saved_games import saved_games
from support.tui.terminal import RESTORES_SCREEN, Terminal

COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
APP = b"\x1b[?1049h"
"""What a program writes to switch to the alternate screen."""


def test_app_restores_the_terminal(tmp_path):
    with Terminal("play", folder=tmp_path) as terminal:
        terminal.wait_for("New game")
        assert APP in terminal.output
        assert COLOUR.search(terminal.output) is not None, "colours are on by default"
        terminal.press("q")
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 0
        assert b"\x1b[?1049l" in terminal.output


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}])
def test_simple_terminals_get_plain_text(tmp_path, environment):
    with Terminal("play", "--seed", "7", folder=tmp_path, **environment) as terminal:
        terminal.wait_for("Player 1, choose:")
        assert APP not in terminal.output
        terminal.press("x\n")
        terminal.wait_for("left unfinished")


def test_plain_option_starts_plain_text(tmp_path):
    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1, choose:")
        assert APP not in terminal.output


def test_missing_extra_falls_back_to_plain_text(tmp_path):
    hidden = (
        "import importlib.util as u, sys; real = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'textual' else real(name, *rest)\n"
        "from pickomino.cli import main; sys.argv = ['pickomino', 'play', '--seed', '7']; main()"
    )
    command = [sys.executable, "-c", hidden]
    with Terminal(folder=tmp_path, command=command) as terminal:
        terminal.wait_for("pip install 'pickomino[tui]'")
        terminal.wait_for("Player 1, choose:")
        assert APP not in terminal.output


def test_no_color_is_respected(tmp_path):
    with Terminal("play", "--seed", "7", folder=tmp_path, NO_COLOR="1") as terminal:
        terminal.wait_for("choose a symbol")
        terminal.press("2")
        terminal.wait_for("Sum 6")
        assert COLOUR.search(terminal.output) is None


def test_options_start_a_recorded_game_at_once(tmp_path):
    record = tmp_path / "game.wgn"
    arguments = ("play", "--seed", "7", "--names", "Ann", "--record", str(record))
    with Terminal(*arguments, folder=tmp_path) as terminal:
        terminal.wait_for("Ann: choose a symbol")
        terminal.press("2")
        terminal.wait_for("Sum 6")
        end = time.monotonic() + 60
        while "1a. 11222344:2" not in record.read_text():
            assert time.monotonic() < end, record.read_text()
            terminal.drain(0.1)
        terminal.kill()
    assert "1a. 11222344:2" in record.read_text()
    ((saved,), _) = asyncio.run(saved_games(tmp_path / "pickomino" / "games", 9))
    assert saved.seats[0].name == "Ann"
    assert saved.settings.hints


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_restore_the_terminal(tmp_path, number):
    with Terminal("play", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for("choose a symbol")
        os.kill(terminal.pid, number)
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 128 + number
        assert RESTORES_SCREEN in terminal.written
        assert b"\x1b[?1000l" in terminal.written, "mouse reports are switched off"


DEAD_TERMINAL = """
import sys
from textual.drivers import _writer_thread as writer
from pickomino.cli import main
from pickomino.tui import start

start.EXIT_SECONDS = 0.5
writer.MAX_QUEUED_WRITES = 1
run = writer.WriterThread.run

def run_until_shown(thread):
    thread._file = open(thread.fileno(), "w", closefd=False)
    write = thread._file.write
    def write_once(text):
        write(text)
        if "choose a symbol" in text:
            thread._file.flush()
            sys.exit()  # as the thread does when its terminal is gone
    thread._file.write = write_once
    run(thread)

writer.WriterThread.run = run_until_shown
sys.argv = ["pickomino", "play", "--seed", "7"]
main()
"""


def test_signal_ends_the_app_when_its_terminal_is_gone(tmp_path):
    """The app waited for ever for the thread that writes to the terminal, which had died."""
    command = [sys.executable, "-c", DEAD_TERMINAL]
    with Terminal(folder=tmp_path, command=command) as terminal:
        terminal.wait_for("choose a symbol")
        os.kill(terminal.pid, signal.SIGHUP)
        terminal.drain(30)
        assert terminal.is_over()
        assert os.waitstatus_to_exitcode(terminal.status) == 128 + signal.SIGHUP


def test_app_is_drawn_when_standard_error_is_a_file(tmp_path):
    """The screen was drawn into the file, and the terminal stayed blank."""
    errors = tmp_path / "errors.txt"
    command = ["/bin/sh", "-c", f"{sys.executable} -m pickomino play --seed 7 2>{errors}"]
    with Terminal(folder=tmp_path, command=command) as terminal:
        terminal.wait_for("choose a symbol")
        terminal.press("\x11")
        terminal.drain(60)
        assert RESTORES_SCREEN in terminal.written
    assert errors.read_text() == ""


REFUSED = (
    (("--people", "9"), "2 to 7 players"),
    (("--bots", "grandma"), "unknown bot"),
    (("--turn-limit", "0", "--seed", "1"), "at least 1"),
    (("--turn-limit", "5001", "--seed", "1"), "must be at most 5000, not 5001"),
    (("--turn-limit", "0"), "at least 1"),
    (("--names", "Bot:x"), "is not a valid name"),
    (("--seed", "-1"), "a seed is a whole number"),
    (("--join", "nowhere"), "is not a link to a table"),
    (("--record", "/"), "already exists"),
    (("--record", "/no/such/place/game.wgn"), "cannot write"),
)
TRY_ALL = f"""
import sys
from pickomino.cli import main
from pickomino.tables.saved_games import saved_games
for arguments, _ in {REFUSED}:
    sys.argv = ["pickomino", "play", *arguments]
    try:
        main()
    except SystemExit as end:
        print("code", end.code, "after", *arguments)
"""


def test_bad_options_are_refused_before_the_app_starts(tmp_path):
    command = [sys.executable, "-c", TRY_ALL]
    with Terminal(folder=tmp_path, command=command, size=(160, 50)) as terminal:
        terminal.drain(60)
        assert APP not in terminal.output
        output = terminal.text().decode().replace("\r\n", "\n")
    for arguments, expected in REFUSED:
        message, end, output = output.partition(f"code 2 after {' '.join(arguments)}\n")
        assert end, (arguments, message)
        assert expected in message


def test_ctrl_z_suspends_the_app(tmp_path):
    command = ["/bin/bash", "--norc", "-i"]
    with Terminal(folder=tmp_path, command=command, PS1="shell: ") as terminal:
        terminal.wait_for("shell: ")
        terminal.press(f"{sys.executable} -m pickomino play --seed 7\n")
        terminal.wait_for("choose a symbol")
        terminal.forget()
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.wait_for("shell: ")
        terminal.forget()
        terminal.press("2\x15fg\n")
        terminal.wait_for("choose a symbol")
        assert b"sets aside" not in terminal.text(), "keys typed in the shell play no move"
        terminal.press("\x11")
        terminal.wait_for("shell: ")
        terminal.press("exit\n")
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 0
