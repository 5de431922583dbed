"""All benchmarks, or those named: python -m benchmarks engine solver."""

import importlib
import sys

ALL = ("engine", "solver", "bots", "vector", "environments", "load", "terminal")

for name in sys.argv[1:] or ALL:
    if name not in ALL:
        sys.exit(f"unknown benchmark {name}; known are {', '.join(ALL)}")
    importlib.import_module(f"benchmarks.{name}").run()
    print()
