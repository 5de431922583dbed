"""How the players of a day's puzzles are counted and compared."""

from datetime import UTC, datetime, timedelta

import pytest

from pickomino.server.state import DAILY_ANSWERS_PER_ADDRESS
from support.server.in_process import ignore_litestar_warning, open_app

pytestmark = ignore_litestar_warning


def path_of(days_ago=0):
    return f"/api/daily/{(datetime.now(UTC) - timedelta(days=days_ago)).date().isoformat()}"


async def test_daily_answers_are_counted_by_points(tmp_path):
    async with open_app(tmp_path / "x.db") as (_, http):
        for points in (15, 3, 15):
            answer = await http.post(path_of(), json={"points": points})
        shown, other = await http.get(path_of()), await http.get(path_of(1))
    assert answer.json() == shown.json()
    assert shown.json() == {"players": [0, 0, 0, 1, *[0] * 11, 2]}
    assert other.json() == {"players": [0] * 16}


async def test_answer_to_a_past_day_is_not_counted(tmp_path):
    async with open_app(tmp_path / "x.db") as (_, http):
        answer = await http.post(path_of(2), json={"points": 15})
    assert answer.status_code == 200
    assert answer.json() == {"players": [0] * 16}


async def test_one_address_cannot_stuff_the_counts(tmp_path):
    async with open_app(tmp_path / "x.db") as (_, http):
        for _ in range(DAILY_ANSWERS_PER_ADDRESS + 5):
            answer = await http.post(path_of(), json={"points": 15})
    assert sum(answer.json()["players"]) == DAILY_ANSWERS_PER_ADDRESS


@pytest.mark.parametrize(
    "body", [{"points": 16}, {"points": -1}, {"points": "3"}, {"points": 3, "name": "Ann"}, {}]
)
async def test_invalid_daily_answer_is_refused(tmp_path, body):
    async with open_app(tmp_path / "x.db") as (_, http):
        answer = await http.post(path_of(), json=body)
        shown = await http.get(path_of())
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert sum(shown.json()["players"]) == 0


async def test_foreign_page_cannot_send_a_daily_answer(tmp_path):
    async with open_app(tmp_path / "x.db") as (_, http):
        foreign = {"origin": "https://elsewhere.example"}
        answer = await http.post(path_of(), json={"points": 3}, headers=foreign)
        unknown = await http.get("/api/daily/tomorrow")
    assert answer.json()["code"] == "bad_origin"
    assert unknown.json()["code"] == "bad_date"
