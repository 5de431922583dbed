"""Long runs that look for what short tests miss: `make soak`, or `python -m soak` for help.

A suite is a function that checks one seed: it gives how many steps it played and raises
AssertionError when something is wrong. To add one, name it in SUITES. A suite that looks at all
games together gives its steps and its sums by name, and its module checks those in `check_sums`.
`runner` spreads seeds over all cores and keeps what was done in `.soak/`, `state` reads and writes
that.
"""

from __future__ import annotations

SUITES = {
    "rules": "crosscheck:check_seed",
    "naive": "naive.checks:check_seed",
    "positions": "position_soak:check_seed",
    "bots": "bot_soak:check_quick",
    "strongest": "bot_soak:check_strongest",
    "vector": "vector_crosscheck:check_seed",
    "vector_bots": "vector_bots_crosscheck:check_seed",
    "rooms": "kill_rooms:check_seed",
    "terminal": "kill_terminals:check_seed",
    "keys": "terminal_fuzz:check_terminal",
    "server": "kill_server:check_seed",
    "siege": "siege:check_seed",
    "faults": "faults:check_seed",
    "nodes": "kill_nodes:check_seed",
    "failover": "failover:check_seed",
    "rolling": "rolling:check_seed",
    "review": "luck_checks:check_seed",
    "solver": "solver_crosscheck:check_seed",
    "properties": "property_soak:check_seed",
    "puzzles": "puzzle_soak:check_seed",
    "taps": "tap_soak:check_seed",
}
"""Suites by name, as module:function; a module is imported only when its suite runs."""

ALONE = ("siege", "faults", "nodes", "failover", "rolling", "taps")
"""Suites that measure time: one seed after the other, on a machine of its own."""

GAMES = {
    "rules": 30_000,
    "naive": 10_000,
    "positions": 1_000,
    "bots": 73_360,
    "strongest": 600,
    "vector": 10_000,
    "vector_bots": 2_000,
    "rooms": 50,
    "server": 10,
    "siege": 1,
    "faults": 10,
    "nodes": 3,
    "failover": 20,
    "rolling": 2,
    "terminal": 50,
    "keys": 50,
    "review": 10_000,
    "solver": 1_080,
    "properties": 50,
    "puzzles": 3_200,
    "taps": 5,
}
"""How many games each suite plays unless told; a test checks that they cover every table."""
