"""Several floats side by side as one value in numba: what a vector register holds.

Numba can vectorise a loop only if it can prove that its arrays do not overlap, and it keeps sums
in memory. These few operations say directly what is meant. Numba compiles for the types of
arguments, and the length of a tuple is part of its type: so a tuple says how many lanes there are.
Indices count floats from the beginning of an array, whatever its dimensions, and are not checked.
"""

# Neither numba nor llvmlite says what types it has.
# pyright: basic, reportMissingTypeStubs=false
# ruff: noqa: ANN001, ANN202, ARG001, ANN401

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic as numba_intrinsic
from numba.extending import models, register_model

intrinsic = cast("Callable[[Callable[..., Any]], Callable[..., Any]]", numba_intrinsic)

FLAGS: Final = ("contract", "nnan", "nsz")
"""Fused multiply-adds are the only change of arithmetic; the others make a comparison one step."""


class Lanes(types.Type):
    """Some floats of one kind."""

    def __init__(self, dtype, count) -> None:
        self.dtype, self.count = dtype, count
        super().__init__(name=f"Lanes({dtype}, {count})")

    @property
    def vector(self) -> Any:
        """The type as LLVM knows it."""
        kind = ir.DoubleType() if self.dtype == types.float64 else ir.FloatType()
        return ir.VectorType(kind, self.count)


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, lanes) -> None:
        super().__init__(manager, lanes, lanes.vector)


def _pointer(context, builder, array_type, place, vector):
    array, index = place
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _spread(builder, number, vector):
    """Put one number into every lane."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, nothing, zeros)


@intrinsic
def entry(typing, array, index) -> Any:
    """Read one number of a table."""
    number = types.intp if isinstance(array.dtype, types.Integer) else array.dtype

    def generate(context, builder, signature, arguments):
        data = context.make_array(array)(context, builder, arguments[0]).data
        found = builder.load(builder.gep(data, [arguments[1]]))
        return context.cast(builder, found, array.dtype, number)

    return number(array, types.intp), generate


@intrinsic
def load(typing, array, index, like) -> Any:
    """Read consecutive floats, as many as a tuple has places."""
    lanes = Lanes(array.dtype, len(like))

    def generate(context, builder, signature, arguments):
        vector = signature.return_type.vector
        pointer = _pointer(context, builder, signature.args[0], arguments[:2], vector)
        return builder.load(pointer, align=array.dtype.bitwidth // 8)

    return lanes(array, types.intp, like), generate


@intrinsic
def store(typing, array, index, lanes) -> Any:
    """Write consecutive floats."""

    def generate(context, builder, signature, arguments):
        pointer = _pointer(context, builder, signature.args[0], arguments[:2], lanes.vector)
        builder.store(arguments[2], pointer, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes), generate


@intrinsic
def weighed(typing, weight, lanes) -> Any:
    """Multiply by a number."""

    def generate(context, builder, signature, arguments):
        factor = _spread(builder, arguments[0], lanes.vector)
        return builder.fmul(factor, arguments[1], flags=FLAGS)

    return lanes(lanes.dtype, lanes), generate


@intrinsic
def plus(typing, one, other) -> Any:
    """Add lane by lane."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(*arguments, flags=FLAGS)

    return one(one, other), generate


@intrinsic
def larger(typing, one, other) -> Any:
    """Take the larger, lane by lane."""

    def generate(context, builder, signature, arguments):
        is_larger = builder.fcmp_ordered(">", *arguments, flags=FLAGS)
        return builder.select(is_larger, *arguments)

    return one(one, other), generate


@intrinsic
def chosen(typing, worth, bar, over, under) -> Any:
    """Take `over` in the lanes where a worth is over the bar, `under` elsewhere."""

    def generate(context, builder, signature, arguments):
        is_over = builder.fcmp_ordered(">", *arguments[:2], flags=FLAGS)
        return builder.select(is_over, *arguments[2:])

    return over(worth, bar, over, under), generate


@intrinsic
def raised(typing, lanes, number) -> Any:
    """Add a number to every lane."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(arguments[0], _spread(builder, arguments[1], lanes.vector), flags=FLAGS)

    return lanes(lanes, lanes.dtype), generate
