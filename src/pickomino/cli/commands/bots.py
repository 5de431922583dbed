"""`pickomino bots`: the list of bots."""

from __future__ import annotations

from pickomino.bots.ratings import BotRating, load_ratings
from pickomino.bots.registry import BOTS, BotKind, other_bots
from pickomino.cli.files import print_json
from pickomino.cli.options import Flag, Language
from pickomino.cli.outputs import BotFigures, ListedBot
from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, describe_error, select_texts


def bots(*, json: Flag = False, language: Language = None) -> int:
    """List the bots, from the weakest to the strongest, with their measured ratings.

    Parameters
    ----------
    json
        Print each bot as JSON: name, title, character, ratings (classic rules), options, and
        missing (libraries not installed).
    """
    texts = select_texts(language)
    if json:
        kinds = [*BOTS.values(), *other_bots().values()]
        print_json([_as_json(kind, texts) for kind in kinds])
        return 0
    for kind in BOTS.values():
        columns = " ".join(
            f"{_format_rating(ratings.get(kind.name)):>11}" for ratings in load_ratings().values()
        )
        print(f"{kind.name:11}{columns}  {texts.gettext(kind.title)}")
        print(f"{'':36}{texts.gettext(kind.character)}")
        for option, values in kind.options.items():
            allowed = "|".join(values) or "..."
            print(f"{'':36}{kind.name}:{option}={allowed}")
        if kind.missing:
            problem = PickominoError("needs_extra", package=", ".join(kind.missing), extra="bots")
            print(f"{'':36}{describe_error(texts, problem)}")
    for kind in other_bots().values():
        # Titles of other packages are not translated.
        print(f"{kind.name:36}{kind.title}")
        print(f"{'':36}{kind.character}")
    text = texts.gettext(
        "Ratings for classic rules with two and with four players: the expert has 1500, and a"
        " bot with 100 points more than another wins about 64 of 100 duels."
    )
    print(text)
    return 0


def _format_rating(rating: BotRating | None) -> str:
    if rating is None:
        return ""
    margin = rating.high - rating.points
    return f"{rating.points:.0f} ± {margin:.0f}" if margin else f"{rating.points:.0f}"


def _as_json(kind: BotKind, texts: Texts) -> ListedBot:
    return ListedBot(
        name=kind.name,
        title=texts.gettext(kind.title),
        character=texts.gettext(kind.character),
        ratings={
            str(players): BotFigures(*ratings[kind.name])
            for players, ratings in load_ratings().items()
            if kind.name in ratings
        },
        options={option: list(values) for option, values in kind.options.items()},
        missing=list(kind.missing),
    )
