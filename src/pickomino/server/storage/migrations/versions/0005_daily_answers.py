"""How many players earned how many points with the puzzles of each day.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "daily_answers",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
