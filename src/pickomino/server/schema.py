"""The tables of the database, and how an older one is brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

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
    Index("rooms_by_age", "archived_at", "updated_at"),
)
"""A line a room; `version` and `archived_at` are its own, the rest repeats what its events say;
unarchiving makes `updated_at` younger than they are."""

events: Final = Table(
    "events",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
)
"""The logs. The primary key lets one writer in for each version of a room."""


def upgrade(connection: Connection) -> None:
    """Create the tables, or change those of an older version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
