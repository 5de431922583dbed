"""`pickomino review`: luck and skill in recorded games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from cyclopts import Parameter

from pickomino.analysis import review_json
from pickomino.analysis.review import review as review_game
from pickomino.analysis.review_types import Review
from pickomino.analysis.summary import PlayerSummary, summarise
from pickomino.cli.advisor.synthetic_rolls import SYNTHETIC_TAG
from pickomino.cli.app import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from pickomino.cli.files import data_folder, parse_file, refuse_existing, write_text
from pickomino.cli.options import Flag, Language, NetworkFile, use_network
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.table import print_lines
from pickomino.cli.reports.review_report import ReviewReport, print_summary
from pickomino.cli.reports.tables import progress_bar
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.game_files import parse_games
from pickomino.i18n import Texts, describe_error, select_texts
from pickomino.i18n.names import display_names
from pickomino.i18n.narrator import Narrator
from pickomino.profile.recorder import record_review
from pickomino.puzzles.packs import today
from pickomino.record.game import Game


class ReviewedFile(NamedTuple):
    """A game with its file, its review, and a narrator that knows its players."""

    file: str
    game: Game
    review: Review
    narrator: Narrator


def review(
    *files: Annotated[str, Parameter(allow_leading_hyphen=True)],
    svg: str | None = None,
    annotate: str | None = None,
    network: NetworkFile = None,
    plain: Flag = False,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Separate luck from skill in recorded games.

    One game gets a report with a chart; several are summed up in a table. Ctrl-C stops and
    reports the games reviewed so far.

    Parameters
    ----------
    files
        Records in WGN or JSON, one or more per file, or saved games; - reads standard
        input.
    svg
        Write a chart of the win chances of one game to this SVG file.
    annotate
        Write the games to this new file as WGN, with a comment on every turn.
    plain
        Print sentences instead of columns and a chart, for screen readers.
    json
        Print everything as JSON.
    """
    texts = select_texts(language)
    if not files:
        raise InvalidNotation("no_records")
    if annotate is not None:
        refuse_existing(annotate)
    games, unread = _games(files, texts)
    use_network(network, {len(game.names) for _, game in games})
    reviews, stopped = _review_games(games, texts)
    if network is None:
        # The profile compares games, so one network must judge them all.
        _add_to_profile(reviews)
    if svg is not None:
        if len(reviews) != 1:
            raise InvalidNotation("one_game_only", count=len(reviews))
        _draw(reviews[0], svg)
    if annotate is not None:
        from pickomino.cli.reports.review_notes import annotate_game

        write_text(annotate, "\n".join(annotate_game(*item[1:]) for item in reviews))
    if json:
        print(_as_json(reviews))
        return stopped or unread
    _print_doubts(reviews, texts)
    if plain:
        _print_plain(reviews)
    else:
        _print_columns(reviews, texts)
    return stopped or unread


def _add_to_profile(reviews: Sequence[ReviewedFile]) -> None:
    """Add the reviews of games that were played on this device."""
    try:
        folder = data_folder()
    except PickominoError:
        return  # Without a home folder there is no profile.
    for item in reviews:
        record_review(folder, item.game, item.review, today())


def _print_doubts(reviews: Sequence[ReviewedFile], texts: Texts) -> None:
    """Print which games have synthetic dice for the rivals."""
    for item in reviews:
        if SYNTHETIC_TAG in item.game.tags:
            text = texts.gettext(
                "The rivals’ dice are made up to fit their results: only the figures of {name} are "
                "real."
            )
            print(text.format(name=item.narrator.names[0]))


def _print_columns(reviews: Sequence[ReviewedFile], texts: Texts) -> None:
    if len(reviews) == 1:
        ReviewReport(*reviews[0][1:]).print()
    elif reviews:
        print_summary(_summaries(reviews), texts)


def _print_plain(reviews: Sequence[ReviewedFile]) -> None:
    for file, game, reviewed, narrator in reviews:
        if len(reviews) > 1:
            print(f"\n{file}")
        print_lines(review_lines(game, reviewed, narrator))


def _games(files: Sequence[str], texts: Texts) -> tuple[list[tuple[str, Game]], int]:
    """Read all games. Of several files, invalid ones are skipped; a single one must be valid."""
    games: list[tuple[str, Game]] = []
    code = 0
    for name in files:
        try:
            games += [(name, game) for game in parse_file(name, _parse_all)]
        except PickominoError as error:
            if len(files) == 1:
                raise
            print(describe_error(texts, error), file=sys.stderr)
            code = EXIT_BAD_INPUT
    return games, code


def _parse_all(text: str) -> list[Game]:
    return list(parse_games(text))


def _review_games(
    games: Sequence[tuple[str, Game]], texts: Texts
) -> tuple[list[ReviewedFile], int]:
    """Review games until all are done or Ctrl-C is pressed."""
    reviews: list[ReviewedFile] = []
    try:
        with progress_bar(sum(game.turn for _, game in games)) as update:
            for name, game in games:
                narrator = Narrator(texts, display_names(game.names, texts))
                reviews.append(ReviewedFile(name, game, review_game(game), narrator))
                if update is not None:
                    update(advance=game.turn)
    except KeyboardInterrupt:
        print(texts.gettext("Stopped before all games were reviewed."), file=sys.stderr)
        return reviews, EXIT_INTERRUPTED
    return reviews, 0


def _draw(reviewed: ReviewedFile, name: str) -> None:
    from pickomino.cli.reports.review_svg import draw_review

    write_text(name, draw_review(reviewed.game, reviewed.review, reviewed.narrator))


def _summaries(reviews: Sequence[ReviewedFile]) -> list[PlayerSummary]:
    return summarise([(item.narrator.names, item.review) for item in reviews])


def _as_json(reviews: Sequence[ReviewedFile]) -> str:
    games = [
        {"file": item.file, "names": item.narrator.names, "review": item.review} for item in reviews
    ]
    output = review_json.encode({"games": games, "players": _summaries(reviews)})
    return msgspec.json.format(output, indent=1).decode()
