"""`python -m training`: the commands from training to an exported network."""

import json
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from pickomino import make_bot, play_game
from pickomino.evaluation.network import read_network
from support.training_commands import run_training
from training.commands import planning
from training.games.options import RATED_RULES

CONFIG = """
players = 2
rules = ["short"]
steps = 2
tables = 16
hidden = [8]
minibatch = 8
every = 1
"""
NETS = files("pickomino.evaluation") / "nets"
SHORT = ("--rules", "short", "--seed", 3)


def run(*arguments):
    with pytest.MonkeyPatch.context() as patch:
        # Untrained networks need not end a game; at the limit it counts as it stands.
        patch.setattr("training.measuring.matches.TURN_LIMIT", 20)
        run_training(*arguments)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a short training run, with its configuration."""
    folder = tmp_path_factory.mktemp("training")
    (folder / "config.toml").write_text(CONFIG)
    run("train", folder / "config.toml", "--output", folder)
    return folder


@pytest.fixture
def checkpoint(trained):
    return trained / "checkpoint.pt"


@pytest.fixture
def output_of(capsys):
    """Runs a command; returns the lines that it prints."""

    def lines_of(*arguments):
        run(*arguments)
        return capsys.readouterr().out.splitlines()

    return lines_of


@pytest.fixture
def result_of(output_of):
    """Runs a command; returns the one JSON line that it prints."""

    def parse(*arguments):
        (line,) = output_of(*arguments)
        return json.loads(line)

    return parse


def test_exported_network_can_be_measured(result_of, checkpoint, tmp_path):
    output = tmp_path / "2.npz"
    run("export", checkpoint, "--output", output)
    measured = result_of("residual", output, "--rules", "short", "--tables", 4, "--turns", 1)
    assert measured["turns"] == 4
    assert 0 < measured["first"] < 1
    assert result_of("match", output, "--rules", "short", "--groups", 2)["games"] == 4


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("2", "ends with .npz"),
        ("2.onnx", "ends with .npz"),
        ("3.npz", "this network is for 2 players"),
    ],
)
def test_export_refuses_a_misleading_name(name, message, checkpoint, tmp_path):
    output = tmp_path / "nets" / name
    with pytest.raises(SystemExit, match=message):
        run("export", checkpoint, "--output", output)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["2.npz", "mine.npz", "run-3.npz"])
def test_export_makes_its_folders(name, checkpoint, tmp_path):
    output = tmp_path / "new" / "nets" / name
    run("export", checkpoint, "--output", output)
    assert [path.name for path in output.parent.iterdir()] == [name]
    assert read_network(output).players == 2
    bot = make_bot(f"champion:network={output}")
    assert play_game([bot, "random"], "short", turn_limit=3).turn == 3


def test_seeds_train_a_network_each(output_of, trained, tmp_path):
    command = "train", trained / "config.toml", "--output", tmp_path, "--seeds", 2
    *_, first, second = output_of(*command)
    assert [first.split(":")[0], second.split(":")[0]] == ["seed 1", "seed 2"]
    logs = [(tmp_path / seed / "log.jsonl").read_text() for seed in "12"]
    assert logs[0] != logs[1]
    assert output_of(*command) == [first, second]


def test_plot_draws_a_panel_for_each_measure(trained, tmp_path):
    picture = tmp_path / "plot.svg"
    run("plot", trained / "log.jsonl", "--output", picture, "--title", "Trial")
    texts = {element.text for element in ET.parse(picture).iter()}  # noqa: S314 - our own
    assert {"Trial", "Bellman residual (RMS)", "first player's chance"} <= texts


def test_deviate_reports_the_loss_in_a_small_game(result_of, checkpoint):
    result = result_of("deviate", checkpoint, "--rules", "short", "--budget", 2, "--tiles", 1)
    assert {"loss", "found", "share"} <= set(result)


def test_network_against_itself_wins_an_equal_share(result_of, checkpoint):
    result = result_of(
        "match", checkpoint, "--against", checkpoint, "--rules", "short", "--groups", 2
    )
    assert result["share"] == pytest.approx(0.5)
    assert result["adjusted_error"] > 0


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (("match", "--groups", 4), "adjusted"),
        (("residual", "--tables", 8, "--turns", 1), "residual"),
        (("deviate", "--groups", 2, "--budget", 4), "gain"),
    ],
    ids=["match", "residual", "deviate"],
)
def test_endgame_option_changes_the_player(result_of, checkpoint, command, field):
    name, *options = command
    alone = result_of(name, checkpoint, *options, *SHORT)
    champion = result_of(name, checkpoint, *options, *SHORT, "--endgame")
    assert champion[field] != alone[field]


def test_solve_computes_a_loss_without_solving(result_of, checkpoint):
    command = ("solve", "--tiles", 2, "--rules", "short", "--network", checkpoint)
    solved, loss_only = result_of(*command), result_of(*command, "--loss-only")
    assert loss_only["loss"] == solved["loss"] > 0
    assert solved["first"] == pytest.approx(0.629000535)
    assert "first" not in loss_only


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("train {folder}/config.toml --output {folder} --steps 3", "other settings"),
        ("train {folder}/config.toml --output {folder} --steps 0", "must be at least 1"),
        ("deviate {folder}/checkpoint.pt --endgame --tiles 2", "plain networks"),
        ("deviate {folder}/checkpoint.pt --tiles 13", "invalid choice"),
        (f"deviate {NETS}/3.npz --tiles 2", "two players"),
        (f"solve --network {NETS}/3.npz --tiles 2", "two players"),
        ("solve --loss-only", "needs --network"),
        ("solve --tiles 0", "invalid choice"),
        ("solve --tiles 2 --network {folder}/missing.pt", "missing.pt"),
        ("solve --tiles 2 --network {folder}/config.toml", "config.toml: not a checkpoint"),
        ("solve --tiles 2 --rules nonsense", "choose from standard"),
        ("rollouts {folder}/pack.txt --themes chess --output {folder}/x", "unknown theme chess"),
    ],
)
def test_bad_options_get_one_sentence(command, message, trained, capsys):
    with pytest.raises(SystemExit) as exit_:
        run(*command.format(folder=trained).split())
    assert message in f"{exit_.value} {capsys.readouterr().err}"


@pytest.fixture
def run_all(tmp_path, monkeypatch):
    """Runs `all` with a tiny network for two players."""
    (tmp_path / "2.toml").write_text(CONFIG)
    written = []
    monkeypatch.setattr(planning, "CONFIGS", tmp_path)
    monkeypatch.setattr(planning, "PLAYERS", (2,))
    monkeypatch.setattr(planning.figures, "main", lambda: written.append("figures"))

    def all_steps(*arguments):
        run("all", "--groups", 2, "--output", tmp_path, "--nets", tmp_path / "nets", *arguments)
        return written

    return all_steps


def test_all_exports_every_network_and_writes_figures(run_all, tmp_path):
    assert run_all() == ["figures"]
    manifest = read_network(tmp_path / "nets" / "2.npz").manifest
    assert manifest["training"]["turns"] == 32
    assert {rules: share["games"] for rules, share in manifest["rating"].items()} == dict.fromkeys(
        RATED_RULES, 4
    )


def test_all_continues_after_ctrl_c(run_all, tmp_path, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("training.measuring.matches.play_match", interrupt)
        with pytest.raises(SystemExit, match="130"):
            run_all()
    assert "run the same command to continue" in capsys.readouterr().err
    trained_at = (tmp_path / "2" / "checkpoint.pt").stat().st_mtime_ns
    run_all()
    matches = (tmp_path / "2" / "matches.jsonl").read_text()
    run_all()
    assert (tmp_path / "2" / "checkpoint.pt").stat().st_mtime_ns == trained_at
    assert (tmp_path / "2" / "matches.jsonl").read_text() == matches


def test_dry_run_lists_the_steps_only(run_all, tmp_path, capsys):
    assert run_all("--dry-run") == []
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["train", "match", "export", "figures"]
    assert lines[0].startswith("[1/4] ")
    assert not (tmp_path / "2").exists()
