"""`pickomino serve`, `backup`, `restore` and `unarchive`: play in the browser, and keep it all."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from pickomino.bots.registry import BOTS, missing_libraries
from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.core.errors import PickominoError, quoted
from pickomino.i18n import chosen_texts

_NEEDED: Final = (
    *("aiosqlite", "alembic", "jinja2", "litestar", "msgspec", "prometheus_client"),
    *("segno", "sqlalchemy", "uvicorn", "websockets"),
)
"""What the server needs; all come with the extra `web`."""


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    public_url: str | None = None,
    lan: Flag = False,
    open_browser: Annotated[bool, Parameter(name="--open", negative="--no-open")] = True,
    language: Language | None = None,
) -> int:
    """Serve the game to browsers until it is stopped with Ctrl-C.

    Every option can be set in the environment too (PICKOMINO_PORT=8080); there are more settings
    there, which docs/serving.md lists.

    Parameters
    ----------
    host
        The address to listen on; by default only this machine can connect.
    port
        The port; by default the first free one from 8000 on.
    database
        The file that keeps all games; by default one in your data folder.
    public_url
        How others reach this server, for links: https://games.example.org
    lan
        Let others in the local network play: listen on all addresses, and link to this machine's.
    open_browser
        Open a browser, if there is one.
    language
        The language of the messages; by default that of the system.
    """
    _require_extra()
    from pickomino.server import running
    from pickomino.server.logs import set_up
    from pickomino.server.settings import from_environment

    texts = chosen_texts(language)
    settings = from_environment(os.environ).with_changes(
        host="0.0.0.0" if lan and host is None else host,  # noqa: S104 - that is what was asked for
        port=port,
        database=database,
        public_url=public_url,
    )
    set_up(settings.log_format, settings.log_level, settings.log_kilobytes_per_minute * 1000)
    bound = running.listening(settings)
    shown = running.lan_address() if lan else _shown_host(settings.host)
    here = f"http://{shown}:{bound.getsockname()[1]}"
    settings = settings.with_changes(
        database=settings.database or str(default_database()),
        public_url=settings.public_url or (here if lan else ""),
    )
    address = settings.public_url or here

    def tell() -> None:
        print(texts.gettext("Play at {address}").format(address=address), flush=True)
        print(texts.gettext("Stop with Ctrl-C."), flush=True)
        if open_browser and _has_browser():
            webbrowser.open(address)

    running.run(settings, bound, tell)
    return 0


def backup(*, output: str, database: str | None = None, language: Language | None = None) -> int:
    """Copy the database of a server, even while the server runs.

    Parameters
    ----------
    output
        The copy, a new file; it can be served like any database.
    database
        The file to copy; by default the one that `pickomino serve` uses.
    language
        The language of the messages; by default that of the system.
    """
    _require_extra()
    from pickomino.server.database import back_up
    from pickomino.server.settings import from_environment

    texts = chosen_texts(language)
    source = database or from_environment(os.environ).database or str(default_database())
    back_up(source, output)
    print(texts.gettext("Copied {source} to {output}.").format(source=source, output=output))
    return 0


def restore(
    *,
    input_: Annotated[str, Parameter(name="--input")],
    database: str | None = None,
    language: Language | None = None,
) -> int:
    """Put a backup in place of a server's database, while the server is stopped.

    Parameters
    ----------
    input_
        The copy that `pickomino backup` made.
    database
        The file to replace, which is kept beside it; by default the one that
        `pickomino serve` uses.
    language
        The language of the messages; by default that of the system.
    """
    _require_extra()
    from pickomino.server import database as files
    from pickomino.server.settings import from_environment

    texts = chosen_texts(language)
    target = database or from_environment(os.environ).database or str(default_database())
    files.restore(input_, target)
    print(texts.gettext("Copied {source} to {output}.").format(source=input_, output=target))
    return 0


def unarchive(
    code: str, /, *, database: str | None = None, language: Language | None = None
) -> int:
    """Bring a room back that was put away because nothing had happened in it for long.

    Parameters
    ----------
    code
        The room's code, eight letters and digits.
    database
        The file that keeps all games; by default one in your data folder.
    language
        The language of the messages; by default that of the system.
    """
    _require_extra()
    from pickomino.server.settings import from_environment

    texts = chosen_texts(language)
    file = database or from_environment(os.environ).database or str(default_database())
    if not Path(file).is_file():
        raise PickominoError("unreadable_file", name=quoted(file), reason="not found")
    asyncio.run(_unarchived(file, code))
    print(texts.gettext("Room {code} is open again.").format(code=code))
    return 0


async def _unarchived(database: str, code: str) -> None:
    from pickomino.server.sql_store import SqlStore

    store = SqlStore(database)
    try:
        await store.open()
        await store.unarchive(code)
    finally:
        await store.close()


def default_database() -> Path:
    """Return the file that keeps games where nothing else is said."""
    return data_folder() / "server.db"


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_browser() -> bool:
    """Return whether somebody sits in front of a screen."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _require_extra() -> None:
    missing = missing_libraries(_NEEDED)
    if missing:
        # Without these, the server would play without its strong bots.
        bots = missing_libraries(BOTS["champion"].needs)
        extra = "bots,web" if bots else "web"
        raise PickominoError("needs_extra", package=", ".join((*missing, *bots)), extra=extra)
