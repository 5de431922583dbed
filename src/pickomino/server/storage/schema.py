"""The tables of the database, and the migration of older databases."""

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
    Column("digest", String(64), nullable=False, server_default=""),
    Column("digested", Integer, nullable=False, server_default="0"),
    Index("rooms_by_age", "archived_at", "updated_at"),
)
"""One row per room. `version`, `archived_at` and `epoch` (the node that drives the room) are stored
only here. The rest is derived from the room's events, except that unarchiving renews
`updated_at`. `digest` is the digest of the first `digested` events: of all of them, unless a server
of an earlier version wrote the last ones during a deployment."""

events: Final = Table(
    "events",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
)
"""The logs. The primary key ensures that each version of a room is written only once."""

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
"""Finished games, which outlive their rooms; `log` is the compressed log of the room up to the end
of the game."""

players: Final = Table(
    "players",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
    Index("players_by_token", "token"),
)
"""The people who played finished games, identified by the hashes of their tokens."""

reviews: Final = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("judge", String(80), primary_key=True),
    Column("review", LargeBinary, nullable=False),
)
"""Reviews as compressed JSON, one for each game and version of the judge."""


nodes: Final = Table(
    "nodes",
    metadata,
    Column("epoch", Integer, primary_key=True),
    Column("seen_at", Float, nullable=False),
)
"""The servers that share this database; `cluster/node.py` explains this and the next two tables."""

attendance: Final = Table(
    "attendance",
    metadata,
    Column("room", String(8), primary_key=True),
    Column("token", String(64), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
)
"""The players connected to each node, identified by the hashes of their tokens."""

cluster: Final = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("key_print", String(32), nullable=False),
)
"""One row: the nodes' common time, when it was last read, and the fingerprint of the nodes' key."""

daily_answers: Final = Table(
    "daily_answers",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("points", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
)
"""How many players earned how many points with the puzzles of each day. Nothing is stored about a
player."""


def upgrade(connection: Connection) -> None:
    """Create the tables, or migrate the tables of an older version.

    Tables of a newer version are left alone: newer versions only add columns and tables, so that
    both versions can run during a deployment. Raises `store_failed` if a column is missing.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    revision = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is None or revision in known:
        command.upgrade(config, "head")
    elif missing := _missing_columns(connection):
        raise PickominoError("store_failed", reason=f"a newer version removed {missing[0]}")


def _missing_columns(connection: Connection) -> list[str]:
    """Return the columns that this version needs and the database does not have."""
    database = inspect(connection)
    return [
        str(column)
        for table in metadata.sorted_tables
        for column in table.columns
        if not database.has_table(table.name)
        or column.name not in {known["name"] for known in database.get_columns(table.name)}
    ]
