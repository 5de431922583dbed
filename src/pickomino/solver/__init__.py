"""The exact solution of one turn, given a value for each of its results.

- `shape`: the shape of a turn and the states of its dice
- `outcomes`: the positions in which a turn can end
- `reference`: the solution in plain Python, which is the specification
- `program`, `lanes`, `kernels`: the same solution, compiled with numba
- `best_play`, `solution`: the best actions and their values in a solved turn
- `starts`: the values of many turns before their first roll
- `odds`: common figures of a turn, such as the chance of each total

Only `program`, `lanes`, `kernels` and `starts` import NumPy or numba; the other modules import them
only inside functions that need them.
"""
