"""`python -m training`: the commands from training to an exported network."""

import json
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from pickomino.evaluation.network import read_network
from training import __main__ as commands
from training.commands import planning

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
SHORT = ("--rules", "short", "--seed", 3)


def run(*arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["training", "--device", "cpu", *map(str, arguments)])
        # Untrained networks need not end a game; at the limit it counts as it stands.
        patch.setattr("training.measuring.matches.TURN_LIMIT", 20)
        commands.main()


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


def test_plot_draws_a_panel_for_each_measure(trained, tmp_path):
    picture = tmp_path / "plot.svg"
    run("plot", trained / "log.jsonl", "--output", picture, "--title", "Trial")
    texts = {element.text for element in ET.parse(picture).iter()}  # noqa: S314 - our own
    assert {"Trial", "Bellman residual (RMS)", "win share against experts"} <= texts


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


def test_endgame_option_is_refused_for_small_games(checkpoint):
    with pytest.raises(SystemExit, match="plain networks"):
        run("deviate", checkpoint, "--endgame", "--tiles", 2)


def test_train_refuses_a_checkpoint_of_other_settings(trained):
    """It once ended in a traceback."""
    with pytest.raises(SystemExit, match=r"checkpoint\.pt"):
        run("train", trained / "config.toml", "--output", trained, "--steps", 3)


def test_train_refuses_zero_steps(trained, capsys):
    """It once took the steps of the configuration instead."""
    with pytest.raises(SystemExit):
        run("train", trained / "config.toml", "--output", trained, "--steps", 0)
    assert "must be at least 1" in capsys.readouterr().err


def test_solve_computes_a_loss_without_solving(result_of, checkpoint):
    command = ("solve", "--tiles", 2, "--rules", "short", "--network", checkpoint)
    solved, loss_only = result_of(*command), result_of(*command, "--loss-only")
    assert loss_only["loss"] == solved["loss"] > 0
    assert solved["first"] == pytest.approx(0.629000535)
    assert "first" not in loss_only


def test_loss_needs_a_network():
    with pytest.raises(SystemExit, match="needs --network"):
        run("solve", "--loss-only")


def test_loss_with_extrawurm_is_refused(checkpoint):
    with pytest.raises(SystemExit, match="without Extrawurm"):
        run("solve", "--extrawurm", "--network", checkpoint)


@pytest.mark.parametrize("tiles", [0, 13])
def test_small_games_have_one_to_twelve_tiles(checkpoint, tiles):
    for command in (("solve",), ("deviate", checkpoint)):
        with pytest.raises(SystemExit, match="2"):
            run(*command, "--tiles", tiles)


@pytest.mark.parametrize("name", ["3.npz", "2-full.npz"])
def test_small_games_need_a_two_player_base_network(name):
    network = files("pickomino.evaluation") / "nets" / name
    for command in (("solve", "--network", network), ("deviate", network)):
        with pytest.raises(SystemExit, match="two players, without Extrawurm"):
            run(*command, "--tiles", 2)


def test_missing_network_is_named(tmp_path):
    with pytest.raises(SystemExit, match=r"missing\.pt"):
        run("solve", "--tiles", 2, "--network", tmp_path / "missing.pt")


def test_file_that_is_no_checkpoint_is_named(tmp_path):
    path = tmp_path / "text.pt"
    path.write_text("no network")
    with pytest.raises(SystemExit, match=r"text\.pt: not a checkpoint"):
        run("solve", "--tiles", 2, "--network", path)


def test_unknown_rules_are_refused():
    with pytest.raises(SystemExit, match="choose from standard"):
        run("solve", "--tiles", 2, "--rules", "nonsense")


@pytest.fixture
def run_all(tmp_path, monkeypatch):
    """Runs `all` with tiny networks for two players, one of them trained in two stages."""
    config = CONFIG.replace("match_every = 2", "match_every = 0")
    (tmp_path / "two.toml").write_text(config)
    (tmp_path / "two-more.toml").write_text(config + "seed = 2")
    extrawurm = config.replace('"short"', '"short+extrawurm"') + "features = 2"
    (tmp_path / "two-full.toml").write_text(extrawurm)
    written = []
    monkeypatch.setattr(planning, "CONFIGS", tmp_path)
    monkeypatch.setattr(planning, "NAMES", ("two",))
    monkeypatch.setattr(planning.figures, "main", lambda: written.append("figures"))

    def all_steps(*arguments):
        run("all", "--groups", 2, "--output", tmp_path, "--nets", tmp_path / "nets", *arguments)
        return written

    return all_steps


def test_all_exports_every_network_and_writes_figures(run_all, tmp_path):
    assert run_all() == ["figures"]
    two, full = (read_network(tmp_path / "nets" / f"{name}.npz") for name in ("2", "2-full"))
    assert two.manifest["training"]["before"]["turns"] == 32
    assert two.manifest["rating"]["short"]["games"] == 40
    assert full.manifest["rating"]["short+extrawurm"]["games"] == 4


def test_all_continues_after_ctrl_c(run_all, tmp_path, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("training.measuring.matches.play_match", interrupt)
        with pytest.raises(SystemExit, match="130"):
            run_all()
    assert "run the same command to continue" in capsys.readouterr().err
    trained_at = (tmp_path / "two-more" / "checkpoint.pt").stat().st_mtime_ns
    run_all()
    matches = (tmp_path / "two-more" / "matches.jsonl").read_text()
    run_all()
    assert (tmp_path / "two-more" / "checkpoint.pt").stat().st_mtime_ns == trained_at
    assert (tmp_path / "two-more" / "matches.jsonl").read_text() == matches


def test_dry_run_lists_the_steps_only(run_all, tmp_path, capsys):
    assert run_all("--dry-run") == []
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == [
        "train", "train", "match", "export", "train", "match", "export", "figures"
    ]  # fmt: skip
    assert lines[0].startswith("[1/8] ")
    assert not (tmp_path / "two").exists()
