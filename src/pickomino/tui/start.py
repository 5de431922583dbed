"""Where the command line comes in: runs the app and leaves the terminal as it was."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from platformdirs import user_data_path

from pickomino.tui.addresses import TableAddress, Tokens
from pickomino.tui.app import PickominoApp, WriteRecord
from pickomino.tui.local import GamePlan


def data_folder() -> Path:
    """Give the folder where this user's games are kept."""
    return user_data_path("pickomino", appauthor=False)


def run_app(  # noqa: PLR0913 - each is a choice of whoever starts it
    language: str,
    *,
    plan: GamePlan | None = None,
    draft: Mapping[str, str] | None = None,
    join: str | None = None,
    name: str = "",
    write_record: WriteRecord | None = None,
) -> int:
    """Run the app until people leave it; gives the exit code.

    A `plan` begins at once, `join` is the link to an online table, `draft` fills the form for a
    new game.
    """
    folder = data_folder()
    open_table = None
    if join is not None:
        from pickomino.tui.remote import RemoteTable

        open_table = partial(RemoteTable, TableAddress.parse(join), Tokens(folder / "tables.json"))
    app = PickominoApp(
        folder / "games",
        language=language,
        plan=plan,
        join=open_table,
        write_record=write_record,
    )
    app.player_name = name
    app.draft.update(draft or {})
    app.run()
    return app.return_code or 0
