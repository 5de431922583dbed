"""Pickomino (Heckmeck am Bratwurmeck): rules, games, records, bots and analysis as a library.

>>> from pickomino import Rules, legal_actions, start
>>> start(Rules.preset("standard"), players=2).wfen()
'standard oooooooooooooooo -/- a - ~'

The names in `__all__`, `pickomino.solved`, `pickomino.bench` and the modules of `pickomino.envs`
that docs/environments.md describes are the public interface. Everything else is private and may
change in any version. Each name is imported when it is first used, so `import pickomino` is quick.
"""

from __future__ import annotations

from pickomino._version import __version__

TYPE_CHECKING = False  # as type checkers know it; importing `typing` would take longest

if TYPE_CHECKING:
    from pickomino.analysis.advice import Advice, advise
    from pickomino.analysis.confidence import Mean
    from pickomino.analysis.decision_rows import DecisionRow, decision_rows
    from pickomino.analysis.review import review
    from pickomino.analysis.review_types import (
        Choice,
        Reason,
        Review,
        ReviewedDecision,
        ReviewedRoll,
        ReviewedTurn,
        SeatSums,
    )
    from pickomino.analysis.summary import PlayerSummary, summarise
    from pickomino.arena.entrants import Entrant
    from pickomino.arena.intervals import Share
    from pickomino.arena.match import Match, MatchProgress, MatchResult
    from pickomino.arena.settings import Hypotheses, MatchSettings
    from pickomino.arena.sprt import Verdict
    from pickomino.arena.statistics import BotStatistics, MatchStatistics
    from pickomino.bots.evaluator_bot import EvaluatorBot
    from pickomino.bots.games import play_bots, play_game, play_turn
    from pickomino.bots.protocol import Bot, Thinking
    from pickomino.bots.ratings import BotRating
    from pickomino.bots.registry import make_bot
    from pickomino.bots.registry import register as register_bot
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
        dice_to_roll,
        legal_actions,
        step,
        step_roll,
    )
    from pickomino.core.position import (
        CHANCE,
        OVER,
        Phase,
        Position,
        Turn,
        scores,
        seat_letter,
        start,
        winners,
    )
    from pickomino.core.problems import problems
    from pickomino.core.roll import Roll
    from pickomino.core.rules import Rules
    from pickomino.core.tiles import worms
    from pickomino.core.turns import SpecialistMove, TurnEnd, total
    from pickomino.evaluation.network_chance import NetworkEvaluator, position_features
    from pickomino.evaluation.protocol import Evaluator
    from pickomino.game_files import read_games
    from pickomino.record.game import Game
    from pickomino.record.history import GameDecision, GameTurn
    from pickomino.record.state import ActionEvent, GameEvent, GameState, GameStep, RollEvent
    from pickomino.record.verification import Verification, verify

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "ActionEvent",
    "Advice",
    "Bot",
    "BotRating",
    "BotStatistics",
    "Choice",
    "CommittedDice",
    "DecisionRow",
    "DiceSource",
    "Entrant",
    "Evaluator",
    "EvaluatorBot",
    "Extrawurm",
    "Game",
    "GameDecision",
    "GameEvent",
    "GameState",
    "GameStep",
    "GameTurn",
    "Hypotheses",
    "IllegalAction",
    "InvalidNotation",
    "InvalidPosition",
    "Match",
    "MatchProgress",
    "MatchResult",
    "MatchSettings",
    "MatchStatistics",
    "Mean",
    "NetworkEvaluator",
    "Phase",
    "PickominoError",
    "PlayerSummary",
    "Position",
    "Problem",
    "Reason",
    "Review",
    "ReviewedDecision",
    "ReviewedRoll",
    "ReviewedTurn",
    "Roll",
    "RollEvent",
    "Rules",
    "ScriptedDice",
    "SeatSums",
    "SeededDice",
    "Share",
    "Specialist",
    "SpecialistMove",
    "Thinking",
    "Turn",
    "TurnEnd",
    "Verdict",
    "Verification",
    "__version__",
    "advise",
    "apply",
    "apply_roll",
    "chance_outcomes",
    "claims",
    "decision_rows",
    "dice_to_roll",
    "legal_actions",
    "make_bot",
    "play_bots",
    "play_game",
    "play_turn",
    "position_features",
    "problems",
    "read_games",
    "register_bot",
    "review",
    "scores",
    "seat_letter",
    "start",
    "step",
    "step_roll",
    "summarise",
    "total",
    "verify",
    "winners",
    "worms",
]

_MODULES = {
    "analysis.advice": ("Advice", "advise"),
    "analysis.confidence": ("Mean",),
    "analysis.decision_rows": ("DecisionRow", "decision_rows"),
    "analysis.review": ("review",),
    "analysis.review_types": (
        "Choice",
        "Reason",
        "Review",
        "ReviewedDecision",
        "ReviewedRoll",
        "ReviewedTurn",
        "SeatSums",
    ),
    "analysis.summary": ("PlayerSummary", "summarise"),
    "arena.entrants": ("Entrant",),
    "arena.intervals": ("Share",),
    "arena.match": ("Match", "MatchProgress", "MatchResult"),
    "arena.settings": ("Hypotheses", "MatchSettings"),
    "arena.sprt": ("Verdict",),
    "arena.statistics": ("BotStatistics", "MatchStatistics"),
    "bots.evaluator_bot": ("EvaluatorBot",),
    "bots.games": ("play_bots", "play_game", "play_turn"),
    "bots.protocol": ("Bot", "Thinking"),
    "bots.ratings": ("BotRating",),
    "bots.registry": ("make_bot", "register_bot"),
    "core.actions": ("Action",),
    "core.dice": ("CommittedDice", "DiceSource", "ScriptedDice", "SeededDice"),
    "core.errors": (
        "IllegalAction",
        "InvalidNotation",
        "InvalidPosition",
        "PickominoError",
        "Problem",
    ),
    "core.extrawurm": ("Extrawurm", "Specialist"),
    "core.play": (
        "apply",
        "apply_roll",
        "chance_outcomes",
        "claims",
        "dice_to_roll",
        "legal_actions",
        "step",
        "step_roll",
    ),
    "core.position": (
        "CHANCE",
        "OVER",
        "Phase",
        "Position",
        "Turn",
        "scores",
        "seat_letter",
        "start",
        "winners",
    ),
    "core.problems": ("problems",),
    "core.roll": ("Roll",),
    "core.rules": ("Rules",),
    "core.tiles": ("worms",),
    "core.turns": ("SpecialistMove", "TurnEnd", "total"),
    "evaluation.network_chance": ("NetworkEvaluator", "position_features"),
    "evaluation.protocol": ("Evaluator",),
    "game_files": ("read_games",),
    "record.game": ("Game",),
    "record.history": ("GameDecision", "GameTurn"),
    "record.state": ("ActionEvent", "GameEvent", "GameState", "GameStep", "RollEvent"),
    "record.verification": ("Verification", "verify"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
_OTHER_NAMES = {"register_bot": "register"}
"""Names that are shorter in their module."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{_HOMES[name]}")
    value: object = getattr(module, _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
