"""The time to solve a turn on one core, compared with the reference and with a lower bound."""

import random

import numba
import numpy as np

from benchmarks.timing import best_seconds
from pickomino.solver import kernels
from pickomino.solver.lanes import add, load, scale, select, store
from pickomino.solver.program import program
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import BASE, TOTALS, TurnShape, first_state

BATCH = 256
REGISTER = 8
"""The number of lanes of the widest register."""
SHAPES = {
    "eight dice": BASE,
    "Bratwurm": TurnShape(bratwurm=True),
    "Canned Worm, Bratwurm": TurnShape(canned_worm=True, bratwurm=True),
    "Weasel, Bratwurm": TurnShape(weasel=True, bratwurm=True),
    "Weasel on busts, Bratwurm": TurnShape(weasel=True, weasel_saves_bust=True, bratwurm=True),
    "Golden Die 111www, Bratwurm": TurnShape("111www", bratwurm=True),
    "Golden Die plain, Bratwurm": TurnShape("plain", bratwurm=True),
}


def random_stakes(rng):
    stop = tuple(tuple((rng.random(),) for _ in range(TOTALS)) for _ in range(2))
    return Stakes(stop, ((rng.random(),), (rng.random(),)))


def counts(shape):
    """Return the numbers of states, multiply-adds and row reads of one position."""
    tables = program(shape).tables
    nodes = np.diff(tables.first_node)
    leaves = np.diff(tables.first_leaf[tables.first_node])
    tree, states = tables.tree, len(tables.tree)
    steps = int((nodes - 1)[tree].sum() + leaves[tree].sum())
    return {"states": states, "steps": steps, "reads": steps + 3 * states}


def measure(shape):
    rng = random.Random(1)
    stakes = [random_stakes(rng) for _ in range(BATCH)]
    arrays = kernels.stake_arrays(stakes)
    one = arrays[0][:1], arrays[1][:1]
    first = first_state(shape)
    return {
        "reference": best_seconds(lambda: Reference(shape, stakes[0]).rolling(first), 7),
        "one": best_seconds(lambda: kernels.solve_batch(shape, *one), 50),
        "one, with Python": best_seconds(lambda: kernels.solve_all(shape, stakes[:1]), 50),
        "batch": best_seconds(lambda: kernels.solve_batch(shape, *arrays, threads=1), 15) / BATCH,
        "batch, four seats": four_seats(shape, arrays),
    }


def four_seats(shape, arrays):
    stop, failure = (np.repeat(array, 4, axis=1) for array in arrays)
    return best_seconds(lambda: kernels.solve_batch(shape, stop, failure, threads=1), 15) / BATCH


@numba.njit
def _steps_in_l1_cache(space, steps, lanes):
    best = load(space, 0, lanes)
    one = two = three = four = best
    for _ in range(steps // 4):
        value = load(space, len(lanes), lanes)
        one = add(one, scale(0.1, select(value, best, value, best)))
        value = load(space, 2 * len(lanes), lanes)
        two = add(two, scale(0.2, select(value, best, value, best)))
        value = load(space, 3 * len(lanes), lanes)
        three = add(three, scale(0.3, select(value, best, value, best)))
        value = load(space, 4 * len(lanes), lanes)
        four = add(four, scale(0.4, select(value, best, value, best)))
        store(space, 0, best)
    store(space, 0, add(add(one, two), add(three, four)))


def limit(steps):
    """Return the time of the steps of one position alone, with all data in the L1 cache."""
    space, lanes = np.zeros(5 * REGISTER), (0,) * REGISTER
    return best_seconds(lambda: _steps_in_l1_cache(space, steps, lanes), 15) / REGISTER


def run():
    """Print the results."""
    print("One turn solved exactly, one core; ratios to the plain Python reference")
    print(f"{'':28}{'states':>7}{'reference':>11}{'one position':>22}{'batch of 256':>22}")
    for name, shape in SHAPES.items():
        seconds, states = measure(shape), counts(shape)["states"]
        one, batch, reference = seconds["one"], seconds["batch"], seconds["reference"]
        print(
            f"{name:28}{states:7}{reference * 1e3:8.1f} ms"
            f"{one * 1e6:10.0f} us {reference / one:7.0f}x"
            f"{batch * 1e6:11.1f} us {reference / batch:6.0f}x"
        )
    print_limit()


def print_limit():
    work, seconds = counts(BASE), measure(BASE)
    steps, reads, batch = work["steps"], work["reads"], seconds["batch"]
    bound = limit(steps)
    size = program(BASE).rows * kernels.LANES * 8
    with_overhead, four = seconds["one, with Python"], seconds["batch, four seats"]
    print()
    print(f"Eight dice: {steps:,} multiply-adds (each with one comparison), {reads:,} reads")
    print(f"  one position including Python overhead: {with_overhead * 1e6:.0f} us")
    print(f"  batch with the chances of four seats: {four * 1e6:.1f} us per position")
    print(
        f"  batch: {steps / batch / 1e9:.1f} G multiply-adds/s, {reads * 8 / batch / 1e9:.0f} GB/s"
        f" of rows; the rows of a block take {size / 1e6:.1f} MB"
    )
    print(
        f"  the same steps alone, all in the L1 cache: {bound * 1e6:.1f} us per position,"
        f" so the batch reaches {bound / batch:.0%} of that speed"
    )


if __name__ == "__main__":
    run()
