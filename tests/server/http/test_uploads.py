"""Uploaded records are parsed and reviewed, and positions get advice."""

import json
import random
import re

import pytest

from pickomino import Game, Position, Rules, SeededDice, legal_actions
from pickomino.api.finished_games import UPLOADED
from pickomino.server.ops.housekeeping import DAY
from pickomino.server.reviews.worker import ReviewRequest, respond
from pickomino.server.throttle import AddressThrottle
from support.server.in_process import (
    ignore_litestar_warning,
    open_app,
)

pytestmark = ignore_litestar_warning

START = '[Rules "mini"]\n[a "Ann"]\n[b "Ben"]\n'


def play(seed=1):
    """Return a whole game in which all players claim as soon as they can."""
    game, rng = Game(Rules.preset("mini"), 2, SeededDice(seed)), random.Random(seed)
    while not game.is_over:
        actions = legal_actions(game.position)
        claims = [action for action in actions if action.kind in "ts"]
        game.play(rng.choice(claims or [action for action in actions if action.kind != "q"]))
    return game.add_tags({"a": "Ann", "b": "bot:family"})


WHOLE = play().wgn()


def parse_error(record):
    response = respond(ReviewRequest(record=record, parse_only=True), lambda _: None)
    assert response.parsed is None
    return response.error


async def test_uploaded_record_becomes_a_game_for_a_week(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        uploaded = await http.post("/api/games", json={"record": WHOLE})
        again = await http.post("/api/games", json={"record": WHOLE})
        game = uploaded.json()
        replay = await http.get(f"/api/rooms/-/games/{game['id']}")
        record = await http.get(f"/api/rooms/-/record?game={game['id']}")
        pages = [
            (await http.get(address)).status_code
            for address in (f"/game/-/{game['id']}", f"/review/{game['id']}", "/game/-/latest")
        ]
        request = ReviewRequest(record=await state.store.finished_games.record(game["id"]))
        now = state.clock.now()
        await state._housekeeper.tidy(now + 6 * DAY)
        has_game = [await state.store.finished_games.has_game(UPLOADED, game["id"])]
        await state._housekeeper.tidy(now + 8 * DAY)
        has_game.append(await state.store.finished_games.has_game(UPLOADED, game["id"]))
    assert uploaded.status_code == 201
    assert again.json()["id"] == uploaded.json()["id"]
    assert uploaded.json()["names"] == ["Ann", "bot:family"]
    assert Game.from_wgn(record.text).position == Game.from_wgn(WHOLE).position
    assert replay.json()["frames"][-1]["winners"] == uploaded.json()["winners"]
    assert pages == [200, 200, 404]
    review = json.loads(bytes(respond(request, lambda _: None).review))
    assert len(review["turns"]) == Game.from_wgn(WHOLE).turn
    assert has_game == [True, False]


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
    assert parse_error(record).code == code


@pytest.mark.parametrize("name", ["", "  ", "\N{NO-BREAK SPACE}"])
async def test_blank_names_become_seat_letters(tmp_path, name):
    """The picture of a game with an empty name was once an internal error."""
    async with open_app(tmp_path / "x.db") as (_, http):
        record = WHOLE.replace('[a "Ann"]', f'[a "{name}"]')
        game = (await http.post("/api/games", json={"record": record})).json()
        replay = await http.get(f"/api/rooms/-/games/{game['id']}")
        picture = await http.get(f"/game/-/{game['id']}/result.png")
    assert game["names"] == replay.json()["names"] == ["A", "bot:family"]
    assert picture.content.startswith(b"\x89PNG")


def test_record_of_5000_turns_is_refused():
    game = Game(Rules.preset("mini"), 2, SeededDice(3))
    while game.turn < 5000:
        first, *_, last = *legal_actions(game.position), legal_actions(game.position)[-1]
        game.play(last if last.kind == "q" else first)
    error = parse_error(game.wgn())
    assert error.code == "too_many_turns"
    assert error.parameters == {"turns": 5000, "limit": 1000}


async def test_uploads_are_rate_limited(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        assert state.uploads is not state.reviews
        state.upload_throttle = AddressThrottle(1, 1 / 3600)
        first = await http.post("/api/games", json={"record": "hello"})
        second = await http.post("/api/games", json={"record": "hello"})
        big = await http.post("/api/games", json={"record": "x" * 2_000_001})
        bad = await http.post("/api/games", json={"text": "hello"})
        state.upload_throttle = AddressThrottle(1, 1 / 3600)
        illegal = START + "1a. 12355www:w 12355:5 t36"
        refused = await http.post("/api/games", json={"record": illegal})
        first, second, big, bad, refused = [
            answer.json() for answer in (first, second, big, bad, refused)
        ]
    assert refused["code"] == "record_turn"
    assert refused["parameters"]["reason"]["code"] == "illegal_action"
    assert (first["code"], second["code"]) == ("record_missing_tag", "too_many_uploads")
    assert second["parameters"] == {"limit": 60, "minutes": 60}
    assert (big["code"], big["parameters"]) == ("message_too_big", {"limit": 2_000_000})
    assert bad["code"] == "bad_message"


class LocalCoach:
    """Bots whose coach runs in this process."""

    async def advise(self, position):
        from pickomino.rooms.bots.coach import coach

        return coach(position)

    async def close(self):
        pass


async def test_any_position_gets_odds_and_advice(tmp_path):
    wfen = "standard oooooooooooooooo -/- a 555www 14"
    async with open_app(tmp_path / "x.db") as (state, http):
        state.bots = LocalCoach()
        answer = await http.get("/api/position", params={"wfen": wfen.replace(" ", "_")})
        over = "standard xxxxxxxxxxxxxxxx -/- - - -"
        ended = await http.get("/api/position", params={"wfen": over})
        bad = await http.get("/api/position", params={"wfen": wfen.replace("14", "155")})
        none = await http.get("/api/position")
        answer, ended = answer.json(), ended.json()
    assert answer["wfen"] == wfen == Position.from_wfen(wfen).wfen()
    assert answer["legal"] == ["k1", "k4"]
    assert answer["advice"]["best"] == "k4"
    assert ended["advice"] is None
    assert ended["legal"] == []
    assert (bad.status_code, none.status_code) == (400, 400)
