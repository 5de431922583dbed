"""`pickomino review`: what was luck in recorded games, and what was skill."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from pickomino.analysis.confidence import Mean
from pickomino.analysis.review import review as review_game
from pickomino.analysis.review_json import to_json
from pickomino.analysis.review_types import Review
from pickomino.analysis.summary import FIGURES, PlayerSummary, summarise
from pickomino.cli.app import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from pickomino.cli.files import read_text, refuse_existing, write_text
from pickomino.cli.fitting_dice import MADE_UP
from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.session import print_lines
from pickomino.cli.review_report import print_review, print_summary
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.i18n import Texts, describe_error, select_texts
from pickomino.i18n.names import display_names
from pickomino.i18n.narrator import Narrator
from pickomino.profile.recorder import record_review
from pickomino.puzzles.packs import today
from pickomino.record.files import read_records
from pickomino.record.game import Game


class Reviewed(NamedTuple):
    """A game, its review, and who played."""

    file: str
    game: Game
    review: Review
    narrator: Narrator


def review(
    *files: Annotated[str, Parameter(allow_leading_hyphen=True)],
    svg: str | None = None,
    annotate: str | None = None,
    plain: Flag = False,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Separate luck from skill in recorded games.

    One game gets a report with a chart; several add up to a table. Ctrl-C stops, and what was
    reviewed until then is told.

    Parameters
    ----------
    files
        Records in WGN or JSON, one or more in a file; - reads standard input.
    svg
        Draw a chart of the win chances of one game in this SVG file.
    annotate
        Write the games to this new file as WGN, with a comment on every turn.
    plain
        Sentences about every turn instead of columns and a chart: for screen readers.
    json
        Print everything as JSON.
    """
    texts = select_texts(language)
    if not files:
        raise InvalidNotation("no_records")
    if annotate is not None:
        refuse_existing(annotate)
    games, unread = _games(files, texts)
    found, stopped = _reviewed(games, texts)
    for each in found:
        record_review(data_folder(), each.game, each.review, today())
    if svg is not None:
        if len(found) != 1:
            raise InvalidNotation("one_game_only", count=len(found))
        _draw(found[0], svg)
    if annotate is not None:
        from pickomino.cli.review_notes import annotated

        write_text(annotate, "\n".join(annotated(*each[1:]) for each in found))
    if json:
        print(json_format.dumps(_as_json(found), indent=1, ensure_ascii=False))
        return stopped or unread
    _print_doubts(found, texts)
    if plain:
        _print_plain(found)
    else:
        _print_columns(found, texts)
    return stopped or unread


def _print_doubts(found: Sequence[Reviewed], texts: Texts) -> None:
    """Say whose turns were not really played as the record has them."""
    for each in found:
        if MADE_UP in each.game.tags:
            text = texts.gettext(
                "The rivals’ dice are made up to fit their results: "
                "only what it says about {name} is true."
            )
            print(text.format(name=each.narrator.names[0]))


def _print_columns(found: Sequence[Reviewed], texts: Texts) -> None:
    if len(found) == 1:
        print_review(*found[0][1:])
    elif found:
        print_summary(_summaries(found), texts)


def _print_plain(found: Sequence[Reviewed]) -> None:
    for file, game, reviewed, narrator in found:
        if len(found) > 1:
            print(f"\n{file}")
        print_lines(review_lines(game, reviewed, narrator))


def _games(files: Sequence[str], texts: Texts) -> tuple[list[tuple[str, Game]], int]:
    """Read all games; one file alone must be right, of several files those that are count."""
    found: list[tuple[str, Game]] = []
    code = 0
    for name in files:
        try:
            found += [(name, game) for game in read_records(read_text(name))]
        except PickominoError as error:
            if len(files) == 1:
                raise
            print(f"{name}: {describe_error(texts, error)}", file=sys.stderr)
            code = EXIT_BAD_INPUT
    return found, code


def _reviewed(games: Sequence[tuple[str, Game]], texts: Texts) -> tuple[list[Reviewed], int]:
    """Review games until all are done or somebody presses Ctrl-C."""
    found: list[Reviewed] = []
    try:
        with _progress(sum(game.turn for _, game in games)) as advance:
            for name, game in games:
                narrator = Narrator(texts, display_names(game.names, texts))
                found.append(Reviewed(name, game, review_game(game), narrator))
                advance(game.turn)
    except KeyboardInterrupt:
        print(texts.gettext("Stopped before all games were reviewed."), file=sys.stderr)
        return found, EXIT_INTERRUPTED
    return found, 0


@contextmanager
def _progress(turns: int) -> Generator[Callable[[int], None]]:
    """Show a bar on standard error, if somebody looks."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=turns)
        yield lambda count: bar.advance(task, count)


def _draw(reviewed: Reviewed, name: str) -> None:
    from pickomino.cli.review_svg import drawn

    write_text(name, drawn(reviewed.review, reviewed.narrator))


def _summaries(found: Sequence[Reviewed]) -> list[PlayerSummary]:
    return summarise([(each.narrator.names, each.review) for each in found])


def _as_json(found: Sequence[Reviewed]) -> dict[str, Any]:
    games = [
        {"file": each.file, "names": list(each.narrator.names), "review": to_json(each.review)}
        for each in found
    ]
    return {"games": games, "players": [_player(each) for each in _summaries(found)]}


def _player(summary: PlayerSummary) -> dict[str, Any]:
    figures = {figure: _mean(getattr(summary, figure)) for figure in FIGURES}
    labels = {label: _mean(mean) for label, mean in summary.labels.items()}
    told = {"name": summary.name, "games": summary.games, "rough": summary.rough}
    return told | figures | {"labels": labels}


def _mean(mean: Mean) -> dict[str, float | None]:
    """Return a mean; the bounds of a single game are null."""
    bounds = {"low": mean.low, "high": mean.high}
    known = {name: bound if isfinite(bound) else None for name, bound in bounds.items()}
    return {"mean": mean.mean, **known}
