"""The games played on this device: the player's results, and the results of the reviews."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from pickomino.core.position import winners
from pickomino.core.turns import TurnEnd
from pickomino.profile.device_file import DeviceFile, JsonObject, Merged, parse_items
from pickomino.record.game import Game

FILE: Final = "games.json"
MAX_GAMES: Final = 1000
_Count = Annotated[int, Meta(ge=0)]
_Share = Annotated[float, Meta(ge=-1000, le=1000)]
"""A chance, or a sum of chances; the limits exclude infinity."""


class PlayedGame(Struct, frozen=True):
    """A game as seen from the player's seat."""

    at: _Count
    """When the game ended, in seconds since 1970."""
    rules: str
    seat: _Count
    rivals: Annotated[tuple[str, ...], Meta(min_length=1)]
    """The names of the rivals; bots are written as `bot:family`."""
    won: Annotated[float, Meta(ge=0, le=1)]
    """1 for a win, 1/k if k players share it, 0 for a loss."""
    turns: _Count
    steals: _Count
    busts: _Count
    best: _Count
    """The highest sum with which the player won a tile; 0 if the player won none."""
    given_away: _Share | None = None
    """The win chance given away; None until the game is reviewed."""
    luck: _Share | None = None
    is_rough: bool | None = None
    """Whether the review is only an estimate; None if it is not reviewed, or was reviewed by an
    earlier version, whose reviews with Extrawurm were."""

    @property
    def has_verdict(self) -> bool:
        """Whether the game is reviewed and its figures count in averages."""
        is_rough = "extrawurm" in self.rules if self.is_rough is None else self.is_rough
        return self.given_away is not None and not is_rough

    @property
    def players(self) -> int:
        return len(self.rivals) + 1

    def with_review(self, given_away: float, luck: float, *, is_rough: bool) -> PlayedGame:
        return replace(
            self, given_away=round(given_away, 4), luck=round(luck, 4), is_rough=is_rough
        )


def played_game(game: Game, seat: int, at: int) -> PlayedGame:
    """Return the log entry for a finished game."""
    ends = [event for event in game.events if isinstance(event, TurnEnd) and event.seat == seat]
    first = winners(game.position)
    return PlayedGame(
        at,
        str(game.start.rules),
        seat,
        tuple(name for other, name in enumerate(game.names) if other != seat),
        float(seat in first) / len(first),
        len(ends),
        sum(end.result == "stole" for end in ends),
        sum(end.result == "failed" for end in ends),
        max((end.total or 0 for end in ends if end.result != "failed"), default=0),
    )


def game_key(game: Game) -> str:
    """Return a key that identifies a game by its start and all its events."""
    text = repr((game.start.wfen(), game.tags.get("GameId", ""), game.events))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class GameLog:
    """Games by key, the oldest first; games that could not be saved are kept for this session."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder / FILE)
        stored = self._file.read()
        self.games = parse_items(stored, PlayedGame)
        self.is_damaged = self._file.is_unreadable or len(self.games) < len(stored)

    def add(self, key: str, game: PlayedGame) -> bool:
        """Save a game unless it is already in the log; return whether it could be saved."""
        if key in self.games:
            return True
        self.games[key] = game
        self.games = dict(list(self.games.items())[-MAX_GAMES:])
        return self._save()

    def add_review(self, key: str, given_away: float, luck: float, *, is_rough: bool) -> bool:
        """Save the review of a game in the log; return whether it could be saved."""
        self.games[key] = self.games[key].with_review(given_away, luck, is_rough=is_rough)
        return self._save()

    def merge(self, stored: JsonObject) -> Merged:
        """Add the games of another device; games in both logs stay, unless only one is reviewed."""
        games = parse_items(stored, PlayedGame)
        new = {key: game for key, game in games.items() if key not in self.games}
        reviewed = {
            key: game
            for key, game in games.items()
            if key in self.games
            and self.games[key].given_away is None
            and game.given_away is not None
        }
        merged = (self.games | new | reviewed).items()
        self.games = dict(sorted(merged, key=lambda item: item[1].at)[-MAX_GAMES:])
        if not self._save():
            raise self._file.unwritable()
        return Merged(len(new), len(stored) - len(games))

    def _save(self) -> bool:
        return self._file.write(to_builtins(self.games))
