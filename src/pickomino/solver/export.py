"""The kernel's tables as files, for a solver in the browser (`client/offline/turn-solver.js`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from typing import Final

from pickomino.array_file import Kind, StoredArray, encode_arrays
from pickomino.solver.browser import shape_name, state_key
from pickomino.solver.program import Floats, Integers, program
from pickomino.solver.reference import TIE
from pickomino.solver.rows import FIRST_STATE_ROW, STOP_ROW
from pickomino.solver.shape import BASE, TOTALS, TurnShape

_SPECIALISTS: Final = (
    BASE,
    TurnShape(golden="111www"),
    TurnShape(golden="plain"),
    TurnShape(weasel=True),
    TurnShape(weasel=True, weasel_saves_bust=True),
    TurnShape(canned_worm=True),
)
BASE_SHAPES: Final = (BASE, BASE._replace(rolls_with_all_symbols=True))
EXTRAWURM_SHAPES: Final = tuple(
    shape
    for specialist, bratwurm, all_symbols in product(_SPECIALISTS, (False, True), (False, True))
    if (shape := specialist._replace(bratwurm=bratwurm, rolls_with_all_symbols=all_symbols))
    not in BASE_SHAPES
)
"""The shapes of turns that only Extrawurm has; a seat holds at most one specialist."""


def export_turn_tables() -> dict[str, bytes]:
    """Return the files of tables: one for every game, and one more for Extrawurm."""
    return {"turns.bin": _encode(BASE_SHAPES), "turns-extrawurm.bin": _encode(EXTRAWURM_SHAPES)}


def _encode(shapes: Sequence[TurnShape]) -> bytes:
    layout = {
        "totals": TOTALS,
        "stopRow": STOP_ROW,
        "firstStateRow": FIRST_STATE_ROW,
        "tie": TIE,
        "shapes": [shape_name(shape) for shape in shapes],
    }
    return encode_arrays(layout, dict(chain.from_iterable(map(_arrays, shapes))))


def _kind(table: Integers | Floats) -> Kind:
    return "int16" if table.dtype.kind == "i" else "float64"


def _arrays(shape: TurnShape) -> list[tuple[str, StoredArray]]:
    solved = program(shape)
    keys = StoredArray.from_numbers("int32", map(state_key, solved.states))
    tables = [
        (name, StoredArray.from_numbers(_kind(table), table.tolist()))
        for name, table in solved.tables._asdict().items()
    ]
    return [(f"{shape_name(shape)}.{name}", table) for name, table in [*tables, ("states", keys)]]
