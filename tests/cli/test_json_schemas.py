"""Every `--json` output is described by a schema in docs/schemas."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from pickomino import Match, play_game
from pickomino.cli.app import app
from pickomino.cli.outputs import output_types
from support.cli_runner import pickomino

ROOT = Path(__file__).parents[2]
WGN = '[Rules "mini"]\n[a "Ann"]\n[b "Ben"]\n1a. 12355www:w 12355:5 t25\n'
INPUTS = {
    "bench": ("beginner", "--tasks", "decisions-v1"),
    "arena": ("beginner", "random", "--games", "2", "--rules", "mini", "--workers", "1"),
    "bots": (),
    "daily": (),
    "odds": ("classic_ooo.oooooooooooo_24/-_b_55ww_1134",),
    "profile": (),
    "replay": ("-",),
    "review": ("-",),
    "verify": ("-",),
}


def schema(name):
    return json.loads((ROOT / "docs/schemas" / f"{name}.json").read_text("utf-8"))


def check(name, value):
    jsonschema.Draft202012Validator(schema(name)).validate(value)


def output(*arguments, text=""):
    code, printed, errors = pickomino(*arguments, "--json", text=text)
    assert code in (0, 1), errors
    return json.loads(printed)


def test_schemas_are_current():
    script = ROOT / "scripts/json_schemas.py"
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "run scripts/json_schemas.py"


def test_library_page_links_to_every_schema():
    page = (ROOT / "docs/library.md").read_text("utf-8")
    for schema in (ROOT / "docs/schemas").glob("*.json"):
        assert f"(schemas/{schema.name})" in page


def test_every_command_with_json_has_a_schema():
    commands = {name: app[name].default_command for name in app if not name.startswith("-")}
    with_json = {
        name
        for name, command in commands.items()
        if "json" in inspect.signature(command).parameters
    }
    # tests/site builds a site and checks what `pickomino site` prints.
    assert with_json == set(output_types()) == {*INPUTS, "site"}


@pytest.mark.parametrize("command", INPUTS)
def test_output_follows_its_schema(command):
    text = play_game(["random", "random"], "mini").wgn() if command == "verify" else WGN
    check(command, output(command, *INPUTS[command], text=text))


@pytest.mark.parametrize("command", ["replay", "review", "verify"])
def test_output_for_several_games_follows_its_schema(command):
    value = output(command, "-", text=f"{WGN}\n{play_game(['random', 'random'], 'mini').wgn()}")
    check(command, value)
    assert len(value["games"] if command == "review" else value) == 2


def test_output_of_a_full_profile_and_a_decided_match_follows_its_schema(tmp_path):
    from pickomino.analysis.review import review
    from pickomino.profile.recorder import record_game, record_review
    from pickomino.puzzles.packs import today

    game = play_game(["random", "random"], "mini", seed=3)
    record_game(tmp_path / "pickomino", game, 0, 1)
    record_review(tmp_path / "pickomino", game, review(game), today())
    code, printed, _ = pickomino("profile", "--json", XDG_DATA_HOME=str(tmp_path))
    assert code == 0
    check("profile", json.loads(printed))
    assert json.loads(printed)["figures"]["all"]["games"] == 1
    match = Match("family", "random", games=60, rules="mini", turn_limit=30, hypotheses=(0.2, 0.8))
    check("arena", json.loads(json.dumps(match.play(workers=1).as_json())))


def test_rows_of_a_match_follow_their_schema(tmp_path):
    path = tmp_path / "games.jsonl"
    Match("beginner", "random", games=2, rules="mini", turn_limit=30).play(records=path, workers=1)
    for line in path.read_text().splitlines():
        check("decision-row", json.loads(line))


def test_list_of_tasks_follows_its_schema():
    check("bench", output("bench"))


def test_schema_refuses_what_it_does_not_describe():
    with pytest.raises(jsonschema.ValidationError):
        check("odds", {"aim": "worms"})
    with pytest.raises(jsonschema.ValidationError):
        check("verify", {"right": True, "rolls": 1, "code": None, "problem": None, "doubts": [5]})
