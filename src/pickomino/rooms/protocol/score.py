"""The score of a match over several games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pickomino.narration.line import Line, line
from pickomino.rooms.protocol.messages import Settings


class Score(Struct, frozen=True):
    """Each seat's wins and worms in a match, or in all single games of a room."""

    games: int = 0
    """How many games have been completed."""
    wins: tuple[int, ...] = ()
    """The wins of each seat; a shared win counts for each winner. Empty until a game is over."""
    worms: tuple[int, ...] = ()
    """Each seat's worms over all games; they break ties in wins."""
    winners: tuple[int, ...] = ()
    """The winners of a completed match; more than one if both wins and worms are equal."""

    def after(self, settings: Settings, worms: Sequence[int], winners: Sequence[int]) -> Score:
        """Return the score after one more game.

        >>> Score().after(Settings(match_wins=1), (3, 7), (1,))
        Score(games=1, wins=(0, 1), worms=(3, 7), winners=(1,))
        """
        none = (0,) * len(worms)
        wins = tuple(won + (i in winners) for i, won in enumerate(self.wins or none))
        sums = tuple(map(sum, zip(self.worms or none, worms, strict=True)))
        counted = Score(self.games + 1, wins, sums)
        return replace(counted, winners=_best(counted)) if _is_over(settings, counted) else counted

    def with_reset_seat(self, seat: int) -> Score:
        """Return the score with one seat's wins and worms reset, because it has a new player."""
        if not self.wins:
            return self
        wins, worms = ((*by[:seat], 0, *by[seat + 1 :]) for by in (self.wins, self.worms))
        return replace(self, wins=wins, worms=worms)

    def reorder(self, order: Sequence[int]) -> Score:
        """Return the score for reordered seats: the new seat i is the old seat order[i]."""
        if not self.wins:
            return self
        wins, worms = (tuple(by[seat] for seat in order) for by in (self.wins, self.worms))
        return replace(self, wins=wins, worms=worms)


def _is_over(settings: Settings, score: Score) -> bool:
    if settings.match_wins:
        return max(score.wins) >= settings.match_wins
    return 1 < settings.match_games <= score.games


def _best(score: Score) -> tuple[int, ...]:
    results = list(zip(score.wins, score.worms, strict=True))
    return tuple(seat for seat, result in enumerate(results) if result == max(results))


def is_match(settings: Settings) -> bool:
    return settings.match_games > 1 or settings.match_wins > 0


def score_line(settings: Settings, score: Score, *, is_playing: bool) -> Line | None:
    """Return how a match stands, or how many single games were played; None if there is no score.

    A match has a score once a game has ended, single games once the second game has begun.
    """
    if score.games == 0 or (score.games == 1 and not is_match(settings) and not is_playing):
        return None
    if len(score.winners) == 1:
        return line("match_won", name=score.winners[0])
    if score.winners:
        return line("match_tied", names=tuple(line("player", name=seat) for seat in score.winners))
    if settings.match_wins:
        return line("first_to", count=settings.match_wins)
    if is_match(settings):
        return line("games_of_match", count=score.games, total=settings.match_games)
    return line("games", count=score.games)


def match_length(settings: Settings) -> tuple[int, int]:
    """Return the number of games and the number of wins that may decide a match."""
    return settings.match_games, settings.match_wins


def match_tags(settings: Settings, score: Score, players: int, *, is_over: bool) -> dict[str, str]:
    """Return the record tags of the match that a game belongs to.

    >>> match_tags(Settings(match_wins=2), Score(1, (0, 1), (3, 7)), 2, is_over=False)
    {'MatchWins': '2', 'Round': '2', 'Score': '0-1', 'MatchWorms': '3-7'}
    """
    number, none = score.games + (not is_over), (0,) * players
    if settings.match_wins:
        tags = {"MatchWins": str(settings.match_wins)}
    elif settings.match_games > 1:
        tags = {"MatchGames": str(settings.match_games)}
    elif number == 1:
        return {}
    else:
        tags = {}
    sums = {"Score": score.wins or none, "MatchWorms": score.worms or none}
    return tags | {"Round": str(number)} | {tag: "-".join(map(str, by)) for tag, by in sums.items()}


def parse_match_tags(tags: Mapping[str, str], players: int) -> tuple[Settings, Score]:
    """Return the match settings and the score given in the tags of an unfinished game.

    If the tags are missing or invalid, return the settings and score of a single game.

    >>> tags = {"MatchWins": "2", "Round": "2", "Score": "0-1", "MatchWorms": "3-7"}
    >>> parse_match_tags(tags, 2)[1]
    Score(games=1, wins=(0, 1), worms=(3, 7), winners=())
    """
    try:
        games, target = int(tags.get("MatchGames", "1")), int(tags.get("MatchWins", "0"))
        wins, worms = (tuple(map(int, tags[tag].split("-"))) for tag in ("Score", "MatchWorms"))
        score = Score(int(tags["Round"]) - 1, wins, worms)
    except (KeyError, ValueError):
        return Settings(), Score()
    if not len(wins) == len(worms) == players or score.games < 0:
        return Settings(), Score()
    return Settings(match_games=games, match_wins=target), score
