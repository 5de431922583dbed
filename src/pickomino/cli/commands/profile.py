"""`pickomino profile`: what this device remembers about your games."""

from __future__ import annotations

import json as json_format
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec import to_builtins

from pickomino.cli.app import EXIT_FAILURE
from pickomino.cli.files import data_folder, parse_file
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.prompts import read_answer
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.practice_text import describe_rating
from pickomino.i18n.profile_text import damaged_text, profile_sections
from pickomino.profile.export import (
    ImportedProfile,
    delete_profile,
    import_profile,
    read_profile,
)
from pickomino.profile.figures import compute_figures
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog


def profile(
    *,
    json: Flag = False,
    import_: Annotated[str | None, Parameter(name="--import")] = None,
    delete: Flag = False,
    yes: Flag = False,
    language: Language = None,
) -> int:
    """Show what this device remembers about your games, which is stored nowhere else.

    Parameters
    ----------
    json
        Print everything as JSON, for backup or for another device.
    import_
        Add what this file has: the JSON of this command, or a browser’s export. What is already
        here stays.
    delete
        Delete everything: games, ratings, decisions to practise and the streak.
    yes
        With --delete: delete without asking.
    """
    texts, folder = select_texts(language), data_folder()
    if import_ is not None:
        imported = parse_file(import_, partial(import_profile, folder))
        _print_imported(imported, texts)
        return 0
    if delete:
        return _delete(folder, texts, is_confirmed=yes)
    log = GameLog(folder)
    if json:
        figures = {"figures": to_builtins(compute_figures(log.games.values()))}
        print(json_format.dumps(read_profile(folder) | figures, indent=1))
        return 0
    if log.is_damaged:
        print(damaged_text(texts))
    for title, rows, note in profile_sections(log.games.values(), texts):
        print(title)
        for name, value in rows:
            print(f"  {name:28} {value}".rstrip())
        if note:
            print(f"  {note}")
        print()
    print(describe_rating(PracticeLog(folder).player, texts))
    return 0


def _print_imported(imported: ImportedProfile, texts: Texts) -> None:
    text = texts.gettext("Added – games: {games}, days: {days}, decisions: {decisions}.")
    games, days, decisions = imported
    print(text.format(games=games.added, days=days.added, decisions=decisions.added))
    damaged = sum(part.damaged for part in imported)
    if damaged:
        text = texts.ngettext(
            "{count} damaged entry was left out.",
            "{count} damaged entries were left out.",
            damaged,
        )
        print(text.format(count=damaged))


def _delete(folder: Path, texts: Texts, *, is_confirmed: bool) -> int:
    """Delete everything if the player confirms it."""
    gettext = texts.gettext
    if not is_confirmed:
        games = len(GameLog(folder).games)
        text = texts.ngettext(
            "This deletes {count} game, your ratings, the decisions to practise and the streak."
            " It cannot be undone. Type {yes} to delete.",
            "This deletes {count} games, your ratings, the decisions to practise and the streak."
            " It cannot be undone. Type {yes} to delete.",
            games,
        )
        print(text.format(count=games, yes=gettext("yes")))
        answer = read_answer()
        if answer is None or answer.lower() not in ("yes", gettext("yes").lower()):
            print(gettext("Nothing has been deleted."))
            return EXIT_FAILURE
    delete_profile(folder)
    print(gettext("Everything has been deleted."))
    return 0
