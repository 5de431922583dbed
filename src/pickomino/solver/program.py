"""A turn as tables of numbers for the kernels.

A row holds one value, or one for each of many positions. The rows are, in this order:

- failing, without and with a Bratwurm
- stopping with each total, without and with a Bratwurm
- for every state that can roll, its value after dice are set aside: the better of stopping and
  rolling on
- for the same states, the value of rolling

States are sorted so that each depends only on rows of earlier states, and so that states with the
same rolls are adjacent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from functools import cache
from itertools import chain, groupby
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.solver.reference import Rolls, rolls_from
from pickomino.solver.rows import FAILURE_ROW, FIRST_STATE_ROW, deciding_row, rolling_row, stop_row
from pickomino.solver.shape import DiceState, TurnShape, first_state

Integers = NDArray[np.int32]
Floats = NDArray[np.float64]

NO_ROW: Final = -1


class KernelTables(NamedTuple):
    """The tables of a program.

    The rolls from a state are a tree of roll classes in depth-first order. A class that is extended
    by no other class is a leaf and belongs to the class that it extends; every other class is a
    node. States with the same number of dice and open symbols share a tree, but its choices lead to
    different rows.
    """

    group: Integers
    """The index of each group's first state, followed by the end of the last group. The states of
    a group share a tree, and all or none of them have the Weasel."""
    tree: Integers
    """The number of each state's tree of rolls."""
    stop_row: Integers
    """The row for stopping in each state."""
    reroll_row: Integers
    """The row for the Weasel's re-roll, an option after every roll; NO_ROW without the Weasel."""
    bust_row: Integers
    first_choice: Integers
    """Where each state's choices begin in `choice_row`, followed by the end of the last choices."""
    choice_row: Integers

    first_node: Integers
    """The index of each tree's root (no new symbol), followed by the end of the last tree."""
    bust_weight: Floats
    node_depth: Integers
    node_choice: Integers
    node_weight: Floats
    first_leaf: Integers
    """The index of each node's first leaf, followed by the end of the last leaves."""
    leaf_choice: Integers
    leaf_weight: Floats


class Program(NamedTuple):
    """The kernel tables for a shape, and the number of each state."""

    shape: TurnShape
    states: tuple[DiceState, ...]
    numbers: dict[DiceState, int]
    tables: KernelTables

    @property
    def rows(self) -> int:
        """The number of rows: the payoffs, then one for deciding and one for rolling per state."""
        return FIRST_STATE_ROW + 2 * len(self.states)

    def deciding_row(self, state: DiceState) -> int:
        """Return the row that holds the value after dice are set aside."""
        return deciding_row(self.shape, self.numbers, state)

    def rolling_row(self, state: DiceState) -> int:
        """Return the row that holds the value of rolling."""
        return rolling_row(self.numbers, state)


class _Node(NamedTuple):
    """A roll class that other classes extend, or the class with no new symbol."""

    depth: int
    """The number of new symbols in this class."""
    choice: int
    weight: float
    leaves: list[tuple[int, float]]
    """The choice and the weight of each leaf."""


@cache
def program(shape: TurnShape) -> Program:
    """Return the program for a shape; the first call for a shape takes 0.1 to 0.5 seconds.

    >>> len(program(TurnShape()).states)
    1287
    """
    states = _states(shape)
    numbers = {state: number for number, state in enumerate(states)}
    return Program(shape, states, numbers, _tables(shape, states, numbers))


def _states(shape: TurnShape) -> tuple[DiceState, ...]:
    """Return every state that can roll, each after the states it leads to."""
    first = first_state(shape)
    reached, pending = {first}, [first]
    while pending:
        state = pending.pop()
        after = [state.after(shape, choice) for choice in rolls_from(shape, state).choices]
        if state.weasel:
            after.append(state._replace(weasel=False))
        new = {state for state in after if state.can_roll(shape)} - reached
        reached |= new
        pending += new
    by_dice = sorted(reached, key=lambda state: (state.dice + state.golden, state.weasel, state))
    # States with the same rolls share one tuple of classes, so its identity identifies the tree.
    trees = _number(id(rolls_from(shape, state).classes) for state in by_dice)
    return tuple(sorted(by_dice, key=lambda state: _group(trees, shape, state)))


def _group(trees: dict[int, int], shape: TurnShape, state: DiceState) -> tuple[int, bool, int]:
    tree = trees[id(rolls_from(shape, state).classes)]
    return state.dice + state.golden, state.weasel, tree


def _number(keys: Iterable[int]) -> dict[int, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys))}


def _tables(
    shape: TurnShape, states: tuple[DiceState, ...], numbers: dict[DiceState, int]
) -> KernelTables:
    state_rolls = [rolls_from(shape, state) for state in states]
    trees = {id(rolls.classes): rolls for rolls in state_rolls}
    tree_numbers = _number(trees)
    groups = [_group(tree_numbers, shape, state) for state in states]
    choice_rows = [
        [deciding_row(shape, numbers, state.after(shape, choice)) for choice in rolls.choices]
        for state, rolls in zip(states, state_rolls, strict=True)
    ]
    nodes_by_tree = [_nodes(rolls) for rolls in trees.values()]
    nodes = list(chain.from_iterable(nodes_by_tree))
    leaves = [leaf for node in nodes for leaf in node.leaves]
    return KernelTables(
        group=_starts([list(members) for _, members in groupby(groups)]),
        tree=_integers(tree_numbers[id(rolls.classes)] for rolls in state_rolls),
        stop_row=_integers(stop_row(shape, state) for state in states),
        reroll_row=_integers(_reroll_row(numbers, state) for state in states),
        bust_row=_integers(_bust_row(shape, numbers, state) for state in states),
        first_choice=_starts(choice_rows),
        choice_row=_integers(chain.from_iterable(choice_rows)),
        first_node=_starts(nodes_by_tree),
        bust_weight=_floats(rolls.bust_weight / rolls.total_weight for rolls in trees.values()),
        node_depth=_integers(node.depth for node in nodes),
        node_choice=_integers(node.choice for node in nodes),
        node_weight=_floats(node.weight for node in nodes),
        first_leaf=_starts([node.leaves for node in nodes]),
        leaf_choice=_integers(choice for choice, _ in leaves),
        leaf_weight=_floats(weight for _, weight in leaves),
    )


def _nodes(rolls: Rolls) -> list[_Node]:
    """Sort the roll classes, which are in depth-first order, into nodes and their leaves."""
    contained = {roll_class.smaller for roll_class in rolls.classes}
    nodes = {0: _Node(0, 0, 0.0, [])}
    for number, (weight, smaller, choice) in enumerate(rolls.classes, 1):
        if number in contained:
            depth = nodes[smaller].depth + 1
            nodes[number] = _Node(depth, choice, weight / rolls.total_weight, [])
        else:
            nodes[smaller].leaves.append((choice, weight / rolls.total_weight))
    return list(nodes.values())


def _reroll_row(numbers: dict[DiceState, int], state: DiceState) -> int:
    if not state.weasel:
        return NO_ROW
    return rolling_row(numbers, state._replace(weasel=False))


def _bust_row(shape: TurnShape, numbers: dict[DiceState, int], state: DiceState) -> int:
    if state.weasel and shape.weasel_saves_bust:
        return _reroll_row(numbers, state)
    return FAILURE_ROW + state.bratwurm


def _integers(numbers: Iterable[int]) -> Integers:
    return np.fromiter(numbers, np.int32)


def _floats(numbers: Iterable[float]) -> Floats:
    return np.fromiter(numbers, np.float64)


def _starts(parts: Sequence[Sized]) -> Integers:
    """Return where each part starts when all are concatenated, then the end of the last part."""
    return np.cumsum([0, *map(len, parts)]).astype(np.int32)
