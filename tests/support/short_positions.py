"""Positions and moves for tests in a notation shorter than WFEN.

A table is a WFEN without its rules: `at` adds them, and for Extrawurm the fields that a base table
lacks.
"""

from __future__ import annotations

from pickomino import Action, Position, Roll, TurnEnd, legal_actions, step, step_roll

NAMES = ("standard", "classic", "short", "manual", "mini")
EXTRAWURM = tuple(f"{name}+extrawurm" for name in NAMES)
EVERY = NAMES + EXTRAWURM
FORCED = ("standard", "mini")
BASE_TILES = 16


def at(rules: str, format_table: str) -> Position:
    """Parse a table; in Extrawurm a base table gets 11 and 13 face down and waiting specialists."""
    fields = format_table.split(" ")
    if "+extrawurm" in rules:
        if len(fields[0]) == BASE_TILES:
            fields[0] = "xx" + fields[0]
        if len(fields) == 6 - 1:
            zeros = ",".join("0" for _ in fields[1].split("/"))
            fields.append(f"-,-,-,-,-/{zeros}/-")
    return Position.from_wfen(" ".join([rules, *fields]))


def format_table(position: Position) -> str:
    """Return grill, stacks, seat and dice as the text of a base table."""
    _, grill, *rest = position.wfen().split(" ")[:6]
    return " ".join([grill[-BASE_TILES:], *rest])


def format_extrawurm(position: Position) -> str:
    """Return the Extrawurm field of the WFEN."""
    return position.wfen().split(" ")[6]


def play(position: Position, *moves: str) -> tuple[Position, TurnEnd | None]:
    """Play rolls and action tokens in order; return how the last one ended the turn, if it did."""
    ended = None
    for move in moves:
        if move[0] in "krtsqzb":
            position, ended = step(position, Action.parse(move))
        else:
            position, ended = step_roll(position, Roll.parse(move))
    return position, ended


def legal(position: Position) -> set[str]:
    return set(map(str, legal_actions(position)))


def without_extrawurm(ended: TurnEnd | None) -> TurnEnd | None:
    """Return how a turn ended, without the changes to specialists and Bratwurms."""
    return ended and ended._replace(specialists=(), bratwurms=())
