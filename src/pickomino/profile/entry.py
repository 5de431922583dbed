"""What a browser stores about a finished game, made from the game and its review."""

from __future__ import annotations

import msgspec

from pickomino.analysis.review_types import Choice, JudgedChoice, Label, Reason
from pickomino.core.actions import Action
from pickomino.profile.game_log import PlayedGame, played_game
from pickomino.puzzles.from_review import puzzle_from_decision
from pickomino.puzzles.puzzle import format_puzzle
from pickomino.record.game import Game


# Not the structs of `review_types`: msgspec decodes their actions, which are tuples, only from
# arrays, and reviews of earlier versions lack some of their fields.
class _Choice(msgspec.Struct):
    action: str
    chance: float
    failure: float


class _Decision(msgspec.Struct):
    event: int
    chosen: str
    equals: list[str]
    cost: float
    label: Label | None
    reason: Reason | None
    choices: list[_Choice]


class _Turn(msgspec.Struct):
    seat: int
    decisions: list[_Decision]


class _Sums(msgspec.Struct):
    own_luck: float
    rivals_luck: float
    given_away: float


class _StoredReview(msgspec.Struct):
    """The parts of a review, of any version, that a profile needs."""

    is_rough: bool
    turns: list[_Turn]
    seats: list[_Sums]


class ProfileEntry(msgspec.Struct, frozen=True):
    """A game as seen from the player's seat."""

    game: PlayedGame
    puzzles: tuple[str, ...]
    """The player's costly decisions as puzzles; empty until the game is reviewed."""


def profile_entry(game: Game, seat: int, at: int, review: msgspec.Raw | None) -> ProfileEntry:
    """Return the entry for a finished game; `review` is JSON of any version."""
    played = played_game(game, seat, at)
    if review is None:
        return ProfileEntry(played, ())
    stored = msgspec.json.decode(review, type=_StoredReview)
    sums = stored.seats[seat]
    luck = sums.own_luck + sums.rivals_luck
    played = played.with_review(sums.given_away, luck, is_rough=stored.is_rough)
    decisions = (d for turn in stored.turns if turn.seat == seat for d in turn.decisions)
    return ProfileEntry(played, tuple(_puzzle(game, d) for d in decisions if d.label))


def _puzzle(game: Game, decision: _Decision) -> str:
    judged = JudgedChoice(
        chosen=Action.parse(decision.chosen),
        equals=tuple(map(Action.parse, decision.equals)),
        cost=decision.cost,
        label=decision.label,
        reason=decision.reason,
    )
    choices = [Choice(Action.parse(c.action), c.chance, c.failure) for c in decision.choices]
    position = game.position_before(decision.event)
    return format_puzzle(puzzle_from_decision(position, judged, choices))
