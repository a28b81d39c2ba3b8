"""Adds whose a table, a section or a call is, and the phones that are called."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make what is known of people."""
    op.create_table(
        "room_duty",
        sa.Column("what", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(300), primary_key=True),
        sa.Column("person", sa.String(40), nullable=True),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "room_phone",
        sa.Column("endpoint", sa.String(500), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "room_call",
        sa.Column("address", sa.String(500), primary_key=True),
        sa.Column("alert", sa.String(300), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Take it away."""
    for table in ("room_call", "room_phone", "room_duty"):
        op.drop_table(table)
