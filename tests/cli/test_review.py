"""`pickomino review`: reports, charts, comments, many games, and bad input."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.i18n import LANGUAGES
from pickomino.record.json_record import to_json
from support.cli_runner import pickomino
from support.network_files import bundled_networks_afterwards, small_network

RECORD = """[Rules "classic"]
[a "Ann"]
[b "Ben"]
1a. 11222344:4 2244ww:w 1345:5 112:2 t25 {A good start.}
1b. 122235ww:w 11135w:5 245ww:4 2334:3 s25
2a. 1112355w:1 2345w:w 2345:2 345:5 34:4 4#
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "game.wgn"
    path.write_text(RECORD)
    return path


def test_review_report_adds_up_to_the_result(path):
    code, output, errors = pickomino("review", str(path))
    assert (code, errors) == (0, "")
    assert output.startswith("Rule set classic, 3 turns: Ann, Ben\n")
    assert "not over" in output
    sums = {
        line.split("  ")[0]: re.findall(r"[−+]?[\d.]+(?=%)", line) for line in output.splitlines()
    }
    start, result = sums["Win chance at the start"], sums["Result"]
    parts = (
        "What the player’s dice did",
        "What rivals’ dice did",
        "What rivals’ choices did",
        "Given away",
        "Small print",
    )
    for seat in range(2):
        moved = sum(float(sums[part][seat].replace("−", "-")) for part in parts)
        assert float(start[seat]) + moved == pytest.approx(float(result[seat]), abs=0.3)
    assert re.search(r"2 Ann: [A-Z]\w+: 3 dice with 1 \(−[\d.]+%\). Better: 2 dice with 5.", output)
    assert "costs" not in output
    assert "Win chances from turn to turn" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_review_works_in_every_language(path, language):
    code, output, errors = pickomino("review", str(path), "--language", language)
    assert (code, errors) == (0, "")
    assert ("Rule set" in output) == (language == "en")
    sign = "\N{NO-BREAK SPACE}%" if language in ("de", "fr", "es") else "%"
    assert re.search((r"\d\.\d" if language == "en" else r"\d,\d") + sign, output)


def test_review_json_is_complete(path):
    code, output, _ = pickomino("review", str(path), "--json")
    assert code == 0
    result = json.loads(output)
    (game,) = result["games"]
    assert game["names"] == ["Ann", "Ben"]
    assert [turn["label"] for turn in game["review"]["turns"]] == ["1a", "1b", "2a"]
    decision = game["review"]["turns"][2]["decisions"][0]
    assert (decision["chosen"], decision["best"]) == ("k1", "k5")
    assert decision["reason"]["code"] == "more_points"
    assert result["players"][0]["result"]["low"] is None


def test_annotation_keeps_existing_comments(path, tmp_path):
    notes = tmp_path / "notes.wgn"
    assert pickomino("review", str(path), "--annotate", str(notes))[0] == 0
    game = Game.from_wgn(notes.read_text())
    assert game.comments[0].startswith("A good start. ¶ Luck ")
    assert "k1 costs" in game.comments[2]
    assert len(game.comments) == 3
    assert game.wgn() == notes.read_text()
    again = tmp_path / "again.wgn"
    pickomino("review", str(notes), "--annotate", str(again))
    assert again.read_text() == notes.read_text()
    code, _, errors = pickomino("review", str(path), "--annotate", str(notes))
    assert (code, "already exists" in errors) == (2, True)


def test_review_chart_names_the_players(path, tmp_path):
    picture = tmp_path / "game.svg"
    assert pickomino("review", str(path), "--svg", str(picture))[0] == 0
    svg = ET.parse(picture).getroot()  # noqa: S314 - our own
    assert {"Ann", "Ben"} <= {element.text for element in svg.iter()}


def test_review_chart_speaks_of_turns_in_words(path, tmp_path):
    """The marks were named like "2a k5: mistake, 2.5%"."""
    picture = tmp_path / "game.svg"
    pickomino("review", str(path), "--svg", str(picture))
    texts = [element.text or "" for element in ET.parse(picture).getroot().iter()]  # noqa: S314 - our own
    assert {"1", "2"} <= set(texts)
    assert not {"1a", "1b", "2a"} & set(texts)
    marks = [text for text in texts if text.startswith("Turn ")]
    assert marks
    pattern = r"Turn \d: Ann\. [A-Z]\w+: .+ \(−[\d.]+%\)\. Better: .+\."
    assert all(re.fullmatch(pattern, text) for text in marks), marks


def test_intervals_of_many_games_stay_within_a_win(tmp_path):
    """Two games gave 50.0 ± 635.3."""
    many = tmp_path / "many.wgn"
    many.write_text("\n".join([RECORD] * 6))
    players = json.loads(pickomino("review", str(many), "--json")[1])["players"]
    for name in ("result", "adjusted", "given_away"):
        for player in players:
            assert 0 <= player[name]["low"] <= player[name]["mean"] <= player[name]["high"] <= 1
            assert player[name]["low"] < player[name]["high"] or name != "result"
    _, output, _ = pickomino("review", str(many))
    assert output.splitlines()[1].count(" to ") >= 4
    assert "too few games" not in output


def test_many_games_are_summed_up_in_a_table(tmp_path):
    many = tmp_path / "many.wgn"
    many.write_text(RECORD + "\n" + RECORD)
    as_json = tmp_path / "game.json"
    as_json.write_text(to_json(Game.from_wgn(RECORD)))
    code, output, errors = pickomino("review", str(many), str(as_json))
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0].startswith("Player  Games")
    assert lines[1].split()[:2] == ["Ann", "3"]
    assert lines[2].split()[:2] == ["Ben", "3"]
    assert not {"±", "("} & set(lines[1]), "three games are too few for intervals"
    assert lines[-1].endswith("there are too few games to tell: it takes 5.")
    code, _, errors = pickomino("review", str(many), "--svg", str(tmp_path / "x.svg"))
    assert (code, errors) == (2, "a chart shows one game, but there are 2\n")


def test_standard_input_can_be_reviewed():
    code, output, _ = pickomino("review", "-", text=RECORD)
    assert (code, output.startswith("Rule set classic")) == (0, True)


def test_bad_file_among_others_is_skipped(path, tmp_path):
    bad = tmp_path / "bad.wgn"
    bad.write_text(RECORD.replace("t25", "t26"))
    code, output, errors = pickomino("review", str(bad), str(path))
    assert code == 2
    assert output.startswith("Rule set classic, 3 turns")
    assert "bad.wgn': line 4, turn 1a: t26 is not legal" in errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RECORD[:100], "line"),
        (RECORD.replace("t25", "t26"), "line 4, turn 1a: t26 is not legal"),
        ("", "no Rules tag"),
        ("{}", "not a game record in JSON"),
        ('[Rules "mini"] ' + "x" * 1_100_000, "at most 1000000 are allowed"),
        ("\0" * 100, "line 1"),
    ],
    ids=["cut", "illegal", "empty", "object", "long", "binary"],
)
def test_bad_records_get_a_clear_error(text, message):
    code, output, errors = pickomino("review", "-", text=text)
    assert (code, output) == (2, "")
    assert message in errors
    assert "Traceback" not in errors


def test_own_network_judges_a_review(path, tmp_path):
    network = str(small_network(tmp_path / "mine.npz"))
    with bundled_networks_afterwards():
        own = json.loads(pickomino("review", str(path), "--json", "--network", network)[1])
    usual = json.loads(pickomino("review", str(path), "--json")[1])
    judges = [output["games"][0]["review"]["judge"] for output in (own, usual)]
    assert judges[0] != judges[1]
    assert all(judge.startswith("network ") for judge in judges)


def test_review_without_files_offers_help():
    code, _, errors = pickomino("review")
    assert code == 2
    assert "or - for standard input" in errors


def test_extrawurm_review_is_a_rough_estimate():
    game = Game(Rules.preset("classic", extrawurm=True), 2, SeededDice(1), turn_limit=2)
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    code, output, _ = pickomino("review", "-", text=game.wgn())
    assert code == 0
    assert "Only an estimate" in output
    assert not re.search("(?i)blunder|mistake|inaccuracy|better|costliest", output)
    assert not re.search(r"What rivals’ choices did|\d\.\d%", output)
