"""A killed server loses no confirmed move."""

import runpy
from pathlib import Path

from pickomino import Game, verify
from soak.suites.kill_server import check_seed
from support.server.serving import ANN, Server, dice_command, parse_view

EXAMPLE = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "verify_dice.py"))["verify"]


def test_games_continue_after_kills():
    assert check_seed(1, kills=1) > 300


def test_game_starts_after_a_kill_during_nonces(tmp_path):
    server = Server(tmp_path).start()
    code, token = server.create(ANN, ANN | {"name": "Ben"}, rules="mini", turn_limit=6)

    def send(kind, **fields):
        body = {"command": {"type": kind, **fields}, "expected": view()["version"]}
        http.post(f"/api/rooms/{code}/commands", json=body, headers=headers).raise_for_status()

    def view():
        return parse_view(http.get(f"/api/rooms/{code}", headers=headers).json())

    headers = {"authorization": f"Bearer {token}"}
    with server.http() as http:
        send("Start")
        for _ in range(2):
            kind, fields = dice_command(view())
            send(kind, **fields)
    assert kind == "CommitNonce"
    server.kill()
    server.start()
    with server.http() as http:
        for _ in range(2):
            assert view()["phase"] == "nonces"
            kind, fields = dice_command(view())
            send(kind, **fields)
        assert kind == "GiveNonce"
        while (now := view())["phase"] != "over":
            send("Act", action=now["legal"][0])
        record = http.get(f"/api/rooms/{code}/record").text
    assert server.stop() == 0
    assert Game.from_wgn(record).tags["DiceRound"] == "1"
    assert (verify(record).is_valid, verify(record).doubts) == (True, ())
    assert EXAMPLE(record) == verify(record).rolls >= 6
