"""The results file: resuming, incomplete lines, and files of another kind."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.players import game, group
from pickomino import PickominoError, Rules
from pickomino.arena.results_file import ResultsFile
from pickomino.arena.settings import MatchSettings

SETTINGS = MatchSettings(("random", "family"), adjusted=False)
GROUPS = [
    group(0, game(1, 2, worms=(5, 1)), game(1, 1), faults=({"crash": 2}, {})),
    group(4, game(2, 1), game(1, 2, is_over=False)),
]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "match.jsonl"
    with ResultsFile(path, SETTINGS) as file:
        file.append(GROUPS)
    return path


def groups_in(path, settings=SETTINGS):
    with ResultsFile(path, settings) as file:
        return file.groups


def test_groups_are_loaded_as_written(path):
    assert groups_in(path) == {0: GROUPS[0], 4: GROUPS[1]}


def test_incomplete_last_line_is_overwritten(path):
    whole = path.read_bytes()
    for cut in (1, 2, 30, 150):
        path.write_bytes(whole[:-cut])
        with ResultsFile(path, SETTINGS) as file:
            assert file.groups == {0: GROUPS[0]}
            file.append([GROUPS[1]])
        assert path.read_bytes() == whole


def test_incomplete_header_is_rewritten(path):
    header = path.read_bytes().splitlines(keepends=True)[0]
    for cut in (1, 20, len(header)):
        path.write_bytes(header[:-cut])
        assert groups_in(path) == {}
        assert path.read_bytes() == header


@pytest.mark.parametrize(
    ("setting", "other"),
    [
        ("bots", replace(SETTINGS, bots=("family", "random"))),
        ("bots", replace(SETTINGS, bots=("random", "family", "family"))),
        ("rules", replace(SETTINGS, rules=Rules.preset("classic"))),
        ("seed", replace(SETTINGS, seed=2)),
        ("turn_limit", replace(SETTINGS, turn_limit=7)),
        ("seconds", replace(SETTINGS, seconds=2)),
        ("adjusted", replace(SETTINGS, adjusted=True)),
    ],
)
def test_file_of_another_match_is_rejected(path, setting, other):
    before = path.read_bytes()
    with pytest.raises(PickominoError) as caught:
        ResultsFile(path, other)
    assert caught.value.code == "other_match"
    assert caught.value.parameters["setting"] == setting
    assert path.read_bytes() == before


def test_match_with_more_games_can_use_the_file(path):
    more = replace(SETTINGS, games=99999)
    assert groups_in(path, more).keys() == {0, 4}


GROUP = b'{"group":1,"games":[%s,%s],"faults":[{},{}]}'
GAME = b'{"ranks":[1,2],"worms":[1,0],"turns":[1,1],"busts":[0,0],"steals":[0,0],"is_over":true}'
BAD_LINES = [
    b"worms",
    b"",
    b"[]",
    b"[" * 100_000,
    b"\xff\xfe",
    b'{"group":"\xff"}',
    b"{}",
    GROUP.replace(b"1", b"-1", 1) % (GAME, GAME),
    GROUP.replace(b"1", b"true", 1) % (GAME, GAME),
    GROUP % (GAME, b"7"),
    GROUP % (GAME, GAME.replace(b"[1,2]", b"[1,2,3]", 1)),
    GROUP % (GAME, GAME.replace(b"[1,2]", b"[2,2]", 1)),
    GROUP % (GAME, GAME.replace(b"[1,0]", b'[1,"0"]')),
    GROUP % (GAME, GAME.replace(b"[1,0]", b"[1,-1]")),
    GROUP % (GAME, GAME.replace(b"true", b"3")),
    GROUP % (GAME, GAME.replace(b"}", b',"luck":[0.1,-0.1]}')),
    (GROUP % (GAME, GAME)).replace(b"[{},{}]", b"[{},1]"),
    (GROUP % (GAME, GAME)).replace(b"[{},{}]", b'[{},{"crash":"x"}]'),
    (GROUP % (GAME, GAME)).replace(b"[{},{}]", b"[{}]"),
]


def test_example_line_is_valid(path):
    with path.open("ab") as file:
        file.write(GROUP % (GAME, GAME) + b"\n")
    assert groups_in(path).keys() == {0, 4, 1}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_invalid_line_is_rejected_with_its_number(path, line):
    with path.open("ab") as file:
        file.write(line + b"\n")
    before = path.read_bytes()
    with pytest.raises(PickominoError, match="line 4") as caught:
        ResultsFile(path, SETTINGS)
    assert caught.value.code == "bad_results"
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"GIF89a", b"GIF89a\n", b'{"kind":"x"}\n', b"\0" * 99, b"{}\n"])
def test_file_of_another_kind_is_left_alone(tmp_path, data):
    path = tmp_path / "picture.gif"
    path.write_bytes(data)
    with pytest.raises(PickominoError, match="line 1"):
        ResultsFile(path, SETTINGS)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["", "missing/file.jsonl", ".", "a\0b", "/dev/zero"])
def test_unwritable_file_is_rejected(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PickominoError) as caught:
        ResultsFile(name, SETTINGS)
    assert caught.value.code == "unwritable_file"


def test_full_disk_is_reported(path):
    file = ResultsFile(path, SETTINGS)
    file._file.close()
    with Path("/dev/full").open("ab", buffering=0) as full:
        file._file = full
        with pytest.raises(PickominoError, match="No space left"):
            file.append(GROUPS)


def test_luck_is_loaded_exactly(tmp_path):
    adjusted = replace(SETTINGS, adjusted=True)
    lucky = [game_._replace(luck=(0.1 + 0.2, -1 / 3)) for game_ in GROUPS[0].games]
    result = GROUPS[0]._replace(games=tuple(lucky))
    with ResultsFile(tmp_path / "match", adjusted) as file:
        file.append([result])
    assert groups_in(tmp_path / "match", adjusted) == {0: result}


@pytest.mark.parametrize("luck", [b"[]", b"[0.1]", b'["x",0]', b"[NaN,0]", b"7"])
def test_invalid_luck_is_rejected(tmp_path, luck):
    adjusted = replace(SETTINGS, adjusted=True)
    with ResultsFile(tmp_path / "match", adjusted):
        pass
    with (tmp_path / "match").open("ab") as file:
        game_with_luck = GAME.replace(b"}", b',"luck":%s}' % luck)
        file.write(GROUP % (game_with_luck, game_with_luck) + b"\n")
    with pytest.raises(PickominoError, match="line 2"):
        ResultsFile(tmp_path / "match", adjusted)
