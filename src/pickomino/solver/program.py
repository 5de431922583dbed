"""A turn as tables of numbers, which the kernels run through.

A row holds one value, or one for each of many positions. The rows are, in this order: a failure,
without and with a Bratwurm; stopping with each total, without and with; then, for every state from
which one can roll, its value after setting aside (the better of stopping and rolling), and last the
values of rolling. States are sorted so that each needs only rows of earlier ones, and so that those
with the same rolls stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from functools import cache
from itertools import chain, groupby
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.solver.reference import Rolls, rolls_from
from pickomino.solver.shape import TOTALS, DiceState, TurnShape, first_state

Integers = NDArray[np.int32]
Floats = NDArray[np.float64]

FAILURE_ROW: Final = 0
STOP_ROW: Final = 2
FIRST_STATE_ROW: Final = STOP_ROW + 2 * TOTALS
NO_ROW: Final = -1


class KernelTables(NamedTuple):
    """What the kernels read.

    The rolls from a state are a tree of roll classes, walked depth first. A class that no other
    contains is a leaf of the class without its last symbol; the others are the nodes. States with
    equally many dice and open symbols share one tree, and differ in the rows it leads to.
    """

    group: Integers
    """The first state of each group, and one more: one tree, all with the Weasel or all without."""
    tree: Integers
    """For each state, the tree of its rolls."""
    stop_row: Integers
    """For each state, the row of stopping in it."""
    again_row: Integers
    """For each state, the row of what every roll offers beside its dice, the Weasel's re-roll; or
    NO_ROW."""
    bust_row: Integers
    first_choice: Integers
    """For each state, and one more, where its choices begin in `choice_row`."""
    choice_row: Integers

    first_node: Integers
    """For each tree, and one more, its first node; this one shows no new symbol."""
    bust_weight: Floats
    node_depth: Integers
    node_choice: Integers
    node_weight: Floats
    first_leaf: Integers
    """For each node, and one more, its first leaf."""
    leaf_choice: Integers
    leaf_weight: Floats


class Program(NamedTuple):
    """The tables of one shape, and where each state is."""

    shape: TurnShape
    states: tuple[DiceState, ...]
    numbers: dict[DiceState, int]
    tables: KernelTables

    @property
    def rows(self) -> int:
        """The number of rows: what is given, then deciding and rolling for each state."""
        return FIRST_STATE_ROW + 2 * len(self.states)

    def deciding_row(self, state: DiceState) -> int:
        """Return the row of a state's value after setting aside."""
        return _deciding_row(self.shape, self.numbers, state)

    def rolling_row(self, state: DiceState) -> int:
        """Return the row of the value of rolling."""
        return FIRST_STATE_ROW + len(self.states) + self.numbers[state]


class _Node(NamedTuple):
    """A roll class that others contain, or the one that shows nothing new; weights sum to 1."""

    depth: int
    """The number of its symbols."""
    choice: int
    weight: float
    leaves: list[tuple[int, float]]
    """The choice and the weight of each leaf."""


@cache
def program(shape: TurnShape) -> Program:
    """Return the program of a shape; the first time it takes 0.1 to 0.5 seconds.

    >>> len(program(TurnShape()).states)
    1287
    """
    states = _states(shape)
    numbers = {state: number for number, state in enumerate(states)}
    return Program(shape, states, numbers, _tables(shape, states, numbers))


def _states(shape: TurnShape) -> tuple[DiceState, ...]:
    """Find every state from which one can roll, each after those it leads to."""
    first = first_state(shape)
    found, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        after = [state.after(shape, choice) for choice in rolls_from(shape, state).choices]
        if state.weasel:
            after.append(state._replace(weasel=False))
        fresh = {state for state in after if state.can_roll} - found
        found |= fresh
        waiting += fresh
    by_dice = sorted(found, key=lambda state: (state.dice + state.golden, state.weasel, state))
    # States with the same rolls share one tuple of classes, so its identity will do.
    trees = _numbered(id(rolls_from(shape, state).classes) for state in by_dice)
    return tuple(sorted(by_dice, key=lambda state: _group(trees, shape, state)))


def _group(trees: dict[int, int], shape: TurnShape, state: DiceState) -> tuple[int, bool, int]:
    tree = trees[id(rolls_from(shape, state).classes)]
    return state.dice + state.golden, state.weasel, tree


def _numbered(keys: Iterable[int]) -> dict[int, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys))}


def _tables(shape: TurnShape, states: tuple[DiceState, ...], numbers: dict[DiceState, int]) -> KernelTables:
    every_rolls = [rolls_from(shape, state) for state in states]
    trees = {id(rolls.classes): rolls for rolls in every_rolls}
    tree_numbers = _numbered(trees)
    groups = [_group(tree_numbers, shape, state) for state in states]
    choice_rows = [
        [_deciding_row(shape, numbers, state.after(shape, choice)) for choice in rolls.choices]
        for state, rolls in zip(states, every_rolls, strict=True)
    ]
    nodes_by_tree = [_nodes(rolls) for rolls in trees.values()]
    nodes = list(chain.from_iterable(nodes_by_tree))
    leaves = [leaf for node in nodes for leaf in node.leaves]
    return KernelTables(
        group=_starts([list(members) for _, members in groupby(groups)]),
        tree=_integers(tree_numbers[id(rolls.classes)] for rolls in every_rolls),
        stop_row=_integers(_stop_row(shape, state) for state in states),
        again_row=_integers(_again_row(numbers, state) for state in states),
        bust_row=_integers(_bust_row(shape, numbers, state) for state in states),
        first_choice=_starts(choice_rows),
        choice_row=_integers(chain.from_iterable(choice_rows)),
        first_node=_starts(nodes_by_tree),
        bust_weight=_floats(rolls.bust_weight / rolls.weights for rolls in trees.values()),
        node_depth=_integers(node.depth for node in nodes),
        node_choice=_integers(node.choice for node in nodes),
        node_weight=_floats(node.weight for node in nodes),
        first_leaf=_starts([node.leaves for node in nodes]),
        leaf_choice=_integers(choice for choice, _ in leaves),
        leaf_weight=_floats(weight for _, weight in leaves),
    )


def _nodes(rolls: Rolls) -> list[_Node]:
    """Sort the roll classes into nodes and their leaves; they are listed depth first already."""
    contained = {each.smaller for each in rolls.classes}
    nodes = {0: _Node(0, 0, 0.0, [])}
    for number, (weight, smaller, choice) in enumerate(rolls.classes, 1):
        if number in contained:
            depth = nodes[smaller].depth + 1
            nodes[number] = _Node(depth, choice, weight / rolls.weights, [])
        else:
            nodes[smaller].leaves.append((choice, weight / rolls.weights))
    return list(nodes.values())


def _stop_row(shape: TurnShape, state: DiceState) -> int:
    total = state.total(shape)
    if total is None:
        return FAILURE_ROW + state.bratwurm
    return STOP_ROW + TOTALS * state.bratwurm + total


def _deciding_row(shape: TurnShape, numbers: dict[DiceState, int], state: DiceState) -> int:
    return FIRST_STATE_ROW + numbers[state] if state.can_roll else _stop_row(shape, state)


def _again_row(numbers: dict[DiceState, int], state: DiceState) -> int:
    if not state.weasel:
        return NO_ROW
    return FIRST_STATE_ROW + len(numbers) + numbers[state._replace(weasel=False)]


def _bust_row(shape: TurnShape, numbers: dict[DiceState, int], state: DiceState) -> int:
    if state.weasel and shape.weasel_saves_bust:
        return _again_row(numbers, state)
    return FAILURE_ROW + state.bratwurm


def _integers(numbers: Iterable[int]) -> Integers:
    return np.fromiter(numbers, np.int32)


def _floats(numbers: Iterable[float]) -> Floats:
    return np.fromiter(numbers, np.float64)


def _starts(parts: Sequence[Sized]) -> Integers:
    """Return where each part begins if all stand in a row, and where the last one ends."""
    return np.cumsum([0, *map(len, parts)]).astype(np.int32)
