"""Files with several games, saved games (.room), and exports, in every command that reads them."""

import asyncio
import json

import pytest

from pickomino import Game, PickominoError, play_game, read_games
from pickomino.profile.export import import_profile, read_profile
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog
from pickomino.profile.recorder import record_game, record_review
from pickomino.puzzles.packs import today
from pickomino.rooms import BotSeat, Settings
from pickomino.rooms.domain.tokens import is_code
from pickomino.tables.offline import GamePlan, OfflineTable
from support.cli_runner import pickomino
from support.room_harness import InstantBots, wait_for_bots


@pytest.fixture(scope="module")
def several():
    return [play_game(["random", "beginner"], "mini", seed=seed) for seed in (1, 2, 3)]


@pytest.fixture
def file(several, tmp_path):
    path = tmp_path / "games.wgn"
    path.write_text("\n".join(game.wgn() for game in several))
    return str(path)


async def save_game(folder, seed):
    """Play a whole game of bots at a table of the terminal shells, which saves it."""
    seats = BotSeat("random"), BotSeat("beginner")
    plan = GamePlan(seats, Settings(rules="mini"), seed=seed)
    table = await OfflineTable.new(folder, plan, InstantBots(), lambda: 0)
    await wait_for_bots(table.service, table.code)
    assert (await table.view()).phase == "over"
    await table.close()
    return table.code


def test_replay_shows_every_game_or_the_chosen_one(file, several):
    code, output, _ = pickomino("replay", file, "--language", "en")
    assert code == 0
    assert output.count("== Game ") == 3
    assert output.index("== Game 1 of 3") < output.index("== Game 2 of 3")
    code, second, _ = pickomino("replay", file, "--game", "2", "--language", "en")
    assert code == 0
    assert "==" not in second
    assert second in output
    listed = json.loads(pickomino("replay", file, "--json")[1])
    assert [tuple(game["scores"]) for game in listed] == [game.scores() for game in several]
    chosen = json.loads(pickomino("replay", file, "--json", "--game", "3", "--turn", "1a")[1])
    assert chosen["scores"] == list(several[2].scores())
    assert len(chosen["turns"]) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--turn", "1a"), "the file has 3 games: choose one with --game"),
        (("--game", "4"), "there is no game 4; the file has 3"),
        (("--game", "0"), "there is no game 0; the file has 3"),
    ],
)
def test_replay_asks_which_game(file, arguments, reason):
    code, output, errors = pickomino("replay", file, *arguments)
    assert (code, output, errors.strip()) == (2, "", reason)


def test_verify_checks_every_game_even_after_a_wrong_one(several, tmp_path):
    texts = [game.wgn() for game in several]
    texts[0] = texts[0].replace('[DiceSeed "1"]', '[DiceSeed "8"]')
    texts[1] = texts[1].replace('[DiceSeed "2"]\n', "")
    path = tmp_path / "games.wgn"
    path.write_text("\n".join(texts))
    code, output, _ = pickomino("verify", str(path), "--json")
    assert code == 1
    results = json.loads(output)
    assert [result["code"] for result in results] == ["wrong_roll", "no_dice_proof", None]
    code, output, _ = pickomino("verify", str(path), "--language", "en")
    assert code == 1
    assert "all are right" in output.partition("== Game 3 of 3")[2]


def test_convert_keeps_every_game_in_both_directions(file, several, tmp_path):
    code, converted, _ = pickomino("convert", file)
    assert code == 0
    back = tmp_path / "games.json"
    back.write_text(converted)
    assert [game.wgn() for game in read_games(back)] == [game.wgn() for game in several]
    code, output, _ = pickomino("convert", str(back))
    assert output == "\n".join(game.wgn() for game in several)


def test_saved_game_is_understood_by_every_command(tmp_path):
    games = tmp_path / "pickomino" / "games"
    code = asyncio.run(save_game(games, 5))
    assert is_code(code)
    room = str(games / f"{code}.room")
    (game,) = read_games(room)
    assert game.is_over
    assert game.tags["DiceSeed"] == "5"

    def run(*arguments):
        exit_code, output, errors = pickomino(*arguments, XDG_DATA_HOME=str(tmp_path))
        assert exit_code == 0, errors
        return output

    run("verify", room)
    assert run("convert", room) == game.wgn()
    assert json.loads(run("replay", room, "--json"))["scores"] == list(game.scores())
    assert json.loads(run("review", room, "--json"))["games"][0]["names"]
    assert run("export") == game.wgn()
    assert Game.from_json(run("export", "--to", "json")).wgn() == game.wgn()
    run("export", "--output", str(tmp_path / "all.wgn"))
    assert [read.wgn() for read in read_games(tmp_path / "all.wgn")] == [game.wgn()]


def test_export_takes_the_last_tables_first_and_names_damaged_files(tmp_path):
    games = tmp_path / "pickomino" / "games"
    asyncio.run(save_game(games, 1))
    last = asyncio.run(save_game(games, 2))
    code, output, _ = pickomino("export", "--last", "1", XDG_DATA_HOME=str(tmp_path))
    assert code == 0
    assert '[DiceSeed "2"]' in output
    assert '[DiceSeed "1"]' not in output
    path = games / f"{last}.room"
    path.write_bytes(path.read_bytes().replace(b"Rolled", b"Rolles", 1))
    code, output, errors = pickomino("export", XDG_DATA_HOME=str(tmp_path))
    assert code == 0
    assert '[DiceSeed "1"]' in output
    assert path.name in errors
    with pytest.raises(PickominoError, match="damaged"):
        read_games(path)


def test_export_without_saved_games_says_so(tmp_path):
    code, output, errors = pickomino("export", XDG_DATA_HOME=str(tmp_path))
    assert (code, output, errors) == (2, "", "no game is saved on this device\n")


def profile_of(folder, seeds):
    from pickomino import review

    for seed in seeds:
        game = play_game(["family", "beginner"], "mini", seed=seed)
        record_game(folder, game, 0, seed)
        record_review(folder, game, review(game), today())
    return pickomino("profile", "--json", XDG_DATA_HOME=str(folder.parent))[1]


def test_profile_is_imported_on_another_device(tmp_path):
    first, second = tmp_path / "a" / "pickomino", tmp_path / "b" / "pickomino"
    exported = tmp_path / "profile.json"
    exported.write_text(profile_of(first, (1, 2)))
    profile_of(second, (2, 3))
    cards = len(PracticeLog(second).cards)
    command = ("profile", "--import", str(exported), "--language", "en")
    code, output, _ = pickomino(*command, XDG_DATA_HOME=str(second.parent))
    assert code == 0
    assert output.startswith("Added – games: 1, days: 0, ")
    assert [game.at for game in GameLog(second).games.values()] == [1, 2, 3]
    assert len(PracticeLog(second).cards) > cards
    before = read_profile(second)
    again = pickomino(*command, XDG_DATA_HOME=str(second.parent))[1]
    assert again == "Added – games: 0, days: 0, decisions: 0.\n"
    assert read_profile(second) == before


def test_damaged_entries_of_an_imported_profile_are_left_out(tmp_path):
    daily = {"2026-11-01": {"costs": [0.0, 0.1], "finished": None}, "soon": {"costs": []}}
    profile = {"daily": daily, "practice": {"cards": [5]}, "games": {"x": {}}}
    merged = import_profile(tmp_path, json.dumps(profile))
    assert merged == ((0, 1), (1, 1), (0, 1))


@pytest.mark.parametrize(
    "text", ["", "[]", '{"games": {}}', '{"games":1,"daily":{},"practice":{}}']
)
def test_file_that_is_no_profile_changes_nothing(tmp_path, text):
    with pytest.raises(PickominoError, match="not an exported profile"):
        import_profile(tmp_path, text)
    assert not list(tmp_path.iterdir())
