"""External bots: programs that work, and every way in which one can fail."""

import random
import shlex
import sys
from pathlib import Path

import pytest

from pickomino import InvalidNotation, Position, Rules, legal_actions
from pickomino.bots.external import ExternalBot
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from support.bot_games import play_game
from support.server.serving import eventually

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
POSITION = Position.from_wfen("standard oooooooooooooooo -/- a 5 1234www")


def program(tmp_path, text):
    path = tmp_path / "bot.py"
    path.write_text(text)
    return ExternalBot(shlex.join([sys.executable, str(path)]))


def ask(bot, seconds=30):
    action = bot.choose(POSITION, Thinking(random.Random(1), seconds))
    assert action in legal_actions(POSITION)
    return action


def test_example_bot_plays_a_whole_game():
    bot = make_bot(f"external:command={shlex.join([sys.executable, str(EXAMPLE)])}")
    position, turns = play_game([bot, make_bot("beginner")], Rules.preset("classic"), seed=2)
    assert turns > 5
    assert not bot.faults
    assert not position.grill
    bot.close()


GREET = "import sys\nsys.stdin.readline(); print('ready', flush=True)\n"
READ_QUESTION = "sys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("raise SystemExit(1)", "crash"),
        (GREET + "raise SystemExit", "crash"),
        (GREET + "import time; time.sleep(60)", "timeout"),
        (GREET + READ_QUESTION + "print('t36', flush=True); sys.stdin.read()", "illegal"),
        (
            GREET + READ_QUESTION + "print('nonsense ' * 1000, flush=True); sys.stdin.read()",
            "illegal",
        ),
        (GREET + READ_QUESTION + "print('', flush=True); sys.stdin.read()", "illegal"),
        ("import sys; sys.stdin.readline(); print('hello', flush=True); sys.stdin.read()", "crash"),
        (
            GREET
            + "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); sys.stdin.read()",
            "crash",
        ),
    ],
)
def test_fault_of_a_program_is_counted(tmp_path, text, fault):
    bot = program(tmp_path, text)
    ask(bot, 0.5 if fault == "timeout" else 30)
    assert bot.faults[fault] == 1
    assert sum(bot.faults.values()) == 1
    bot.close()


def test_program_is_restarted_after_a_crash(tmp_path):
    marker = tmp_path / "started before"
    text = GREET + (
        f"from pathlib import Path\nmarker = Path({str(marker)!r})\n"
        "if not marker.exists():\n    marker.touch(); raise SystemExit\n"
        "for line in sys.stdin:\n    print('k4', flush=True)\n"
    )
    bot = program(tmp_path, text)
    ask(bot)
    assert str(ask(bot)) == "k4"
    assert bot.faults == {"crash": 1}
    bot.close()


def test_program_is_started_five_times_at_most(tmp_path):
    counter = tmp_path / "starts"
    bot = program(tmp_path, f"open({str(counter)!r}, 'a').write('x')\nraise SystemExit")
    for _ in range(8):
        ask(bot)
    assert bot.faults == {"crash": 8}
    assert counter.read_text() == "x" * 5


@pytest.mark.parametrize("command", ["/nowhere/bot", "nosuchprogram --fast", "'unclosed", ""])
def test_missing_program_is_rejected_at_once(command):
    with pytest.raises(InvalidNotation) as caught:
        ExternalBot(command)
    assert caught.value.code == "bad_bot_command"


def test_program_that_never_reads_its_input_blocks_nothing(tmp_path):
    flood = GREET + "while True: print('k4', flush=True)"
    bot = program(tmp_path, flood)
    position = Position.from_wfen("standard oooooooooooooooo -/- a 5 1234www")
    for _ in range(300):  # far more questions than a pipe holds
        bot.choose(position, Thinking(random.Random(1), 0.5))
    assert bot._program is None or bot._program._output.qsize() <= 100
    bot.close()


def test_output_before_the_question_is_ignored(tmp_path):
    text = GREET + "for line in sys.stdin: print('k4\\nk3', flush=True)"
    bot = program(tmp_path, text)
    answers = []
    for _ in range(5):
        answers.append(str(ask(bot)))
        assert eventually(lambda: bot._program._output.qsize() == 1), "the extra line"
    assert answers == ["k4"] * 5
    bot.close()
