"""Any game can be brought and reviewed; what is wrong with a record is told, and blocks nobody."""

import asyncio
import random
import re

import pytest

from pickomino import Game, Position, Rules, SeededDice, legal_actions
from pickomino.server.ops.housekeeping import DAY
from pickomino.server.reviews.process import ReviewRequest
from pickomino.server.reviews.worker import respond
from pickomino.server.storage.finished_games import UPLOADED
from pickomino.server.throttle import AddressThrottle
from support.server.in_process import (
    ignore_litestar_warning,
    open_app,
)

pytestmark = ignore_litestar_warning

START = '[Rules "mini"]\n[a "Ann"]\n[b "Ben"]\n'


def played(seed=1, most=10_000):
    """A whole game in which everybody stops as soon as there is something to claim."""
    game, rng = Game(Rules.preset("mini"), 2, SeededDice(seed)), random.Random(seed)
    while not game.is_over and game.turn < most:
        actions = legal_actions(game.position)
        claims = [each for each in actions if each.kind in "ts"]
        game.play(rng.choice(claims or [each for each in actions if each.kind != "q"]))
    return game.add_tags({"a": "Ann", "b": "bot:family"})


WHOLE = played().wgn()


def refusal(record):
    told = respond(ReviewRequest(record=record, parse_only=True), lambda _: None)
    assert told.parsed is None
    return told.error


def test_uploaded_record_is_stored_and_reviewed(tmp_path):
    async def work():
        async with open_app(tmp_path / "x.db") as (state, http):
            brought = await http.post("/api/games", json={"record": WHOLE})
            again = await http.post("/api/games", json={"record": WHOLE})
            game = brought.json()
            replay = await http.get(f"/api/rooms/-/games/{game['id']}")
            record = await http.get(f"/api/rooms/-/record?game={game['id']}")
            pages = [
                (await http.get(address)).status_code
                for address in (f"/game/-/{game['id']}", f"/review/{game['id']}", "/game/-/latest")
            ]
            question = ReviewRequest(record=await state.store.finished_games.record(game["id"]))
            now = state.clock.now()
            await state._housekeeper.tidy(now + 6 * DAY)
            kept = await state.store.finished_games.has_game(UPLOADED, game["id"])
            await state._housekeeper.tidy(now + 8 * DAY)
            gone = not await state.store.finished_games.has_game(UPLOADED, game["id"])
            return brought, again, replay, record, pages, question, kept, gone

    brought, again, replay, record, pages, question, kept, gone = asyncio.run(work())
    assert brought.status_code == 201
    assert again.json()["id"] == brought.json()["id"]
    assert brought.json()["names"] == ["Ann", "bot:family"]
    assert Game.from_wgn(record.text).position == Game.from_wgn(WHOLE).position
    assert replay.json()["frames"][-1]["winners"] == brought.json()["winners"]
    assert pages == [200, 200, 404]
    told = respond(question, lambda _: None).review
    assert len(told.turns) == Game.from_wgn(WHOLE).turn
    assert kept
    assert gone


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("", "record_missing_tag"),
        ("hello", "record_missing_tag"),
        (WHOLE[: len(WHOLE) // 2], "record_unfinished"),
        (re.sub("(?<=Result .)[ab]", "*", WHOLE[: len(WHOLE) // 2]), "record_unfinished"),
        (START + "1a. 12355www:w 12355:5 t36", "record_turn"),
        ("x" * 1_000_001, "too_long"),
        ("{" * 5000, "bad_json"),
    ],
)
def test_invalid_record_gets_an_error_code(record, code):
    assert refusal(record).code == code


def test_record_of_5000_turns_is_refused():
    game = Game(Rules.preset("mini"), 2, SeededDice(3))
    while game.turn < 5000:
        first, *_, last = *legal_actions(game.position), legal_actions(game.position)[-1]
        game.play(last if last.kind == "q" else first)
    refused = refusal(game.wgn())
    assert refused.code == "too_many_turns"
    assert refused.parameters == {"turns": 5000, "limit": 1000}


def test_uploads_are_rate_limited(tmp_path):
    async def work():
        async with open_app(tmp_path / "x.db") as (state, http):
            assert state.uploads is not state.reviews
            state.upload_throttle = AddressThrottle(1, 0.0)
            first = await http.post("/api/games", json={"record": "hello"})
            second = await http.post("/api/games", json={"record": "hello"})
            big = await http.post("/api/games", json={"record": "x" * 2_000_001})
            bad = await http.post("/api/games", json={"text": "hello"})
            state.upload_throttle = AddressThrottle(1, 0.0)
            illegal = START + "1a. 12355www:w 12355:5 t36"
            refused = await http.post("/api/games", json={"record": illegal})
            return [each.json() for each in (first, second, big, bad, refused)]

    first, second, big, bad, refused = asyncio.run(work())
    assert refused["code"] == "record_turn"
    assert refused["parameters"]["reason"]["code"] == "illegal_action"
    assert (first["code"], second["code"]) == ("record_missing_tag", "too_fast")
    assert (big["code"], big["parameters"]) == ("message_too_big", {"limit": 2_000_000})
    assert bad["code"] == "bad_message"


class Advising:
    """Bots whose coach answers from this process."""

    async def advise(self, position):
        from pickomino.rooms.bots.coach import coach

        return coach(position)

    async def close(self):
        pass


def test_any_position_gets_odds_and_advice(tmp_path):
    wfen = "standard oooooooooooooooo -/- a 555www 14"

    async def work():
        async with open_app(tmp_path / "x.db") as (state, http):
            state.position_coach._bots = Advising()
            told = await http.get("/api/position", params={"wfen": wfen.replace(" ", "_")})
            over = "standard xxxxxxxxxxxxxxxx -/- - - -"
            ended = await http.get("/api/position", params={"wfen": over})
            bad = await http.get("/api/position", params={"wfen": wfen.replace("14", "155")})
            none = await http.get("/api/position")
            return told.json(), ended.json(), bad, none

    told, ended, bad, none = asyncio.run(work())
    assert told["wfen"] == wfen == Position.from_wfen(wfen).wfen()
    assert told["legal"] == ["k1", "k4"]
    assert told["advice"]["best"] == "k4"
    assert ended["advice"] is None
    assert ended["legal"] == []
    assert (bad.status_code, none.status_code) == (400, 400)
