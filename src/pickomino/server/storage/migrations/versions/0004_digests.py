"""The digest of each room's log.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; `backfill_digests` fills them from the rooms' logs."""
    op.add_column("rooms", sa.Column("digest", sa.String(64), nullable=False, server_default=""))
    op.add_column("rooms", sa.Column("digested", sa.Integer, nullable=False, server_default="0"))
