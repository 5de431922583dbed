"""Positions and moves for tests in a notation shorter than WFEN.

A table is a WFEN without its rules: `at` adds them, and for Extrawurm the fields that a base table
lacks.
"""

from __future__ import annotations

from pickomino import Action, Position, Roll, TurnEnd, legal_actions, step, step_roll
from support.worked_examples import BASE_RULES as NAMES
from support.worked_examples import BASE_TILES, start_of
from support.worked_examples import EXTRAWURM_RULES as EXTRAWURM

EVERY = NAMES + EXTRAWURM
FORCED = ("standard", "mini")


def at(rules: str, format_table: str) -> Position:
    """Parse a table; in Extrawurm a base table gets 11 and 13 face down and waiting specialists."""
    return Position.from_wfen(start_of(format_table, rules))


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
