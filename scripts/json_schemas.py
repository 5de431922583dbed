"""Write the JSON schema of every `--json` output to docs/schemas; with --check, only compare.

    python scripts/json_schemas.py [--check]

The schemas follow from the types in `pickomino.cli.outputs` and, for the rows of a match, from
`pickomino.analysis.decision_rows`.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from pickomino import Action, Roll
from pickomino.analysis.decision_rows import DecisionRow
from pickomino.cli.outputs import output_types

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCALARS: dict[object, str] = {
    bool: "boolean",
    float: "number",
    int: "integer",
    NoneType: "null",
    str: "string",
    Action: "string",
    Roll: "string",
}

INFINITE = {("Mean", "low"), ("Mean", "high")}
"""Numbers that are printed as null if they are infinite: the interval of a single game."""

Schema = dict[str, Any]


class SchemaWriter:
    """Describes a type; each struct and each named tuple becomes a definition."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def describe(self, kind: Any) -> Schema:  # noqa: PLR0911 - one for each kind of type
        if kind in SCALARS:
            return {"type": SCALARS[kind]}
        if isinstance(kind, type) and (issubclass(kind, Struct) or hasattr(kind, "_fields")):
            return self.describe_object(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.describe(part) for part in arguments]}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.describe(arguments[1])}
        if origin in (list, tuple):
            return {"type": "array", "items": self.describe(arguments[0])}
        return {}  # Any

    def describe_object(self, kind: Any) -> Schema:
        name: str = kind.__name__
        fields: tuple[str, ...] = getattr(kind, "__struct_fields__", ()) or kind._fields
        if name not in self.definitions:
            self.definitions[name] = {}  # so that a type may contain itself
            hints = get_type_hints(kind)
            self.definitions[name] = {
                "description": (kind.__doc__ or name).strip().partition("\n")[0],
                "type": "object",
                "properties": {
                    field: self.describe(
                        hints[field] | None if (name, field) in INFINITE else hints[field]
                    )
                    for field in fields
                },
                "required": list(fields),
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


def schema_of(title: str, kind: object) -> Schema:
    writer = SchemaWriter()
    described = writer.describe(kind)
    return {"$schema": DIALECT, "title": title, **described, "$defs": writer.definitions}


def schemas() -> dict[str, str]:
    kinds = {name: (f"pickomino {name} --json", kind) for name, kind in output_types().items()}
    kinds["decision-row"] = ("a row of pickomino arena --records", DecisionRow)
    return {
        f"{name}.json": json.dumps(schema_of(*described), indent=1) + "\n"
        for name, described in kinds.items()
    }


def main() -> int:
    wanted = schemas()
    if sys.argv[1:] == ["--check"]:
        existing = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")}
        return int(existing != wanted)
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
