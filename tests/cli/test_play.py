"""`pickomino play` through a pipe, in its own process."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.resources import files

import pytest

from pickomino import Game, verify
from pickomino.cli.commands.play import play
from pickomino.cli.files import data_folder
from pickomino.core.rules import PRESETS
from pickomino.i18n import LANGUAGES
from support.cli_runner import ENVIRONMENT, pickomino
from support.network_files import bundled_networks_afterwards, small_network

NETS = files("pickomino.evaluation") / "nets"
BOTS_ONLY = ("play", "--plain", "--people", "0", "--bots", "random,family", "--seed", "1")


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("extrawurm", [(), ("--extrawurm",)])
def test_every_rule_set_plays_to_the_end(rules, extrawurm, tmp_path):
    record = tmp_path / "game.wgn"
    code, output, errors = pickomino(
        *("play", "--plain", "--people", "0", "--bots", "beginner,family", "--seed", "1"),
        *("--rules", rules, *extrawurm, "--record", str(record)),
    )
    assert (code, errors) == (0, "")
    assert "The game is over." in output
    game = Game.from_wgn(record.read_text())
    assert game.is_over
    assert game.start.rules.name == rules
    assert game.start.rules.extrawurm == bool(extrawurm)
    assert verify(record.read_text()).is_valid


@pytest.mark.parametrize("language", LANGUAGES)
def test_game_can_be_played_in_each_language(language):
    code, output, _ = pickomino(*BOTS_ONLY, "--language", language)
    assert code == 0
    assert ("The game is over." in output) == (language == "en")


def test_language_comes_from_the_environment():
    _, german, _ = pickomino(*BOTS_ONLY, LANG="de_DE.UTF-8")
    assert german == pickomino(*BOTS_ONLY, "--language", "de")[1]


def test_person_plays_by_typing():
    # Seed 7 rolls 11222344 first: two is set aside, then the person leaves.
    code, output, _ = pickomino("play", "--plain", "--seed", "7", text="2\ng\nx\n")
    assert code == 0
    assert "Player 1 rolls 1, 1, 2, 2, 2, 3, 4, 4." in output
    assert "Player 1 sets aside 2, 2, 2." in output
    assert "Sum 6, 5 dice left. Stopping now: nothing to win, there is no worm yet." in output
    assert "left unfinished" in output


def test_prompt_shows_what_stopping_would_win():
    answers = "".join(f"{answer}\n" for answer in ("w", "r", "5", "r", "4", "3", "2", "1"))
    _, output, _ = pickomino("play", "--plain", "--seed", "5", text=answers * 20)
    assert "Stopping now: take tile" in output


def test_failed_turn_is_explained():
    _, output, _ = pickomino(*BOTS_ONLY)
    assert "The turn fails: Uncle Gus rolled no new symbol." in output
    assert "The turn fails: Pecking Pip set aside no worm." in output
    assert "goes back to the grill." in output
    assert "is turned face down." in output
    assert "No tile goes back." in output
    assert "No tile is turned." in output


def test_wrong_answer_is_asked_again():
    _, output, _ = pickomino("play", "--plain", "--seed", "7", text="5\nhello\x1b[2J\n2\n")
    assert "That is not possible here: '5'" in output
    assert "\x1b" not in output
    assert "Player 1 sets aside 2, 2, 2." in output


def test_question_mark_prints_help():
    assert "Enter alone" in pickomino("play", "--plain", "--seed", "7", text="?\n")[1]


def test_u_takes_back_a_choice():
    _, output, _ = pickomino("play", "--plain", "--seed", "7", text="2\nu\n1\n")
    assert output.index("sets aside 2, 2, 2") < output.index("sets aside 1, 1")


def test_end_of_input_keeps_the_record(tmp_path):
    record = tmp_path / "game.wgn"
    code, _, _ = pickomino("play", "--plain", "--seed", "7", "--record", str(record), text="2\n")
    assert code == 0
    assert "1a. 11222344:2" in record.read_text()
    assert '[Result "*"]' in record.read_text()
    assert verify(record.read_text()).rolls == 1


def test_hot_seat_turns_are_titled_with_names():
    _, output, _ = pickomino(
        *("play", "--plain", "--people", "2", "--bots", "0", "--names", "Ann,Bénoît"),
        *("--seed", "7", "--turn-limit", "3"),
        text="2\nq\nq\n" * 40,
    )
    assert "Turn 1: Ann" in output
    assert "Turn 1: Bénoît" in output
    assert "stopped after 3 turns" in output


def test_killed_game_leaves_a_complete_record(tmp_path):
    record = tmp_path / "game.wgn"
    command = [sys.executable, "-m", "pickomino", "play", "--plain", "--record", str(record)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=ENVIRONMENT
    ) as process:
        deadline = time.monotonic() + 60
        while not record.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert Game.from_wgn(record.read_text()).turn == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--people", "9"], "2 to 7 players"),
        (["--people", "-1"], "2 to 7 players"),
        (["--people", "1", "--bots", "0"], "2 to 7 players"),
        (["--people", "x"], "--people"),
        (["--bots", "99999999999"], "2 to 7 players"),
        (["--bots", "9" * 5000], "unknown bot"),
        (["--bots", "external:command='abc"], "is not a command"),
        (["--bots", f"champion:network={NETS}/3.npz"], "is a network for 3 players, not for 2"),
        (["--bots", "champion:network=none.npz"], "cannot read 'none.npz'"),
        (["--bots", "2", "--network", f"{NETS}/2.npz"], "is a network for 2 players, not for 3"),
        (["--network", "none.npz"], "cannot read 'none.npz'"),
        (["--turn-limit", "-5"], "at least 1"),
        (["--turn-limit", "5001"], "at most 5000"),
        (["--names", "bot:expert"], "is not a valid name"),
        (["--names", "Bot:expert"], "is not a valid name"),
        (["--bots", "grandma"], "unknown bot"),
        (["--bots", "３"], "neither a number"),
        (["--rules", "chess"], "unknown rule set"),
        (["--rules", "standard(steal=never)"], "steal cannot be 'never'"),
        (["--rules", "standard(golden=plain)"], "needs the Extrawurm expansion"),
        (["--rules", "standard(steal"], "is not a rule set"),
        (["--starter", "3"], "'3' is not a seat of this game; its seats are 1, 2, lot"),
        (["--match-games", "3", "--match-wins", "2"], "a match is played over"),
        (["--names", "A,B"], "names (2) does not match"),
        (["--names", "\x1b[31m"], "is not a valid name"),
        (["--names", "x" * 41], "is not a valid name"),
        (["--seed", "-1"], "a seed is a whole number"),
        (["--seed", "9" * 30], "a seed is a whole number"),
        (["--language", "tlh"], "--language"),
        (["--nonsense"], "--nonsense"),
        (["--record", "/nowhere/at/all.wgn"], "cannot write"),
    ],
)
def test_bad_command_lines_are_refused_with_a_reason(arguments, complaint):
    code, _, errors = pickomino("play", "--plain", *arguments)
    assert code == 2
    assert complaint in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(("starter", "begins"), [("2", "b"), ("lot", "abc")])
def test_starter_option_selects_the_first_seat(starter, begins, tmp_path):
    record = tmp_path / "game.wgn"
    wish = ("--bots", "random,random,random", "--turn-limit", "2", "--record", str(record))
    assert pickomino(*BOTS_ONLY[:4], *wish, "--seed", "5", "--starter", starter)[0] == 0
    text = record.read_text()
    assert "abc"[Game.from_wgn(text).start.seat] in begins
    assert ('[Starter "lot"]' in text) == (starter == "lot")
    assert verify(text).is_valid


def test_existing_record_is_not_overwritten(tmp_path):
    record = tmp_path / "game.wgn"
    record.write_text("precious")
    code, _, errors = pickomino(*BOTS_ONLY, "--record", str(record))
    assert code == 2
    assert "already exists" in errors
    assert record.read_text() == "precious"


def test_app_and_commands_share_the_data_folder(monkeypatch):
    kept_in = []
    monkeypatch.setattr(
        "pickomino.tui.start.run_app", lambda folder, *_, **__: kept_in.append(folder) or 0
    )
    monkeypatch.setattr("pickomino.cli.commands.play._can_show_app", lambda: True)
    assert play() == 0
    assert kept_in == [data_folder()]


def test_version_is_printed():
    assert pickomino("--version")[:2] == (0, "0.1.0\n")


def test_help_shows_the_command():
    code, output, _ = pickomino("play", "--help")
    assert code == 0
    assert "  pickomino play" in output


def test_seed_decides_dice_and_bots_of_a_whole_match():
    match = (*BOTS_ONLY, "--match-games", "2", "--starter", "lot")
    first, again = pickomino(*match)[1], pickomino(*match)[1]
    assert first == again
    assert "1 of 2 games played" in first
    games = [re.findall("rolls (.*)", game) for game in first.split("1 of 2 games played")]
    assert games[0][0] != games[1][0], "the dice of each game are its own"


def test_replay_prints_what_play_printed(tmp_path):
    record = tmp_path / "game.wgn"
    _, played, _ = pickomino(*BOTS_ONLY, "--record", str(record))
    code, replayed, _ = pickomino("replay", str(record))
    assert code == 0
    lines = [line for line in played.splitlines() if line][1:]
    assert lines == [line for line in replayed.splitlines() if line]
    summary = json.loads(pickomino("replay", "--json", str(record))[1])
    assert summary["over"]
    assert summary["turns"][0]["wfen"] == "standard oooooooooooooooo -/- a - ~"


def test_network_file_plays_a_whole_game(tmp_path):
    path = str(small_network(tmp_path / "réseau.npz"))
    with bundled_networks_afterwards():
        code, output, errors = pickomino(
            *("play", "--plain", "--people", "0", "--rules", "mini", "--seed", "3"),
            *("--bots", f"champion:network={path},beginner", "--network", path),
        )
    assert (code, errors) == (0, "")
    assert "Queen Henrietta" in output


def test_faults_of_external_bots_are_shown():
    spec = f"external:command={sys.executable} -c pass"
    _, output, _ = pickomino(
        *("play", "--plain", "--people", "0", "--bots", f"beginner,{spec}"),
        *("--seed", "1", "--turn-limit", "4"),
    )
    assert "Faults of The Stranger: crashed" in output


@pytest.mark.parametrize("arguments", [["play"], ["odds"], ["replay", "-"], ["bots"]])
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_do_not_crash(arguments, closed):
    command = f"exec {sys.executable} -m pickomino {' '.join(arguments)} {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, check=False, env=ENVIRONMENT, timeout=180
    )
    assert b"Traceback" not in done.stderr


def test_unreadable_input_is_bad_input(tmp_path):
    command = f"exec {sys.executable} -m pickomino replay - 0>{tmp_path / 'written'}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, check=False, env=ENVIRONMENT, timeout=180
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"cannot read '-'" in done.stderr


def test_full_disk_gets_a_one_line_error():
    command = f"exec {sys.executable} -m pickomino bots > /dev/full"
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, check=False, env=ENVIRONMENT, timeout=180
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


def test_records_are_written_through_symlinks(tmp_path):
    target = tmp_path / "real.json"
    link = tmp_path / "link.json"
    link.symlink_to(target)
    record = tmp_path / "game.wgn"
    pickomino(*BOTS_ONLY, "--turn-limit", "2", "--record", str(record))
    assert pickomino("convert", str(record), "--output", str(link))[0] == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["format"] == "pickomino-record"
    assert target.stat().st_mode & 0o777 == 0o666 & ~current_umask()


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_undecodable_answers_are_refused():
    code, output, errors = pickomino("play", "--plain", "--seed", "7", data=b"\xff\xfe\n2\n")
    assert (code, errors) == (0, "")
    assert "Player 1 sets aside 2, 2, 2." in output


def test_names_survive_another_terminal_encoding(tmp_path):
    record = tmp_path / "game.wgn"
    names = ("--names", "Łukasz", "--record", str(record))
    pickomino("play", "--plain", "--seed", "7", *names)
    _, output, _ = pickomino("convert", str(record), PYTHONIOENCODING="cp1252")
    assert "Łukasz" in output
