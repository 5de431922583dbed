"""Play a whole game against a bot: python examples/online_player.py http://127.0.0.1:8000

It claims a tile as soon as it can; otherwise it rolls on, or sets aside worms or the highest
number. It stops if the server could choose the dice. It needs httpx and websockets;
docs/protocol.md explains every message, and docs/fair-dice.md the dice.
"""

import asyncio
import json
import re
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
    *("dice_starter", "dice_game", "dice_seats", "voided_rounds", "settings"),
)


class FairDice:
    """Adds a nonce to the dice of one game; raises ValueError if the server could choose them.

    It plays against bots alone, so no seat can drop out: whatever changes is an alarm.
    """

    def __init__(self, code: str) -> None:
        self.code, self.nonce = code, secrets.token_hex(32)
        self.terms: Json = {}
        self.hashes: list[str] | None = None
        self.seat: int | None = None
        self.has_begun = False
        self.rolls: list[str] = []

    def check(self, phase: str, room: Json, frames: Iterable[Json], you: Json) -> None:
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
            if event.get("type") == "Rolled":
                self.rolls.append(event["roll"])
        if self.hashes is not None and you.get("seats") != [self.seat]:
            raise ValueError("the server shows another seat than the one that added the nonce")
        if phase in {"playing", "over"} and not self.has_begun:
            raise ValueError("the server hides with which nonces the game began")

    def check_start(self, started: Json) -> None:
        bound = [
            self.hash(seat, text) if text else "" for seat, text in enumerate(started["nonces"])
        ]
        if self.nonce not in started["nonces"] or bound != self.hashes:
            raise ValueError("the nonces of the dice are not those that were bound")
        self.has_begun = True
        self.rolls.clear()

    def check_record(self, record: str) -> None:
        """Recompute every roll from the record, which must be that of the whole game seen."""
        verify(record)
        if f'[DiceCommit "{self.terms["commitment"]}"]' not in record:
            raise ValueError("the record is not that of this game")
        lines = re.sub(r"\{[^}]*\}", "", record)
        turns = re.findall(r"^\d+([a-g])\. (.*)", lines, re.MULTILINE)
        first, players = "abcdefg".index(turns[0][0]), len(self.terms["names"])
        seats = ["abcdefg"[(first + turn) % players] for turn in range(len(turns))]
        if seats != [seat for seat, _ in turns] or not all(
            has_valid_dice(line) for _, line in turns
        ):
            raise ValueError("a turn of the record breaks the rules")
        moves = [move for _, line in turns for move in line.split()]
        if self.rolls != [re.split("[:#]", move)[0] for move in moves if move[0] in "12345w"]:
            raise ValueError("the record has other rolls than those seen")
        if not is_at_end(turns, self.terms["settings"]["turn_limit"]):
            raise ValueError("the server ended the game before it was over")

    def command(self, you: Json, room: Json) -> Json | None:
        """Return the next step of the dice round, or None."""
        for seat in you.get("commitments_wanted", ()):
            return {"type": "CommitNonce", "seat": seat, "commitment": self.hash(seat, self.nonce)}
        for seat in you.get("nonces_wanted", ()):
            hashes: list[str] = room["nonce_commitments"]
            bound = "".join("abcdefg"[other] for other, text in enumerate(hashes) if text)
            if bound != room["dice_seats"] or hashes[seat] != self.hash(seat, self.nonce):
                raise ValueError("the server asks for the nonce before every seat is bound")
            self.hashes, self.seat = hashes, seat
            return {"type": "GiveNonce", "seat": seat, "nonce": self.nonce}
        return None

    def hash(self, seat: int, nonce: str) -> str:
        return hash_lines("pickomino nonce 2", self.terms["commitment"], str(seat), nonce)


def has_valid_dice(line: str) -> bool:
    """Return whether a turn rolls all dice that are left, and ends no sooner than it may."""
    set_aside, dice, choice = "", "", ""
    for move in re.findall(r"(?<!\S)[1-5w]\S*", line):
        dice, _, choice = move.rstrip("#").partition(":")
        if (
            len(dice) + len(set_aside) != 8
            or choice not in dice
            or (choice and choice in set_aside)
        ):
            return False
        set_aside += dice.count(choice) * choice
    if not line.endswith("#"):
        return line.rsplit(maxsplit=1)[-1][0] in "tsq"
    if not choice:
        return set(dice) <= set(set_aside)
    return len(set_aside) == 8 or len(set(set_aside)) == 6


def is_at_end(turns: list[tuple[str, str]], limit: int) -> bool:
    """Return whether no tile is left on the grill by the rules `mini`, or the limit is reached."""
    grill = list(range(21, 37))
    stacks: dict[str, list[int]] = {seat: [] for seat, _ in turns}
    for seat, line in turns:
        end, stack = line.split()[-1], stacks[seat]
        if end[0] == "t":
            grill.remove(int(end[1:]))
        elif end[0] == "s":
            next(pile for pile in stacks.values() if pile[-1:] == [int(end[1:])]).pop()
        elif stack:
            grill.append(stack.pop())
            if max(grill) != grill[-1]:
                grill.remove(max(grill))
        if end[0] in "ts":
            stack.append(int(end[1:]))
    return not grill or len(turns) == limit


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
            dice.check(view["phase"], room, view.get("frames", ()), view.get("you", {}))
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
