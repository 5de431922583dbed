"""Where the command line comes in: runs the app and leaves the terminal as it was."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from signal import Signals

from pickomino.i18n import preferred_language
from pickomino.tables.addresses import TableAddress, Tokens
from pickomino.tables.local import GamePlan
from pickomino.tui.app import PickominoApp, WriteRecord
from pickomino.tui.preferences import Preferences


def run_app(  # noqa: PLR0913 - each is a choice of whoever starts it
    folder: Path,
    language: str | None,
    *,
    plan: GamePlan | None = None,
    draft: Mapping[str, str] | None = None,
    join: str | None = None,
    name: str = "",
    write_record: WriteRecord | None = None,
) -> int:
    """Run the app until people leave it; returns the exit code.

    Games and choices are kept in `folder`. Without a language it speaks the one that was chosen
    last, or the environment's. A `plan` begins at once, `join` is the link to an online table,
    `draft` fills the form for a new game.
    """
    open_table = None
    if join is not None:
        from pickomino.tables.remote import RemoteTable

        open_table = partial(RemoteTable, TableAddress.parse(join), Tokens(folder / "tables.json"))
    preferences = Preferences(folder / "preferences.json")
    app = PickominoApp(
        folder / "games",
        language=language or preferences.language or preferred_language(),
        plan=plan,
        join=open_table,
        write_record=write_record,
        preferences=preferences,
    )
    app.player_name = name or app.player_name
    app.draft.update(draft or {})
    asyncio.run(_until_left(app))
    return app.return_code or 0


async def _until_left(app: PickominoApp) -> None:
    """Run the app; whoever ends it from outside gets the terminal back as it was."""
    loop = asyncio.get_running_loop()
    for signal in (Signals.SIGTERM, getattr(Signals, "SIGHUP", None)):
        # Windows has no such handlers.
        with contextlib.suppress(NotImplementedError):
            if signal is not None:
                loop.add_signal_handler(signal, partial(app.exit, return_code=128 + signal))
    await app.run_async()
