"""Records, databases and device files written before modules were renamed are still read.

`tests/data/earlier_layout` was written by the code before that: a server's database with its key
(a finished game, a practice match with Extrawurm, a game with committed dice in mid-turn), the
record of the finished game, a saved game of the terminal, and the puzzle logs of a device.
"""

import json
import shutil
from datetime import date
from pathlib import Path

import httpx
import pytest

from pickomino import Game, verify
from pickomino.profile.daily_log import DailyLog
from pickomino.profile.practice_log import PracticeLog
from pickomino.record.json_record import from_json
from pickomino.rooms import Undo
from pickomino.tables.offline import OfflineTable
from support.browser.play import act, view_of
from support.server.serving import serving
from support.thread_bots import ThreadBots

DATA = Path(__file__).parent / "data/earlier_layout"
NOTES = json.loads((DATA / "notes.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("earlier") / "data"
    shutil.copytree(DATA, folder)
    (folder / "server.db.key").chmod(0o600)  # git does not keep this
    return folder


@pytest.fixture(scope="module")
def server(folder):
    with serving(folder) as server:
        yield server.url


def record_of(server, code, token):
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx.get(f"{server}/api/rooms/{code}/record", headers=headers, timeout=30)
    answer.raise_for_status()
    return answer.text


def test_wgn_and_json_records_are_read():
    game = Game.from_wgn((DATA / "game.wgn").read_text())
    assert verify(game.wgn()).is_valid
    assert from_json((DATA / "game.json").read_text()).wgn() == game.wgn()


def test_finished_game_keeps_its_record_and_review(server):
    finished = NOTES["finished"]
    assert record_of(server, finished["code"], finished["token"]) == (DATA / "game.wgn").read_text()
    review = httpx.post(f"{server}/api/games/{finished['game_id']}/review", timeout=60)
    assert review.json()["game"]["id"] == finished["game_id"]


def test_practice_match_with_extrawurm_continues(server):
    room = NOTES["practice"]
    before = Game.from_wgn(record_of(server, room["code"], room["token"]))
    for _ in range(40):
        act(server, room, view_of(server, room)["legal"][0])
    after = Game.from_wgn(record_of(server, room["code"], room["token"]))
    assert str(after.start.rules) == "short+extrawurm"
    assert after.events[: len(before.events)] == before.events
    assert len(after.events) >= len(before.events) + 40


def test_continued_game_with_committed_dice_verifies(server):
    committed = NOTES["committed"]
    rooms = [{"code": committed["code"], "token": token} for token in committed["tokens"]]
    view = view_of(server, rooms[0])
    assert (view["version"], view["wfen"]) == (committed["version"], committed["wfen"])
    while view["phase"] == "playing":
        for room in rooms:
            view = view_of(server, room)
            if view["is_your_turn"]:
                act(server, room, view["legal"][0])
    proof = verify(record_of(server, committed["code"], committed["tokens"][0]))
    assert proof.is_valid
    assert proof.rolls > 100


async def test_saved_game_of_the_terminal_is_resumed(folder):
    local = NOTES["local"]
    table = await OfflineTable.resume(folder, local["code"], ThreadBots())
    view = await table.view()
    await table.command(Undo(), view.version)
    undone = await table.view()
    await table.close()
    wfen, undone = view.table.wfen, undone.table.wfen
    assert wfen == local["wfen"]
    assert undone != wfen


def test_puzzle_logs_of_a_device_are_read():
    assert len(DailyLog(DATA).costs(date(2026, 11, 18))) == 5
    log = PracticeLog(DATA)
    assert not log.is_damaged
    assert round(log.player.rating) == 1326
