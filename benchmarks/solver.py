"""The time to solve a turn on one core, compared with the reference."""

import random

from benchmarks.timing import best_seconds
from pickomino.solver import kernels
from pickomino.solver.program import program
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import BASE, TOTALS, TurnShape, first_state

BATCH = 256
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


def print_speed(name, shape, stakes):
    stop, failure = kernels.stake_arrays(stakes)
    first = first_state(shape)
    reference = best_seconds(lambda: Reference(shape, stakes[0]).rolling(first), 7)
    one = best_seconds(lambda: kernels.solve_batch(shape, stop[:1], failure[:1]), 50)
    batch = best_seconds(lambda: kernels.solve_batch(shape, stop, failure, threads=1), 15) / BATCH
    print(
        f"{name:28}{len(program(shape).states):7}{reference * 1e3:8.1f} ms"
        f"{one * 1e6:10.0f} us {reference / one:7.0f}x"
        f"{batch * 1e6:11.1f} us {reference / batch:6.0f}x"
    )


def run():
    """Print the results."""
    print("One turn solved exactly, one core; ratios to the plain Python reference")
    print(f"{'':28}{'states':>7}{'reference':>11}{'one position':>22}{'batch of 256':>22}")
    rng = random.Random(1)
    stakes = [random_stakes(rng) for _ in range(BATCH)]
    for name, shape in SHAPES.items():
        print_speed(name, shape, stakes)


if __name__ == "__main__":
    run()
