"""`pickomino odds` and `pickomino bots` as programs."""

import json
import re

import pytest

from support.cli_runner import pickomino
from support.network_files import bundled_networks_afterwards, small_network

START = "standard_oooooooooooooooo_-/-_a_-_~"


def test_odds_table_has_a_row_per_tile():
    code, output, errors = pickomino("odds", START)
    assert (code, errors) == (0, "")
    rows = [line.split() for line in output.splitlines() if "%" in line]
    assert [row[0] for row in rows[:16]] == [str(tile) for tile in range(21, 37)]
    assert rows[0][1:3] == ["44.0%", "89.3%"]
    assert "█" in rows[0][3]
    assert "Roll the dice." in output


def test_json_has_the_documented_fields():
    code, output, _ = pickomino("odds", "--json", "classic ooo.oooooooooooo 24/- b 55ww 1134")
    assert code == 0
    answer = json.loads(output)
    assert set(answer["at_least"]) == set(answer["exactly"]) == {str(t) for t in range(21, 37)}
    assert answer["best"] in answer["choices"]
    assert set(answer["choices"]) == {"k1", "k3", "k4"}
    assert 0 <= answer["bust"] <= 1
    assert answer["expected_worms"] > 0
    assert json.loads(pickomino("odds", "--json", START)[1])["best"] is None


def test_extrawurm_adds_its_tiles():
    wfen = "standard+extrawurm_oooooooooooooooooo_-/-_a_1_~_11,21,23,25,27/0,0/-"
    answer = json.loads(pickomino("odds", wfen, "--json")[1])
    assert {"11", "13"} < set(answer["exactly"])


def test_win_chances_with_extrawurm_are_estimates_without_decimals():
    wfen = "standard+extrawurm_oooooooooooooooooo_-/-_a_55w_1134w_11,21,23,25,27/0,0/-"
    _, output, _ = pickomino("odds", wfen, "--aim", "win")
    advice = output[output.index("Aim:") :]
    assert "Only an estimate" in advice
    assert re.search(r"Value: \d+%", advice)
    assert re.search(r"k\d +\d+% +−\d+%", advice)
    assert re.search(r"\d\.\d", advice) is None


def test_payoff_changes_advice():
    wfen = "standard oxxxxxxxxxxx.... 33,35/34,36 a 5w 123345"
    worms, win, tile = (
        json.loads(pickomino("odds", wfen, "--json", "--aim", aim)[1])["value"]
        for aim in ("worms", "win", "21")
    )
    assert worms < 0 < win < 1
    assert 0 < tile < 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "unknown rule set"),
        (["standard"], "expected 6 fields"),
        ([START, "--aim", "37"], "unknown aim"),
        (["standard_xxxxxxxxxxxx...._33,35/34,36_-_-_-"], "no dice are in play"),
        (["x" * 2000], "at most 1000"),
        (["stand\tard"], "is not a rule set"),
    ],
)
def test_bad_positions_are_refused_with_a_reason(arguments, complaint):
    code, output, errors = pickomino("odds", *arguments)
    assert (code, output) == (2, "")
    assert complaint in errors


def test_aim_is_checked_before_asking_for_the_table():
    code, output, errors = pickomino("odds", "--aim", "99", text="2\n")
    assert (code, output) == (2, "")
    assert "unknown aim" in errors


def test_bot_list_shows_character_and_rating():
    code, output, _ = pickomino("bots")
    assert code == 0
    for name in ("random", "beginner", "family", "expert", "strategist"):
        assert name in output
    listed = {bot["name"]: bot for bot in json.loads(pickomino("bots", "--json")[1])}
    ratings = [bot["ratings"]["2"] for bot in listed.values() if bot["ratings"]]
    points = [rating["points"] for rating in ratings]
    assert len(points) == 6
    assert points == sorted(points)
    assert points[3] == 1500
    assert all(rating["low"] <= rating["points"] <= rating["high"] for rating in ratings)
    assert listed["strategist"]["options"] == {"depth": ["2", "1"]}


def test_own_network_changes_the_win_chances(tmp_path):
    path = str(small_network(tmp_path / "mine.npz", favours=1))
    command = "odds", "standard oooooooooooooooo -/- a 555www 14", "--aim", "win", "--json"
    with bundled_networks_afterwards():
        own = json.loads(pickomino(*command, "--network", path)[1])
    assert abs(own["value"] - json.loads(pickomino(*command)[1])["value"]) > 0.1


@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        (("standard oooooooooooooooo -/-/- a - ~",), ""),
        (("--names", "Ann,Ben,Cleo"), ""),
        ((), "3b\n"),
    ],
)
def test_network_for_another_table_is_refused(arguments, answers, tmp_path):
    path = str(small_network(tmp_path / "mine.npz"))
    with bundled_networks_afterwards():
        code, _, errors = pickomino("odds", *arguments, "--network", path, text=answers)
    assert code == 2
    assert "mine.npz' is a network for 2 players, not for 3" in errors


def test_json_requires_a_position():
    code, output, errors = pickomino("odds", "--json", "--language", "en")
    assert (code, output) == (2, "")
    assert "needs a position" in errors
