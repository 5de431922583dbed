"""`pickomino profile`: what this device remembers about your games."""

from __future__ import annotations

import json as json_format

from msgspec import to_builtins

from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.i18n import select_texts
from pickomino.i18n.practice_text import describe_rating
from pickomino.i18n.profile_text import damaged_text, profile_sections
from pickomino.profile.export import delete_profile, read_profile
from pickomino.profile.figures import compute_figures
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog


def profile(*, json: Flag = False, delete: Flag = False, language: Language = None) -> int:
    """Show what this device remembers about your games, which is stored nowhere else.

    Parameters
    ----------
    json
        Print everything as JSON, for backup or export.
    delete
        Delete everything: games, ratings, decisions to practise and the streak.
    """
    texts, folder = select_texts(language), data_folder()
    if delete:
        delete_profile(folder)
        print(texts.gettext("Everything is deleted."))
        return 0
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
