"""The games of a match in one file: as WGN, or as one row per decision (JSON lines or Parquet)."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import UnionType
from typing import Any, BinaryIO, Final, Self, get_args, get_type_hints

import msgspec

from pickomino.analysis.decision_rows import DecisionRow
from pickomino.arena.game_records import GameRecord
from pickomino.arena.groups import GroupResult
from pickomino.arena.settings import RecordKind
from pickomino.atomic_file import atomic_write
from pickomino.bots.registry import require_libraries
from pickomino.core.errors import InvalidNotation, PickominoError, check_path, quote_path

_ROWS_PER_GROUP: Final = 50_000
"""How many rows of a Parquet file are kept in memory and then written together."""


class RecordsWriter:
    """A new file with the games of a match, in the order of their groups.

    The file appears when the match ends, even if it ends early.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        """Check the name; raise if the file exists or its ending is unknown."""
        check_path(name)
        self._path = Path(name)
        self._quoted_name = quote_path(os.fspath(name))
        if self._path.suffix not in _FORMATS:
            raise InvalidNotation("bad_records_name", name=self._quoted_name)
        if self._path.suffix == ".parquet":
            require_libraries(("pyarrow",), "records")
        if self._path.exists():
            raise InvalidNotation("file_exists", name=self._quoted_name)
        if not os.access(self._path.resolve().parent, os.W_OK):
            raise self._unwritable(OSError(0, "the folder is missing or cannot be written"))
        self._waiting: dict[int, GroupResult] = {}
        self._next = 0
        self._stack = ExitStack()
        self._is_decided = False

    @property
    def kind(self) -> RecordKind:
        """What this format records of every game."""
        return "moves" if self._path.suffix == ".wgn" else "decisions"

    def add(self, results: Iterable[GroupResult], limit: int | None = None) -> None:
        """Add groups; if a sequential test has decided, only its first `limit` groups count."""
        self._waiting |= {result.group: result for result in results}
        self._is_decided = limit is not None
        while self._next in self._waiting and (limit is None or self._next < limit):
            self._write([self._waiting.pop(self._next)])
            self._next += 1

    def __enter__(self) -> Self:
        try:
            file = self._stack.enter_context(atomic_write(self._path.resolve()))
        except OSError as error:
            raise self._unwritable(error) from error
        self._format = _FORMATS[self._path.suffix](file)
        return self

    def __exit__(self, *failure: object) -> None:
        with self._stack:
            if not self._is_decided:
                # A match that was stopped has gaps between its groups.
                self._write([self._waiting[group] for group in sorted(self._waiting)])
            try:
                self._format.finish()
            except OSError as error:
                raise self._unwritable(error) from error

    def _write(self, results: Sequence[GroupResult]) -> None:
        try:
            for result in results:
                for record in result.records:
                    self._format.write(record)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> PickominoError:
        reason = error.strerror or str(error)
        return InvalidNotation("unwritable_file", name=self._quoted_name, reason=reason)


class _Wgn:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._separator = b""

    def write(self, record: GameRecord) -> None:
        self._file.write(self._separator + record.wgn.encode())
        self._separator = b"\n"

    def finish(self) -> None:
        """Do nothing: every game is written at once."""


class _JsonLines:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, record: GameRecord) -> None:
        self._file.write(record.rows)

    def finish(self) -> None:
        """Do nothing: every game is written at once."""


class _Parquet:
    def __init__(self, file: BinaryIO) -> None:
        # Without types, and an extra.
        self._arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
        self._schema = self._arrow.schema(
            [(name, self._column(kind)) for name, kind in get_type_hints(DecisionRow).items()]
        )
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[DecisionRow] = []
        self._decoder = msgspec.json.Decoder(DecisionRow)

    def write(self, record: GameRecord) -> None:
        self._rows += self._decoder.decode_lines(record.rows)
        if len(self._rows) >= _ROWS_PER_GROUP:
            self._flush()

    def finish(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        rows = [msgspec.structs.asdict(row) for row in self._rows]
        self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))
        self._rows = []

    def _column(self, annotation: object) -> object:
        """Return the type of a column for a type such as `float | None`."""
        arrow = self._arrow
        kind = get_args(annotation)[0] if isinstance(annotation, UnionType) else annotation
        if kind is int:
            return arrow.int32()
        if kind is float:
            return arrow.float64()
        return arrow.string() if kind is str else arrow.list_(arrow.int8())


_FORMATS: Final[dict[str, type[_Wgn | _JsonLines | _Parquet]]] = {
    ".wgn": _Wgn,
    ".jsonl": _JsonLines,
    ".parquet": _Parquet,
}
