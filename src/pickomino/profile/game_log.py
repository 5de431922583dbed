"""The games of this device: how each ended for its player, and what a review said of it."""

from __future__ import annotations

import hashlib
from math import isfinite
from pathlib import Path
from typing import Final, NamedTuple, cast

from pickomino.core.position import winners
from pickomino.core.turns import TurnEnd
from pickomino.profile.device_file import DeviceFile, JsonObject
from pickomino.record.game import Game

FILE: Final = "games.json"
MAX_GAMES: Final = 1000


class PlayedGame(NamedTuple):
    """What is kept of a game, seen from the seat of this device."""

    at: int
    """When it ended, in seconds since 1970."""
    rules: str
    seat: int
    rivals: tuple[str, ...]
    """Their names; a bot is `bot:family`."""
    won: float
    """1 for a win, a share of it for a shared one."""
    turns: int
    steals: int
    busts: int
    best: int
    """The highest sum that won a tile; 0 without any."""
    given_away: float | None = None
    """Win chance given away, where the game was reviewed."""
    luck: float | None = None

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.rivals) + 1


def played_game(game: Game, seat: int, at: int) -> PlayedGame:
    """Return what to keep of a game that is over."""
    ends = [each for each in game.events if isinstance(each, TurnEnd) and each.seat == seat]
    first = winners(game.position)
    return PlayedGame(
        at,
        str(game.start.rules),
        seat,
        tuple(name for each, name in enumerate(game.names) if each != seat),
        float(seat in first) / len(first),
        len(ends),
        sum(end.result == "stole" for end in ends),
        sum(end.result == "failed" for end in ends),
        max((end.total or 0 for end in ends if end.result != "failed"), default=0),
    )


def game_key(game: Game) -> str:
    """Return what tells a game from every other: its start and everything that happened."""
    told = repr((game.start.wfen(), game.tags.get("GameId", ""), game.events))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


class GameLog:
    """Games by key, the oldest first; those of this session count even where none can be kept."""

    def __init__(self, folder: Path) -> None:
        self._file = DeviceFile(folder, FILE)
        kept = self._file.read()
        found = {key: _game(value) for key, value in kept.items()}
        self.games = {key: game for key, game in found.items() if game is not None}
        self.is_damaged = self._file.is_unreadable or len(self.games) < len(kept)

    def add(self, key: str, game: PlayedGame) -> bool:
        """Keep a game unless it is known; returns whether that was possible."""
        if key in self.games:
            return True
        self.games[key] = game
        self.games = dict(list(self.games.items())[-MAX_GAMES:])
        return self._keep()

    def add_review(self, key: str, given_away: float, luck: float) -> bool:
        """Keep what the review of a known game said; returns whether that was possible."""
        game = self.games[key]
        self.games[key] = game._replace(given_away=round(given_away, 4), luck=round(luck, 4))
        return self._keep()

    def _keep(self) -> bool:
        return self._file.write({key: game._asdict() for key, game in self.games.items()})


def _game(value: object) -> PlayedGame | None:
    if not isinstance(value, dict):
        return None
    kept = cast("JsonObject", value)
    try:
        game = PlayedGame(**kept)._replace(
            rules=str(kept["rules"]), rivals=tuple(map(str, kept["rivals"]))
        )
        numbers = [game.at, game.seat, game.turns, game.steals, game.busts, game.best, game.won]
        shares = [each for each in (game.given_away, game.luck) if each is not None]
        is_sound = all(each >= 0 for each in numbers) and all(map(isfinite, [*numbers, *shares]))
    except (KeyError, TypeError):
        return None
    return game if is_sound and game.rivals else None
