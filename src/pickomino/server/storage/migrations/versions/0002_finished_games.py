"""Finished games, their players and their reviews.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables; `backfill_finished_games` fills them from the rooms' logs."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("log", sa.LargeBinary, nullable=False),
    )
    op.create_index("games_by_age", "games", ["ended_at"])
    op.create_table(
        "players",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_index("players_by_token", "players", ["token"])
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("judge", sa.String(80), primary_key=True),
        sa.Column("review", sa.LargeBinary, nullable=False),
    )
