"""The tables of the database, and how an older one is brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
)

from pickomino.core.errors import PickominoError

MIGRATIONS: Final = Path(__file__).parent / "migrations"

metadata: Final = MetaData()

rooms: Final = Table(
    "rooms",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("is_waiting", Boolean, nullable=False),
    Column("updated_at", Float, nullable=False),
    Column("archived_at", Float),
    Column("summary", Text, nullable=False),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Index("rooms_by_age", "archived_at", "updated_at"),
)
"""A line a room; `version`, `archived_at` and `epoch`, the node that drives it, are its own, the
rest repeats what its events say; unarchiving makes `updated_at` younger than they are."""

events: Final = Table(
    "events",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
)
"""The logs. The primary key lets one writer in for each version of a room."""

games: Final = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("room", String(8), nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("summary", Text, nullable=False),
    Column("log", LargeBinary, nullable=False),
    Index("games_by_age", "ended_at"),
)
"""Finished games, which outlive their rooms; `log` is what led to the game and the game itself,
compressed."""

players: Final = Table(
    "players",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
    Index("players_by_token", "token"),
)
"""The people of finished games, by the hashes of their tokens."""

reviews: Final = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("judge", String(80), primary_key=True),
    Column("review", LargeBinary, nullable=False),
)
"""Reviews by the version of their judge, as compressed JSON."""


nodes: Final = Table(
    "nodes",
    metadata,
    Column("epoch", Integer, primary_key=True),
    Column("seen_at", Float, nullable=False),
)
"""Servers that share this database; see `nodes.py` for this and the next two."""

attendance: Final = Table(
    "attendance",
    metadata,
    Column("room", String(8), primary_key=True),
    Column("token", String(64), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
)
"""Who is connected to which node, by the hashes of their tokens."""

cluster: Final = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("key_print", String(32), nullable=False),
)
"""One line: the time of all nodes, when it was last looked at, and which key they must have."""


def upgrade(connection: Connection) -> None:
    """Create the tables, or change those of an older version.

    Those of a newer one are left as they are: it has only added to them, so that both versions can
    run for the length of a deployment. Raises `store_failed` where something is gone.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    present = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present is None or present in known:
        command.upgrade(config, "head")
    elif missing := _missing(connection):
        raise PickominoError("store_failed", reason=f"a newer version took {missing[0]} away")


def _missing(connection: Connection) -> list[str]:
    """Return the columns that this version needs and the database does not have."""
    found = inspect(connection)
    return [
        str(column)
        for table in metadata.sorted_tables
        for column in table.columns
        if not found.has_table(table.name)
        or column.name not in {each["name"] for each in found.get_columns(table.name)}
    ]
