"""Attacks on the dice of the example client, `examples/online_player.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.messages import decode_request
from support.adversary.deviations import attack
from support.adversary.malicious_room import Answer, MaliciousRoom
from support.adversary.outcome import Outcome

sys.path.append(str(Path(__file__).parents[3] / "examples"))

from online_player import FairDice


def attack_example(stage: str, script: tuple[str, ...], seed: int = 0) -> Outcome:
    """Run an attack against the example; its alarm is the text of a ValueError."""
    room = MaliciousRoom(seed)
    dice = FairDice(room.state.code)
    try:
        is_verified = _run(room, dice, stage, script)
    except ValueError as error:
        return Outcome(room, str(error), "", is_verified=False)
    return Outcome(room, "", "", is_verified)


def _run(room: MaliciousRoom, dice: FairDice, stage: str, script: tuple[str, ...]) -> bool:
    """Return whether the example has verified the finished game."""
    exchange = attack(room, stage, script)
    commands, phase, known = None, "lobby", {}
    while True:
        try:
            item = exchange.send(commands)
        except StopIteration:
            break
        commands = []
        if isinstance(item, Answer):
            continue
        view = item.content
        phase, known = view["phase"], view.get("room", known)
        dice.check(phase, known, view.get("frames", ()), view["you"])
        command = dice.command(view["you"], known) if phase == "nonces" else None
        if command is not None:
            request = decode_request(json.dumps({"command": command, "id": 1}).encode())
            commands = [(request.id, request.command)]
    if phase == "over":
        _check_record(room, dice, known["game_id"])
    return phase == "over"


def _check_record(room: MaliciousRoom, dice: FairDice, game_id: str) -> None:
    try:
        record = room.record(game_id)
    except PickominoError as error:
        raise ValueError(error.code) from error
    dice.check_record(record)
