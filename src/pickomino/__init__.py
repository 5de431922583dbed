"""Pickomino (Heckmeck am Bratwurmeck): the rules, positions and games as plain values.

>>> from pickomino import Rules, legal_actions, start
>>> start(Rules.preset("standard"), players=2).wfen()
'standard oooooooooooooooo -/- a - ~'
"""

from pickomino._version import __version__
from pickomino.core.actions import Action
from pickomino.core.dice import CommittedDice, DiceSource, ScriptedDice, SeededDice
from pickomino.core.errors import (
    IllegalAction,
    InvalidNotation,
    InvalidPosition,
    PickominoError,
    Problem,
)
from pickomino.core.extrawurm import Extrawurm, Specialist
from pickomino.core.play import (
    apply,
    apply_roll,
    chance_outcomes,
    claims,
    legal_actions,
    step,
    step_roll,
)
from pickomino.core.position import CHANCE, OVER, Phase, Position, Turn, scores, start, winners
from pickomino.core.problems import problems
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.tiles import worms
from pickomino.core.turns import SpecialistMove, TurnEnd, total
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, GameEvent, GameStep, RollEvent
from pickomino.record.verification import Verification, verify

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "ActionEvent",
    "CommittedDice",
    "DiceSource",
    "Extrawurm",
    "Game",
    "GameEvent",
    "GameStep",
    "IllegalAction",
    "InvalidNotation",
    "InvalidPosition",
    "Phase",
    "PickominoError",
    "Position",
    "Problem",
    "Roll",
    "RollEvent",
    "Rules",
    "ScriptedDice",
    "SeededDice",
    "Specialist",
    "SpecialistMove",
    "Turn",
    "TurnEnd",
    "Verification",
    "__version__",
    "apply",
    "apply_roll",
    "chance_outcomes",
    "claims",
    "legal_actions",
    "problems",
    "scores",
    "start",
    "step",
    "step_roll",
    "total",
    "verify",
    "winners",
    "worms",
]
