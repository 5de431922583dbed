"""What a browser stores about a finished game, made from the game and its review."""

from __future__ import annotations

from typing import Any

import msgspec

from pickomino.analysis.review_types import Choice, JudgedChoice, Reason
from pickomino.core.actions import Action
from pickomino.profile.game_log import PlayedGame, played_game
from pickomino.puzzles.from_review import puzzle_from_decision
from pickomino.puzzles.puzzle import format_puzzle
from pickomino.record.game import Game


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
    stored = msgspec.json.decode(review, type=dict[str, Any])
    sums = stored["seats"][seat]
    luck = sums["own_luck"] + sums["rivals_luck"]
    played = played.with_review(sums["given_away"], luck, is_rough=stored["is_rough"])
    turns = (turn for turn in stored["turns"] if turn["seat"] == seat)
    decisions = (decision for turn in turns for decision in turn["decisions"])
    puzzles = (_puzzle(game, decision) for decision in decisions if decision["label"])
    return ProfileEntry(played, tuple(puzzles))


def _puzzle(game: Game, decision: dict[str, Any]) -> str:
    reason = decision["reason"]
    judged = JudgedChoice(
        chosen=Action.parse(decision["chosen"]),
        equals=tuple(map(Action.parse, decision["equals"])),
        cost=decision["cost"],
        label=decision["label"],
        reason=reason and Reason(**reason),
    )
    choices = [
        Choice(Action.parse(choice["action"]), choice["chance"], choice["failure"])
        for choice in decision["choices"]
    ]
    position = game.position_before(decision["event"])
    return format_puzzle(puzzle_from_decision(position, judged, choices))
