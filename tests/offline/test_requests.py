"""The requests that pages of the static site send to the rooms on their device."""

import asyncio
import json

import pytest

from pickomino import Game, play_game
from pickomino.offline.bots import BrowserBots
from pickomino.offline.browser_store import BrowserStore
from pickomino.offline.requests import Api
from pickomino.rooms.service import RoomService


class MemoryStorage:
    """What `client/offline/storage.js` does, in memory."""

    def __init__(self):
        self.rooms, self.stored = {}, {}

    async def load(self, code):
        return f"[{','.join(self.rooms.get(code, []))}]"

    async def append(self, code, batch, game):
        self.rooms.setdefault(code, []).extend(json.loads(batch)["rows"])
        if game:
            await self.keep(game)
        return -1

    async def codes(self):
        return json.dumps(list(self.rooms))

    async def delete(self, code):
        self.rooms.pop(code, None)

    async def games(self):
        return f"[{','.join(self.stored.values())}]"

    async def keep(self, game):
        self.stored[json.loads(game)["id"]] = game

    async def drop(self, game_id):
        self.stored.pop(game_id, None)


class Device:
    """The rooms of a device, asked as its pages do."""

    def __init__(self):
        async def prepare(_players, _extrawurm):
            return ""

        self.storage = MemoryStorage()
        store = BrowserStore(self.storage)
        service = RoomService(store, bots=BrowserBots(prepare), bot_pause=0)
        self._api = Api(service, store, prepare)

    async def ask(self, method, address, body=None, token=None, status=200):
        """Return the content of the answer."""
        text = "" if body is None else json.dumps(body)
        answer = await self._api.answer(method, address, token, text, lambda _share: None)
        assert answer.status == status, answer.body
        return answer.body

    async def start_game(self, **settings):
        """Start a game of two people; return its room."""
        seats = [{"type": "PersonSeat", "name": name} for name in ("Ann", "Ben")]
        plan = {"type": "CreateRoom", "seats": seats, "settings": {"practice": True} | settings}
        made = json.loads(await self.ask("POST", "/api/rooms", plan))
        await self.command(made, {"type": "Start"}, made["version"])
        return made

    async def command(self, made, command, expected):
        path = f"/api/rooms/{made['code']}/commands"
        body = {"command": command, "expected": expected}
        await self.ask("POST", path, body, made["token"])

    async def play(self, made):
        """Play a game to the end."""
        path = f"/api/rooms/{made['code']}"
        while True:
            view = json.loads(await self.ask("GET", path, token=made["token"]))
            if view["phase"] == "over":
                return
            action = max(view["you"]["legal"], key=lambda token: "qzrkbst".index(token[0]))
            await self.command(made, {"type": "Act", "action": action}, view["version"])


@pytest.fixture
def device():
    return Device()


def test_view_since_a_version_has_the_digest_before_it(device):
    """After a reload, a table compares it with the digest that it stored."""

    async def look():
        made = await device.start_game()
        path = f"/api/rooms/{made['code']}"
        first = json.loads(await device.ask("GET", path))
        legal = json.loads(await device.ask("GET", path, token=made["token"]))["you"]["legal"]
        await device.command(made, {"type": "Act", "action": legal[0]}, first["version"])
        return first, json.loads(await device.ask("GET", f"{path}?since={first['version']}"))

    first, later = asyncio.run(look())
    assert later["version"] > first["version"]
    assert later["digest_before"] == first["digest"]


def saved_games(text):
    return [Game.from_wgn(f"[Rules{part}") for part in text.split("[Rules") if part]


def test_saved_games_include_the_unfinished_one(device):
    async def save():
        await device.play(await device.start_game(turn_limit=2))
        await device.start_game()
        return await device.ask("GET", "/api/games/all")

    first, second = saved_games(asyncio.run(save()))
    assert first.is_over
    assert not second.is_over
    assert second.names == ("Ann", "Ben")


def test_saved_games_leave_out_those_of_other_players(device):
    record = play_game(["beginner", "random"], "mini", seed=1).wgn()

    async def save():
        await device.ask("POST", "/api/games", {"record": record})
        return await device.ask("GET", "/api/games/all")

    assert asyncio.run(save()) == ""


def test_damaged_room_does_not_keep_games_from_being_saved(device):
    async def save():
        await device.start_game()
        device.storage.rooms["ABCDEFGH"] = ['{"damaged":1}']
        return await device.ask("GET", "/api/games/all")

    assert len(saved_games(asyncio.run(save()))) == 1


def test_unexpected_error_is_answered(device, monkeypatch):
    async def fail():
        raise ConnectionError

    monkeypatch.setattr(device.storage, "games", fail)
    answer = json.loads(asyncio.run(device.ask("GET", "/api/games/all", status=500)))
    assert answer["code"] == "server_failed"
