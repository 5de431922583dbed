"""`pickomino review`: what was luck in recorded games, and what was skill."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pickomino.analysis.means import Mean
from pickomino.analysis.review import review as review_game
from pickomino.analysis.review_json import to_json
from pickomino.analysis.reviewed import Review
from pickomino.analysis.summary import FIGURES, PlayerSummary, summarised
from pickomino.cli.app import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from pickomino.cli.files import read_text, refuse_existing, write_text
from pickomino.cli.options import Flag, Language
from pickomino.cli.review_report import print_review, print_summary
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.core.position import seat_letter
from pickomino.i18n import Texts, chosen_texts, error_said
from pickomino.i18n.names import shown_names
from pickomino.i18n.words import Speaker
from pickomino.record.files import read_records
from pickomino.record.game import Game


class Reviewed(NamedTuple):
    """A game, its review, and who played."""

    file: str
    game: Game
    review: Review
    speaker: Speaker


def review(
    *files: Annotated[str, Parameter(allow_leading_hyphen=True)],
    svg: str | None = None,
    annotate: str | None = None,
    json: Flag = False,
    language: Language | None = None,
) -> int:
    """Tell luck apart from skill in recorded games.

    One game gets a report with a chart; several add up to a table. Ctrl-C stops, and what was
    reviewed until then is told.

    Parameters
    ----------
    files
        Records in WGN or JSON, one or more in a file; - reads standard input.
    svg
        Draw the win chances of one game into this SVG file.
    annotate
        Write the games to this new file as WGN, with a comment on every turn.
    json
        Print everything as JSON.
    language
        The language of the report; by default that of the system.
    """
    texts = chosen_texts(language)
    if not files:
        raise InvalidNotation("no_records")
    if annotate is not None:
        refuse_existing(annotate)
    found, code = _reviewed(files, texts)
    if svg is not None:
        if len(found) != 1:
            raise InvalidNotation("one_game_only", count=len(found))
        _draw(found[0], svg)
    if annotate is not None:
        from pickomino.cli.review_notes import annotated

        write_text(annotate, "\n".join(annotated(*each[1:]) for each in found))
    if json:
        print(json_format.dumps(_as_json(found), indent=1, ensure_ascii=False))
    elif len(found) == 1:
        print_review(*found[0][1:])
    elif found:
        print_summary(_summaries(found), texts)
    return code


def _reviewed(files: Sequence[str], texts: Texts) -> tuple[list[Reviewed], int]:
    """Review all games of all files; one file alone must be right, of several those that are."""
    found: list[Reviewed] = []
    code = 0
    try:
        with _progress() as show:
            for number, name in enumerate(files):
                try:
                    for each in _of_file(name, texts):
                        found.append(each)
                        show(number / len(files), len(found))
                except PickominoError as error:
                    if len(files) == 1:
                        raise
                    print(f"{name}: {error_said(texts, error)}", file=sys.stderr)
                    code = EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print(texts.gettext("Stopped before all games were reviewed."), file=sys.stderr)
        code = EXIT_INTERRUPTED
    return found, code


def _of_file(name: str, texts: Texts) -> Iterator[Reviewed]:
    for game in read_records(read_text(name)):
        tags = [game.tags.get(seat_letter(seat), "?") for seat in range(game.start.players)]
        speaker = Speaker(texts, shown_names(tags, texts))
        yield Reviewed(name, game, review_game(game), speaker)


@contextmanager
def _progress() -> Generator[Callable[[float, int], None]]:
    """Show a bar on standard error, if somebody looks."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _share, _games: None
        return
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share, games: bar.update(task, completed=share, description=str(games))


def _draw(reviewed: Reviewed, name: str) -> None:
    from pickomino.cli.review_svg import drawn

    write_text(name, drawn(reviewed.review, reviewed.speaker))


def _summaries(found: Sequence[Reviewed]) -> list[PlayerSummary]:
    return summarised([(each.speaker.names, each.review) for each in found])


def _as_json(found: Sequence[Reviewed]) -> dict[str, Any]:
    games = [
        {"file": each.file, "names": list(each.speaker.names), "review": to_json(each.review)}
        for each in found
    ]
    return {"games": games, "players": [_player(each) for each in _summaries(found)]}


def _player(summary: PlayerSummary) -> dict[str, Any]:
    figures = {figure: _mean(getattr(summary, figure)) for figure in FIGURES}
    labels = {label: _mean(mean) for label, mean in summary.labels.items()}
    told = {"name": summary.name, "games": summary.games, "rough": summary.rough}
    return told | figures | {"labels": labels}


def _mean(mean: Mean) -> dict[str, float | None]:
    """Tell a mean; the bounds of a single game are null."""
    bounds = {"low": mean.low, "high": mean.high}
    known = {name: bound if isfinite(bound) else None for name, bound in bounds.items()}
    return {"mean": mean.mean, **known}
