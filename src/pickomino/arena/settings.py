"""The settings of a match: bots, number of games, rules, seed and limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, cast

from pickomino._version import __version__
from pickomino.arena.entrants import Entrant, check_entrant, entrant_name
from pickomino.bots.protocol import SECONDS_EXPECTED
from pickomino.core.dice import check_seed
from pickomino.core.errors import InvalidNotation, check_type, quote, wrong_type
from pickomino.core.position import RULES_EXPECTED
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.record.state import TURN_LIMIT as MAX_TURN_LIMIT
from pickomino.record.state import TURNS_EXPECTED

RecordKind = Literal["moves", "decisions"]

GAMES: Final = 1000
MAX_GAMES: Final = 10_000_000
"""More games would take days, and their group numbers much memory."""
SEED: Final = 1
TURN_LIMIT: Final = 1000
"""Bots that always fail never finish, so a game is stopped after this many turns and ranked."""
SECONDS: Final = 1.0
"""How long a bot may think about one action."""
MAX_SECONDS: Final = 86_400


def check_seconds(seconds: object) -> None:
    """Raise unless this is a time that a bot may think about one action.

    >>> check_seconds(0)
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: ...
    """
    check_type(seconds, int | float, SECONDS_EXPECTED)
    if not 0 < cast("float", seconds) <= MAX_SECONDS:
        raise InvalidNotation("bad_seconds", seconds=seconds, most=MAX_SECONDS)


class Hypotheses(NamedTuple):
    """Two possible win shares of the first bot, between which a sequential test decides.

    >>> Hypotheses.parse("0.50,0.52")
    Hypotheses(low=0.5, high=0.52)
    >>> Hypotheses.from_pair((0.5, 0.52))
    Hypotheses(low=0.5, high=0.52)
    """

    low: float
    high: float

    @staticmethod
    def from_pair(pair: object) -> Hypotheses:
        """Return the hypotheses given as two numbers."""
        expected = "two win shares, such as (0.5, 0.52)"
        if not isinstance(pair, Sequence) or len(cast("Sequence[object]", pair)) != 2:  # noqa: PLR2004
            raise wrong_type(cast("object", pair), expected)
        low, high = cast("tuple[float, float]", pair)
        for share in (low, high):
            check_type(share, int | float, expected)
        return Hypotheses(low, high)

    @staticmethod
    def parse(text: str) -> Hypotheses:
        """Return the hypotheses written as `P0,P1`."""
        try:
            low, high = map(float, text.split(","))
        except ValueError as error:
            raise InvalidNotation("bad_sprt", text=quote(text)) from error
        return Hypotheses(low, high)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """A match between two to seven bots at one table.

    >>> settings = MatchSettings(("random", "random", "random"), games=10)
    >>> settings.groups, settings.names
    (4, ('random', 'random', 'random'))
    >>> settings.identity()["seed"]
    1
    """

    bots: tuple[Entrant, ...]
    """The bots: names as `bots.registry.make_bot` expects, bots, or what makes them."""
    games: int = GAMES
    """The minimum number of games; only whole groups are played, so there may be a few more."""
    rules: Rules = Rules()  # noqa: RUF009 - rules are immutable
    seed: int = SEED
    turn_limit: int = TURN_LIMIT
    seconds: float = SECONDS
    hypotheses: Hypotheses | None = None
    """Stop as soon as a sequential test accepts one of these hypotheses; for two bots only."""
    adjusted: bool = True
    """Whether to subtract the luck of the dice, so that far fewer games are needed."""
    records: RecordKind | None = None
    """What to record of every game: its moves, or also its decisions with their costs."""

    def __post_init__(self) -> None:
        """Raise TypeError or InvalidNotation if a setting is invalid."""
        for bot in self.bots:
            check_entrant(bot)
        check_type(self.games, int, "a whole number of games")
        check_type(self.rules, Rules, RULES_EXPECTED)
        check_type(self.turn_limit, int, TURNS_EXPECTED)
        if not MIN_PLAYERS <= len(self.bots) <= MAX_PLAYERS:
            raise InvalidNotation("bad_players", players=len(self.bots))
        if not 1 <= self.games <= MAX_GAMES:
            raise InvalidNotation("bad_games", games=self.games, most=MAX_GAMES)
        check_seed(self.seed)
        if self.turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=self.turn_limit)
        if self.turn_limit > MAX_TURN_LIMIT:
            raise InvalidNotation("turn_limit_too_high", turns=self.turn_limit, most=MAX_TURN_LIMIT)
        check_seconds(self.seconds)
        if self.hypotheses is not None:
            self._check(self.hypotheses)

    def _check(self, hypotheses: Hypotheses) -> None:
        if len(self.bots) != MIN_PLAYERS:
            raise InvalidNotation("sprt_players", players=len(self.bots))
        if not 0 < hypotheses.low < hypotheses.high < 1:
            text = f"{hypotheses.low:g},{hypotheses.high:g}"
            raise InvalidNotation("bad_sprt", text=quote(text))

    @property
    def groups(self) -> int:
        """The number of groups; each has as many games as there are bots."""
        return -(-self.games // len(self.bots))

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names, which may be equal."""
        return tuple(map(entrant_name, self.bots))

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, with numbers if a name occurs more than once.

        >>> MatchSettings(("random", "random")).labels
        ('random #1', 'random #2')
        """
        names = self.names
        counts, seen = Counter(names), Counter[str]()
        labels: list[str] = []
        for bot in names:
            seen[bot] += 1
            labels.append(f"{bot} #{seen[bot]}" if counts[bot] > 1 else bot)
        return tuple(labels)

    def identity(self) -> dict[str, object]:
        """Return the settings that decide how each group is played; they omit the group count."""
        return {
            "version": __version__,
            "bots": list(self.names),
            "rules": str(self.rules),
            "seed": self.seed,
            "turn_limit": self.turn_limit,
            "seconds": self.seconds,
            "adjusted": self.adjusted,
        }
