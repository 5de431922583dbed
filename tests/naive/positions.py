"""Rule sets and small positions for the tests."""

from __future__ import annotations

import re

from .rules import NaiveGame
from .wfen import all_tiles

RULE_SETS = ["standard", "classic", "short", "manual", "mini"]
FORCED = ("standard", "mini")
EXTRAWURM = [name + "+extrawurm" for name in RULE_SETS]
BOTH = RULE_SETS + EXTRAWURM


def position(
    rules: str,
    grill: list[int],
    stacks: str,
    dice: str = "-",
    phase: str = "~",
    *,
    extra: str = "",
    seat: str = "a",
) -> NaiveGame:
    """Grill tiles face up, stacks as in WFEN, every other tile face down."""
    held = [int(tile) for tile in re.findall(r"\d+", stacks)]
    row = ""
    for tile in all_tiles("extrawurm" in rules):
        row += "o" if tile in grill else "." if tile in held else "x"
    text = f"{rules} {row} {stacks} {seat} {dice} {phase}"
    if "extrawurm" in rules:
        zeros = ",".join("0" for _ in stacks.split("/"))
        text += " " + (extra or f"-,-,-,-,-/{zeros}/-")
    game = NaiveGame.from_wfen(text)
    assert game.wfen() == text
    return game


def face_up(game: NaiveGame) -> list[int]:
    return sorted(game.face_up)


def turn(game: NaiveGame, *names: str) -> tuple:
    assert game.last_turn is not None
    return tuple(game.last_turn[name] for name in names)
