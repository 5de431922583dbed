"""Vectors of floats as numba values, each held in a vector register.

Numba can vectorise a loop only if it can prove that the arrays do not overlap, and it keeps sums
in memory instead of registers. These intrinsics generate the vector instructions directly. The
number of lanes must be known at compile time. It is passed as a tuple, because the length of a
tuple is part of its type. Indices count floats from the beginning of an array, as if it were flat,
and are not checked.
"""

# Neither numba nor llvmlite has type annotations.
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
"""LLVM flags. Only `contract` changes results: it allows fused multiply-adds. With the other
flags, a comparison needs only one instruction."""


class Lanes(types.Type):
    """The numba type of a vector of floats."""

    def __init__(self, dtype, count) -> None:
        self.dtype, self.count = dtype, count
        super().__init__(name=f"Lanes({dtype}, {count})")

    @property
    def vector(self) -> Any:
        """The LLVM type."""
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
    """Copy a number to every lane."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, nothing, zeros)


@intrinsic
def entry(typing, array, index) -> Any:
    """Return the number at an index of an array."""
    number = types.intp if isinstance(array.dtype, types.Integer) else array.dtype

    def generate(context, builder, signature, arguments):
        data = context.make_array(array)(context, builder, arguments[0]).data
        element = builder.load(builder.gep(data, [arguments[1]]))
        return context.cast(builder, element, array.dtype, number)

    return number(array, types.intp), generate


@intrinsic
def load(typing, array, index, like) -> Any:
    """Return consecutive floats; their number is the length of the tuple `like`."""
    lanes = Lanes(array.dtype, len(like))

    def generate(context, builder, signature, arguments):
        vector = signature.return_type.vector
        pointer = _pointer(context, builder, signature.args[0], arguments[:2], vector)
        return builder.load(pointer, align=array.dtype.bitwidth // 8)

    return lanes(array, types.intp, like), generate


@intrinsic
def store(typing, array, index, lanes) -> Any:
    """Store consecutive floats."""

    def generate(context, builder, signature, arguments):
        pointer = _pointer(context, builder, signature.args[0], arguments[:2], lanes.vector)
        builder.store(arguments[2], pointer, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes), generate


@intrinsic
def scale(typing, weight, lanes) -> Any:
    """Multiply every lane by a number."""

    def generate(context, builder, signature, arguments):
        factor = _spread(builder, arguments[0], lanes.vector)
        return builder.fmul(factor, arguments[1], flags=FLAGS)

    return lanes(lanes.dtype, lanes), generate


@intrinsic
def add(typing, one, other) -> Any:
    """Add lane by lane."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(*arguments, flags=FLAGS)

    return one(one, other), generate


@intrinsic
def maximum(typing, one, other) -> Any:
    """Return the maximum, lane by lane."""

    def generate(context, builder, signature, arguments):
        is_larger = builder.fcmp_ordered(">", *arguments, flags=FLAGS)
        return builder.select(is_larger, *arguments)

    return one(one, other), generate


@intrinsic
def select(typing, value, bar, over, under) -> Any:
    """Return `over` in the lanes where `value` is greater than `bar`, `under` elsewhere."""

    def generate(context, builder, signature, arguments):
        is_over = builder.fcmp_ordered(">", *arguments[:2], flags=FLAGS)
        return builder.select(is_over, *arguments[2:])

    return over(value, bar, over, under), generate


@intrinsic
def add_scalar(typing, lanes, number) -> Any:
    """Add a number to every lane."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(arguments[0], _spread(builder, arguments[1], lanes.vector), flags=FLAGS)

    return lanes(lanes, lanes.dtype), generate
