"""Write the browser client's types from the structs that travel; `--check` only compares.

python scripts/client_types.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from pickomino.service.coaching import CoachView
from pickomino.service.events import Logged
from pickomino.service.messages import CreateRoom, Refused, Request
from pickomino.service.replay import Replay
from pickomino.service.service import Created, Done
from pickomino.service.views import RoomSummary, RoomView

TARGET = Path(__file__).parent.parent / "src/pickomino/server/client/messages.d.ts"
STRUCTS = (
    *(CreateRoom, Created, Request, Done, Refused),
    *(RoomView, RoomSummary, Logged, CoachView, Replay),
)
HEAD = "// Written by scripts/client_types.py from the structs of pickomino.service.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def written() -> str:
    """Give the whole file."""
    _, components = msgspec.json.schema_components(
        STRUCTS, schema_hook=lambda _: {"description": "anything"}, ref_template="{name}"
    )
    parts = [_interface(name, schema) for name, schema in sorted(components.items())]
    commands = components["Request"]["properties"]["command"]["anyOf"]
    union = " | ".join(option["$ref"] for option in commands)
    events = components["Logged"]["properties"]["event"]["anyOf"]
    told = " | ".join(option["$ref"] for option in events)
    parts += [f"export type Command = {union};\n", f"export type Event = {told};\n"]
    return HEAD + "\n" + "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    # What goes out may leave fields off; what comes in is complete but for events.
    lines = [
        f"  {field}{'' if _is_sure(name, field, required) else '?'}: {_type(of)};"
        for field, of in schema["properties"].items()
    ]
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _is_sure(name: str, field: str, required: set[str]) -> bool:
    complete = ("RoomView", "SeatView", "RoomSummary", "Settings", "CoachView", "Done", "Refused")
    return field in required or field == "type" or name in (*complete, "Replay", "Frame")


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
        return "Record<string, unknown>"
    if kind == "null":
        return "null"
    return PLAIN.get(str(kind), "unknown")


def main() -> int:
    """Write the file, or say whether it is up to date."""
    text = written()
    if "--check" in sys.argv:
        return int(TARGET.read_text("utf-8") != text)
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
