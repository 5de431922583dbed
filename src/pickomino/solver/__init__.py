"""The exact solution of one turn, whatever its results are worth.

`shape` says what kind of turn it is and which states it has, `outcomes` how a turn can end,
`reference` solves it in plain Python and is the specification, `program`, `lanes` and `kernels` do
the same with numba, `best_play` and `solution` answer questions about one turn, `odds` computes the
usual figures.
Only `program`, `lanes` and `kernels` import NumPy or numba, and nothing here imports them unasked.
"""
