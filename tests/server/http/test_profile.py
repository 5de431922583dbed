"""What the server prepares for the profile on a player's device."""

import sqlite3
from contextlib import closing

import pytest

from pickomino.rooms import PersonSeat
from pickomino.rooms.domain.tokens import hash_token
from pickomino.server.http.reviews import judge_version
from pickomino.server.throttle import AddressThrottle
from support.server.in_process import ignore_litestar_warning, open_app, play_game
from support.server.stores import copy_stored_review
from support.tui.sample_profile import OWN_DECISION

pytestmark = ignore_litestar_warning

EARLIER_GAME = {
    "at": 1795016358,
    "rules": "standard",
    "seat": 0,
    "rivals": ["bot:random"],
    "won": 0.5,
    "turns": 1,
    "steals": 0,
    "busts": 1,
    "best": 0,
}
EARLIER_PUZZLE = (
    "standard_oooooooooooooooo_-/-_a_44_2244ww own 3 kw=0.5168/0.2402"
    " k2=0.4969/0.4409/fails_less,better:0.2402,chosen:0.4409"
)


async def test_reviewed_game_of_an_earlier_version_has_the_same_entry(tmp_path):
    """The browser of that version computed the entry, and may have stored it.

    It did not know whether the review was only an estimate.
    """
    before = copy_stored_review(tmp_path)
    with closing(sqlite3.connect(tmp_path / "server.db")) as database, database:
        database.execute("UPDATE players SET token = ? WHERE seat = 0", [hash_token("mine")])
        database.execute("UPDATE reviews SET judge = ?", [judge_version(2)])
    async with open_app(tmp_path / "server.db") as (_, http):
        headers = {"Authorization": "Bearer mine"}
        entry = (
            await http.get(f"/api/games/{before['game']['id']}/profile", headers=headers)
        ).json()
    sums = before["review"]["seats"][0]
    review = {"given_away": sums["given_away"], "luck": sums["own_luck"] + sums["rivals_luck"]}
    assert entry["game"] == EARLIER_GAME | {
        key: round(value, 4) for key, value in review.items()
    } | {"is_rough": False}
    assert entry["puzzles"] == [EARLIER_PUZZLE]


async def test_only_a_player_with_one_seat_gets_an_entry(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        answers = []
        for seats in ((), (PersonSeat("Ann"), PersonSeat("Ben"))):
            code, token = await play_game(state.service, *seats)
            game = (await state.service.view(code)).room.game_id
            path, headers = f"/api/games/{game}/profile", {"Authorization": f"Bearer {token}"}
            answers += [await http.get(path, headers=headers), await http.get(path)]
        own, *others = [*answers, await http.get("/api/games/nothing/profile")]
    assert (own.json()["game"]["rivals"], own.json()["puzzles"]) == (["bot:random"], [])
    assert [answer.json()["code"] for answer in others] == ["bad_token"] * 3 + ["unknown_game"]


async def test_stored_decision_becomes_a_puzzle_to_show(tmp_path):
    async with open_app(tmp_path / "x.db") as (_, http):
        puzzle = (await http.get("/api/puzzle", params={"line": OWN_DECISION})).json()
    assert (puzzle["theme"], puzzle["difficulty"]) == ("own", 2)
    assert puzzle["frame"]["wfen"] == "classic oooo.o.ooooooooo 27/25 a 5555w -"
    assert puzzle["legal"] == ["t24", "s25", "r"]
    costs = [(choice["action"], choice["cost"]) for choice in puzzle["choices"]]
    assert costs == [("s25", 0), ("r", 0.03), ("t24", 0.06)]


@pytest.mark.parametrize(
    "line", ["", "x", OWN_DECISION.replace("5555w", "55555wwwww"), OWN_DECISION + " t21=0/0/x"]
)
async def test_line_that_is_not_a_puzzle_is_refused(tmp_path, line):
    async with open_app(tmp_path / "x.db") as (state, http):
        state.position_throttle = AddressThrottle(1, 1e-3)
        refused, limited = [await http.get("/api/puzzle", params={"line": line}) for _ in range(2)]
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_puzzle")
    assert limited.json()["code"] == "too_fast"
