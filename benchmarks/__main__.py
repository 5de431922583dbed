"""Run all benchmarks, or some: python -m benchmarks engine solver."""

import importlib
import os
import sys

# Keep NumPy from using several cores for a matrix product.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ALL = (
    "engine",
    "solver",
    "bots",
    "review",
    "vector",
    "environments",
    "load",
    "tables",
    "nodes",
    "first_roll",
    "daily",
    "roll",
    "terminal",
    "site",
)

for name in sys.argv[1:] or ALL:
    if name not in ALL:
        sys.exit(f"unknown benchmark {name}; choose from {', '.join(ALL)}")
    importlib.import_module(f"benchmarks.{name}").run()
    print()
