"""Play a whole game against a bot: python examples/online_player.py http://127.0.0.1:8000

It claims a tile as soon as it can; otherwise it rolls on, or sets aside worms or the highest
number. It stops if the server could choose the dice. It needs httpx and websockets;
docs/protocol.md explains every message, and docs/fair-dice.md the dice.
"""

import asyncio
import json
import secrets
import sys
from collections.abc import Iterable
from typing import Any

import httpx
from verify_dice import hash_lines, verify
from websockets.asyncio.client import connect

Json = dict[str, Any]

SEATS = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "beginner"}]
TERMS = (
    *("code", "game_id", "commitment", "names", "dice_time", "dice_round"),
    *("dice_starter", "dice_game", "dice_seats", "voided_rounds"),
)


class FairDice:
    """Adds a nonce to the dice of one game; raises ValueError if the server could choose them.

    It plays against bots alone, so no seat can drop out: whatever changes is an alarm.
    """

    def __init__(self, code: str) -> None:
        self.code, self.nonce = code, secrets.token_hex(32)
        self.terms: Json = {}
        self.hashes: list[str] | None = None
        self.has_begun = False

    def check(self, phase: str, room: Json, frames: Iterable[Json]) -> None:
        """Compare a view with what the server has promised before."""
        terms = {name: room[name] for name in TERMS}
        if phase == "lobby" and not self.terms:
            return
        self.terms = self.terms or terms
        if terms != self.terms or room["code"] != self.code or not room["dice_game"]:
            raise ValueError("the server has changed its commitment to the dice")
        if self.hashes is not None and room["nonce_commitments"] != self.hashes:
            raise ValueError("a nonce commitment was changed after all nonces were bound")
        events: list[Json] = [frame.get("event") or {} for frame in frames]
        for event in events:
            if event.get("type") == "GameStarted":
                self.check_start(event)
        if phase in {"playing", "over"} and not self.has_begun:
            raise ValueError("the server hides with which nonces the game began")

    def check_start(self, started: Json) -> None:
        bound = [
            self.hash(seat, text) if text else "" for seat, text in enumerate(started["nonces"])
        ]
        if self.nonce not in started["nonces"] or bound != self.hashes:
            raise ValueError("the nonces of the dice are not those that were bound")
        self.has_begun = True

    def check_record(self, record: str) -> None:
        """Recompute every roll from the record of the finished game."""
        verify(record)
        if f'[DiceCommit "{self.terms["commitment"]}"]' not in record or '[Result "*"]' in record:
            raise ValueError("the record is not that of the whole game")

    def command(self, you: Json, room: Json) -> Json | None:
        """Return the next step of the dice round, or None."""
        for seat in you.get("commitments_wanted", ()):
            return {"type": "CommitNonce", "seat": seat, "commitment": self.hash(seat, self.nonce)}
        for seat in you.get("nonces_wanted", ()):
            hashes: list[str] = room["nonce_commitments"]
            bound = "".join("abcdefg"[other] for other, text in enumerate(hashes) if text)
            if bound != room["dice_seats"] or hashes[seat] != self.hash(seat, self.nonce):
                raise ValueError("the server asks for the nonce before every seat is bound")
            self.hashes = hashes
            return {"type": "GiveNonce", "seat": seat, "nonce": self.nonce}
        return None

    def hash(self, seat: int, nonce: str) -> str:
        return hash_lines("pickomino nonce 2", self.terms["commitment"], str(seat), nonce)


def next_command(phase: str, you: Json, room: Json, dice: FairDice) -> Json | None:
    """Return the command that a view asks for, or None; missing fields have their defaults."""
    if phase == "lobby":
        return {"type": "Start"}
    if phase == "nonces":
        return dice.command(you, room)
    if not you.get("is_your_turn"):
        return None
    claims = [action for action in you["legal"] if action[0] in "ts"]
    return {"type": "Act", "action": (claims or sorted(you["legal"]))[-1]}


async def play(server: str, made: Json) -> tuple[FairDice, list[int]]:
    """Play until the game is over; return its dice and the scores."""
    live = f"{server.replace('http', 'ws', 1)}/api/rooms/{made['code']}/live"
    dice = FairDice(made["code"])
    room: Json = {}
    async with connect(live) as socket:
        await socket.send(json.dumps({"type": "Hello", "protocol": 3, "token": made["token"]}))
        while True:
            view = json.loads(await socket.recv())
            if view["type"] != "RoomView":
                continue
            room = view.get("room", room)
            dice.check(view["phase"], room, view.get("frames", ()))
            if view["phase"] == "over":
                frames = reversed(view["frames"])
                return dice, next(frame["scores"] for frame in frames if "wfen" in frame)
            if command := next_command(view["phase"], view.get("you", {}), room, dice):
                await socket.send(json.dumps({"command": command, "expected": view["version"]}))


def main(address: str = "http://127.0.0.1:8000") -> None:
    request = {"type": "CreateRoom", "seats": SEATS, "settings": {"rules": "mini"}}
    made = httpx.post(f"{address}/api/rooms", json=request).raise_for_status().json()
    dice, scores = asyncio.run(play(address, made))
    record = httpx.get(f"{address}/api/rooms/{made['code']}/record").raise_for_status()
    dice.check_record(record.text)
    print("Worms: Ann {}, bot {}".format(*scores))


if __name__ == "__main__":
    main(*sys.argv[1:])
