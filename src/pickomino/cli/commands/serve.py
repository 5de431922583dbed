"""`pickomino serve`, and `backup`, `restore`, `transfer`, `unarchive` for its database."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from pickomino.bots.registry import BOTS, missing_libraries, require_libraries
from pickomino.cli.files import data_folder, require_name
from pickomino.cli.options import Flag, Language, WholeNumber, use_network
from pickomino.core.errors import PickominoError
from pickomino.i18n import select_texts
from pickomino.operating_system import IS_DESKTOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickomino.server.settings import ServerSettings
    from pickomino.server.storage.transfer import TransferCounts

_SERVER_LIBRARIES: Final = (
    *("alembic", "cryptography", "jinja2", "litestar", "prometheus_client", "segno", "sqlalchemy"),
    *("uvicorn", "websockets"),
)
"""Libraries that the server needs, installed by the extra `web`."""
_CLUSTER_LIBRARIES: Final = ("asyncpg", "redis")
"""Libraries needed to run several servers together, installed by the extra `cluster`."""


def serve(
    *,
    host: str | None = None,
    port: WholeNumber | None = None,
    database: str | None = None,
    redis: str | None = None,
    public_url: str | None = None,
    site: str | None = None,
    lan: Flag = False,
    open_browser: Annotated[bool, Parameter(name="--open", negative="--no-open")] = True,
    language: Language = None,
) -> int:
    """Serve the game to browsers until it is stopped with Ctrl-C.

    Every option can be set in the environment too (PICKOMINO_PORT=8080); there are more settings
    there, which docs/serving.md lists.

    Parameters
    ----------
    host
        The address to listen on; by default only this machine can connect.
    port
        The port; 8000 by default, or the next free one.
    database
        The database: a file, by default in your data folder, or postgresql://user@host/name
    redis
        The Redis server that links several servers sharing one PostgreSQL database: redis://host
    public_url
        The public address of this server, used in links: https://games.example.org
    site
        The folder of a static site, made by `pickomino site`: with https or on this machine,
        players can then play offline.
    lan
        Let others on the local network play: listen on all addresses, and use this machine’s
        address in links.
    open_browser
        Open a browser, if there is one.
    """
    _require_extra()
    from pickomino.server import runner
    from pickomino.server.http.offline_site import require_site
    from pickomino.server.ops.logs import configure_logging
    from pickomino.server.settings import split_list

    texts = select_texts(language)
    settings = _with_database(database).with_changes(
        host="0.0.0.0" if lan and host is None else host,  # noqa: S104 - --lan asks for it
        port=port,
        redis=redis,
        public_url=public_url,
        site=site,
    )
    require_site(settings.site)
    for file in split_list(settings.networks):
        use_network(file)
    configure_logging(
        settings.log_format, settings.log_level, settings.log_kilobytes_per_minute * 1000
    )
    listener = runner.open_listener(settings)
    shown = runner.lan_address() if lan else _shown_host(settings.host)
    here = f"http://{shown}:{listener.getsockname()[1]}"
    settings = settings.with_changes(public_url=settings.public_url or (here if lan else ""))
    address = settings.public_url or here

    def on_started() -> None:
        print(texts.gettext("Play at {address}").format(address=address), flush=True)
        print(texts.gettext("Stop with Ctrl-C."), flush=True)
        if open_browser and _has_browser():
            webbrowser.open(address)

    runner.run(settings, listener, on_started)
    return 0


def backup(*, output: str, database: str | None = None, language: Language = None) -> int:
    """Back up a server’s database, even while the server is running.

    Parameters
    ----------
    output
        The backup file to create; `pickomino serve` can use it like any database.
    database
        The file to copy; by default the one that `pickomino serve` uses.
    """
    _require_extra()
    from pickomino.server.storage.backups import back_up

    texts = select_texts(language)
    source = _file_of(database)
    require_name(output)
    back_up(source, output)
    print(texts.gettext("Copied {source} to {output}.").format(source=source, output=output))
    return 0


def restore(
    *,
    input_: Annotated[str, Parameter(name="--input")],
    database: str | None = None,
    manifest: Annotated[bool, Parameter(negative="--no-manifest")] = True,
    language: Language = None,
) -> int:
    """Replace a server’s database with a backup while the server is stopped.

    Parameters
    ----------
    input_
        The backup made by `pickomino backup`.
    database
        The database file to replace; the old one is kept next to it. By default the one that
        `pickomino serve` uses.
    manifest
        Require the manifest beside the backup and compare the two; backups made by older versions
        have none.
    """
    _require_extra()
    from pickomino.server.storage import backups

    texts = select_texts(language)
    target = _file_of(database)
    kept = backups.restore(input_, target, is_manifest_required=manifest)
    print(texts.gettext("Copied {source} to {output}.").format(source=input_, output=target))
    if kept is not None:
        print(texts.gettext("The old database is now {file}.").format(file=kept))
    return 0


def unarchive(code: str, /, *, database: str | None = None, language: Language = None) -> int:
    """Reopen a table that was archived because it was inactive.

    Parameters
    ----------
    code
        The code of the table, eight letters and digits.
    database
        The database: a file, by default in your data folder, or postgresql://user@host/name
    """
    _require_extra()
    texts = select_texts(language)
    settings = _with_database(database)
    file = settings.database
    _require_database(file)
    asyncio.run(_unarchive(settings, code))
    print(texts.gettext("Table {code} is open again.").format(code=code))
    return 0


def transfer(
    *,
    source: Annotated[str, Parameter(name="--from")],
    target: Annotated[str, Parameter(name="--to")],
    language: Language = None,
) -> int:
    """Copy all tables and finished games to another database while the server is stopped.

    Everything is read back and compared. An interrupted transfer can be run again: existing rows
    are not copied twice.

    Parameters
    ----------
    source
        The source database: a file, or postgresql://user@host/name
    target
        The target database: empty, or from an interrupted transfer.
    """
    _require_extra()
    from pickomino.server.storage.database import describe_address, is_same_database

    texts = select_texts(language)
    require_name(target)
    if is_same_database(source, target):
        raise PickominoError("same_database", name=describe_address(target))
    _require_database(source)

    def show_progress(done: int, total: int) -> None:
        text = texts.gettext("{done} of {total} tables and games copied")
        print(text.format(done=done, total=total), end="\r", file=sys.stderr, flush=True)

    carried = asyncio.run(_transfer(source, target, show_progress))
    print(file=sys.stderr)
    text = texts.gettext("Copied and verified; tables: {rooms}, finished games: {games}")
    print(text.format(rooms=carried.rooms, games=carried.games))
    return 0


async def _transfer(
    source: str, target: str, on_progress: Callable[[int, int], None]
) -> TransferCounts:
    from pickomino.server.storage.database import is_postgres
    from pickomino.server.storage.sql_store import SqlStore
    from pickomino.server.storage.transfer import copy_key, copy_rows, require_idle

    ends = [_with_database(address) for address in (source, target)]
    keys = [end.key_file if is_postgres(end.database) else f"{end.database}.key" for end in ends]
    stores = [SqlStore(end.database, key_file=key) for end, key in zip(ends, keys, strict=True)]
    try:
        await stores[0].open(is_exclusive=True)
        # Before the target is opened, which would create a key of its own.
        copy_key(*map(Path, keys))
        await stores[1].open(is_exclusive=True)
        epochs = [await require_idle(store) for store in stores]
        counts = await copy_rows(stores[0], stores[1], on_progress)
        for store, epoch in zip(stores, epochs, strict=True):
            await require_idle(store, epoch)
        return counts
    finally:
        for store in stores:
            await store.close()


async def _unarchive(settings: ServerSettings, code: str) -> None:
    from pickomino.server.storage.sql_store import SqlStore

    store = SqlStore(settings.database, key_file=settings.key_file)
    try:
        await store.open()
        await store.unarchive(code)
    finally:
        await store.close()


def default_database() -> Path:
    """Return the default database file."""
    return data_folder() / "server.db"


def _with_database(database: str | None) -> ServerSettings:
    """Return the environment's settings with the database and key file filled in."""
    from pickomino.server.settings import from_environment
    from pickomino.server.storage.database import is_postgres

    settings = from_environment(os.environ)
    chosen = database or settings.database or str(default_database())
    if not is_postgres(chosen):
        return settings.with_changes(database=chosen)
    require_libraries(_CLUSTER_LIBRARIES, "cluster")
    key_file = settings.key_file or str(data_folder() / "server.key")
    return settings.with_changes(database=chosen, key_file=key_file)


def _require_database(address: str) -> None:
    """Raise an error unless a database exists: opening a file would create or change it."""
    from pickomino.server.storage.backups import check_own
    from pickomino.server.storage.database import is_postgres

    if is_postgres(address):
        return
    check_own(address)


def _file_of(database: str | None) -> str:
    """Return the SQLite file to copy; PostgreSQL has its own tools for that."""
    from pickomino.server.storage.database import is_postgres

    file = _with_database(database).database
    if is_postgres(file):
        raise PickominoError("postgres_backup")
    return file


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_browser() -> bool:
    """Return whether this looks like a desktop session."""
    if not sys.stdout.isatty():
        return False
    if IS_DESKTOP:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _require_extra() -> None:
    missing = missing_libraries(_SERVER_LIBRARIES)
    if missing:
        # Without these, the server has no strong bots.
        bots = missing_libraries(BOTS["champion"].needs)
        extra = "bots,web" if bots else "web"
        raise PickominoError("needs_extra", package=", ".join((*missing, *bots)), extra=extra)
