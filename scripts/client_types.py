"""Write what the browser client takes from Python: types of messages, constants of the game.

python scripts/client_types.py            writes both files
python scripts/client_types.py --check    only compares
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import fill
from typing import Any

import msgspec

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.dice import BY_LOT
from pickomino.core.extrawurm import SUPPLY, WAITING, Specialist
from pickomino.core.roll import FACES, GOLDEN_FACES, ORDINARY_DICE, SYMBOLS, WORM
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.core.tiles import EXTRA_TILES, TILES, worms
from pickomino.i18n.options import MATCH_GAMES, MATCH_WINS
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.domain.dice_rounds import STAND_IN
from pickomino.rooms.domain.tokens import CODE_ALPHABET, CODE_LENGTH
from pickomino.rooms.protocol.messages import PROTOCOL, Created, CreateRoom, Done, Refused, Request
from pickomino.rooms.protocol.views import RoomSummary, RoomView
from pickomino.rooms.views.lessons import TutorialStep
from pickomino.rooms.views.replay import Replay
from pickomino.server.live.connection import BAD_HELLO, BAD_TOKEN, UNKNOWN_ROOM
from pickomino.server.reviews.view import PositionView, Reviewing
from pickomino.server.storage.finished_games import FinishedGameList

CLIENT = Path(__file__).parent.parent / "src/pickomino/client"
STRUCTS = (
    *(CreateRoom, Created, Request, Done, Refused),
    *(RoomView, RoomSummary, CoachView, Replay, TutorialStep, FinishedGameList),
    *(Reviewing, PositionView),
)
CONSTANTS = {
    "PROTOCOL": PROTOCOL,
    "BAD_HELLO": BAD_HELLO,
    "BAD_TOKEN": BAD_TOKEN,
    "UNKNOWN_ROOM": UNKNOWN_ROOM,
    "CODE_ALPHABET": CODE_ALPHABET,
    "CODE_LENGTH": CODE_LENGTH,
    "MAX_NAME_LENGTH": MAX_NAME_LENGTH,
    "DEFAULT_BOT": STAND_IN,
    "MIN_PLAYERS": MIN_PLAYERS,
    "MAX_PLAYERS": MAX_PLAYERS,
    "SEAT_LETTERS": SEAT_LETTERS,
    "BY_LOT": BY_LOT,
    "MATCH_GAMES": MATCH_GAMES,
    "MATCH_WINS": MATCH_WINS,
    "TILES": TILES,
    "EXTRA_TILES": EXTRA_TILES,
    "WORMS_ON": {tile: worms(tile) for tile in (*EXTRA_TILES, *TILES)},
    "ORDINARY_DICE": ORDINARY_DICE,
    "FACES": FACES,
    "SYMBOLS": SYMBOLS,
    "WORM": WORM,
    "GOLDEN_FACES": GOLDEN_FACES,
    "CANNED_WORM": Specialist.CANNED_WORM,
    "HEN": Specialist.HEN,
    "GOLDEN_DIE": Specialist.GOLDEN_DIE,
    "WAITING": WAITING,
    "BRATWURMS": SUPPLY,
}
HEAD = "// Written by scripts/client_types.py from {}.\n\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def constants() -> str:
    """Return the module of constants."""
    lines = [_constant(name, value) for name, value in CONSTANTS.items()]
    return HEAD.format("constants of pickomino") + "\n".join(lines) + "\n"


def _constant(name: str, value: object) -> str:
    kind = ""
    if isinstance(value, dict):
        # Whatever is looked up in one may be missing.
        of = "string[]" if name == "GOLDEN_FACES" else "number"
        kind = f"/** @type {{Record<string, {of}>}} */\n"
    line = f"export const {name} = {json.dumps(value)};"
    return kind + fill(line, 100, subsequent_indent="  ", break_on_hyphens=False)


def types() -> str:
    """Return the types of the messages."""
    _, components = msgspec.json.schema_components(
        STRUCTS, schema_hook=lambda _: {"description": "anything"}, ref_template="{name}"
    )
    parts = [_interface(name, schema) for name, schema in sorted(components.items())]
    commands = components["Request"]["properties"]["command"]["anyOf"]
    union = " | ".join(option["$ref"] for option in commands)
    told = _type(components["Frame"]["properties"]["event"]).removesuffix(" | null")
    parts += [f"export type Command = {union};\n", f"export type Event = {told};\n"]
    return HEAD.format("the structs of pickomino.rooms") + "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    # What goes out may leave fields off, and so may what comes in where it leaves defaults off.
    lines = [
        f"  {field}{'' if _is_sure(name, field, required) else '?'}: {_type(of)};"
        for field, of in schema["properties"].items()
    ]
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _is_sure(name: str, field: str, required: set[str]) -> bool:
    complete = (
        *("Room", "SeatView", "RoomSummary", "Settings", "CoachView", "Refused", "Replay"),
        *("FinishedGame", "Reviewing", "DecisionView", "Score"),
    )
    return field in required or field == "type" or name in complete


def _type(schema: dict[str, Any]) -> str:  # noqa: PLR0911 - one a kind of schema
    if "$ref" in schema:
        return schema["$ref"]
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
        items = schema.get("items")
        return f"({_type(items)})[]" if isinstance(items, dict) else "unknown[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    if kind == "null":
        return "null"
    return PLAIN.get(str(kind), "unknown")


def main() -> int:
    """Write the files, or say whether they are up to date."""
    files = {CLIENT / "shared/messages.d.ts": types(), CLIENT / "shared/constants.js": constants()}
    if "--check" in sys.argv:
        return int(any(file.read_text("utf-8") != text for file, text in files.items()))
    for file, text in files.items():
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
