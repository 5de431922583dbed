"""Rooms and their events.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_waiting", sa.Boolean, nullable=False),
        sa.Column("updated_at", sa.Float, nullable=False),
        sa.Column("archived_at", sa.Float),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("rooms_by_age", "rooms", ["archived_at", "updated_at"])
    op.create_table(
        "events",
        sa.Column("room", sa.String(8), sa.ForeignKey("rooms.code"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
