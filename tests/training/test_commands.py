"""`python -m training`: from a configuration to a rated network of the package."""

import json
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from pickomino.evaluation.network import read_network
from training import __main__ as commands

CONFIG = """
players = 2
rules = ["short"]
steps = 2
tables = 16
hidden = [8]
minibatch = 8
every = 1
match_every = 2
match_tables = 2
"""
RATED = {"standard", "classic", "short", "manual"}


def run(*arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["training", "--device", "cpu", *map(str, arguments)])
        # Networks that have learned nothing play for ever; tables count as they stand.
        patch.setattr("training.measuring.matches.TURN_LIMIT", 20)
        commands.main()


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A short training: its configuration and what came of it."""
    folder = tmp_path_factory.mktemp("training")
    config = folder / "c.toml"
    config.write_text(CONFIG)
    run("train", config, "--output", folder)
    return config, folder


@pytest.fixture
def training(capsys):
    """Runs a command; returns the lines that it printed."""

    def lines_of(*arguments):
        run(*arguments)
        return capsys.readouterr().out.splitlines()

    return lines_of


def test_a_network_is_trained_rated_exported_and_measured(training, trained, tmp_path):
    (_, output), shipped = trained, tmp_path / "2.npz"
    matches = training("match", output / "checkpoint.pt", "--groups", 2)
    (output / "matches.jsonl").write_text("\n".join(matches))
    export = ("export", output / "checkpoint.pt", "--output", shipped)
    training(*export, "--matches", output / "matches.jsonl")
    manifest = read_network(shipped).manifest
    assert set(manifest["rating"]) == RATED
    assert manifest["training"]["turns"] == 32
    (line,) = training("residual", shipped, "--rules", "short", "--tables", 4, "--turns", 1)
    measured = json.loads(line)
    assert measured["turns"] == 4
    assert 0 < measured["first"] < 1
    (line,) = training("match", shipped, "--rules", "short", "--groups", 2)
    assert json.loads(line)["games"] == 4
    training("plot", output / "log.jsonl", "--output", tmp_path / "plot.svg", "--title", "Trial")
    picture = ET.parse(tmp_path / "plot.svg")  # noqa: S314 - our own
    texts = [each.text for each in picture.iter() if each.text]
    assert {"Trial", "Bellman residual (RMS)", "win share against experts"} <= set(texts)


def test_a_response_and_another_network_play_against_a_network(training, trained):
    _, output = trained
    network = output / "checkpoint.pt"
    deviate = ("deviate", network, "--rules", "short", "--budget", 2)
    (line,) = training(*deviate, "--groups", 2)
    assert json.loads(line)["gain_at_least"] < json.loads(line)["gain"]
    (line,) = training(*deviate, "--tiles", 1)
    assert {"loss", "found", "share"} <= set(json.loads(line))
    (line,) = training("match", network, "--against", network, "--rules", "short", "--groups", 2)
    # The same network on every seat, with the same dice.
    assert json.loads(line)["share"] == pytest.approx(0.5)
    assert json.loads(line)["adjusted_error"] > 0


def test_training_refuses_a_checkpoint_of_other_settings_in_a_sentence(training, trained):
    """Once it ended in a trace."""
    config, output = trained
    with pytest.raises(SystemExit, match=r"checkpoint\.pt"):
        training("train", config, "--output", output, "--steps", 3)


def test_training_refuses_no_steps(training, trained, capsys):
    """Once it took all those of the configuration instead."""
    config, output = trained
    with pytest.raises(SystemExit):
        training("train", config, "--output", output, "--steps", 0)
    assert "at least 1 step" in capsys.readouterr().err


def test_the_loss_in_a_small_game_is_told_without_solving_it(training, trained):
    _, output = trained
    both = ("solve", "--tiles", 2, "--rules", "short", "--network", output / "checkpoint.pt")
    (solved,), (told,) = (
        map(json.loads, training(*both, *more)) for more in ((), ("--loss-only",))
    )
    assert told["loss"] == solved["loss"] > 0
    assert solved["first"] == pytest.approx(0.629000535)
    assert "first" not in told


def test_matches_and_residuals_can_be_those_of_the_whole_champion(training, trained):
    checkpoint = trained[1] / "checkpoint.pt"
    asked = ("--rules", "short", "--seed", 3)
    alone, whole = (
        json.loads(training("match", checkpoint, "--groups", 4, *asked, *more)[0])
        for more in ((), ("--endgame",))
    )
    assert whole["games"] == alone["games"] == 8
    assert whole["adjusted"] != alone["adjusted"]
    alone, whole = (
        json.loads(training("residual", checkpoint, "--tables", 8, "--turns", 1, *asked, *more)[0])
        for more in ((), ("--endgame",))
    )
    assert whole["residual"] != alone["residual"]
    answered = ("deviate", checkpoint, "--groups", 2, "--budget", 4, *asked)
    alone, whole = (json.loads(training(*answered, *more)[0]) for more in ((), ("--endgame",)))
    assert whole["gain"] != alone["gain"]
    with pytest.raises(SystemExit, match="networks alone"):
        training("deviate", checkpoint, "--endgame", "--tiles", 2)


def test_a_loss_is_somebodys_and_without_extrawurm(training, trained):
    with pytest.raises(SystemExit, match="needs --network"):
        training("solve", "--loss-only")
    with pytest.raises(SystemExit, match="without Extrawurm"):
        training("solve", "--extrawurm", "--network", trained[1] / "checkpoint.pt")


def test_small_games_have_one_to_twelve_tiles_and_networks_for_two(training, trained):
    checkpoint = trained[1] / "checkpoint.pt"
    for tiles in (0, 13):
        for command in (("solve",), ("deviate", checkpoint)):
            with pytest.raises(SystemExit, match="2"):
                training(*command, "--tiles", tiles)
    three = files("pickomino.evaluation") / "nets" / "3.npz"
    full = files("pickomino.evaluation") / "nets" / "2-full.npz"
    for network in (three, full):
        with pytest.raises(SystemExit, match="two players, without Extrawurm"):
            training("solve", "--tiles", 2, "--network", network)
        with pytest.raises(SystemExit, match="two players, without Extrawurm"):
            training("deviate", network, "--tiles", 2)


def test_what_cannot_be_read_is_named(training, tmp_path):
    missing, text = tmp_path / "missing.pt", tmp_path / "text.pt"
    text.write_text("no network")
    with pytest.raises(SystemExit, match=r"missing\.pt"):
        training("solve", "--tiles", 2, "--network", missing)
    with pytest.raises(SystemExit, match=r"text\.pt: not a checkpoint"):
        training("solve", "--tiles", 2, "--network", text)
    with pytest.raises(SystemExit, match="choose from standard"):
        training("solve", "--tiles", 2, "--rules", "nonsense")
