"""Groups of games with the same dice, each bot once in each seat, so that most luck cancels out.

The remaining luck is subtracted: every turn is solved exactly, which yields the luck of each roll.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time
from typing import Final, NamedTuple

from pickomino.analysis.luck import TurnRolls, compute_luck
from pickomino.arena.entrants import make_entrant
from pickomino.arena.game import BotFailed, GameResult, GameWithRolls, SeatedBot, play_game
from pickomino.arena.game_records import GameRecord, record_game, replay
from pickomino.arena.settings import MatchSettings
from pickomino.bots.champion import ChampionBot
from pickomino.bots.protocol import Bot, Thinking
from pickomino.core.dice import MAX_SEED, SeededDice
from pickomino.core.errors import PickominoError, quote
from pickomino.core.position import rotate
from pickomino.evaluation.judge import best_judge
from pickomino.evaluation.protocol import Evaluator
from pickomino.record.game import Game


class GroupResult(NamedTuple):
    """The games of a group; all tuples are indexed by bot, in the order of the settings."""

    group: int
    games: tuple[GameResult, ...]
    """In game g, bot b has seat (b + g) modulo the number of bots."""
    faults: tuple[Mapping[str, int], ...]
    """The number of timeouts, crashes and illegal answers of each bot, if it is external."""
    luck_seconds: float = 0.0
    """CPU seconds spent computing the luck."""
    records: tuple[GameRecord, ...] = ()
    """What was recorded of each game, if the settings ask for it."""

    @property
    def win_shares(self) -> tuple[float, ...]:
        """Each bot's share of the wins in this group."""
        return _means([game.win_shares for game in self.games])

    @property
    def adjusted_shares(self) -> tuple[float, ...]:
        """Each bot's luck-adjusted share of the wins in this group."""
        return _means([game.adjusted_shares for game in self.games])

    @property
    def win_shares_by_seat(self) -> tuple[float, ...]:
        """Each seat's share of the wins in this group."""
        by_seat = (game.rotate(-number) for number, game in enumerate(self.games))
        return _means([game.win_shares for game in by_seat])


def _means(shares: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(shares) for column in zip(*shares, strict=True))


TURNS_AT_ONCE: Final = 128
"""How many turns are solved in one call; limited because games of weak bots can be very long."""


def play_group(
    settings: MatchSettings,
    group: int,
    bots: Sequence[Bot],
    should_stop: Callable[[], bool] = bool,
) -> GroupResult:
    """Play the games of one group; raise StopRequested as soon as `should_stop` is true.

    >>> settings = MatchSettings(("random", "random"), adjusted=False)
    >>> len(play_group(settings, 0, make_bots(settings)).games)
    2
    """
    before = [_faults(bot) for bot in bots]
    played = [
        _play_rotated(settings, group, number, bots, should_stop) for number in range(len(bots))
    ]
    games = [game.result for game in played]
    faults = [_faults(bot) - earlier for bot, earlier in zip(bots, before, strict=True)]
    started = process_time()
    if settings.adjusted:
        luck = _luck([game.rolls for game in played], best_judge())
        games = [game._replace(luck=by_seat) for game, by_seat in zip(games, luck, strict=True)]
    seconds = process_time() - started
    by_bot = tuple(game.rotate(number) for number, game in enumerate(games))
    records = [
        record_game(settings, group, number, game.moves) for number, game in enumerate(played)
    ]
    return GroupResult(
        group,
        by_bot,
        tuple(dict(sorted(new.items())) for new in faults),
        seconds,
        tuple(record for record in records if record is not None),
    )


def play_games(settings: MatchSettings, group: int, bots: Sequence[Bot]) -> Iterator[Game]:
    """Play the games of one group, and yield each as a record."""
    for number in range(len(bots)):
        played = _play_rotated(settings, group, number, bots, bool)
        yield replay(settings, group, number, played.moves)


def _luck(rolls: Sequence[Sequence[TurnRolls]], evaluator: Evaluator) -> list[tuple[float, ...]]:
    """Return each seat's luck in each game; turns of different games are solved together."""
    turns = [turn for game in rolls for turn in game]
    luck: list[tuple[float, ...]] = []
    for first in range(0, len(turns), TURNS_AT_ONCE):
        luck += compute_luck(turns[first : first + TURNS_AT_ONCE], evaluator)
    by_turn = iter(luck)
    by_game = [[next(by_turn) for _ in game] for game in rolls]
    return [tuple(map(sum, zip(*game, strict=True))) for game in by_game]


def make_bots(settings: MatchSettings) -> tuple[Bot, ...]:
    """Return new bots for a match; a name that occurs twice gets two separate bots."""
    bots = tuple(map(make_entrant, settings.bots))
    for bot in bots:
        if isinstance(bot, ChampionBot):
            bot.require_players(len(bots))
    return bots


def close_bots(bots: Sequence[Bot]) -> None:
    """Close the bots that hold a resource, such as an external program."""
    for bot in bots:
        close = getattr(bot, "close", None)
        if callable(close):
            close()


def dice_seed(seed: int, group: int) -> int:
    """Return the seed of a group's dice; matches with neighbouring seeds share no dice."""
    digest = hashlib.sha256(b"pickomino arena %d group %d" % (seed, group)).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED


def _play_rotated(
    settings: MatchSettings,
    group: int,
    number: int,
    bots: Sequence[Bot],
    should_stop: Callable[[], bool],
) -> GameWithRolls:
    """Play one game of a group; the result is indexed by seat."""
    players = [
        SeatedBot(
            bot,
            Thinking(random.Random(f"{settings.seed}/{group}/{number}/{index}"), settings.seconds),
        )
        for index, bot in enumerate(bots)
    ]
    by_seat = rotate(players, -number)
    dice = SeededDice(dice_seed(settings.seed, group))
    try:
        return play_game(settings.rules, by_seat, dice, settings.turn_limit, should_stop)
    except BotFailed as failure:
        index = (failure.seat - number) % len(bots)
        raise PickominoError(
            "bot_failed",
            bot=quote(settings.labels[index]),
            group=group,
            game=number,
            reason=_reason(failure.reason),
        ) from failure


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, PickominoError) else f"{type(error).__name__}: {error}"


def _faults(bot: Bot) -> Counter[str]:
    return Counter(getattr(bot, "faults", {}))
