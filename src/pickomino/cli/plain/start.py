"""Opens tables for plain text: new or saved ones on this device, and online ones."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from pickomino.bots.registry import require_libraries
from pickomino.cli.app import EXIT_FAILURE
from pickomino.cli.files import RecordFiles, data_folder
from pickomino.cli.plain.old_save import import_old_save
from pickomino.cli.plain.prompts import read_answer
from pickomino.cli.plain.session import PlainSession
from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, describe_error
from pickomino.i18n.room_text import seat_names
from pickomino.rooms import RoomSummary
from pickomino.tables.addresses import TableAddress
from pickomino.tables.offline import GamePlan, InProcessBots, OfflineTable
from pickomino.tables.saved_games import last_unfinished
from pickomino.tables.seat_tokens import SeatTokens

GIVE_UP_SECONDS: Final = 60.0
"""How long an online table waits for a server that does not answer."""


def join_table(link: str, name: str, records: RecordFiles | None, texts: Texts) -> int:
    require_libraries(("websockets",), "tui")
    from pickomino.tables.online import OnlineTable

    address = TableAddress.parse(link)

    async def join() -> PlainSession:
        tokens = SeatTokens(data_folder() / "tables.json")
        table = OnlineTable(address, tokens, GIVE_UP_SECONDS)
        return PlainSession(
            table, texts, name, folder=_folder(), records=records, server=address.server
        )

    print(texts.gettext("Connecting to {address}…").format(address=address.server), flush=True)
    try:
        return _run(join())
    except PickominoError as error:
        if error.code != "no_answer":
            raise
        print(describe_error(texts, error), file=sys.stderr)
        return EXIT_FAILURE


def play_at_this_device(
    plan: GamePlan, records: RecordFiles | None, texts: Texts, *, can_continue: bool
) -> int:
    """Start a game, or continue the last unfinished one if the players want that."""
    folder = _folder()
    if can_continue and folder is not None:
        import_old_save(folder)
        saved = asyncio.run(last_unfinished(folder / "games"))
        if saved is not None and saved.phase == "playing" and _wants_to_continue(saved, texts):
            return _run(_continue(saved, folder, texts))
    return _run(_begin(plan, folder, records, texts))


def _folder() -> Path | None:
    """Return the data folder, or None if input comes through a pipe: such games are not saved."""
    return data_folder() if sys.stdin.isatty() else None


def _run(opening: Coroutine[Any, Any, PlainSession]) -> int:
    with asyncio.Runner() as runner:
        # With `runner.run`, Ctrl+C would take effect only after the line that is being read.
        loop = runner.get_loop()
        session = loop.run_until_complete(opening)
        try:
            loop.run_until_complete(session.run())
        except KeyboardInterrupt:
            session.print_left()
            raise
    return 0


async def _begin(
    plan: GamePlan, folder: Path | None, records: RecordFiles | None, texts: Texts
) -> PlainSession:
    print(texts.gettext("Pickomino, rule set {rules}.").format(rules=plan.settings.rules))
    bots = InProcessBots()
    try:
        table = await OfflineTable.new(folder and folder / "games", plan, bots)
    except PickominoError as error:
        if error.code != "store_failed":
            raise
        # The game cannot be saved, but it can be played.
        print(describe_error(texts, error))
        folder, table = None, await OfflineTable.new(None, plan, bots)
    return PlainSession(table, texts, is_new=True, bots=bots, folder=folder, records=records)


async def _continue(saved: RoomSummary, folder: Path, texts: Texts) -> PlainSession:
    bots = InProcessBots()
    table = await OfflineTable.resume(folder / "games", saved.code, bots)
    print(texts.gettext("Pickomino, rule set {rules}.").format(rules=saved.settings.rules))
    return PlainSession(table, texts, bots=bots, folder=folder)


def _wants_to_continue(saved: RoomSummary, texts: Texts) -> bool:
    text = texts.gettext("Continue the game of {names}? Enter continues, n starts a new one.")
    print(text.format(names=seat_names(saved.seats, texts)))
    answer = read_answer()
    return answer is not None and not answer.lower().startswith("n")
