"""One address can store only so much in a day."""

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.quota import StorageQuota
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.usage import room_bytes
from support.server.in_process import ignore_litestar_warning, open_app, play_game
from support.server.serving import ANN, BOT

pytestmark = ignore_litestar_warning

QUOTA = 1_000_000
ADDRESS, OTHER = "10.0.0.1", "10.0.0.2"


class FakeService:
    """Rooms of any length."""

    def __init__(self):
        self.counts = {}

    def cached_counts(self, code):
        return self.counts.get(code)


@pytest.fixture
def quota():
    quota = StorageQuota(FakeService(), ServerSettings(address_megabytes_per_day=1))
    quota.rooms = quota._service.counts
    return quota


def is_used_up(quota, address):
    try:
        quota.require(address)
    except PickominoError as error:
        return error.code == "storage_used_up"
    return False


def test_address_that_stored_too_much_is_refused(quota):
    """One address could once write 1.5 GB a day."""
    quota.charge(ADDRESS, QUOTA - 1)
    before = is_used_up(quota, ADDRESS)
    quota.charge(ADDRESS, 1000)
    assert (before, is_used_up(quota, ADDRESS), is_used_up(quota, OTHER)) == (False, True, False)


def test_events_of_bots_are_charged_to_the_next_command(quota):
    quota.rooms["A"] = 1, 0
    quota.charge_room("A", ADDRESS, is_new=True)
    events = QUOTA // room_bytes(1, 0) * 10
    quota.rooms["A"] = events, 0
    quota.charge_rooms_of(OTHER)
    before = is_used_up(quota, ADDRESS)
    quota.charge_rooms_of(ADDRESS)
    assert (before, is_used_up(quota, ADDRESS)) == (False, True)


def test_earlier_events_of_a_room_are_not_charged(quota):
    quota.rooms["A"] = 100_000, 0
    quota.watch_room("A", ADDRESS)
    quota.charge_room("A", ADDRESS)
    assert not is_used_up(quota, ADDRESS)


async def test_everything_stored_is_charged(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        charges = []
        state.quota._throttle.charge = lambda _address, size: charges.append(size)
        code, _ = await play_game(state.service)
        record = await state.service.record(code)
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        made = (await http.post("/api/rooms", json=body)).json()
        start = {"command": {"type": "Start"}, "expected": made["version"]}
        headers = {"authorization": f"Bearer {made['token']}"}
        await http.post(f"/api/rooms/{made['code']}/commands", json=start, headers=headers)
        of_room = sum(charges)
        size = room_bytes(*state.service.cached_counts(made["code"]))
        await http.post("/api/games", json={"record": record})
        of_upload = sum(charges) - of_room
        game = (await state.service.view(code)).room.game_id
        while (await http.post(f"/api/games/{game}/review")).json()["review"] is None:
            pass
        of_review = sum(charges) - of_room - of_upload
    assert of_room == size
    assert 100 < of_upload < 2000
    assert 1000 < of_review < 50_000


async def test_address_without_quota_may_only_watch(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        made = (await http.post("/api/rooms", json=body)).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        start = {"command": {"type": "Start"}, "expected": made["version"]}
        commands = f"/api/rooms/{made['code']}/commands"
        state.quota.charge(ADDRESS, 10**9)
        refused = (
            await http.post("/api/rooms", json=body),
            await http.post(commands, json=start, headers=headers),
            await http.post("/api/games", json={"record": "hello"}),
        )
        seen = await http.get(f"/api/rooms/{made['code']}", headers=headers)
    codes = [answer.json()["code"] for answer in refused]
    assert codes == ["storage_used_up"] * 3
    assert (seen.status_code, seen.json()["version"]) == (200, made["version"])
