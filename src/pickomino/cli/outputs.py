"""What the commands print with `--json`; docs/schemas has a JSON schema for each.

`scripts/json_schemas.py` writes the schemas.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pickomino.analysis.review_types import Review
from pickomino.analysis.summary import PlayerSummary
from pickomino.profile.figures import Figures
from pickomino.profile.game_log import PlayedGame


class ReplayTurn(Struct, frozen=True):
    """The position before a turn."""

    turn: str
    wfen: str


class Replay(Struct, frozen=True):
    """A replayed game."""

    turns: list[ReplayTurn]
    wfen: str
    over: bool
    scores: tuple[int, ...]
    winners: list[str]


class VerificationResult(Struct, frozen=True):
    """Whether the rolls of a game are right."""

    right: bool
    rolls: int
    code: str | None
    problem: str | None
    doubts: list[str]


class Odds(Struct, frozen=True):
    """The odds of a position, and the value of each choice."""

    aim: str
    at_least: dict[str, float]
    exactly: dict[str, float]
    expected_worms: float
    value: float
    bust: float
    results: dict[str, float]
    best: str | None
    choices: dict[str, float]


class BotFigures(Struct, frozen=True):
    """A measured rating."""

    points: float
    low: float
    high: float


class ListedBot(Struct, frozen=True):
    """A bot that can be chosen."""

    name: str
    title: str
    character: str
    ratings: dict[str, BotFigures]
    options: dict[str, list[str]]
    missing: list[str]


class PuzzleChoice(Struct, frozen=True):
    """A choice in a puzzle, and what to expect from it."""

    action: str
    chance: float
    failure: float


class DailyPuzzle(Struct, frozen=True):
    """A puzzle of a day."""

    wfen: str
    theme: str
    difficulty: float
    best: str
    choices: list[PuzzleChoice]


class Daily(Struct, frozen=True):
    """The puzzles of a day."""

    date: str
    pack: int
    puzzles: list[DailyPuzzle]


class ReviewedGame(Struct, frozen=True):
    """A reviewed game of a file."""

    file: str
    names: list[str]
    review: Review


class Reviews(Struct, frozen=True):
    """Reviewed games, and each player's means."""

    games: list[ReviewedGame]
    players: list[PlayerSummary]


class Profile(Struct, frozen=True):
    """What a device remembers; an import needs only the first three parts."""

    daily: dict[str, Any]
    practice: dict[str, Any]
    games: dict[str, PlayedGame]
    figures: Figures


class WrittenSite(Struct, frozen=True):
    """How large a static site is, in bytes; compressed as a web server sends it."""

    files: int
    plain: int
    compressed: int


def output_types() -> dict[str, object]:
    """Return what each command prints."""
    # Imported here: only one command needs the arena, and one the benchmark.
    from pickomino.bench.results import BenchResult
    from pickomino.cli.match_outputs import ArenaMatch, BenchTask

    return {
        "arena": ArenaMatch,
        "bench": BenchResult | list[BenchTask],
        "bots": list[ListedBot],
        "daily": Daily,
        "odds": Odds,
        "profile": Profile,
        "replay": Replay | list[Replay],
        "review": Reviews,
        "site": WrittenSite,
        "verify": VerificationResult | list[VerificationResult],
    }
