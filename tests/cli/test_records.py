"""`pickomino replay`, `verify` and `convert` on files, good and bad."""

import json
import subprocess
import sys

import pytest

from pickomino import CommittedDice, Game, Rules, legal_actions
from support.cli_runner import ENVIRONMENT, pickomino

RECORD = """[Rules "standard"]
[a "Ann"]
[b "Ben \\"the\\" worm"]
[Result "*"]
1a. 12355www:w 12355:5 t25 {a good start}
1b. 12233445:4 11223w:2 2244#
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.wgn"
    path.write_text(RECORD)
    return str(path)


def committed_record():
    game = Game(Rules.preset("short"), 2, CommittedDice(bytes(range(32)), "game-1", ["0aff", ""]))
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    return game.wgn()


def test_replay_reads_files_and_pipes(file):
    code, output, _ = pickomino("replay", file)
    assert code == 0
    assert "Ann takes tile 25 from the grill: 2 worms." in output
    assert "{a good start}" in output
    assert 'The turn fails: Ben "the" worm rolled no new symbol.' in output
    assert output == pickomino("replay", "-", text=RECORD)[1]


def test_replay_shows_one_turn(file):
    code, output, _ = pickomino("replay", file, "--turn", "1b")
    assert code == 0
    assert output.startswith('Turn 1: Ben "the" worm')
    assert "Turn 1: Ann" not in output
    code, _, errors = pickomino("replay", file, "--turn", "9z")
    assert code == 2
    assert "there is no turn" in errors


def test_convert_round_trips_through_json(file, tmp_path):
    code, output, _ = pickomino("convert", file)
    assert code == 0
    assert json.loads(output)["turns"][0] == {
        "turn": "1a",
        "moves": ["12355www:w", "12355:5", "t25"],
        "comment": "a good start",
    }
    target = tmp_path / "again.wgn"
    assert pickomino("convert", "-", "--output", str(target), text=output)[0] == 0
    assert target.read_text() == RECORD
    assert pickomino("convert", "-", "--output", str(target), text=output)[0] == 2


def test_verify_names_the_first_wrong_roll():
    record = committed_record()
    code, output, _ = pickomino("verify", "-", text=record)
    assert code == 0
    assert "all are right" in output
    lines = record.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1a."))
    roll = lines[first].split()[1].partition(":")[0].rstrip("#")
    # One die changed, its symbol not the one that was chosen.
    changed = record.replace(f"1a. {roll}", f"1a. {''.join(sorted(roll[:-1] + '5'))}", 1)
    assert changed != record
    code, output, _ = pickomino("verify", "-", text=changed)
    assert code == 1
    assert "roll 0 in turn 1a" in output
    answer = json.loads(pickomino("verify", "--json", "-", text=changed)[1])
    assert (answer["right"], answer["code"]) == (False, "wrong_roll")


def test_verify_refuses_a_wrong_secret():
    record = committed_record()
    secret = bytes(range(32)).hex()
    code, output, _ = pickomino("verify", "-", text=record.replace(secret, "00" * 32))
    assert code == 1
    assert "does not match the commitment" in output


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no Rules tag"),
        (b"\xff\xfe\x00garbage", "not UTF-8"),
        (b"\x00" * 100, "cannot parse"),
        (b"x" * 10_000_001, "at most 10000000"),
        (b"x" * 5_000_000, "at most 1000000"),
        (RECORD.replace("t25", "t26").encode(), "line 5, turn 1a"),
        (RECORD.replace("1b.", "1c.").encode(), "expected turn 1b"),
        (RECORD.replace("2244#", "2244").encode(), "the turn fails here; write #"),
        (RECORD.encode("utf-16"), "not UTF-8"),
        (b'{"format": "other"}', "not a game record in JSON"),
        (b"{" * 100_000, "not a game record in JSON"),
        (RECORD.encode(), "no dice to verify"),
    ],
)
def test_bad_records_are_refused_with_a_reason(data, complaint):
    command = "verify" if data == RECORD.encode() else "replay"
    code, output, errors = pickomino(command, "-", data=data)
    assert code == 2
    assert output == ""
    assert complaint in errors
    assert "Traceback" not in errors


def test_missing_file_is_refused(tmp_path):
    for name in (str(tmp_path / "nothing.wgn"), str(tmp_path)):
        code, _, errors = pickomino("verify", name)
        assert code == 2
        assert "cannot read" in errors


def test_closed_pipe_is_not_an_error(file):
    command = [sys.executable, "-m", "pickomino", "replay", file]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0
