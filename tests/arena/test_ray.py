"""Matches on a real Ray cluster, which the tests start."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from pickomino import Match, PickominoError, legal_actions, register_bot
from pickomino.arena import ray_runner
from pickomino.arena.match import play_match
from pickomino.arena.settings import MatchSettings
from pickomino.bots import registry
from support.network_files import small_network

SETTINGS = MatchSettings(("family", "beginner"), games=80, adjusted=False)


def as_text(result):
    return json.dumps(result.as_json())


@pytest.fixture(scope="module")
def cluster():
    import ray

    ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_match_on_ray_gives_the_same_result_after_a_stop(tmp_path):
    path = tmp_path / "match.jsonl"
    seen = []
    first = play_match(
        SETTINGS, ray="local", results=path, should_stop=lambda: bool(seen), on_progress=seen.append
    )
    assert first.ending == "interrupted"
    assert 0 < len(first.groups) < 40
    again = play_match(SETTINGS, ray="local", results=path)
    assert as_text(again) == as_text(play_match(SETTINGS, workers=1))


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("ending", ["wgn", "jsonl"])
def test_games_played_on_ray_are_recorded(tmp_path, ending):
    settings = replace(SETTINGS, games=8)
    on_ray, here = tmp_path / f"ray.{ending}", tmp_path / f"here.{ending}"
    result = play_match(settings, ray="local", records=on_ray)
    play_match(settings, workers=1, records=here)
    assert result.ending == "complete"
    assert on_ray.read_bytes() == here.read_bytes() != b""


@pytest.mark.usefixtures("cluster")
def test_bots_of_the_user_play_on_ray(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})

    class LastBot:  # sent by value, because nodes cannot import it
        def choose(self, position, thinking):
            del thinking
            return legal_actions(position)[-1]

    register_bot("last", LastBot)
    # Nodes import the module from the folder in which the cluster was started.
    match = Match("last", LastBot, LastBot(), "tests.arena.players:AlwaysRolls", games=8)
    settings = replace(match.settings, adjusted=False, turn_limit=20)
    result = play_match(settings, ray="local")
    assert result.problem is None
    assert as_text(result) == as_text(play_match(settings, workers=1))


@pytest.mark.usefixtures("cluster")
def test_network_file_plays_on_ray(tmp_path):
    path = small_network(tmp_path / "mine.npz")
    settings = replace(SETTINGS, bots=(f"champion:network={path}", "beginner"), games=8)
    result = play_match(settings, ray="local")
    assert result.problem is None
    assert as_text(result) == as_text(play_match(settings, workers=1))


@pytest.mark.usefixtures("cluster")
def test_node_with_another_version_is_rejected(monkeypatch):
    monkeypatch.setattr(ray_runner, "__version__", "0.0.0")
    result = play_match(SETTINGS, ray="local")
    assert result.ending == "failed"
    assert result.problem.code == "ray_version"


def test_error_without_ray_names_the_extra(monkeypatch, tmp_path):
    def missing(name):
        raise ImportError(name)

    # Only in our module: threads of a Ray that is still running need the import.
    monkeypatch.setattr(ray_runner, "importlib", SimpleNamespace(import_module=missing))
    with pytest.raises(PickominoError, match=r"pickomino\[ray\]"):
        play_match(SETTINGS, ray="local", results=tmp_path / "results")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere:x", "[::1]:99999"]
)
def test_missing_cluster_is_reported_at_once(address, tmp_path):
    with pytest.raises(PickominoError, match="no Ray cluster at"):
        play_match(SETTINGS, ray=address, results=tmp_path / "results")
    assert not list(tmp_path.iterdir())
