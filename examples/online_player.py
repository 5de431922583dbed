"""Play a whole game against a bot: python examples/online_player.py http://127.0.0.1:8000

It claims a tile as soon as it can; otherwise it rolls on, or sets aside worms or the highest
number. It needs httpx and websockets; docs/protocol.md explains every message.
"""

import asyncio
import hashlib
import json
import secrets
import sys

import httpx
from websockets.asyncio.client import connect

NONCE = secrets.token_hex(32)
SEATS = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "beginner"}]


def next_command(phase, you, commitment):
    """Return the command that a view asks for, or None; missing fields have their defaults."""
    if phase == "lobby":
        return {"type": "Start"}
    for seat in you.get("commitments_wanted", ()):
        lines = "pickomino nonce 2", commitment, str(seat), NONCE
        hashed = "sha256:" + hashlib.sha256("\n".join(lines).encode()).hexdigest()
        return {"type": "CommitNonce", "seat": seat, "commitment": hashed}
    for seat in you.get("nonces_wanted", ()):
        return {"type": "GiveNonce", "seat": seat, "nonce": NONCE}
    if not you.get("is_your_turn"):
        return None
    claims = [action for action in you["legal"] if action[0] in "ts"]
    return {"type": "Act", "action": (claims or sorted(you["legal"]))[-1]}


async def play(server, room):
    live = f"{server.replace('http', 'ws', 1)}/api/rooms/{room['code']}/live"
    async with connect(live) as socket:
        await socket.send(json.dumps({"type": "Hello", "protocol": 3, "token": room["token"]}))
        commitment = ""
        while True:
            view = json.loads(await socket.recv())
            if view["type"] != "RoomView":
                continue
            if view["phase"] == "over":
                return next(
                    frame["scores"] for frame in reversed(view["frames"]) if "wfen" in frame
                )
            if "room" in view:
                commitment = view["room"]["commitment"]
            if command := next_command(view["phase"], view.get("you", {}), commitment):
                await socket.send(json.dumps({"command": command, "expected": view["version"]}))


address = sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000"
request = {"type": "CreateRoom", "seats": SEATS, "settings": {"rules": "mini"}}
room = httpx.post(f"{address}/api/rooms", json=request).raise_for_status().json()
print("Worms: Ann {}, bot {}".format(*asyncio.run(play(address, room))))
