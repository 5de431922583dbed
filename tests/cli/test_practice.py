"""`pickomino practice` and `pickomino profile` as programs."""

import json
import pwd
from datetime import timedelta
from io import StringIO
from unittest import mock

import pytest

from pickomino.cli.plain.puzzle_prompt import ask_puzzle, show_puzzle
from pickomino.i18n import texts_in
from pickomino.i18n.daily_text import puzzle_narrator
from pickomino.profile.game_log import GameLog, PlayedGame
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import parse_puzzle
from support import cli_runner
from support.cli_runner import pickomino

OWN = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)
FIRST = (
    "classic_oooo.o.ooooooooo_27/25_a_-_5555wwww own 2 kw=0.6/0.1"
    " k5=0.5/0.2/worth_more,better:0.6,chosen:0.5"
)
GAME = PlayedGame(1, "standard", 0, ("bot:random",), 1.0, 15, 2, 4, 31, 0.02, 0.1)


def test_puzzle_answer_changes_the_rating(tmp_path):
    home = {"XDG_DATA_HOME": str(tmp_path)}
    typed = "?\nr\nq\nkw\nk5\nk4\nk3\nk2\nk1\nx"
    code, output, errors = pickomino("practice", "--theme", "symbol", text=typed, **home)
    assert (code, errors) == (0, "")
    assert "Puzzle rating 1500 ± 700" in output
    assert "Which symbol?" in output
    assert "of 100 games won" in output
    assert "(+" in output or "(−" in output
    log = PracticeLog(tmp_path / "pickomino")
    assert log.puzzles
    assert f"Puzzle rating {round(log.player.rating)}" in pickomino("practice", text="x", **home)[1]


def test_puzzle_prompt_lists_dice_set_aside(monkeypatch, capsys):
    """Once it was printed as Python writes a list, below "Set aside: ."."""
    puzzle = parse_puzzle(FIRST)
    narrator = puzzle_narrator(puzzle.position, texts_in("en"))
    show_puzzle(puzzle, narrator)
    assert "Set aside" not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", StringIO("kw"))
    assert ask_puzzle(puzzle, narrator) == puzzle.best
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Needed: 21 and a worm."
    assert lines[1].startswith("You, choose: k5 ")


def test_due_decisions_are_asked(tmp_path):
    home, day = {"XDG_DATA_HOME": str(tmp_path)}, today()
    log = PracticeLog(tmp_path / "pickomino")
    assert "Nothing is due today" in pickomino("practice", "--own", **home)[1]
    log.add_cards([parse_puzzle(OWN)], day - timedelta(days=1))
    assert "1 decision from your own games is due." in pickomino("practice", text="x", **home)[1]
    output = pickomino("practice", "--own", text="s25", **home)[1]
    assert "From a game of yours" in output
    assert "It comes back in 3 days." in output
    assert PracticeLog(tmp_path / "pickomino").due(day) == []


@pytest.fixture
def home(tmp_path):
    """Return the environment of a device with a finished game and a decision to practise."""
    folder = tmp_path / "pickomino"
    GameLog(folder).add("a", GAME)
    PracticeLog(folder).add_cards([parse_puzzle(OWN)], today())
    return {"XDG_DATA_HOME": str(tmp_path)}


def test_new_profile_is_empty(tmp_path):
    output = pickomino("profile", XDG_DATA_HOME=str(tmp_path))[1]
    assert "No game has been finished here yet." in output


def test_profile_shows_the_figures_in_a_language(home):
    output = pickomino("profile", "--language", "de", **home)[1]
    assert "1 von 1 gewonnen" in output
    assert "2,0\N{NO-BREAK SPACE}% (1 Auswertung; zu wenige für eine Aussage)" in output
    assert "Schlag" in output


def test_profile_can_be_exported(home):
    profile = json.loads(pickomino("profile", "--json", **home)[1])
    assert profile["games"]["a"]["rivals"] == ["bot:random"]
    assert profile["practice"]["cards"][0]["line"] == OWN
    assert profile["figures"]["luck"] == {"games": 1, "mean": 0.1, "low": None, "high": None}


def games_in_profile(home):
    return len(json.loads(pickomino("profile", "--json", **home)[1])["games"])


@pytest.mark.parametrize("answer", ["", "\n", "no\n", "y\n"])
def test_profile_is_deleted_only_after_a_question(home, answer):
    """It was deleted at once."""
    code, output, _ = pickomino("profile", "--delete", text=answer, **home)
    assert code == 1
    assert "This deletes 1 game, " in output
    assert output.endswith("Nothing has been deleted.\n")
    assert games_in_profile(home) == 1


@pytest.mark.parametrize(
    ("options", "answer"), [((), "Yes\n"), (("--yes",), ""), (("--language", "de"), "ja\n")]
)
def test_profile_can_be_deleted(home, options, answer):
    code, output, _ = pickomino("profile", "--delete", *options, text=answer, **home)
    assert code == 0
    assert output.endswith(("Everything has been deleted.\n", "Alles wurde gelöscht.\n"))
    assert games_in_profile(home) == 0


@pytest.fixture
def homeless(monkeypatch):
    monkeypatch.setattr(pwd, "getpwuid", mock.Mock(side_effect=KeyError))
    monkeypatch.delitem(cli_runner.ENVIRONMENT, "HOME", raising=False)
    monkeypatch.delitem(cli_runner.ENVIRONMENT, "XDG_DATA_HOME", raising=False)


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("command", [("profile",), ("daily",), ("practice",), ("serve",)])
def test_user_without_a_home_gets_one_sentence(command):
    """There was a traceback."""
    code, output, errors = pickomino(*command)
    assert (code, output) == (2, "")
    assert "set HOME or XDG_DATA_HOME" in errors
    assert errors.count("\n") == 1


@pytest.mark.usefixtures("homeless")
def test_user_without_a_home_gets_a_review(tmp_path):
    """The game was reviewed, and the review thrown away because no profile could be read."""
    file = tmp_path / "game.wgn"
    file.write_text('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    code, output, errors = pickomino("review", str(file), "--plain")
    assert (code, errors) == (0, "")
    assert "Ann" in output


def test_damaged_profile_is_reported(tmp_path):
    home, folder = {"XDG_DATA_HOME": str(tmp_path)}, tmp_path / "pickomino"
    folder.mkdir()
    (folder / "practice.json").write_text("{")
    (folder / "games.json").write_text("{")
    assert "damaged" in pickomino("profile", **home)[1]
    assert "damaged: the rating starts again" in pickomino("practice", text="x", **home)[1]
    (folder / "practice.json").unlink()
    (folder / "practice.json").mkdir()
    typed = "r\nkw\nk5\nk4\nk3\nk2\nk1\nx"
    output = pickomino("practice", "--theme", "symbol", text=typed, **home)[1]
    assert "the rating ends with this session" in output
    code, _, errors = pickomino("profile", "--delete", "--yes", **home)
    assert (code, "cannot write" in errors) == (2, True)
