"""Entry point for the command line: runs the app and restores the terminal."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from textual.driver import Driver

from pickomino.i18n import preferred_language
from pickomino.operating_system import handle_closing
from pickomino.tables.addresses import TableAddress
from pickomino.tables.offline import GamePlan
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tui.app import PickominoApp, WriteRecord
from pickomino.tui.preferences import AppPreferences

EXIT_SECONDS: Final = 5.0
"""How long the app may take to exit after a signal."""


def run_app(  # noqa: PLR0913 - options of the command line
    folder: Path,
    language: str | None,
    *,
    plan: GamePlan | None = None,
    form_values: Mapping[str, str] | None = None,
    join: str | None = None,
    name: str = "",
    write_record: WriteRecord | None = None,
) -> int:
    """Run the app until the player quits; returns the exit code.

    Games and preferences are stored in `folder`. Without `language` the app uses the one chosen
    last, or the environment's. `plan` starts a game at once, `join` is the link to an online
    table, and `form_values` pre-fills the form for a new game.
    """
    open_table = None
    if join is not None:
        from pickomino.tables.online import OnlineTable

        open_table = partial(
            OnlineTable, TableAddress.parse(join), SeatTokens(folder / "tables.json")
        )
    preferences = AppPreferences(folder / "preferences.json")
    app = PickominoApp(
        folder / "games",
        language=language or preferences.language or preferred_language(),
        plan=plan,
        join=open_table,
        write_record=write_record,
        preferences=preferences,
    )
    app.player_name = name or app.player_name
    app.form_values.update(form_values or {})
    app.driver_class = _driver_for_standard_output(app.driver_class)
    asyncio.run(_run(app))
    return app.return_code or 0


def _driver_for_standard_output(driver: type[Driver]) -> type[Driver]:
    """Return a driver that draws on standard output: standard error may be a file."""

    class StandardOutputDriver(driver):
        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's
            super().__init__(*arguments, **options)
            self._file = sys.__stdout__

    return StandardOutputDriver


async def _run(app: PickominoApp) -> None:
    """Run the app; SIGTERM and SIGHUP end it properly, so that the terminal is restored."""
    loop = asyncio.get_running_loop()

    def end(number: int) -> None:
        # If the terminal is gone, Textual may wait for ever to write to it. Games are saved
        # before they are shown, so nothing is lost.
        deadline = threading.Timer(EXIT_SECONDS, os._exit, [128 + number])
        deadline.daemon = True
        deadline.start()
        loop.call_soon_threadsafe(partial(app.exit, return_code=128 + number))

    handle_closing(end)
    await app.run_async()
