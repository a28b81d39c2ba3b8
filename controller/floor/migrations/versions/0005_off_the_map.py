"""Adds who took a table off the map."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the column; every table is on the map."""
    op.add_column("room_table", sa.Column("taken_off", sa.String(40), nullable=True))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("room_table", "taken_off")
