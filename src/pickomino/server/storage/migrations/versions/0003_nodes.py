"""Several servers on one database: the nodes, the rooms they drive, and their common time.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables; no node drives a room yet."""
    op.add_column("rooms", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "nodes",
        sa.Column("epoch", sa.Integer, primary_key=True),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_table(
        "attendance",
        sa.Column("room", sa.String(8), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("epoch", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "cluster",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("key_print", sa.String(32), nullable=False),
    )
