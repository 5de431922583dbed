"""Frames in which a server shows other turns, dice or ends than its game has.

The forged rolls come from the dice, as a client computes them that trusts the turns it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.dice import ROLL_NUMBERS_PER_TURN, DiceSource
from pickomino.core.roll import ORDINARY_DICE

Json = dict[str, Any]
Forgery = Callable[[list[Json]], None]
SEAT, SET_ASIDE, DICE = 3, 4, 5
"""The places of fields in a WFEN."""


def relabel(frames: list[Json]) -> None:
    """Begin a turn in the middle of the first one."""
    second = _second_roll(frames)
    for frame in frames[second:]:
        if frame.get("turn") == frames[0]["turn"]:
            frame["turn"] = _next_label(frame)


def fake_bust(frames: list[Json]) -> None:
    """End the first turn although its dice do not."""
    second = _second_roll(frames)
    before = max(index for index, frame in enumerate(frames[:second]) if "wfen" in frame)
    begun = frames[before]
    relabel(frames)
    failed = [0, "failed", "no_new_symbol", 0, *(None,) * 5, [], []]
    frames[before] = {
        "turn": begun["turn"],
        "ended": failed,
        "wfen": _with(begun["wfen"], {SEAT: "b", SET_ASIDE: "-", DICE: "~"}),
    }


def more_dice(frames: list[Json]) -> None:
    """Roll dice again that were set aside."""
    roll = frames[_second_roll(frames)]
    roll["wfen"] = _with(roll["wfen"], {SET_ASIDE: "-"})
    roll["set_aside"] = ""


def end_of_game(frames: list[Json]) -> None:
    """Show a game that was stopped as one that is over."""
    for frame in frames:
        if frame.get("event", {}).get("type") == "GameEnded":
            frame["event"].pop("is_stopped", None)
            frame["wfen"] = _with(frame["wfen"], {SEAT: "-", SET_ASIDE: "-", DICE: "-"})


def number_rolls(frames: list[Json], dice: DiceSource) -> None:
    """Replace the rolls by those that the dice have for the turns as they are labelled."""
    index, place, last = -1, 0, ""
    for frame in frames:
        if frame.get("event", {}).get("type") != "Rolled":
            continue
        index, place = (index, place + 1) if frame["turn"] == last else (index + 1, 0)
        last = frame["turn"]
        set_aside = frame.get("set_aside", frame["wfen"].split(" ")[SET_ASIDE].replace("-", ""))
        left = ORDINARY_DICE - len(set_aside)
        frame["event"]["roll"] = dice.roll(ROLL_NUMBERS_PER_TURN * index + place, left).text


def forge_record(record: str, frames: list[Json]) -> str:
    """Return a record with the turns that these frames show."""
    tags = [line for line in record.splitlines() if line.startswith("[")]
    turns: dict[str, list[str]] = {}
    for frame in frames:
        event, moves = frame.get("event", {}), turns.setdefault(frame["turn"], [])
        action = event.get("action", "")
        if event.get("type") == "Rolled":
            moves.append(event["roll"])
        elif action.startswith("k"):
            moves[-1] += f":{action[1:]}"
        elif action[:1] in {"t", "s", "q"}:
            moves.append(action)
        elif frame.get("ended", (0, ""))[1] == "failed" and moves[-1] != "q":
            moves[-1] += "#"
    lines = [f"{turn}. {' '.join(moves)}" for turn, moves in turns.items() if moves]
    return "\n".join((*tags, *lines)) + "\n"


def _second_roll(frames: list[Json]) -> int:
    """Return the index of the second roll of the first turn; raises IndexError."""
    turn = frames[0]["turn"]
    return [
        index
        for index, frame in enumerate(frames)
        if frame.get("turn") == turn and frame.get("event", {}).get("type") == "Rolled"
    ][1]


def _next_label(frame: Json) -> str:
    """Return the label of the turn after that of seat a or b."""
    return frame["turn"][:-1] + SEAT_LETTERS[SEAT_LETTERS.index(frame["turn"][-1]) + 1]


def _with(wfen: str, changes: dict[int, str]) -> str:
    fields = enumerate(wfen.split(" "))
    return " ".join(changes.get(place, field) for place, field in fields)
