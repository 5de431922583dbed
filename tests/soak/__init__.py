"""Long test runs that find what short tests miss: `make soak`, or `python -m soak --help`.

A suite is a function that checks one seed: it returns the number of steps it played and raises
AssertionError when something is wrong. To add one, list it in SUITES and GAMES. A suite that checks
all games together returns its steps and sums by name, and its module checks the totals in
`check_sums`. `runner` distributes seeds over all cores.
"""

from __future__ import annotations

SUITES = {
    "rules": "soak.suites.rules:check_seed",
    "bots": "soak.suites.bots:check_quick",
    "strongest": "soak.suites.bots:check_strongest",
    "vector": "soak.suites.vector:check_seed",
    "vector_bots": "soak.suites.vector_bots:check_seed",
    "rooms": "soak.suites.kill_rooms:check_seed",
    "terminal": "soak.suites.kill_terminals:check_seed",
    "keys": "soak.suites.terminal_fuzz:check_terminal",
    "server": "soak.suites.kill_server:check_seed",
    "siege": "soak.suites.siege:check_seed",
    "faults": "soak.suites.faults:check_seed",
    "nodes": "soak.suites.kill_nodes:check_seed",
    "failover": "soak.suites.failover:check_seed",
    "rolling": "soak.suites.rolling_restart:check_seed",
    "review": "soak.suites.luck:check_seed",
    "solver": "soak.suites.solver:check_seed",
    "properties": "soak.suites.properties:check_seed",
    "puzzles": "soak.suites.puzzles:check_seed",
    "taps": "soak.suites.taps:check_seed",
    "adversary": "soak.suites.adversary:check_seed",
    "turns": "soak.suites.turns:check_seed",
    "guided": "soak.suites.guided:check_seed",
    "offline": "soak.suites.offline:check_seed",
    "libraries": "soak.suites.libraries:check_seed",
}
"""Suites by name, as module:function; a module is imported only when its suite runs."""

SEQUENTIAL = ("siege", "faults", "nodes", "failover", "rolling", "taps")
"""Suites that measure time: they check one seed at a time and need an idle machine."""

GAMES = {
    "rules": 30_000,
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
    "adversary": 4_563,
    "turns": 1_000,
    "guided": 200,
    "offline": 20_000,
    "libraries": 4,
}
"""The default number of games of each suite; a test checks that they cover every table."""
